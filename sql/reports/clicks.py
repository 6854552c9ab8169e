"""A publisher's clicks, with the orders they led to."""

from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any
from uuid import UUID

from schema.clicks.click import Click
from schema.core.days import Days
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At
from schema.reports.report import CLICKS_COUNTED_MAX
from sql.core.db import Connection, Template, one_value
from sql.core.keyset import Key, Keyset, read_page
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
CLICKS = Keyset(
    "reports/clicks", (Key("c.click_time", At), Key("c.click_id", UUID)), descending=True
)


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
        """All parameters that a statement of this query may need."""
        first, after = self.days.bounds(self.zone)
        return {
            "publisher_id": self.publisher_id,
            "from_time": first,
            "until_time": after,
            "most": CLICKS_COUNTED_MAX + 1,
            **self.filters,
        }


async def page(db: Connection, question: ClickQuery, page: Page) -> CursorPage[Click]:
    """A page of clicks, newest first; `total` is at most CLICKS_COUNTED_MAX + 1."""
    part = await read_page(
        db,
        CLICKS,
        page,
        question.values,
        rows=partial(page_template, question.shape),
        count=count_template(question.shape),
        end=(question.values["until_time"], UUID(int=0)),
    )
    return await part.to_page(Click)


async def count(db: Connection, question: ClickQuery) -> int:
    """The number of clicks, at most CLICKS_COUNTED_MAX + 1."""
    number: int = await one_value(db, count_template(question.shape).bind(question.values))
    return number


@lru_cache(maxsize=500)
def page_template(filters: frozenset[str], continued: bool) -> Template:
    """The statement for a page of clicks. A cursor replaces the range's end; otherwise the index is read from there.

    Orders and links are only looked up for the clicks of the page.
    """
    end = f" and {CLICKS.after}" if continued else UNTIL
    return compose(
        "with c as materialized (select * from click_all c where",
        WHERE,
        end,
        filter_conditions(filters),
        f"order by {CLICKS.order} limit :size",
        "" if continued else "offset :offset",
        """
        ), led as (
            select distinct on (o.click_id) o.click_id, o.oid, o.order_id from conversion o
             where o.publisher_id = :publisher_id and o.click_id = any(array(select click_id from c))
             order by o.click_id, o.oid
        )
        select""",
        CLICK_REF,
        """ as click_ref, c.click_time, brand.mcid,
               brand.name as brand_name, c.site_id, c.link_id, coalesce(link.path, link.code) as link_code,
               link.note as link_note, c.uid1, c.uid2, c.uid3, c.uid4, c.uid5,
               c.country, c.device, c.referrer, c.verdict, c.verdict_reason, led.oid, led.order_id,
               overruled.click_id is not null as code_decided,""",
        CLICKS.key_columns,
        """
          from c join brand on brand.mid = c.mid left join led on led.click_id = c.click_id
          left join click_overruled overruled
                 on overruled.publisher_id = :publisher_id and overruled.click_id = c.click_id
          left join lateral (
            select path, code, note from link
             where link.publisher_id = :publisher_id and link.link_id = c.link_id limit 1
          ) as link on true
         order by""",
        CLICKS.order,
    )


@lru_cache(maxsize=500)
def count_template(filters: frozenset[str]) -> Template:
    """The statement that counts clicks, up to CLICKS_COUNTED_MAX + 1."""
    return compose(
        "select count(*) from (select 1 as one from click_all c where",
        WHERE,
        UNTIL,
        filter_conditions(filters),
        "limit :most",
        ") counted",
    )


def filter_conditions(filters: frozenset[str]) -> str:
    return "".join(sql for name, sql in FILTERS.items() if name in filters)
