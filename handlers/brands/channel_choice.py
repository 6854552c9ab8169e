"""The channel that a call about a brand is made for."""

import sql.brands.answer_time
import sql.brands.application
import sql.brands.brand
import sql.brands.coupon
import sql.brands.facets
import sql.brands.relationship
import sql.brands.search
import sql.brands.standing
import sql.brands.terms
import sql.brands.terms_history
import sql.channels.channel
import sql.core.outbox
import sql.network.answer_time
from rpc import Code, Fault, Publisher


async def resolve_site(
    ctx: Publisher, site_id: int | None, field: str = "attributes.site_id"
) -> int:
    """The given channel, or the default one if none is given. Raises SITE_INVALID if it is another publisher's."""
    if site_id is None or site_id == ctx.site_id:
        return ctx.site_id
    if await sql.brands.relationship.get_site_status(ctx.db, ctx.publisher_id, site_id) is None:
        raise Fault(Code.SITE_INVALID, field=field)
    return site_id
