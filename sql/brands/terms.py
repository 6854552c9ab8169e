"""What brands pay: a row is never changed, only replaced."""

from schema.brands.terms import BrandTerms, Terms
from sql.core.db import Connection, fetch, text


async def get(db: Connection, mid: int, publisher_ids: list[int]) -> BrandTerms:
    return (await of_brands(db, [mid], publisher_ids))[mid]


async def of_brands(
    db: Connection, mids: list[int], publisher_ids: list[int]
) -> dict[int, BrandTerms]:
    """All terms that brands ever had for everybody and for these publishers."""
    query = text(
        """
        select mid, terms_id, pays, value, category, country, publisher_id, site_id, starts_at, ends_at,
               created_at, replaced_at
          from terms
         where mid = any($1::bigint[]) and publisher_id = any($2::bigint[])
        """,
        mids,
        [0, *publisher_ids],
    )
    rows = await fetch(db, query)
    found: dict[int, list[Terms]] = {mid: [] for mid in mids}
    for mid, *terms in rows:
        found[mid].append(Terms(*terms))
    return {mid: BrandTerms(terms) for mid, terms in found.items()}
