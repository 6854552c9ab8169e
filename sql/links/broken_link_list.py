"""A publisher's list of broken links."""

from datetime import date, datetime
from functools import cache
from typing import Any

from msgspec import Struct, structs

from schema.core.envelope import Page
from schema.links.broken_link import OWN_EPC_CLICKS_MIN, BrokenLink, BrokenLinkFilter
from schema.links.broken_type import TITLES, BrokenState, BrokenType
from sql.core.db import Connection, Template, all_rows, fetch, one_value, text
from sql.core.sql_template import compose

FILTERS = {
    "id": " and known.link_id = :id",
    "state": " and known.state = :state",
    "type": " and known.type = :type",
    "mcid": " and brand.mcid = :mcid",
    "site_id": " and link.site_id = :site_id",
    "after": " and known.checked_at >= :after",
}
FROM = """
  from link_check known
  join link on link.publisher_id = known.publisher_id and link.link_id = known.link_id
  join site on site.publisher_id = known.publisher_id and site.site_id = link.site_id
  join brand on brand.mid = link.mid
  join publisher on publisher.publisher_id = known.publisher_id
 where known.publisher_id = :publisher_id and link.publisher_id = :publisher_id
   and site.publisher_id = :publisher_id and publisher.publisher_id = :publisher_id
   and link.deleted_at is null and known.state is not null"""


class NewlyBroken(Struct, frozen=True, kw_only=True):
    """A link that has just turned out to be broken."""

    brand_name: str
    type: BrokenType
    target_url: str

    @property
    def title(self) -> str:
        return TITLES[self.type]


class FixableLink(Struct, frozen=True, kw_only=True):
    """A link of the list, with the data that a new target or fallback is checked against."""

    link_id: int
    site_id: int
    mid: int
    target_url: str
    state: BrokenState
    type: BrokenType
    suggestion: str | None


async def page(
    db: Connection, publisher_id: int, filter: BrokenLinkFilter, page: Page, *, since: date
) -> list[BrokenLink]:
    """A page of broken links, by money at risk and then by clicks. `since`: the first day of the publisher's EPC."""
    filters = filter_values(filter)
    values = {
        **filters,
        "publisher_id": publisher_id,
        "size": page.size,
        "offset": page.offset,
        "since": since,
        "clicks_min": OWN_EPC_CLICKS_MIN,
    }
    return await all_rows(db, page_template(frozenset(filters)).bind(values), BrokenLink)


async def count(db: Connection, publisher_id: int, filter: BrokenLinkFilter) -> int:
    filters = filter_values(filter)
    query = count_template(frozenset(filters)).bind({**filters, "publisher_id": publisher_id})
    total: int = await one_value(db, query)
    return total


async def find_fixable(
    db: Connection, publisher_id: int, link_ids: list[int]
) -> dict[int, FixableLink]:
    """Which of these links are or were on the list, by id, locked until the transaction ends."""
    query = text(
        """
        select link.link_id, link.site_id, link.mid, link.target_url, known.state, known.type, known.suggestion
          from link_check known
          join link on link.publisher_id = known.publisher_id and link.link_id = known.link_id
         where known.publisher_id = :publisher_id and link.publisher_id = :publisher_id and link.deleted_at is null
           and known.link_id = any(:link_ids::bigint[]) and known.state is not null
         order by link.link_id for update
        """,
        publisher_id=publisher_id,
        link_ids=link_ids,
    )
    return {row.link_id: row for row in await all_rows(db, query, FixableLink)}


async def find_own(db: Connection, publisher_id: int, link_ids: list[int]) -> set[int]:
    """Which of these links belong to the publisher."""
    query = text(
        """
        select link_id from link
         where publisher_id = :publisher_id and link_id = any(:link_ids::bigint[]) and deleted_at is null
        """,
        publisher_id=publisher_id,
        link_ids=link_ids,
    )
    return {row["link_id"] for row in await fetch(db, query)}


async def find_since(db: Connection, publisher_id: int, since: datetime) -> list[NewlyBroken]:
    """Open links that were found to be broken since a time, most clicked first."""
    query = text(
        """
        select brand.name as brand_name, known.type, link.target_url
          from link_check known
          join link on link.publisher_id = known.publisher_id and link.link_id = known.link_id
          join brand on brand.mid = link.mid
         where known.publisher_id = :publisher_id and link.publisher_id = :publisher_id and link.deleted_at is null
           and known.state = 'open' and known.type <> :unverified and known.checked_at >= :since
           and known.first_seen_at >= :since::timestamptz - interval '1 day'
         order by known.clicks desc, known.link_id
        """,
        publisher_id=publisher_id,
        since=since,
        unverified=BrokenType.UNVERIFIED,
    )
    return await all_rows(db, query, NewlyBroken)


def filter_values(filter: BrokenLinkFilter) -> dict[str, Any]:
    """The values of the filter's conditions; without a state, link or time it selects open links."""
    state = filter.state or (None if filter.id or filter.after else "open")
    filter = structs.replace(filter, state=state)
    values = {name: getattr(filter, name) for name in FILTERS}
    return {name: value for name, value in values.items() if value is not None}


@cache
def page_template(names: frozenset[str]) -> Template:
    return compose(
        """
        with own as materialized (
            select key as mid,
                   sum(pending_commission + approved_commission + rejected_commission) / sum(clicks) as epc
              from rollup where publisher_id = :publisher_id and grain = 'brand' and day >= :since
             group by key having sum(clicks) >= :clicks_min::bigint)
        select known.link_id as id, known.link_id, coalesce(link.path, link.code) as code, brand.mcid,
               brand.name as brand_name, link.site_id, site.name as site_name, known.type, known.state,
               link.target_url, known.final_url, known.http_status, known.hops,
               coalesce(known.first_seen_at, known.checked_at, link.created_at) as first_seen,
               known.checked_at as last_checked, known.asked as checking, known.clicks,
               round(known.clicks * coalesce(own.epc, brand.epc * rate.rate), 6) as at_risk, publisher.currency,
               known.suggestion, link.fallback_url
        """,
        FROM_WITH_RATES + conditions(names),
        """
         order by at_risk desc nulls last, known.clicks desc, known.link_id limit :size offset :offset
        """,
    )


@cache
def count_template(names: frozenset[str]) -> Template:
    return compose("select count(*)", FROM + conditions(names))


FROM_WITH_RATES = FROM.replace(
    " where known",
    """  left join own on own.mid = link.mid
  left join lateral (
       select 1::numeric as rate where brand.currency = publisher.currency
        union all
       (select currency_rate.rate from currency_rate
         where base = brand.currency and quote = publisher.currency and brand.currency <> publisher.currency
         order by day desc limit 1)) as rate on true
 where known""",
    1,
)


def conditions(names: frozenset[str]) -> str:
    return "".join(sql for name, sql in FILTERS.items() if name in names)
