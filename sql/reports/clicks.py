"""A publisher's clicks, with the orders they led to."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from schema.clicks.click import Click
from schema.core.days import Days
from schema.reports.report import CLICKS_COUNTED_MAX
from sql.core.db import Connection, Template, all_rows, one_value
from sql.core.sql_template import CLICK_REF, compose

FILTERS = {
    "mids": " and c.mid = any(:mids::bigint[])",
    "site_ids": " and c.site_id = any(:site_ids::bigint[])",
    "link_id": " and c.link_id = :link_id",
    "uid1": " and c.uid1 = :uid1",
    "uid2": " and c.uid2 = :uid2",
    "uid3": " and c.uid3 = :uid3",
    "uid4": " and c.uid4 = :uid4",
    "uid5": " and c.uid5 = :uid5",
    "click_id": " and c.click_id = :click_id::uuid",
    "country": " and coalesce(c.country, '') = :country",
    "device": " and coalesce(c.device, '') = :device",
    "offer_type": " and c.mid in (select mid from brand where offer_type = :offer_type)",
    "verdict": " and c.verdict = :verdict",
    "converted": """ and :converted = exists (
        select from conversion o where o.publisher_id = :publisher_id and o.click_id = c.click_id)""",
}
WHERE = "c.publisher_id = :publisher_id and c.click_time >= :from_time"
UNTIL = " and c.click_time < :until_time"
AFTER = " and (c.click_time, c.click_id) < (:after_time, :after_id)"


@dataclass(frozen=True, kw_only=True)
class ClickQuery:
    """Which clicks to list."""

    publisher_id: int
    zone: str
    days: Days
    filters: dict[str, Any] = field(default_factory=dict)

    @property
    def shape(self) -> frozenset[str]:
        return frozenset(self.filters)

    @property
    def values(self) -> dict[str, Any]:
        """All values that a statement of this query may need."""
        first, after = self.days.bounds(self.zone)
        return {
            "publisher_id": self.publisher_id,
            "from_time": first,
            "until_time": after,
            **self.filters,
        }


async def page(
    db: Connection,
    question: ClickQuery,
    *,
    size: int,
    offset: int = 0,
    after: tuple[datetime, UUID] | None = None,
) -> list[Click]:
    """Clicks, newest first, from an offset or after a position in the list."""
    query = page_template(question.shape, after is not None)
    values = {**question.values, "size": size, "offset": offset}
    if after is not None:
        # The position replaces the end of the range; otherwise the index would be read from there.
        after = min(after, (values["until_time"], UUID(int=0)))
        values |= {"after_time": after[0], "after_id": after[1]}
    return await all_rows(db, query.bind(values), Click)


async def count(db: Connection, question: ClickQuery) -> int:
    """How many clicks there are, or one more than the maximum that is counted."""
    number: int = await one_value(db, count_template(question.shape).bind(question.values))
    return number


@lru_cache(maxsize=500)
def page_template(filters: frozenset[str], continued: bool) -> Template:
    """A page of clicks; `continued` begins it after a position instead of at an offset.

    Orders and links are only looked up for the clicks of the page.
    """
    end = AFTER if continued else UNTIL
    return compose(
        "with c as materialized (",
        f"select * from click_all c where {WHERE}{end}{filter_conditions(filters)}",  # noqa: S608
        "order by c.click_time desc, c.click_id desc limit :size",
        "" if continued else "offset :offset",
        """
        ), led as (
            select distinct on (o.click_id) o.click_id, o.oid, o.order_id from conversion o
             where o.publisher_id = :publisher_id and o.click_id = any(array(select click_id from c))
             order by o.click_id, o.oid
        )
        select """  # noqa: S608 - our own text
        + CLICK_REF
        + """ as click_ref, c.click_time, brand.mcid,
               brand.name as brand_name, c.site_id, c.link_id, coalesce(link.path, link.code) as link_code,
               link.note as link_note, c.uid1, c.uid2, c.uid3, c.uid4, c.uid5,
               c.country, c.device, c.referrer, c.verdict, c.verdict_reason, led.oid, led.order_id
          from c join brand on brand.mid = c.mid left join led on led.click_id = c.click_id
          left join lateral (
            select path, code, note from link
             where link.publisher_id = :publisher_id and link.link_id = c.link_id limit 1
          ) as link on true
         order by c.click_time desc, c.click_id desc
        """,
    )


@lru_cache(maxsize=500)
def count_template(filters: frozenset[str]) -> Template:
    """The number of clicks, up to the maximum that is counted."""
    return compose(
        "select count(*) from (",
        f"select 1 as one from click_all c where {WHERE}{UNTIL}{filter_conditions(filters)}",  # noqa: S608
        f"limit {CLICKS_COUNTED_MAX + 1}",
        ") counted",
    )


def filter_conditions(filters: frozenset[str]) -> str:
    return "".join(sql for name, sql in FILTERS.items() if name in filters)
