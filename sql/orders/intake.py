"""Order intake: a report takes a fixed number of statements, however many orders it contains."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

import sql.clicks.click
import sql.orders.attribution
import sql.orders.order_changes
import sql.orders.order_directory
from schema.core.ids import Ids, parse_click_ref
from schema.orders.intake import IntakeCase, open_cases
from schema.orders.order import OrderOutcome, ReportedOrder
from schema.orders.order_changes import OrderChanges
from sql.core.db import Connection
from sql.orders.intake_batch import IntakeBatch, publisher_of


async def ingest(
    db: Connection,
    mid: int,
    orders: Sequence[ReportedOrder],
    *,
    ids: Ids,
    now: datetime,
    by: str,
) -> list[OrderOutcome]:
    """Write the orders a brand reports, in the caller's transaction; returns an outcome for each, in their order.

    A refused order changes nothing. `by` is the reporter's name in the history.
    """
    return (await ingest_all(db, {mid: orders}, ids=ids, now=now, by=by))[mid]


async def ingest_all(
    db: Connection,
    reports: Mapping[int, Sequence[ReportedOrder]],
    *,
    ids: Ids,
    now: datetime,
    by: str,
) -> dict[int, list[OrderOutcome]]:
    """The same for several brands' orders, by mid, in the same number of statements."""
    changes = OrderChanges()
    outcomes = await ingest_rows(db, changes, reports, ids=ids, now=now, by=by)
    await sql.orders.order_changes.write_sums(db, changes)
    return outcomes


async def ingest_rows(
    db: Connection,
    changes: OrderChanges,
    reports: Mapping[int, Sequence[ReportedOrder]],
    *,
    ids: Ids,
    now: datetime,
    by: str,
) -> dict[int, list[OrderOutcome]]:
    """The same without what orders share, which collects in `changes` for write_sums() before the transaction ends."""
    brands = await sql.orders.attribution.get_brands(db, [*reports])
    cases = [case for mid in reports for case in open_cases(brands[mid], reports[mid], now)]
    await find_owners(db, cases)
    await find_attributions(db, cases, ids)
    # A publisher's rows are together in every index: to write them together takes a quarter less time.
    accepted = sorted((case for case in cases if case.reason is None), key=publisher_of)
    batch = IntakeBatch(changes, now)
    await batch.look_up(db, accepted)
    numbers = await sql.orders.order_directory.next_oids(
        db, sum(case.owner is None for case in accepted)
    )
    claims = batch.prepare_all(accepted, iter(numbers))
    others = await sql.orders.order_directory.claim(db, claims, now)
    await batch.apply(db, accepted, others)
    await sql.orders.order_changes.write_rows(db, changes, now, by)
    outcomes: dict[int, list[OrderOutcome]] = {mid: [] for mid in reports}
    for case in cases:
        outcomes[case.brand.mid].append(outcome_of(case))
    return outcomes


def outcome_of(case: IntakeCase) -> OrderOutcome:
    oid = case.owner.oid if case.owner is not None and case.reason is None else None
    return OrderOutcome(case.order.order_id, oid, case.outcome, case.reason)


async def find_owners(db: Connection, cases: list[IntakeCase]) -> None:
    """Find the orders that were reported before; all others must name a click or a link."""
    open_cases = [case for case in cases if case.reason is None]
    order_ids_by_brand: defaultdict[int, list[str]] = defaultdict(list)
    for case in open_cases:
        order_ids_by_brand[case.brand.mid].append(case.order.order_id)
    owners = await sql.orders.order_directory.find_owners(db, order_ids_by_brand)
    for case in open_cases:
        case.owner = owners.get((case.brand.mid, case.order.order_id))
        if case.owner is None and not case.order.click_ref and not case.order.code:
            case.refuse("not_traced: send `click_ref`, or the `code` of a link")


async def find_attributions(db: Connection, cases: list[IntakeCase], ids: Ids) -> None:
    """Find the click of each click_ref, or else the link of each code."""
    by_click = [case for case in cases if case.reason is None and case.order.click_ref]
    by_code = [
        case
        for case in cases
        if case.reason is None and case.order.code and not case.order.click_ref
    ]
    refs = {ref: parse_click_ref(ref) for case in by_click if (ref := case.order.click_ref)}
    clicks = await sql.orders.attribution.find_clicks(
        db, [(*ids.read_click_id(click_id), click_id) for click_id in refs.values() if click_id]
    )
    for case in by_click:
        click_id = refs[case.order.click_ref or ""]
        case.attribute_to(clicks.get(click_id) if click_id else None)
    codes = {case.order.code or "" for case in by_code}
    owners = {
        code: (publisher_id, code)
        for code in codes
        if (publisher_id := ids.publisher_of_code(code)) is not None
    }
    owners |= await sql.clicks.click.find_path_owners(db, sorted(codes - owners.keys()))
    links = await sql.orders.attribution.find_links(db, [*owners.values()])
    for case in by_code:
        owner = owners.get(case.order.code or "")
        case.attribute_to(links.get(owner) if owner else None)
