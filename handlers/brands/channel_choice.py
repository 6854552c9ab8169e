"""Chooses the channel for a call about a brand: the given one, or the default one."""

import sql.brands.relationship
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
