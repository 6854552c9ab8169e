"""A publisher's cases and their steps."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import Struct

from schema.core.envelope import Page
from schema.orders.order_case import (
    PUBLISHER,
    AcceptedOrder,
    CaseDetails,
    CaseFilter,
    CaseKind,
    CaseState,
    CaseSummary,
    Evidence,
    StoredCase,
    StoredStep,
    Topic,
)
from sql.core.db import Connection, all_rows, fetch, maybe_row, one_value, run, text
from sql.core.narrowing import without_narrowing
from sql.core.sql_template import compose

COLUMNS = """k.case_id, k.kind, k.state, brand.mcid, brand.name as brand_name,
       case when k.kind = 'question' then '' else k.order_id end as order_id, k.oid, k.item_id, k.topic,
       k.payment_id, k.periods, k.pay_on, k.order_time, k.currency, k.amount, k.accepted_amount, k.accepted_comm,
       k.click_ref, k.opened_at, k.updated_at"""
ROWS = """
  from order_case k left join brand on brand.mid = k.mid
 where k.publisher_id = :publisher_id and (:case_id::bigint is null or k.case_id = :case_id)
   and (:kind::text is null or k.kind = :kind) and (:state::text is null or k.state = :state)
   and (:mid::bigint is null or k.mid = :mid) and (:oid::bigint is null or k.oid = :oid)"""
PAGE = compose("select", COLUMNS, ROWS, "order by k.case_id desc limit :size offset :offset")
COUNT = compose("select count(*)", ROWS)


class NewCase(NamedTuple):
    """A case to be opened."""

    publisher_id: int
    kind: CaseKind
    mid: int | None
    order_id: str
    oid: int | None
    item_id: str | None
    order_time: datetime
    currency: str
    amount: Decimal | None
    click_ref: str | None = None
    code: str | None = None
    topic: Topic | None = None
    payment_id: int | None = None
    periods: Sequence[str] = ()
    site_id: int | None = None
    """The channel of the order; None for months and questions."""


class OpeningStep(NamedTuple):
    """The first step of a case: the publisher's note, and the files that are its evidence."""

    note: str
    evidence: Sequence[str] = ()
    evidence_names: Sequence[str] = ()

    @classmethod
    def of(cls, note: str, files: Sequence[Evidence] = ()) -> "OpeningStep":
        return cls(note, [file.file_url for file in files], [file.name for file in files])


class OpenCase(NamedTuple):
    """An undecided case, and what it is about."""

    case_id: int
    kind: str
    mid: int | None
    order_id: str
    periods: Sequence[str]


async def page(
    db: Connection, publisher_id: int, filter: CaseFilter, mid: int | None, page: Page
) -> tuple[list[CaseSummary], int]:
    """A page of cases, newest first, and the total number."""
    values: dict[str, Any] = {
        "publisher_id": publisher_id,
        "case_id": filter.case_id,
        "kind": filter.kind,
        "state": filter.state,
        "mid": mid,
        "oid": filter.oid,
    }
    query = text(PAGE, **values, size=page.size, offset=page.offset)
    return await all_rows(db, query, CaseSummary), await one_value(db, text(COUNT, **values))


async def add_all(
    db: Connection, cases: Sequence[tuple[NewCase, OpeningStep]], now: datetime
) -> list[int]:
    """Open cases, each with its first step; returns their numbers. None of them may be open already."""
    count = len(cases)
    if count == 0:
        return []
    numbers = text("select nextval('case_id') from generate_series(1, :count::int)", count=count)
    case_ids = [number for (number,) in await fetch(db, numbers)]
    rows = [
        {"case_id": case_id, **case._asdict(), **step._asdict()}
        for case_id, (case, step) in zip(case_ids, cases, strict=True)
    ]
    await run(
        db,
        text(
            """
            insert into order_case (case_id, publisher_id, kind, mid, order_id, oid, item_id, order_time, currency,
                                    amount, click_ref, code, topic, payment_id, periods, site_id, opened_at,
                                    updated_at)
            select case_id, publisher_id, kind, mid, order_id, oid, item_id, order_time, currency,
                   amount, click_ref, code, topic, payment_id, periods, site_id, :now::timestamptz, :now
              from jsonb_to_recordset(:rows)
                   as given (case_id bigint, publisher_id bigint, kind text, mid bigint, order_id text, oid bigint,
                             item_id text, order_time timestamptz, currency text, amount numeric, click_ref text,
                             code text, topic text, payment_id bigint, periods text[], site_id bigint)
            """,
            rows=rows,
            now=now,
        ),
    )
    await run(
        db,
        text(
            """
            insert into case_step (publisher_id, case_id, step, at, by, from_state, to_state, note, evidence,
                                   evidence_names)
            select publisher_id, case_id, 1, :now::timestamptz, :by, null, :state, note, evidence, evidence_names
              from jsonb_to_recordset(:rows)
                   as given (publisher_id bigint, case_id bigint, note text, evidence text[], evidence_names text[])
            """,
            rows=rows,
            now=now,
            by=PUBLISHER,
            state=CaseState.OPEN,
        ),
    )
    return case_ids


