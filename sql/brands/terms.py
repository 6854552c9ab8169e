"""What brands pay. Terms are never changed, only replaced, so that every order keeps those it was made under."""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from schema.brands.commission_group import CommissionGroup
from schema.brands.terms import BrandTerms, Terms
from sql.core.db import Connection, fetch, run, text

FOR_ALL = 0
"""In `publisher_id` and `site_id`: the terms are for everybody."""
TERMS = """
select terms_id, mid, name, pays, value, category, country, publisher_id, site_id,
       starts_at, ends_at, created_at, replaced_at
  from terms
"""


async def get(db: Connection, mid: int, publisher_ids: list[int]) -> BrandTerms:
    return (await of_brands(db, [mid], publisher_ids))[mid]


async def of_brands(
    db: Connection, mids: list[int], publisher_ids: list[int]
) -> dict[int, BrandTerms]:
    """All terms that brands have ever had, for everybody and for these publishers."""
    query = text(
        TERMS + " where mid = any($1::bigint[]) and publisher_id = any($2::bigint[])",
        mids,
        [FOR_ALL, *publisher_ids],
    )
    terms_by_brand: dict[int, list[Terms]] = {mid: [] for mid in mids}
    for row in await fetch(db, query):
        terms_by_brand[row["mid"]].append(Terms(*row))
    return {mid: BrandTerms(terms) for mid, terms in terms_by_brand.items()}


async def live(db: Connection, mids: Sequence[int]) -> list[Terms]:
    """The terms of brands that have not been replaced, in the order in which they were written."""
    query = text(
        TERMS + " where mid = any($1) and replaced_at is null order by mid, terms_id", mids
    )
    return [Terms(*row) for row in await fetch(db, query)]


async def of_publisher(
    db: Connection, mid: int, publisher_id: int, today: date
) -> list[CommissionGroup]:
    """A brand's terms for everybody and for this publisher, without those that have ended."""
    query = text(
        TERMS
        + """
         where mid = $1 and publisher_id = any($2)
           and replaced_at is null and (ends_at is null or ends_at > $3)
         order by publisher_id desc, site_id desc, terms_id
        """,
        mid,
        [FOR_ALL, publisher_id],
        today,
    )
    return [Terms(*row).group for row in await fetch(db, query)]


async def retire(db: Connection, terms_ids: Sequence[int], now: datetime) -> None:
    query = text("update terms set replaced_at = $2 where terms_id = any($1)", terms_ids, now)
    await run(db, query)


async def add(db: Connection, groups: Sequence[tuple[int, CommissionGroup]], now: datetime) -> None:
    """New terms, each with the mid of its brand."""
    query = text(
        """
        insert into terms (mid, name, pays, value, category, country, publisher_id, site_id,
                           starts_at, ends_at, created_at)
        select mid, name, pays, value, category, country, coalesce(uid, 0), coalesce(site_id, 0),
               starts_at, ends_at, $2
          from rows from (jsonb_to_recordset($1) as (
                   mid bigint, name text, pays text, value numeric, category text, country text,
                   uid bigint, site_id bigint, starts_at date, ends_at date)) with ordinality
         order by ordinality
        """,
        [{"mid": mid, **msgspec.structs.asdict(group)} for mid, group in groups],
        now,
    )
    await run(db, query)
