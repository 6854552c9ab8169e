"""Cases of all publishers."""

from datetime import timedelta
from functools import cache, partial

from pypika import Query, Table
from pypika.functions import Count
from pypika.terms import Criterion, LiteralValue

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.network.order_case import NetworkCase, NetworkCaseFilter
from sql.core.db import Connection, Template, maybe_row, one_value, param, template, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.pypika_ext import fragment
from sql.network.lists.filter_query import apply_conditions, brand, conditions_in, publisher

order_case = Table("order_case")
ORDER = Keyset(
    "network/cases",
    (
        Key("order_case.state = 'open'", bool),
        Key(
            # An interval, so that open cases are sorted longest waiting first and the others newest first.
            "case when order_case.state = 'open' then timestamptz '2000-01-01 00:00+00' - order_case.opened_at"
            " else order_case.opened_at - timestamptz '2000-01-01 00:00+00' end",
            timedelta,
        ),
        Key("order_case.case_id", Id),
    ),
    descending=True,
)
"""The order of the list: cases that wait for the network first."""
OWN_ORDER_ID = "case when order_case.kind = 'question' then '' else order_case.order_id end"
"""The order number shown for a case: a question stores a hash of its text in its place, which is hidden."""
LIVE = fragment("is_live(order_case.publisher_id)")
CONDITIONS: dict[str, Criterion] = {
    "state": order_case.state == param("state"),
    "kind": order_case.kind == param("kind"),
    "mcid": order_case.mid == param("mid"),
    "uid": order_case.publisher_id == param("uid"),
}


async def page(
    db: Connection, filter: NetworkCaseFilter, mid: int | None, page: Page
) -> CursorPage[NetworkCase]:
    """A page of cases: open ones by longest wait, then the others by newest; `mid` is the filter's brand."""
    filters = conditions_in(filter, CONDITIONS)
    values = {"state": filter.state, "kind": filter.kind, "mid": mid, "uid": filter.uid}
    part = await read_page(
        db, ORDER, page, values, rows=partial(_page, filters), count=_count(filters)
    )
    return await part.to_page(NetworkCase)


@cache
def _page(filters: frozenset[str], continued: bool) -> Template:
    own = (
        *("case_id", "kind", "state", "oid", "item_id", "topic", "payment_id"),
        *("periods", "pay_on", "order_time", "currency"),
    )
    query = (
        apply_conditions(Query.from_(order_case).where(LIVE), CONDITIONS, filters)
        .left_join(brand)
        .on(brand.mid == order_case.mid)
        .join(publisher)
        .on(publisher.publisher_id == order_case.publisher_id)
        .select(
            order_case.publisher_id.as_("uid"),
            publisher.name.as_("publisher"),
            brand.mcid,
            brand.name.as_("brand_name"),
            LiteralValue(OWN_ORDER_ID).as_("order_id"),
            *(order_case[name] for name in own),
            *(order_case[name] for name in ("amount", "accepted_amount", "accepted_comm")),
            *(order_case[name] for name in ("click_ref", "opened_at", "updated_at")),
        )
    )
    return ORDER.page_query(query, continued)


@cache
def _count(filters: frozenset[str]) -> Template:
    return template(
        apply_conditions(Query.from_(order_case).where(LIVE), CONDITIONS, filters).select(
            Count("*")
        )
    )


async def get(db: Connection, case_id: int) -> NetworkCase | None:
    """A case, with the publisher that opened it."""
    query = text(
        """
        select k.publisher_id as uid, publisher.name as publisher, brand.mcid, brand.name as brand_name,
               k.case_id, k.kind, k.state,
               case when k.kind = 'question' then '' else k.order_id end as order_id, k.oid, k.item_id, k.topic,
               k.payment_id, k.periods, k.pay_on, k.order_time, k.currency,
               k.amount, k.accepted_amount, k.accepted_comm, k.click_ref, k.opened_at, k.updated_at
          from order_case k
          left join brand on brand.mid = k.mid
          join publisher on publisher.publisher_id = k.publisher_id
         where k.case_id = :case_id and is_live(k.publisher_id)
        """,
        case_id=case_id,
    )
    return await maybe_row(db, query, NetworkCase)


async def find_owner(db: Connection, case_id: int) -> int | None:
    """The publisher that a case belongs to."""
    query = text(
        "select publisher_id from order_case where case_id = :case_id and is_live(publisher_id)",
        case_id=case_id,
    )
    uid: int | None = await one_value(db, query)
    return uid
