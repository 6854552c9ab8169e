"""Judges figures other than conversion: the clicks of a channel, and a brand's commission per order."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from math import log
from typing import Protocol, TypeAlias

import sql.network.watch.control_figures
import sql.network.watch.figures
from handlers.reports.watch.alerts import AlertBook, Span
from handlers.reports.watch.brand_on_channel import EPOCH, Unit
from handlers.reports.watch.drafts import draft_finding, estimate_money
from schema.core.days import ONE_DAY, day_of, first_instant
from schema.reports.alert import AlertKind, NextStep
from schema.reports.probability import Amounts
from schema.reports.watch import (
    ALPHA,
    AMOUNT_ALPHA,
    CLICK_HISTORY,
    DAYS_READ,
    RECOVERED_DAYS,
    RECOVERED_ORDERS,
    Control,
    UnitDays,
    has_recovered,
    judge_amounts,
    judge_clicks,
)
from sql.core.db import Connection
from sql.network.watch.round_rows import KnownAlert, UnitKey, WatchedPublisher

AMOUNT_DAYS = 35
AMOUNT_RECOVERED = 0.9
"""The share of the usual commission from which commissions count as recovered."""
CLICK_KINDS = frozenset({AlertKind.CLICKS_FALLEN})
AMOUNT_KINDS = frozenset({AlertKind.COMMISSION_PER_ORDER_FALLEN})
DailyAmounts: TypeAlias = dict[int, tuple[int, float, float]]


class Look(Protocol):
    """The part of a round that judging channels and commissions needs."""

    @property
    def db(self) -> Connection: ...
    @property
    def now(self) -> datetime: ...
    def yesterday(self, publisher: WatchedPublisher) -> date: ...
    def instant(self, publisher: WatchedPublisher, start: int) -> datetime: ...
    def usable_days(
        self, publisher: WatchedPublisher, clicks: list[float], spans: Sequence[Span]
    ) -> list[bool]: ...


async def judge_channels(
    look: Look, publisher: WatchedPublisher, units: Sequence[Unit], book: AlertBook
) -> None:
    """Raise an alert if a channel's clicks fell, or follow the existing one."""
    channels = defaultdict(list)
    for unit in units:
        channels[unit.figures.site_id].append(unit)
    for site_id, own in channels.items():
        key = UnitKey(publisher.publisher_id, 0, site_id)
        clicks = [sum(column) for column in zip(*(unit.raw_clicks for unit in own), strict=True)]
        usable = look.usable_days(publisher, clicks, book.spans(key, CLICK_KINDS))
        days = UnitDays(clicks, clicks, usable)
        living = book.living_of(key, CLICK_KINDS)
        if living:
            if is_channel_back(look, publisher, living[0], days):
                book.close(living[0])
            continue
        alpha = ALPHA / len(channels)
        finding = judge_clicks(days, alpha)
        if finding is not None:
            finding = judge_clicks(days, alpha, await network_control(look, publisher))
        if finding is None:
            continue
        earned = sum(unit.worth * unit.usual.orders for unit in own)
        per_click = earned / max(1.0, sum(unit.usual.clicks for unit in own))
        lost, span = finding.expected - finding.seen, -finding.start
        money = estimate_money(lost, finding.deviation, per_click, span)
        since = look.instant(publisher, finding.start)
        step = NextStep.CHECK_CHANNEL
        book.observe(draft_finding(publisher, finding, since, money, None, step, site_id=site_id))


def is_channel_back(
    look: Look, publisher: WatchedPublisher, alert: KnownAlert, days: UnitDays
) -> bool:
    """Whether a channel's clicks are in range again on the last three whole days since their fall was found."""
    last = look.yesterday(publisher)
    after = (last - day_of(alert.found_at, publisher.time_zone)).days + 1
    past = [days.clicks[n] for n in range(DAYS_READ) if days.usable[n]][-CLICK_HISTORY:]
    usual = sum(past) / len(past) if past else 0.0
    recent = sum(days.clicks[-RECOVERED_DAYS:])
    return after >= RECOVERED_DAYS and has_recovered(
        usual * RECOVERED_DAYS, recent, RECOVERED_DAYS, alert.ratio
    )


async def network_control(look: Look, publisher: WatchedPublisher) -> Control:
    """The control for a channel's clicks: how those of the other publishers developed."""
    last = look.yesterday(publisher)
    since = last - DAYS_READ * ONE_DAY
    clicks = await sql.network.watch.control_figures.network_clicks(
        look.db, publisher.publisher_id, since
    )
    offset = (last - EPOCH).days - DAYS_READ + 1
    counts = [float(clicks.get(offset + n, 0)) for n in range(DAYS_READ)]
    return Control([1.0] * DAYS_READ, counts)


async def read_amounts(
    db: Connection, days: dict[int, date], publishers: dict[int, WatchedPublisher]
) -> dict[UnitKey, DailyAmounts]:
    """The logarithms of commissions by day, up to the last day of each publisher."""
    ends = [first_instant(day + ONE_DAY, publishers[uid].time_zone) for uid, day in days.items()]
    return await sql.network.watch.figures.amounts(db, [*days], ends, AMOUNT_DAYS)


def judge_commission(
    look: Look,
    publisher: WatchedPublisher,
    unit: Unit,
    amounts: dict[UnitKey, DailyAmounts],
    watched: int,
    book: AlertBook,
) -> None:
    """Raise an alert if a brand's orders bring less commission each, or close it once they bring as much again."""
    key = unit.figures.key
    sums = amounts.get(key, {})
    days = [Amounts(*sums[n]) if n in sums else None for n in reversed(range(AMOUNT_DAYS))]
    living = book.living_of(key, AMOUNT_KINDS)
    if living:
        if are_commissions_back(look, living[0], days):
            book.close(living[0])
        return
    finding = judge_amounts(days, AMOUNT_ALPHA / watched)
    if finding is None:
        return
    orders = max(1.0, sum(unit.days.orders[finding.start :]))
    lost = (finding.expected - finding.seen) * orders
    deviation = finding.deviation * orders**0.5
    money = estimate_money(lost, deviation, unit.approval, -finding.start)
    since = look.instant(publisher, finding.start)
    book.observe(
        draft_finding(
            publisher,
            finding,
            since,
            money,
            None,
            NextStep.COMPARE_TERMS,
            mid=key.mid,
            site_id=key.site_id,
        )
    )


def are_commissions_back(look: Look, alert: KnownAlert, days: Sequence[Amounts | None]) -> bool:
    recent = [day for day in days[-RECOVERED_DAYS:] if day is not None]
    count = sum(day.orders for day in recent)
    if look.now - alert.found_at < RECOVERED_DAYS * ONE_DAY or count < RECOVERED_ORDERS:
        return False
    mean = sum(day.logs for day in recent) / count
    return bool(alert.expected) and mean >= log(AMOUNT_RECOVERED * (alert.expected or 1))
