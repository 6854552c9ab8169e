"""Brands: saved by operators, read by publishers."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from schema.accounts.account import NETWORK
from schema.brands.brand import (
    Approval,
    Brand,
    BrandDraft,
    BrandStatus,
    Campaign,
    MyResults,
    Relation,
)
from schema.brands.commission_group import commission_rank, format_commission
from schema.core.days import Days
from schema.core.event import Event, EventType
from schema.core.money import round_money
from schema.core.search_text import normalize_words
from sql.brands.logo import KEPT_LOGO
from sql.clicks.link_cache_invalidation import notify_routes
from sql.core.db import (
    Connection,
    Template,
    all_rows,
    fetch,
    maybe_row,
    one_row,
    one_value,
    run,
    text,
)
from sql.core.local_time import zone_values
from sql.core.sql_template import compose
from sql.links import link_recheck
from sql.reports.figures.uncounted import UNCOUNTED


class BrandState(Struct, frozen=True):
    """The state of a brand before it is changed or applied to."""

    mid: int
    mcid: str
    name: str
    status: BrandStatus
    approval: Approval
    currency: str

    @property
    def initial_relation(self) -> Relation:
        """The status that a new application has at once: joined if approval is automatic, otherwise pending."""
        return Relation.JOINED if self.approval is Approval.AUTO else Relation.PENDING

    def relationship_event(
        self, publisher_id: int, site_id: int, before: Relation, after: Relation, note: str = ""
    ) -> Event:
        """The event relationship.changed for the publisher."""
        body = {
            "mid": self.mid,
            "mcid": self.mcid,
            "brand_name": self.name,
            "site_id": site_id,
            "status": after,
            "previous_status": before,
            "note": note,
        }
        kind = EventType.RELATIONSHIP_CHANGED
        return Event(publisher_id, kind, body, site_id=site_id, mid=self.mid)


class BrandDetails(Brand, frozen=True, kw_only=True):
    """A brand's row, as a publisher may read it."""

    applied_at: datetime | None
    message: str | None
    description: str
    domains: list[str]
    promotion_methods: dict[str, bool]
    forbidden_words: list[str]
    click_param: str
    contact: str
    claim_days: int
    campaigns: list[Campaign]


async def lock(db: Connection, mcids: Sequence[str]) -> list[BrandState]:
    """The brands of the network that exist, locked until the transaction ends."""
    query = text(
        """
        select mid, mcid, name, status, approval, currency from brand
         where mcid = any(:mcids) and not sandbox order by mid for update
        """,
        mcids=mcids,
    )
    return await all_rows(db, query, BrandState)


async def of_mcids(
    db: Connection, mcids: Sequence[str], publisher_id: int = NETWORK
) -> dict[str, BrandState]:
    """The brands that exist for a publisher: sandboxes have brands of their own, all others those of the network."""
    query = text(
        """
        select mid, mcid, name, status, approval, currency from brand
         where mcid = any(:mcids) and sandbox <> is_live(:publisher_id)
        """,
        mcids=mcids,
        publisher_id=publisher_id,
    )
    return {brand.mcid: brand for brand in await all_rows(db, query, BrandState)}


async def get_campaigns(db: Connection, mids: Sequence[int]) -> dict[int, list[Campaign]]:
    """The campaigns of brands, past ones included."""
    query = text(
        "select mid, coalesce(campaigns, '[]') as campaigns from brand where mid = any(:mids::bigint[])",
        mids=mids,
    )
    return {
        row["mid"]: msgspec.convert(row["campaigns"], list[Campaign])
        for row in await fetch(db, query)
    }


async def get_claim_days(db: Connection, mid: int) -> int:
    """How many days after an order a case about it can be opened, by brand."""
    days: int = await one_value(db, text("select claim_days from brand where mid = :mid", mid=mid))
    return days


COLUMNS = {
    "mcid": "text",
    "name": "text",
    "site_url": "text",
    "logo": "text",
    "logo_source": "text",
    "description": "text",
    "categories": "text[]",
    "country": "text",
    "regions": "text[]",
    "currency": "text",
    "offer_type": "text",
    "brand_type": "smallint",
    "domains": "text[]",
    "cookie_days": "integer",
    "validation_days": "integer",
    "payment_days": "integer",
    "claim_days": "integer",
    "after_validation": "text",
    "prepaid": "boolean",
    "deep_link": "boolean",
    "coupon_decides": "boolean",
    "approval": "text",
    "status": "text",
    "click_param": "text",
    "forbidden_words": "text[]",
    "promotion_methods": "jsonb",
    "contact": "text",
    "fallback_url": "text",
    "campaigns": "jsonb",
    "commission": "text",
    "commission_rank": "numeric",
}
"""A draft's columns, with their SQL types."""
SEARCH_COLUMNS = {"words_a": "text", "words_b": "text", "words_c": "text", "words_d": "text"}
"""The columns of text by which brands are searched, with their SQL types, from the name to the shop's address."""

