"""Brands' logos that are fetched from a URL."""

from collections.abc import Sequence

from msgspec import Struct

from sql.core.db import Connection, all_rows, run, text

KEPT_LOGO = {
    "logo": """case when excluded.logo_source is null then excluded.logo
                    when excluded.logo_source = kept.logo_source then kept.logo end""",
    "logo_source": """case when excluded.logo_source is null and excluded.logo = kept.logo
                           then kept.logo_source else excluded.logo_source end""",
}
"""A brand saved again with the same logo URL keeps the logo that was fetched from there."""


class LogoFetch(Struct, frozen=True):
    """A logo to fetch from its URL."""

    mid: int
    url: str


async def missing(db: Connection, mids: Sequence[int]) -> list[LogoFetch]:
    """The logos to fetch for these brands: those with a logo URL but no logo yet."""
    query = text(
        """
        select mid, logo_source as url from brand
         where mid = any(:mids) and logo is null and logo_source is not null order by mid
        """,
        mids=mids,
    )
    return await all_rows(db, query, LogoFetch)


async def put(db: Connection, fetched: LogoFetch, logo: str) -> None:
    """Set a fetched logo, unless the brand has another logo URL or a logo by now."""
    query = text(
        "update brand set logo = :logo where mid = :mid and logo_source = :url and logo is null",
        mid=fetched.mid,
        url=fetched.url,
        logo=logo,
    )
    await run(db, query)
