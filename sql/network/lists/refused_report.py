"""Refused reports of orders of all brands."""

from datetime import date
from functools import cache, partial

from pypika import Case, Query, Table
from pypika.functions import Count
from pypika.terms import Criterion

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.network.refused_report import RefusedReport, RefusedReportFilter
from schema.orders.order_refusal import NOBODY
from schema.orders.reported_values import identity
from sql.core.db import Connection, Template, param, template
from sql.core.keyset import Key, Keyset, read_page
from sql.core.pypika_ext import fragment
from sql.network.lists.filter_query import apply_conditions, brand, conditions_in

refused = Table("order_refusal")
ORDER = Keyset(
    "network/refused_reports",
    (
        Key("order_refusal.at", At),
        Key("order_refusal.mid", Id),
        Key("order_refusal.order_id", str),
        Key("order_refusal.publisher_id", int),
    ),
    descending=True,
)
LIVE = fragment("is_live(order_refusal.publisher_id)")
CONDITIONS: dict[str, Criterion] = {
    "mcid": refused.mid == param("mid"),
    "uid": refused.publisher_id == param("uid"),
    "code": refused.code == param("code"),
    "order_id": refused.order_id == param("order_id"),
    "start_date": refused.day >= param("start_date"),
    "end_date": refused.day <= param("end_date"),
}


async def page(
    db: Connection, filter: RefusedReportFilter, mid: int | None, page: Page
) -> CursorPage[RefusedReport]:
    """A page of refused reports, newest first, without the names of publishers; `mid` is the filter's brand."""
    filters = conditions_in(filter, CONDITIONS)
    values: dict[str, int | str | date | None] = {
        "mid": mid,
        "uid": filter.uid,
        "code": filter.code,
        "order_id": filter.order_id and identity(filter.order_id),
        "start_date": filter.start_date,
        "end_date": filter.end_date,
        "nobody": NOBODY,
    }
    part = await read_page(
        db, ORDER, page, values, rows=partial(_page, filters), count=_count(filters)
    )
    return await part.to_page(RefusedReport)


@cache
def _page(filters: frozenset[str], continued: bool) -> Template:
    query = (
        apply_conditions(Query.from_(refused).where(LIVE), CONDITIONS, filters)
        .join(brand)
        .on(brand.mid == refused.mid)
        .select(
            brand.mcid,
            brand.name.as_("brand_name"),
            refused.order_id,
            Case().when(refused.publisher_id != param("nobody"), refused.publisher_id).as_("uid"),
            *(refused[name] for name in ("code", "reason", "order_time", "amount", "currency")),
            refused.at.as_("refused_at"),
        )
    )
    return ORDER.page_query(query, continued)


@cache
def _count(filters: frozenset[str]) -> Template:
    return template(
        apply_conditions(Query.from_(refused).where(LIVE), CONDITIONS, filters).select(Count("*"))
    )
