"""Finds orders that wait too long for a brand's decision, and months that wait too long for its payment."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date, timedelta

import sql.network.watch.waiting
from handlers.reports.watch.alerts import AlertBook
from handlers.reports.watch.drafts import Money, draft_fact
from handlers.reports.watch.round import Round
from schema.brands.brand import BrandStatus
from schema.core.days import ONE_DAY, day_of, month_starts
from schema.core.money import ZERO
from schema.reports.alert import AlertCause, AlertEvidence, AlertKind, NextStep
from schema.reports.waiting import Overdue, Wait, judge_waiting
from sql.network.watch.round_rows import NewAlert, WatchedPublisher
from sql.network.watch.waiting import WaitingBrand

PAST = timedelta(days=400)
"""How far back a brand's payments and unpaid months are read."""
KINDS = frozenset({AlertKind.VALIDATION_OVERDUE, AlertKind.PAYMENT_OVERDUE})
STEPS = {
    AlertKind.VALIDATION_OVERDUE: NextStep.SEE_PENDING,
    AlertKind.PAYMENT_OVERDUE: NextStep.SEE_SETTLEMENTS,
}


async def find_overdue(
    look: Round, some: Sequence[WatchedPublisher], due: Collection[int], book: AlertBook
) -> None:
    """Find overdue decisions and payments of publishers whose day is over. Alerts without waiting orders are closed."""
    living = [alert for alert in book.living.values() if alert.kind in KINDS]
    asked = sorted({*due, *(alert.publisher_id for alert in living)})
    if not asked:
        return
    publishers = {each.publisher_id: each for each in some}
    undecided = await sql.network.watch.waiting.undecided_brands(look.db, asked, look.now)
    unpaid = await read_unpaid(look, asked)
    for brand in undecided:
        if brand.publisher_id in due:
            overdue = await judge_decisions(look, brand)
            if overdue is not None:
                kind = AlertKind.VALIDATION_OVERDUE
                book.observe(draft_overdue(publishers[brand.publisher_id], brand, kind, overdue))
    for brand, waits in unpaid.items():
        if brand.publisher_id in due:
            overdue = await judge_payments(look, brand, waits)
            if overdue is not None:
                kind = AlertKind.PAYMENT_OVERDUE
                book.observe(draft_overdue(publishers[brand.publisher_id], brand, kind, overdue))
    waiting = {
        *((AlertKind.VALIDATION_OVERDUE, each.publisher_id, each.mid) for each in undecided),
        *((AlertKind.PAYMENT_OVERDUE, each.publisher_id, each.mid) for each in unpaid),
    }
    for alert in living:
        if alert.publisher_id in due:
            is_over = not book.is_observed(alert)
        else:
            is_over = (alert.kind, alert.publisher_id, alert.mid) not in waiting
        if is_over:
            book.close(alert)


async def read_unpaid(look: Round, publisher_ids: Sequence[int]) -> dict[WaitingBrand, list[Wait]]:
    """The months that brands have not paid though they promised to have by now, by publisher and brand."""
    rows = await sql.network.watch.waiting.unpaid_months(
        look.db, publisher_ids, past_months(look), look.network_zone
    )
    found = defaultdict[WaitingBrand, list[Wait]](list)
    for row in rows:
        if row.wait.started + row.brand.promised * ONE_DAY < look.now:
            found[row.brand].append(row.wait)
    return found


def past_months(look: Round) -> list[date]:
    """The months that are over, of the network's time zone."""
    today = day_of(look.now, look.network_zone)
    first = (today - PAST).replace(day=1)
    return list(month_starts(first, today.replace(day=1) - ONE_DAY))


async def judge_decisions(look: Round, brand: WaitingBrand) -> Overdue | None:
    waiting = await sql.network.watch.waiting.undecided_orders(look.db, brand)
    decided = await sql.network.watch.waiting.decided_orders(look.db, brand)
    gap = (look.rhythm(brand.mid).gap_hours or 0.0) / 24
    return judge_waiting(waiting, decided, brand.promised, look.now, report_gap=gap)


async def judge_payments(look: Round, brand: WaitingBrand, waits: Sequence[Wait]) -> Overdue | None:
    """Find the months that a brand should have paid. A month waits as a whole, so none of it counts as a straggler."""
    paid = await sql.network.watch.waiting.paid_months(
        look.db, brand.publisher_id, brand.mid, look.now - PAST, look.network_zone
    )
    return judge_waiting(waits, paid, brand.promised, look.now, stragglers=False)


def draft_overdue(
    publisher: WatchedPublisher, brand: WaitingBrand, kind: AlertKind, overdue: Overdue
) -> NewAlert:
    """Draft the alert about overdue orders or months. Its sum is known, not estimated, and does not grow by the day."""
    gone = brand.status != BrandStatus.ONLINE
    return draft_fact(
        publisher,
        kind,
        overdue.since,
        STEPS[kind],
        AlertEvidence(
            orders=overdue.orders,
            promised_days=brand.promised,
            usual_days=overdue.usual_days,
            waiting_since=overdue.waiting_since,
        ),
        money=Money(overdue.amount, overdue.amount, ZERO, ZERO),
        cause=AlertCause.BRAND_PAUSED if gone else None,
        mid=brand.mid,
    )
