"""What brands pay. Terms are never changed, only replaced, so that every order keeps those it was made under."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

import msgspec
from msgspec import Struct

from schema.brands.brand import TermChange
from schema.brands.commission import CommissionGroup, Pays
from sql.core.db import Connection, all_rows, run, text

FOR_ALL = 0
"""What stands in publisher_id and site_id of terms that are for all."""


class StoredTerms(Struct, frozen=True, kw_only=True):
    """A commission group as it is kept."""

    terms_id: int
    mid: int
    name: str
    pays: Pays
    value: Decimal
    category: str | None
    country: str | None
    publisher_id: int
    site_id: int
    starts_at: date | None
    ends_at: date | None

    @property
    def group(self) -> CommissionGroup:
        return CommissionGroup(
            name=self.name,
            pays=self.pays,
            value=self.value,
            category=self.category,
            country=self.country,
            uid=self.publisher_id or None,
            site_id=self.site_id or None,
            starts_at=self.starts_at,
            ends_at=self.ends_at,
        )


async def live(db: Connection, mids: Sequence[int]) -> list[StoredTerms]:
    """All terms of brands that were not replaced, in the order they were written."""
    query = text(
        """
        select terms_id, mid, name, pays, value, category, country, publisher_id, site_id,
               starts_at, ends_at
          from terms where mid = any($1) and replaced_at is null
         order by mid, terms_id
        """,
        mids,
    )
    return await all_rows(db, query, StoredTerms)


async def of_publisher(
    db: Connection, mid: int, publisher_id: int, today: date
) -> list[CommissionGroup]:
    """A brand's terms for all and those of this publisher's own, none that has ended."""
    query = text(
        """
        select terms_id, mid, name, pays, value, category, country, publisher_id, site_id,
               starts_at, ends_at
          from terms
         where mid = $1 and publisher_id = any($2)
           and replaced_at is null and (ends_at is null or ends_at > $3)
         order by publisher_id desc, site_id desc, terms_id
        """,
        mid,
        [FOR_ALL, publisher_id],
        today,
    )
    return [terms.group for terms in await all_rows(db, query, StoredTerms)]


async def retire(db: Connection, terms_ids: Sequence[int], now: datetime) -> None:
    query = text("update terms set replaced_at = $2 where terms_id = any($1)", terms_ids, now)
    await run(db, query)


async def add(db: Connection, groups: Sequence[tuple[int, CommissionGroup]], now: datetime) -> None:
    """New terms, each beside the mid of its brand."""
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


async def add_changes(db: Connection, changes: Sequence[tuple[int, str]], now: datetime) -> None:
    """Keep what is said of changed terms, each beside the mid of its brand."""
    query = text(
        """
        insert into term_change (mid, at, text)
        select mid, $3, text from unnest($1::bigint[], $2::text[]) as given (mid, text)
            on conflict do nothing
        """,
        [mid for mid, _ in changes],
        [change for _, change in changes],
        now,
    )
    await run(db, query)


async def latest_changes(db: Connection, mid: int, limit: int) -> list[TermChange]:
    """The latest changes of a brand's terms, newest first."""
    query = text(
        "select at, text from term_change where mid = $1 order by at desc, text limit $2",
        mid,
        limit,
    )
    return await all_rows(db, query, TermChange)
