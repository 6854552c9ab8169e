"""Calls with which brands' servers report orders, and the network's staff list and decide them."""

from collections.abc import Sequence

import msgspec

import sql.accounts.publisher
import sql.channels.channel
import sql.network.lists.order
import sql.orders.intake
import sql.orders.order_directory
import sql.orders.review
from handlers.flows.filter_checks import find_mid
from handlers.flows.order_detail import get_order_detail
from rpc import Brand, Code, Fault, Operator, procedure, query
from rpc.monitoring.metrics import ORDER_FIGURES
from schema.core.envelope import CursorPage, Page, Results
from schema.core.sandbox import is_live
from schema.network.order import (
    NetworkOrder,
    NetworkOrderFilter,
    NetworkOrderInfo,
    OrderReviewed,
    OrdersReview,
    OrdersReviewed,
)
from schema.orders.order import Conversions, ItemStatus, OrderOutcome
from schema.reports.report import OidRef
from sql.network.lists.order import OrderSearch


@query(
    "/network/orders",
    permission="order.edit",
    raises=[Code.DATES_REVERSED, Code.BRAND_UNKNOWN],
    heavy=True,
)
async def orders(ctx: Operator, filter: NetworkOrderFilter, page: Page) -> CursorPage[NetworkOrder]:
    """List the orders of all publishers, newest first."""
    return await sql.network.lists.order.page(ctx.db, await find_search(ctx, filter), page)


@query("/network/order_info", permission="order.edit")
async def order_info(ctx: Operator, attributes: OidRef) -> NetworkOrderInfo:
    """Get one order with its items and its whole timeline, beginning with the click."""
    claims = await sql.orders.order_directory.of_oids(ctx.db, [attributes.oid])
    uid = claims[0].publisher_id if claims and is_live(claims[0].publisher_id) else 0
    order = await get_order_detail(ctx.db, uid, attributes.oid, ctx.now, whole_notes=True)
    return NetworkOrderInfo(
        **msgspec.structs.asdict(order),
        uid=uid,
        publisher=await sql.accounts.publisher.get_name(ctx.db, uid),
        site_name=await sql.channels.channel.get_name(ctx.db, uid, order.site_id),
    )


@procedure(
    "/network/orders_review",
    permission="order.edit",
    raises=[Code.DATES_REVERSED, Code.BRAND_UNKNOWN],
)
async def orders_review(
    ctx: Operator, attributes: OrdersReview, filter: NetworkOrderFilter
) -> OrdersReviewed:
    """Approve or reject orders: those in `oids`, or up to 1,000 that match the filter and await this decision."""
    for flaw in attributes.find_flaws(filter):
        raise flaw.to_fault()
    if attributes.oids is not None:
        return OrdersReviewed(await review(ctx, attributes, attributes.oids), 0)
    search = await find_search(ctx, filter)
    oids, total = await sql.network.lists.order.find_undecided(ctx.db, search, attributes.status)
    rows = await review(ctx, attributes, oids, filter.status)
    return OrdersReviewed(rows, total - len(rows))


@procedure("/network/conversions")
async def conversions(ctx: Brand, attributes: Conversions) -> Results[OrderOutcome]:
    """Report orders as a brand. Repeating a report changes nothing."""
    orders = attributes.orders
    rows = await sql.orders.intake.ingest(
        ctx.db,
        ctx.mid,
        orders,
        ids=ctx.resources.ids,
        now=ctx.now,
        zone=ctx.resources.network_time_zone,
        by=ctx.mcid,
    )
    ORDER_FIGURES.observe((ctx.resources.clock.now() - ctx.now).total_seconds(), "call")
    return Results(rows)


async def find_search(ctx: Operator, filter: NetworkOrderFilter) -> OrderSearch:
    """Validate a filter and resolve its brand. Raises DATES_REVERSED and BRAND_UNKNOWN."""
    if filter.start_date and filter.end_date and filter.start_date > filter.end_date:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")
    return OrderSearch(filter, await find_mid(ctx, filter.mcid))


async def review(
    ctx: Operator, decision: OrdersReview, oids: Sequence[int], of_status: ItemStatus | None = None
) -> list[OrderReviewed]:
    """Decide on the items of orders, or only on those with the status `of_status`."""
    status, reason = decision.status, decision.reason_code
    return await sql.orders.review.review(
        ctx.db,
        oids,
        status,
        reason,
        note=(decision.note or "").strip() or None,
        of_status=of_status,
        now=ctx.now,
        by="network",
    )
