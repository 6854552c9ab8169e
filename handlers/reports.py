"""Reports: performance, orders and their timelines, clicks."""

from rpc import Code, Publisher, query
from schema.click import Click, ClickFilter
from schema.envelope import History, Page
from schema.report import (
    OidRef,
    OrderStory,
    Performance,
    PerformanceFilter,
    TransactionFilter,
    Transactions,
)


@query("/reports/performance", raises=[Code.DATES_REVERSED])
async def performance(ctx: Publisher, filter: PerformanceFilter, page: Page) -> Performance:
    """Clicks, orders, sales and commission by any grouping, with totals and a compared period."""
    raise AssertionError


@query("/reports/transactions", raises=[Code.DATES_REVERSED])
async def transactions(ctx: Publisher, filter: TransactionFilter, page: Page) -> Transactions:
    """Orders with their items, newest first."""
    raise AssertionError


@query("/reports/transaction")
async def transaction(ctx: Publisher, attributes: OidRef) -> OrderStory:
    """One order with its whole timeline, from the click on."""
    raise AssertionError


@query("/reports/clicks", raises=[Code.DATES_REVERSED])
async def clicks(ctx: Publisher, filter: ClickFilter, page: Page) -> History[Click]:
    """Clicks with their verdicts and the orders they led to, newest first."""
    raise AssertionError
