"""A publisher's cases and their steps."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from schema.core.envelope import Page
from schema.orders.order_case import (
    AcceptedOrder,
    CaseFilter,
    CaseKind,
    CaseState,
    CaseSummary,
    Evidence,
    StoredCase,
    StoredStep,
)
from sql.core.db import Connection, Text, all_rows, maybe_row, one_value, run, text

COLUMNS = """k.case_id, k.kind, k.state, brand.mcid, brand.name as brand_name, k.order_id, k.oid, k.item_id,
       k.order_time, k.currency, k.amount, k.accepted_amount, k.accepted_comm, k.click_ref, k.opened_at,
       k.updated_at"""
ROWS = """
  from order_case k join brand on brand.mid = k.mid
 where k.publisher_id = $1 and ($2::bigint is null or k.case_id = $2)
   and ($3::text is null or k.kind = $3) and ($4::text is null or k.state = $4)
   and ($5::bigint is null or k.mid = $5) and ($6::bigint is null or k.oid = $6)"""
PAGE = f"select {COLUMNS} {ROWS} order by k.case_id desc limit $7 offset $8"
COUNT = f"select count(*) {ROWS}"


class NewCase(NamedTuple):
    """A case as it is opened."""

    publisher_id: int
    kind: CaseKind
    mid: int
    order_id: str
    oid: int | None
    item_id: str | None
    order_time: datetime
    currency: str
    amount: Decimal | None
    click_ref: str | None
    code: str | None


async def page(
    db: Connection, publisher_id: int, filter: CaseFilter, mid: int | None, page: Page
) -> tuple[list[CaseSummary], int]:
    """A page of cases, newest first, and the number of all."""
    values: tuple[Any, ...]
    values = (publisher_id, filter.case_id, filter.kind, filter.state, mid, filter.oid)
    rows = await all_rows(db, Text(PAGE, (*values, page.size, page.offset)), CaseSummary)
    return rows, await one_value(db, Text(COUNT, values))


async def add(db: Connection, case: NewCase, now: datetime) -> int | None:
    """Open a case; returns its number, or None if one of this kind is open for the order already."""
    query = text(
        """
        insert into order_case (case_id, publisher_id, kind, mid, order_id, oid, item_id, order_time,
                                currency, amount, click_ref, code, opened_at, updated_at)
        select $13::bigint, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::timestamptz, $12
            on conflict (publisher_id, mid, order_id, kind) where state in ('open', 'info_needed')
            do nothing
        returning case_id
        """,
        *case,
        now,
        await one_value(db, text("select nextval('case_id')")),
    )
    case_id: int | None = await one_value(db, query)
    return case_id


async def lock(db: Connection, publisher_id: int, case_id: int) -> StoredCase | None:
    """The case, which nobody else changes until we commit."""
    query = text(
        """
        select k.case_id, k.kind, k.state, k.mid, brand.name as brand_name, k.order_id, k.oid,
               k.item_id, k.order_time, k.currency, k.amount, k.click_ref, k.code
          from order_case k join brand on brand.mid = k.mid
         where k.publisher_id = $1 and k.case_id = $2
           for update of k
        """,
        publisher_id,
        case_id,
    )
    return await maybe_row(db, query, StoredCase)


async def count_undecided(db: Connection, publisher_id: int) -> int:
    query = text(
        "select count(*) from order_case where publisher_id = $1 and state in ('open', 'info_needed')",
        publisher_id,
    )
    number: int = await one_value(db, query)
    return number


async def count_unanswered(db: Connection, publisher_id: int, case_id: int) -> int:
    """How many replies its publisher has added to a case since the network's last step."""
    query = text(
        """
        select count(*) from case_step
         where publisher_id = $1 and case_id = $2 and from_state is not null
           and step > (select coalesce(max(step) filter (where by = 'network'), 0) from case_step
                        where publisher_id = $1 and case_id = $2)
        """,
        publisher_id,
        case_id,
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
    """Change the state of a case; `accepted` is what became of its order."""
    query = text(
        """
        update order_case set state = $3, updated_at = $4, oid = coalesce($5::bigint, oid),
                              accepted_amount = $6, accepted_comm = $7
         where publisher_id = $1 and case_id = $2
        """,
        publisher_id,
        case_id,
        state,
        now,
        *(accepted or (None, None, None)),
    )
    await run(db, query)


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
        select $1, $2, coalesce(max(step), 0) + 1, $3::timestamptz, $4, $5, $6, $7, $8::text[], $9::text[]
          from case_step where publisher_id = $1 and case_id = $2
        """,
        publisher_id,
        case_id,
        now,
        by,
        before,
        after,
        note,
        [file.file_url for file in evidence],
        [file.name for file in evidence],
    )
    await run(db, query)


async def steps(db: Connection, publisher_id: int, case_ids: Sequence[int]) -> list[StoredStep]:
    """The steps of these cases, in their order."""
    query = text(
        """
        select case_id, at, by, from_state, to_state, note, evidence, evidence_names
          from case_step where publisher_id = $1 and case_id = any($2::bigint[])
         order by case_id, step
        """,
        publisher_id,
        list(case_ids),
    )
    return await all_rows(db, query, StoredStep)


async def steps_of_order(db: Connection, publisher_id: int, oid: int) -> list[StoredStep]:
    """The steps of all cases about an order, in chronological order."""
    query = text(
        """
        select s.case_id, s.at, s.by, s.from_state, s.to_state, s.note, s.evidence, s.evidence_names
          from order_case k
          join case_step s on s.publisher_id = k.publisher_id and s.case_id = k.case_id
         where k.publisher_id = $1 and s.publisher_id = $1 and k.oid = $2
         order by s.at, s.case_id, s.step
        """,
        publisher_id,
        oid,
    )
    return await all_rows(db, query, StoredStep)


async def find_newest_code(db: Connection, publisher_id: int, mid: int) -> str | None:
    """The code of the publisher's newest link to a brand."""
    query = text(
        """
        select code from link
         where publisher_id = $1 and mid = $2 and deleted_at is null
         order by created_at desc, link_id desc limit 1
        """,
        publisher_id,
        mid,
    )
    code: str | None = await one_value(db, query)
    return code
