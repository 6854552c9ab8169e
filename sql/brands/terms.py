"""Brands' commission terms. They are replaced and never changed, so that every order keeps the terms of its time."""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from schema.brands.commission_group import CommissionGroup
from schema.brands.terms import BrandTerms, Terms
from sql.core.db import Connection, fetch, run, text

FOR_ALL = 0
"""The `publisher_id` and `site_id` of terms that apply to everybody."""
TERMS = """
select terms_id, mid, name, pays, value, category, country, publisher_id, site_id,
       starts_at, ends_at, created_at, replaced_at, currency, announced_at
  from terms
"""


async def get(db: Connection, mid: int, publisher_ids: list[int], zone: str) -> BrandTerms:
    return (await of_brands(db, [mid], publisher_ids, zone))[mid]


async def of_brands(
    db: Connection, mids: list[int], publisher_ids: list[int], zone: str
) -> dict[int, BrandTerms]:
    """All terms that brands have ever had, for everybody and for these publishers, with days in the network's zone."""
    query = text(
        TERMS
        + " where mid = any(:mids::bigint[]) and publisher_id = any(:publisher_ids::bigint[])",
        mids=mids,
        publisher_ids=[FOR_ALL, *publisher_ids],
    )
    terms_by_brand: dict[int, list[Terms]] = {mid: [] for mid in mids}
    for row in await fetch(db, query):
        terms_by_brand[row["mid"]].append(Terms(*row))
    return {mid: BrandTerms(terms, zone) for mid, terms in terms_by_brand.items()}


async def live(db: Connection, mids: Sequence[int]) -> list[Terms]:
    """Brands' terms that have not been replaced, in the order in which they were written."""
    query = text(
        TERMS + " where mid = any(:mids) and replaced_at is null order by mid, terms_id", mids=mids
    )
    return [Terms(*row) for row in await fetch(db, query)]


async def of_publisher(
    db: Connection, mid: int, publisher_id: int, today: date
) -> list[CommissionGroup]:
    """A brand's terms for everybody and for this publisher, without those that have ended."""
    query = text(
        TERMS
        + """
         where mid = :mid and publisher_id = any(:publisher_ids)
           and replaced_at is null and (ends_at is null or ends_at > :today)
         order by publisher_id desc, site_id desc, terms_id
        """,
        mid=mid,
        publisher_ids=[FOR_ALL, publisher_id],
        today=today,
    )
    return [Terms(*row).group for row in await fetch(db, query)]


async def retire(db: Connection, terms_ids: Sequence[int], now: datetime) -> None:
    query = text(
        "update terms set replaced_at = :now where terms_id = any(:terms_ids)",
        terms_ids=terms_ids,
        now=now,
    )
    await run(db, query)


async def add(
    db: Connection, groups: Sequence[tuple[int, str, CommissionGroup, datetime]], now: datetime
) -> None:
    """Add terms, each with the mid and the currency of its brand, and the time at which it was announced."""
    query = text(
        """
        insert into terms (mid, name, pays, value, category, country, publisher_id, site_id,
                           starts_at, ends_at, created_at, currency, announced_at)
        select mid, name, pays, value, category, country, coalesce(uid, 0), coalesce(site_id, 0),
               starts_at, ends_at, :now, currency, announced_at
          from rows from (jsonb_to_recordset(:groups) as (
                   mid bigint, currency text, name text, pays text, value numeric, category text, country text,
                   uid bigint, site_id bigint, starts_at date, ends_at date,
                   announced_at timestamptz)) with ordinality
         order by ordinality
        """,
        groups=[
            {
                "mid": mid,
                "currency": currency,
                "announced_at": announced_at,
                **msgspec.structs.asdict(group),
            }
            for mid, currency, group, announced_at in groups
        ],
        now=now,
    )
    await run(db, query)
