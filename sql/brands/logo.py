"""Brands' logos that are fetched from an address."""

from collections.abc import Sequence

from msgspec import Struct

from sql.core.db import Connection, all_rows, run, text

KEPT_LOGO = {
    "logo": """case when excluded.logo_source is null then excluded.logo
                    when excluded.logo_source = kept.logo_source then kept.logo end""",
    "logo_source": """case when excluded.logo_source is null and excluded.logo = kept.logo
                           then kept.logo_source else excluded.logo_source end""",
}
"""Saved again with the same address, a brand keeps the logo that was fetched from there."""


class LogoFetch(Struct, frozen=True):
    """A logo to fetch from its address."""

    mid: int
    url: str


async def missing(db: Connection, mids: Sequence[int]) -> list[LogoFetch]:
    """Those of these brands that have the address of a logo and no logo yet."""
    query = text(
        """
        select mid, logo_source as url from brand
         where mid = any($1) and logo is null and logo_source is not null order by mid
        """,
        mids,
    )
    return await all_rows(db, query, LogoFetch)


async def put(db: Connection, fetched: LogoFetch, logo: str) -> None:
    """Set the logo that was fetched, unless the brand has another address or a logo by now."""
    query = text(
        "update brand set logo = $3 where mid = $1 and logo_source = $2 and logo is null",
        fetched.mid,
        fetched.url,
        logo,
    )
    await run(db, query)
