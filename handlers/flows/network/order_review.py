"""Orders that the network's staff look for, and their decisions on them."""

from collections.abc import Sequence

import sql.network.lists.order
import sql.orders.review
from handlers.flows.filter_checks import find_mid
from rpc import Code, Fault, Operator
from schema.network.order import NetworkOrderFilter, OrderReviewed, OrdersReview, OrdersReviewed
from schema.orders.order import ItemStatus
from sql.network.lists.order import OrderSearch


async def find(ctx: Operator, filter: NetworkOrderFilter) -> OrderSearch:
    """What a filter looks for. Raises DATES_REVERSED and BRAND_UNKNOWN."""
    if filter.start_date and filter.end_date and filter.start_date > filter.end_date:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")
    return OrderSearch(filter, await find_mid(ctx, filter.mcid))


async def review(
    ctx: Operator, decision: OrdersReview, oids: Sequence[int], of_status: ItemStatus | None = None
) -> list[OrderReviewed]:
    """Decide on the items of orders, or only on those of a status."""
    status, reason = decision.status, decision.reason_code
    return await sql.orders.review.review(
        ctx.db, oids, status, reason, of_status=of_status, now=ctx.now, by="network"
    )


async def review_found(
    ctx: Operator, decision: OrdersReview, filter: NetworkOrderFilter
) -> OrdersReviewed:
    """Decide on the items that a filter finds and that are not so decided yet, of a bounded number of orders."""
    search = await find(ctx, filter)
    oids, total = await sql.network.lists.order.find_undecided(ctx.db, search, decision.status)
    rows = await review(ctx, decision, oids, filter.status)
    return OrdersReviewed(rows, total - len(rows))
