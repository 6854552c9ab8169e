"""Publishers' VAT claims: those that wait for an operator, and those that must be confirmed or agreed to again."""

from datetime import datetime, timedelta
from functools import cache, partial
from typing import LiteralString

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.payments.vat_standing import NetworkVatReview, VatReviewFilter
from sql.core.db import Connection, Template, fetch, one_value, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset(
    "network/vat_reviews",
    (
        Key("vat_review.state <> 'waiting'", bool),
        Key("vat_review.stated_at", At),
        Key("vat_review.publisher_id", Id),
    ),
)
"""The order of the list: waiting claims, then the others, each oldest first."""
COLUMNS: LiteralString = """
vat_review.publisher_id as uid, publisher.name as publisher, vat_review.status, vat_review.country, vat_review.name,
vat_review.number, vat_review.stated_at, vat_review.state, vat_review.decided_at,
vat_review.decided_by as decider_id, vat_review.evidence, vat_review.reason, vat_review.ends_at,
null as decided_by, false as number_valid
"""
REVIEWS: LiteralString = """
  from vat_review
  join publisher on publisher.publisher_id = vat_review.publisher_id
 where vat_review.state <> 'unneeded' and is_live(vat_review.publisher_id)
"""
CONDITIONS: dict[str, LiteralString] = {
    "uid": "and vat_review.publisher_id = :uid and publisher.publisher_id = :uid",
    "state": "and vat_review.state = :state",
}


async def page(db: Connection, filter: VatReviewFilter, page: Page) -> CursorPage[NetworkVatReview]:
    """A page of claims, without the names of the staff who decided and without the checks of VAT numbers."""
    values = {"uid": filter.uid, "state": filter.state}
    filters = frozenset(name for name, value in values.items() if value is not None)
    part = await read_page(
        db, ORDER, page, values, rows=partial(_page, filters), count=_count(filters)
    )
    return await part.to_page(NetworkVatReview)


@cache
def _page(filters: frozenset[str], continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, _reviews(filters), continued)


@cache
def _count(filters: frozenset[str]) -> Template:
    return compose("select count(*)", _reviews(filters))


def _reviews(filters: frozenset[str]) -> LiteralString:
    return REVIEWS + " ".join(CONDITIONS[name] for name in CONDITIONS if name in filters)


async def find_ended(db: Connection, now: datetime, most: int) -> list[int]:
    """Publishers whose confirmation has expired."""
    query = text(
        """
        select publisher_id from vat_review where state = 'confirmed' and ends_at <= :now
         order by publisher_id limit :most
        """,
        now=now,
        most=most,
    )
    return [row["publisher_id"] for row in await fetch(db, query)]


async def count_untold(db: Connection) -> int:
    """The number of waiting claims that the staff have not been notified about."""
    query = text("select count(*) from vat_review where state = 'waiting' and told_at is null")
    count: int = await one_value(db, query)
    return count


async def set_told(db: Connection, now: datetime) -> None:
    """Record that the staff have been notified of all waiting claims."""
    query = text(
        "update vat_review set told_at = :now where state = 'waiting' and told_at is null", now=now
    )
    await run(db, query)


async def find_run_out(db: Connection, now: datetime, most: int) -> list[int]:
    """Publishers whose agreement to self-billing has expired."""
    query = text(
        """
        select publisher_id from self_billing where ended_at is null and ends_at <= :now
         order by publisher_id limit :most
        """,
        now=now,
        most=most,
    )
    return [row["publisher_id"] for row in await fetch(db, query)]


async def find_to_renew(db: Connection, now: datetime, before: timedelta, most: int) -> list[int]:
    """Publishers whose agreement to self-billing expires within `before`, and who have not been asked to renew it."""
    query = text(
        """
        select publisher_id from self_billing
         where ended_at is null and asked_at is null and ends_at > :now and ends_at <= :until
         order by publisher_id limit :most
        """,
        now=now,
        until=now + before,
        most=most,
    )
    return [row["publisher_id"] for row in await fetch(db, query)]