KEPT_COLUMNS = {**KEPT_LOGO, "campaigns": "coalesce(excluded.campaigns, kept.campaigns)"}
"""The expressions for columns that an update does not simply take from the draft."""
NAMES = ", ".join(COLUMNS)
GIVEN_COLUMNS = ", ".join(f"{name} {kind}" for name, kind in {**COLUMNS, **SEARCH_COLUMNS}.items())
CHANGES = ", ".join(
    f"{name} = {KEPT_COLUMNS.get(name, f'excluded.{name}')}"
    for name in (*COLUMNS, "words", "updated_at")
    if name != "mcid"
)
UPSERT = compose(
    "insert into brand as kept (",
    NAMES,
    ", words, created_at, updated_at) select",
    NAMES,
    """,
       setweight(to_tsvector('simple', words_a), 'A') || setweight(to_tsvector('simple', words_b), 'B')
       || setweight(to_tsvector('simple', words_c), 'C') || setweight(to_tsvector('simple', words_d), 'D'),
       :now, :now
  from jsonb_to_recordset(:brands) as given (""",
    GIVEN_COLUMNS,
    """)
 order by mcid
    on conflict (mcid) do update
   set""",
    CHANGES,
    """, epc = case when kept.currency = excluded.currency then kept.epc end
 where not kept.sandbox
returning mcid, mid""",
)


RECALL = """
insert into link_recall (mid)
select brand.mid
  from jsonb_to_recordset(:brands) as given (mcid text, status text, domains text[])
  join brand on brand.mcid = given.mcid and not brand.sandbox
 where (brand.status <> given.status or brand.domains <> given.domains)
    on conflict do nothing
"""
"""The statement that queues brands whose status or domains change, so that their links are checked again."""


async def upsert(
    db: Connection, drafts: Sequence[BrandDraft], now: datetime, today: date
) -> dict[str, int]:
    """Insert or update brands; returns the mid of each mcid. `today` decides which terms the commission shows."""
    values = [to_row(draft, today) for draft in drafts]
    await run(db, text(RECALL, brands=values))
    query = text(UPSERT, brands=values, now=now)
    rows = await fetch(db, query)
    await notify_routes(db)
    return {row["mcid"]: row["mid"] for row in rows}


def to_row(draft: BrandDraft, today: date) -> dict[str, Any]:
    groups = draft.commission_groups
    return {
        **msgspec.structs.asdict(draft),
        "logo": None if draft.logo_source else draft.logo,
        "logo_source": draft.logo_source,
        "categories": list(dict.fromkeys(draft.categories)),
        "regions": list(dict.fromkeys(draft.regions)),
        "commission": format_commission(groups, draft.unit, today),
        "commission_rank": commission_rank(groups, today),
        "words_a": normalize_words(f"{draft.name} {draft.mcid}"),
        "words_b": normalize_words(" ".join(draft.categories)),
        "words_c": normalize_words(draft.description),
        "words_d": normalize_words(draft.site_url),
    }


async def set_status(db: Connection, mid: int, status: BrandStatus, now: datetime) -> None:
    query = text(
        "update brand set status = :status, updated_at = :now where mid = :mid",
        mid=mid,
        status=status,
        now=now,
    )
    await run(db, query)
    await link_recheck.of_brand(db, mid)
    await notify_routes(db)


async def get(db: Connection, publisher_id: int, site_id: int, mcid: str) -> BrandDetails | None:
    """A brand, and its relationship with this site."""
    query = text(
        """
        select mcid, brand.mid, name, logo, site_url, categories, country, regions, currency,
               offer_type, brand_type, commission, cookie_days, validation_days, payment_days,
               paid_within, deep_link, approval, brand.status, coalesce(own.status, 0) as relationship,
               own.reason as relationship_reason, own.applied_at, own.message,
               epc, conversion_rate, approval_rate, description, domains, promotion_methods,
               forbidden_words, click_param, contact, claim_days, coalesce(campaigns, '[]') as campaigns
          from brand
          left join (select mid, status, reason, applied_at, message from relationship
                      where publisher_id = :publisher_id and site_id = :site_id) own on own.mid = brand.mid
         where mcid = :mcid and sandbox <> is_live(:publisher_id)
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        mcid=mcid,
    )
    return await maybe_row(db, query, BrandDetails)


class ResultSums(Struct, frozen=True):
    clicks: int
    orders: int
    sales: Decimal
    commission: Decimal


async def get_results(
    db: Connection, publisher_id: int, mid: int, *, days: Days, zone: str, currency: str
) -> MyResults:
    """A publisher's results with a brand on these days of its time zone, in its currency."""
    values = {
        "publisher_id": publisher_id,
        "mid": mid,
        "first_day": days.start,
        "last_day": days.end,
        **zone_values(zone, days),
    }
    query = results_template().bind(values)
    sums = await one_row(db, query, ResultSums)
    return MyResults(
        clicks=sums.clicks,
        orders=sums.orders,
        sales=round_money(sums.sales, currency),
        commission=round_money(sums.commission, currency),
        currency=currency,
    )


@cache
def results_template() -> Template:
    """The sums of a brand by day, with the clicks that have not been added to them yet."""
    of_brand = (
        "where publisher_id = :publisher_id and grain = 'brand' and key = :mid"
        " and day >= :first_day and day <= :last_day"
    )
    return compose(
        """
        select coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(orders), 0)::bigint as orders,
               coalesce(sum(sales), 0) as sales, coalesce(sum(commission), 0) as commission
          from (select clicks, pending_orders + approved_orders + rejected_orders as orders,
                       pending_sales + approved_sales + rejected_sales as sales,
                       pending_commission + approved_commission + rejected_commission as commission
                  from rollup""",
        of_brand,
        "union all select clicks, 0, 0, 0 from",
        UNCOUNTED,
        of_brand,
        ") as result",
    )
