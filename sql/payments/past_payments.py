"""How long payments to one publisher and payments by its brands have taken, regardless of amounts."""

from collections.abc import Sequence
from datetime import date, datetime

from msgspec import Struct

from schema.core.expected_date import RULE_LATEST
from sql.core.db import Connection, all_rows, text


class PastPayment(Struct, frozen=True):
    """A payment that arrived."""

    requested_at: datetime
    paid_at: datetime


async def latest(db: Connection, publisher_id: int) -> list[PastPayment]:
    """The latest payments that arrived."""
    query = text(
        """
        select requested_at, paid_at from payment
         where publisher_id = :publisher_id and state = 'paid' and paid_at is not null
         order by paid_at desc limit :most
        """,
        publisher_id=publisher_id,
        most=RULE_LATEST,
    )
    return await all_rows(db, query, PastPayment)


class BrandTerms(Struct, frozen=True):
    """The number of days from a month's end after which a brand says it pays."""

    mcid: str
    mid: int
    payment_days: int


async def terms_of(db: Connection, mcids: Sequence[str]) -> dict[str, BrandTerms]:
    """The stated payment terms of these brands: days from a month's end until they pay."""
    query = text("select mcid, mid, payment_days from brand where mcid = any(:mcids)", mcids=mcids)
    return {each.mcid: each for each in await all_rows(db, query, BrandTerms)}


class PastMonth(Struct, frozen=True):
    """A month that a brand has paid."""

    mid: int
    period: date
    created_at: datetime
    payable_at: datetime


async def months_paid(db: Connection, publisher_id: int, mids: Sequence[int]) -> list[PastMonth]:
    """The latest settlements of each of these brands that it has paid."""
    query = text(
        """
        select mid, period, created_at, payable_at
          from (select mid, period, created_at, payable_at,
                       row_number() over (partition by mid order by payable_at desc) as place
                  from settlement
                 where publisher_id = :publisher_id and mid = any(:mids::bigint[])
                   and type = 'commission' and payable_at is not null) as latest
         where place <= :most
        """,
        publisher_id=publisher_id,
        mids=mids,
        most=RULE_LATEST,
    )
    return await all_rows(db, query, PastMonth)
