"""Measured figures of brands, as a publisher reads them."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct

from schema.brands.measured_counts import StoredFigure
from schema.brands.terms import Terms
from sql.brands.terms import FOR_ALL, TERMS
from sql.core.db import Connection, fetch, text


class MeasuredBrand(Struct, frozen=True, kw_only=True):
    """A brand's published figures, and a publisher's counts: under the terms for all (`shared`) and under its own."""

    mid: int
    mcid: str
    name: str
    logo: str | None
    commission: str
    currency: str
    offer_type: str
    validation_days: int
    payment_days: int
    measured_on: date | None
    since: date | None
    figures: dict[str, StoredFigure]
    shared: dict[str, dict[int, Decimal]]
    own_terms: dict[str, dict[int, Decimal]]


async def of_brands(
    db: Connection, publisher_id: int, mcids: Sequence[str]
) -> dict[str, MeasuredBrand]:
    """These brands, by mcid, as measured across the network and for a publisher."""
    query = text(
        """
        select mid, mcid, name, logo, commission, currency, offer_type, validation_days, payment_days
          from brand where mcid = any(:mcids::text[]) and sandbox <> is_live(:publisher_id)
        """,
        publisher_id=publisher_id,
        mcids=list(mcids),
    )
    brands = {row["mid"]: dict(row) for row in await fetch(db, query)}
    query = text(
        "select mid, measured_on, since, figures from brand_measured where mid = any(:mids::bigint[])",
        mids=list(brands),
    )
    figures = {row["mid"]: dict(row) for row in await fetch(db, query)}
    query = text(
        """
        select mid, shared, own_terms from publisher_measured
         where publisher_id = :publisher_id and mid = any(:mids::bigint[])
        """,
        publisher_id=publisher_id,
        mids=list(brands),
    )
    own = {row["mid"]: dict(row) for row in await fetch(db, query)}
    unmeasured: dict[str, Any] = {"measured_on": None, "since": None, "figures": {}}
    uncounted: dict[str, Any] = {"shared": {}, "own_terms": {}}
    rows = [
        {**brand, **unmeasured, **figures.get(mid, {}), **uncounted, **own.get(mid, {})}
        for mid, brand in brands.items()
    ]
    measured = msgspec.convert(rows, list[MeasuredBrand], strict=False)
    return {each.mcid: each for each in measured}


async def all_terms(db: Connection, mids: Sequence[int]) -> dict[int, list[Terms]]:
    """All terms for everybody that brands have ever had."""
    query = text(
        TERMS + " where mid = any(:mids::bigint[]) and publisher_id = :for_all",
        mids=list(mids),
        for_all=FOR_ALL,
    )
    found: dict[int, list[Terms]] = {mid: [] for mid in mids}
    for row in await fetch(db, query):
        found[row["mid"]].append(Terms(*row))
    return found


async def channel_type(db: Connection, publisher_id: int, site_id: int) -> int:
    query = text(
        "select channel_type from site where publisher_id = :publisher_id and site_id = :site_id",
        publisher_id=publisher_id,
        site_id=site_id,
    )
    rows = await fetch(db, query)
    return int(rows[0]["channel_type"]) if rows else 0
