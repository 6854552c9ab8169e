"""The channels and brands in a filter: the publisher's own, and brands that exist."""

from collections.abc import Sequence

import sql.brands.brand
import sql.brands.site
from rpc import Code, Fault, Publisher


async def check_sites(ctx: Publisher, site_ids: Sequence[int], field: str) -> None:
    """Raises SITE_INVALID for a channel that never was the publisher's. A deleted one stays in reports."""
    if site_ids and not await sql.brands.site.all_exist(ctx.db, ctx.publisher_id, set(site_ids)):
        raise Fault(Code.SITE_INVALID, field=field)


async def find_mids(ctx: Publisher, mcids: Sequence[str], field: str) -> list[int]:
    """The numbers of brands. Raises BRAND_UNKNOWN if one does not exist."""
    wanted = set(mcids)
    found = await sql.brands.brand.of_mcids(ctx.db, list(wanted)) if wanted else {}
    if found.keys() != wanted:
        raise Fault(Code.BRAND_UNKNOWN, field=field)
    return [brand.mid for brand in found.values()]
