"""Checks of filters: channels are the publisher's own, brands exist, and days are in order."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

import sql.brands.brand
import sql.channels.channel
import sql.network.lists.channel
from rpc import Code, Fault
from sql.core.db import Connection


class DatabaseContext(Protocol):
    """The context of a call or of a report's reader: its database connection."""

    @property
    def db(self) -> Connection: ...


class PublisherContext(DatabaseContext, Protocol):
    """The context of a call or of a report's reader, limited to one publisher."""

    @property
    def publisher_id(self) -> int: ...


async def check_sites(ctx: PublisherContext, site_ids: Sequence[int], field: str) -> None:
    """Raise SITE_INVALID for a channel that never was the publisher's. Deleted ones pass, as they stay in reports."""
    if site_ids and not await sql.channels.channel.all_exist(
        ctx.db, ctx.publisher_id, set(site_ids)
    ):
        raise Fault(Code.SITE_INVALID, field=field)


async def check_any_site(ctx: DatabaseContext, site_id: int | None) -> None:
    """Raise SITE_INVALID for a channel that no publisher has."""
    if site_id is not None and not await sql.network.lists.channel.exists(ctx.db, site_id):
        raise Fault(Code.SITE_INVALID, field="filter.site_id")


async def find_mids(ctx: PublisherContext, mcids: Sequence[str], field: str) -> list[int]:
    """The numeric ids of brands that exist for the caller. Raises BRAND_UNKNOWN if one does not exist."""
    wanted = set(mcids)
    brands = (
        await sql.brands.brand.of_mcids(ctx.db, list(wanted), ctx.publisher_id) if wanted else {}
    )
    if brands.keys() != wanted:
        raise Fault(Code.BRAND_UNKNOWN, field=field)
    return [brand.mid for brand in brands.values()]


def check_days(start: date | None, end: date | None) -> None:
    """Raise DATES_REVERSED for a range that ends before it starts."""
    if start and end and start > end:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")


async def find_mid(
    ctx: PublisherContext, mcid: str | None, field: str = "filter.mcid"
) -> int | None:
    """The numeric id of a brand, if one is named. Raises BRAND_UNKNOWN if it does not exist."""
    return (await find_mids(ctx, [mcid], field))[0] if mcid is not None else None
