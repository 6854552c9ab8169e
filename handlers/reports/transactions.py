"""The report of orders, and one order with its timeline."""

import sql.reports.orders
from handlers.flows.order_detail import get_order_detail
from handlers.reports.order_totals import order_totals
from handlers.reports.report_queries import REPORT_CODES, Reader, order_query
from rpc import Code, Fault, Publisher, Rule, query
from schema.core.envelope import Page
from schema.orders.timeline import OrderStory
from schema.reports.report import ORDERS_SUMMED_MAX, OidRef, TransactionFilter, Transactions

TOO_MANY = f"sorts {ORDERS_SUMMED_MAX:,} orders at most: choose fewer days, or sort by a time"


@query(
    "/reports/transactions",
    permission="report.read",
    narrowed="channels",
    raises=REPORT_CODES,
    from_replica=True,
    heavy=True,
)
async def transactions(ctx: Publisher, filter: TransactionFilter, page: Page) -> Transactions:
    """List orders with their items, newest first or sorted."""
    reader = Reader.of(ctx)
    orders_query = await order_query(reader, filter)
    total, totals = await order_totals(reader, filter, orders_query)
    if orders_query.sorts_all and total > ORDERS_SUMMED_MAX:
        raise Fault(
            Code.REQUEST_INVALID,
            field="filter.sort",
            rule=Rule.TOO_MANY,
            why=TOO_MANY,
            limit=ORDERS_SUMMED_MAX,
        )
    orders = await sql.reports.orders.page(reader.db, orders_query, page, total)
    return Transactions(
        rows=orders.rows,
        total=total,
        next=orders.next,
        totals=totals,
        time_zone=orders_query.zone,
        as_of=ctx.as_of,
    )


@query("/reports/transaction", permission="report.read", narrowed="channels", from_replica=True)
async def transaction(ctx: Publisher, attributes: OidRef) -> OrderStory:
    """Get one order with its whole timeline, beginning with the click."""
    return await get_order_detail(ctx.db, ctx.publisher_id, attributes.oid, ctx.now)