async def lock(db: Connection, publisher_id: int, case_id: int) -> StoredCase | None:
    """A case, which nobody else changes until we commit."""
    query = text(
        """
        select k.case_id, k.kind, k.state, k.mid, brand.name as brand_name,
               case when k.kind = 'question' then '' else k.order_id end as order_id, k.oid, k.item_id,
               k.order_time, k.currency, k.amount, k.click_ref, k.code, k.topic, k.periods, k.pay_on
          from order_case k left join brand on brand.mid = k.mid
         where k.publisher_id = :publisher_id and k.case_id = :case_id
           for update of k
        """,
        publisher_id=publisher_id,
        case_id=case_id,
    )
    return await maybe_row(db, query, StoredCase)


async def for_events(
    db: Connection, publisher_id: int, case_ids: Sequence[int]
) -> list[CaseDetails]:
    """These cases as their events tell them, by their numbers."""
    query = text(
        """
        select k.publisher_id, k.case_id, k.kind, k.state, k.mid, c.site_id,
               case when k.kind = 'question' then '' else k.order_id end as order_id, k.oid, k.payment_id,
               k.currency, coalesce(k.accepted_amount, k.amount) as amount, k.accepted_comm as commission, k.pay_on
          from order_case k
          left join conversion c on c.publisher_id = k.publisher_id and c.publisher_id = :publisher_id
               and c.oid = k.oid
         where k.publisher_id = :publisher_id and k.case_id = any(:case_ids::bigint[])
         order by k.case_id
        """,
        publisher_id=publisher_id,
        case_ids=list(case_ids),
    )
    return await all_rows(db, query, CaseDetails)


async def find_undecided(db: Connection, publisher_id: int, mids: Sequence[int]) -> list[OpenCase]:
    """The undecided cases about these brands, and those about none, oldest first.

    Those of channels that the caller does not see count, too: nothing is claimed twice.
    """
    query = text(
        """
        select case_id, kind, mid, order_id, periods from order_case
         where publisher_id = :publisher_id and state in ('open', 'info_needed')
           and (mid = any(:mids::bigint[]) or mid is null)
         order by case_id
        """,
        publisher_id=publisher_id,
        mids=list(mids),
    )
    return [OpenCase(*row) for row in await fetch(without_narrowing(db), query)]


async def sum_waiting(
    db: Connection, publisher_id: int, mids: Sequence[int], periods: Sequence[date], currency: str
) -> dict[tuple[int, date], Decimal]:
    """The unpaid commission of these brands for each of these closed months, by mid and month."""
    query = text(
        """
        select mid, period, sum(amount) from settlement
         where publisher_id = :publisher_id and mid = any(:mids::bigint[]) and period = any(:periods::date[])
           and currency = :currency and payment_id is null and payable_at is null and amount > 0
         group by mid, period
        """,
        publisher_id=publisher_id,
        mids=list(mids),
        periods=list(periods),
        currency=currency,
    )
    return {(mid, period): amount for mid, period, amount in await fetch(db, query)}


async def set_pay_day(db: Connection, publisher_id: int, case_id: int, pay_on: date) -> None:
    """Store the day on which a brand will pay the months that a case is about."""
    query = text(
        """
        update order_case set pay_on = :pay_on where publisher_id = :publisher_id and case_id = :case_id
        """,
        publisher_id=publisher_id,
        case_id=case_id,
        pay_on=pay_on,
    )
    await run(db, query)


async def count_undecided(db: Connection, publisher_id: int) -> int:
    """The number of a publisher's undecided cases, of all channels: the most there can be is the publisher's."""
    query = text(
        "select count(*) from order_case where publisher_id = :publisher_id and state in ('open', 'info_needed')",
        publisher_id=publisher_id,
    )
    number: int = await one_value(without_narrowing(db), query)
    return number


async def count_unanswered(db: Connection, publisher_id: int, case_id: int) -> int:
    """The number of replies that the publisher has added to a case since the network's last step."""
    query = text(
        """
        select count(*) from case_step
         where publisher_id = :publisher_id and case_id = :case_id and from_state is not null
           and step > (select coalesce(max(step) filter (where by = 'network'), 0) from case_step
                        where publisher_id = :publisher_id and case_id = :case_id)
        """,
        publisher_id=publisher_id,
        case_id=case_id,
    )
    number: int = await one_value(db, query)
    return number


async def set_state(
    db: Connection,
    publisher_id: int,
    case_id: int,
    state: CaseState,
    now: datetime,
    *,
    accepted: AcceptedOrder | None = None,
) -> None:
    """Change the state of a case; `accepted` is the order that it was accepted as."""
    oid, amount, commission = accepted or (None, None, None)
    query = text(
        """
        update order_case set state = :state, updated_at = :now, oid = coalesce(:oid::bigint, oid),
                              accepted_amount = :amount, accepted_comm = :commission
         where publisher_id = :publisher_id and case_id = :case_id
        """,
        publisher_id=publisher_id,
        case_id=case_id,
        state=state,
        now=now,
        oid=oid,
        amount=amount,
        commission=commission,
    )
    await run(db, query)


