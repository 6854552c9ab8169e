"""Orders: reported by brands' servers, read and decided by the network's staff."""

import sql.network.lists.order
import sql.orders.intake
from handlers.flows.network import details
from handlers.flows.network import order_review as _order_review
from rpc import Brand, Code, Operator, procedure, query
from schema.core.envelope import History, Page, Rows
from schema.network.order import (
    NetworkOrder,
    NetworkOrderFilter,
    NetworkOrderInfo,
    OrdersReview,
    OrdersReviewed,
)
from schema.orders.order import Conversions, OrderOutcome
from schema.reports.report import OidRef


@query("/network/orders", raises=[Code.DATES_REVERSED, Code.BRAND_UNKNOWN])
async def orders(ctx: Operator, filter: NetworkOrderFilter, page: Page) -> History[NetworkOrder]:
    """List the orders of all publishers, newest first."""
    return await sql.network.lists.order.page(ctx.db, await _order_review.find(ctx, filter), page)


@query("/network/order_info", permission="order.edit")
async def order_info(ctx: Operator, attributes: OidRef) -> NetworkOrderInfo:
    """Get one order with its items and its whole timeline, from the click on."""
    return await details.get_order(ctx, attributes.oid)


@procedure(
    "/network/orders_review",
    permission="order.edit",
    raises=[Code.DATES_REVERSED, Code.BRAND_UNKNOWN],
)
async def orders_review(
    ctx: Operator, attributes: OrdersReview, filter: NetworkOrderFilter
) -> OrdersReviewed:
    """Approve or reject orders: those named, or up to 1,000 that match the filter and wait for this decision."""
    for flaw in attributes.find_flaws(filter):
        raise flaw.to_fault()
    if attributes.oids is not None:
        return OrdersReviewed(await _order_review.review(ctx, attributes, attributes.oids), 0)
    return await _order_review.review_found(ctx, attributes, filter)


@procedure("/network/conversions")
async def conversions(ctx: Brand, attributes: Conversions) -> Rows[OrderOutcome]:
    """Report orders as a brand. Repeating a report changes nothing."""
    orders = attributes.orders
    rows = await sql.orders.intake.ingest(
        ctx.db, ctx.mid, orders, ids=ctx.resources.ids, now=ctx.now, by=ctx.mcid
    )
    return Rows(rows)