async def set_commissions(
    db: Connection, commissions: Sequence[tuple[int, int, str | None, Decimal, Decimal | None]]
) -> list[tuple[int, int]]:
    """Set the commission of accepted cases whose orders had no exchange rate when the cases were accepted.

    `commissions` are of whole orders (without an item) and of items: publisher, oid, item, amount and commission.
    A case whose order has changed since stays without one. Returns the publisher and number of each that got one.
    """
    publisher_ids, oids, item_ids, amounts, earned = (
        list(column) for column in zip(*commissions, strict=True)
    )
    query = text(
        """
        update order_case set accepted_comm = given.commission
          from unnest(:publisher_ids::bigint[], :oids::bigint[], :item_ids::text[], :amounts::numeric[],
                      :commissions::numeric[])
               as given (publisher_id, oid, item_id, amount, commission)
         where order_case.publisher_id = given.publisher_id
           and order_case.publisher_id = any(:publisher_ids::bigint[]) and order_case.oid = given.oid
           and order_case.item_id is not distinct from given.item_id
           and order_case.accepted_amount = given.amount and order_case.accepted_comm is null
           and given.commission is not null
        returning order_case.publisher_id, order_case.case_id
        """,
        publisher_ids=publisher_ids,
        oids=oids,
        item_ids=item_ids,
        amounts=amounts,
        commissions=earned,
    )
    return [(uid, case_id) for uid, case_id in await fetch(db, query)]


async def add_step(
    db: Connection,
    publisher_id: int,
    case_id: int,
    *,
    by: str,
    before: CaseState | None,
    after: CaseState,
    note: str,
    evidence: Sequence[Evidence] = (),
    now: datetime,
) -> None:
    """Add a step to a case that the caller has locked or opened."""
    query = text(
        """
        insert into case_step (publisher_id, case_id, step, at, by, from_state, to_state, note,
                               evidence, evidence_names)
        select :publisher_id, :case_id, coalesce(max(step), 0) + 1, :now::timestamptz, :by, :before, :after, :note,
               :file_urls::text[], :names::text[]
          from case_step where publisher_id = :publisher_id and case_id = :case_id
        """,
        publisher_id=publisher_id,
        case_id=case_id,
        now=now,
        by=by,
        before=before,
        after=after,
        note=note,
        file_urls=[file.file_url for file in evidence],
        names=[file.name for file in evidence],
    )
    await run(db, query)


async def steps(db: Connection, publisher_id: int, case_ids: Sequence[int]) -> list[StoredStep]:
    """The steps of these cases, in order."""
    query = text(
        """
        select case_id, at, by, from_state, to_state, note, evidence, evidence_names
          from case_step where publisher_id = :publisher_id and case_id = any(:case_ids::bigint[])
         order by case_id, step
        """,
        publisher_id=publisher_id,
        case_ids=list(case_ids),
    )
    return await all_rows(db, query, StoredStep)


async def steps_of_order(db: Connection, publisher_id: int, oid: int) -> list[StoredStep]:
    """The steps of all cases about an order, in chronological order."""
    query = text(
        """
        select s.case_id, s.at, s.by, s.from_state, s.to_state, s.note, s.evidence, s.evidence_names
          from order_case k
          join case_step s on s.publisher_id = k.publisher_id and s.case_id = k.case_id
         where k.publisher_id = :publisher_id and s.publisher_id = :publisher_id and k.oid = :oid
         order by s.at, s.case_id, s.step
        """,
        publisher_id=publisher_id,
        oid=oid,
    )
    return await all_rows(db, query, StoredStep)


class ClaimedBrand(Struct, frozen=True):
    """A brand that a case is about, and the code and channel of the publisher's newest link to it."""

    mid: int
    mcid: str
    claim_days: int
    newest_code: str | None
    newest_site_id: int | None


async def claimed_brands(
    db: Connection, publisher_id: int, *, mcids: Sequence[str], mids: Sequence[int]
) -> list[ClaimedBrand]:
    """The brands that have one of these ids."""
    query = text(
        """
        select brand.mid, mcid, claim_days, newest.code as newest_code, newest.site_id as newest_site_id
          from brand
          left join lateral (
               select code, site_id from link
                where publisher_id = :publisher_id and link.mid = brand.mid and deleted_at is null
                order by created_at desc, link_id desc limit 1) as newest on true
         where mcid = any(:mcids::text[]) or brand.mid = any(:mids::bigint[])
        """,
        publisher_id=publisher_id,
        mcids=list(mcids),
        mids=list(mids),
    )
    return await all_rows(db, query, ClaimedBrand)
