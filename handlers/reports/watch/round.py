"""A round of the watch: reads some publishers' figures and judges them (schema/reports/watch.py)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

import sql.network.watch.alerts
import sql.network.watch.control_figures
import sql.network.watch.fall_segments
import sql.network.watch.figures
import sql.network.watch.heartbeat
import sql.network.watch.rhythms
import sql.network.watch.sales
import sql.network.watch.stops
from handlers.reports.watch.alerts import AlertBook, Span
from handlers.reports.watch.brand_on_channel import EPOCH, Unit
from handlers.reports.watch.channels import judge_channels, judge_commission, read_amounts
from handlers.reports.watch.drafts import (
    Money,
    draft_finding,
    draft_renewal,
    estimate_money,
    is_brand_silent,
)
from handlers.reports.watch.links import judge_links, read_links
from schema.brands.brand import BrandStatus, Relation
from schema.core.days import ONE_DAY, day_of, first_instant
from schema.core.shared_figure import OTHERS_MIN
from schema.reports.alert import AlertCause, AlertEvidence, AlertKind, NextStep
from schema.reports.probability import history_shape, spread
from schema.reports.reporting_delay import ONE_HOUR, SHARES, Rhythm, find_rhythm, usual_rhythm
from schema.reports.sale_days import Sales, YearDays
from schema.reports.segment import Segment, find_segment
from schema.reports.watch import (
    ALPHA,
    DAYS_READ,
    LEAST_CONTROL_ORDERS,
    LEAST_ORDERS,
    RECOVERED_DAYS,
    RECOVERED_ORDERS,
    Control,
    Finding,
    UnitDays,
    few_orders,
    has_recovered,
    judge_conversion,
    least_elapsed,
    make_baseline,
)
from sql.core.db import Connection
from sql.network.watch.links import LinkFigures
from sql.network.watch.round_rows import (
    KnownAlert,
    NewAlert,
    StoredBaseline,
    UnitFigures,
    UnitKey,
    WatchedPublisher,
)

SETTLE_TIME = timedelta(hours=1)
"""How long after its end a day is judged, when its last clicks have been filed."""
RHYTHM_DAYS = timedelta(days=28)
SEGMENT_DAYS = timedelta(days=28)
"""How many days before a fall, and since it began, are compared by country and device."""
YEAR = timedelta(days=364)
"""A year in whole weeks, so that weekdays coincide."""
OUTAGE = timedelta(minutes=45)
"""A heartbeat that is this late means that the portal was down."""
OVERLAP = timedelta(minutes=5)
"""Orders may be committed this long after their timestamp."""
WATCH, ARRIVALS = "watch", "arrivals"
ORDER_KINDS = frozenset({AlertKind.TRACKING_STOPPED, AlertKind.CONVERSION_FALLEN})


class Judged(NamedTuple):
    """The results of judging publishers' days, to be stored."""

    days: dict[int, date]
    baselines: list[StoredBaseline]


class Round:
    """One check of all publishers, as of one time."""

    def __init__(
        self,
        db: Connection,
        now: datetime,
        *,
        network_zone: str,
        rhythms: dict[int, Rhythm],
        outages: Sequence[tuple[datetime, datetime]],
        sales: Sales,
    ) -> None:
        self.db = db
        self.now = now
        self.network_zone = network_zone
        self.rhythms = rhythms
        self.outages = outages
        self.sales = sales
        self.units = 0

    async def known_alerts(self, some: Sequence[WatchedPublisher]) -> list[KnownAlert]:
        ids = [each.publisher_id for each in some]
        return await sql.network.watch.alerts.known_alerts(
            self.db, ids, self.now - DAYS_READ * ONE_DAY
        )

    async def judge(self, some: Sequence[WatchedPublisher], book: AlertBook) -> Judged:
        """Find the figures that fell, for publishers whose day is over, once a day."""
        due = {
            each.publisher_id: each
            for each in some
            if each.judged_on is None or each.judged_on < self.yesterday(each)
        }
        return await self.judge_days(due, book) if due else Judged({}, [])

    async def save_baselines(self, judged: Judged) -> None:
        """Store the baselines, by which stops are found during the day."""
        if judged.days:
            async with self.db.transaction():
                await sql.network.watch.figures.save_baselines(
                    self.db, [*judged.days], judged.baselines
                )

    async def set_judged(self, judged: Judged) -> None:
        if judged.days:
            await sql.network.watch.figures.set_judged(self.db, judged.days)

    def yesterday(self, publisher: WatchedPublisher) -> date:
        """The last day that is over, and whose clicks have been filed."""
        return day_of(self.now - SETTLE_TIME, publisher.time_zone) - ONE_DAY

    def rhythm(self, mid: int) -> Rhythm:
        return self.rhythms.get(mid) or usual_rhythm(mid)

    # Whole days

    async def judge_days(self, due: dict[int, WatchedPublisher], book: AlertBook) -> Judged:
        days = {uid: self.yesterday(each) for uid, each in due.items()}
        since = min(days.values()) - DAYS_READ * ONE_DAY
        rows = await sql.network.watch.figures.figures(self.db, [*due], since)
        units = defaultdict(list)
        for row in rows:
            units[row.publisher_id].append(self.make_unit(row, due[row.publisher_id], book))
        baselines: list[StoredBaseline] = []
        amounts = await read_amounts(self.db, days, due)
        links = await read_links(self.db, [*due], since, book)
        for uid, publisher in due.items():
            watched = [unit for unit in units[uid] if not unit.usual.too_few]
            self.units += len(watched)
            alpha = ALPHA / max(1, len(watched))
            for unit in watched:
                await self.judge_unit(publisher, unit, alpha, book)
                judge_commission(self, publisher, unit, amounts, len(watched), book)
            await judge_channels(self, publisher, units[uid], book)
            await judge_links(self, publisher, units[uid], links.get(uid, []), book)
            baselines += [
                make_stored(unit, alpha) for unit in units[uid] if unit.figures.all_orders
            ]
        return Judged(days, baselines)

    def make_unit(self, row: UnitFigures, publisher: WatchedPublisher, book: AlertBook) -> Unit:
        """A brand on a channel, with its days up to yesterday, oldest first. Unusual days are marked as not usable."""
        last = self.yesterday(publisher)
        offset = (last - EPOCH).days - DAYS_READ + 1
        clicks, orders = [0.0] * DAYS_READ, [0.0] * DAYS_READ
        for day, count, placed in zip(row.days, row.clicks, row.orders, strict=True):
            if 0 <= day - offset < DAYS_READ:
                clicks[day - offset], orders[day - offset] = float(count), float(placed)
        spans = (
            book.spans_of_link(row.publisher_id, row.link_id)
            if isinstance(row, LinkFigures)
            else book.spans(row.key, ORDER_KINDS)
        )
        usable = self.usable_days(publisher, clicks, spans, row.mid)
        weighted = self.weigh(row.mid, publisher, last, clicks)
        days = UnitDays(weighted, orders, usable)
        decided = row.approved_items + row.rejected_items
        return Unit(
            row,
            clicks,
            days,
            make_baseline(days) if row.all_orders >= LEAST_ORDERS else few_orders(days),
            row.commission / row.all_orders if row.all_orders else Decimal(0),
            row.approved_items / decided if decided >= LEAST_CONTROL_ORDERS else 1.0,
        )

    def usable_days(
        self, publisher: WatchedPublisher, clicks: list[float], spans: Sequence[Span], mid: int = 0
    ) -> list[bool]:
        """Which days count for the baseline: from the first click on, except days of alerts, outages and sales."""
        last, zone = self.yesterday(publisher), publisher.time_zone
        first = next((n for n, count in enumerate(clicks) if count), DAYS_READ)
        usable = [n >= first for n in range(DAYS_READ)]
        for since, until in [*spans, *self.outages]:
            start = (day_of(since, zone) - last).days + DAYS_READ - 1
            end = (day_of(until or self.now, zone) - last).days + DAYS_READ - 1
            for n in range(max(0, start), min(DAYS_READ - 1, end) + 1):
                usable[n] = False
        return [
            fine and not self.sales.is_sale(mid, last - (DAYS_READ - 1 - n) * ONE_DAY)
            for n, fine in enumerate(usable)
        ]

    def weigh(
        self, mid: int, publisher: WatchedPublisher, last: date, clicks: list[float]
    ) -> list[float]:
        """The clicks of each day times the share of their orders that could have arrived by now."""
        rhythm = self.rhythm(mid)
        ended = first_instant(last + ONE_DAY, publisher.time_zone)
        hours = (rhythm.reportable_until(self.now) - ended) / ONE_HOUR
        weighted = list(clicks)
        for age in range(DAYS_READ):
            share = rhythm.share_of_day(hours + 24 * age)
            if share >= 1:
                break
            weighted[DAYS_READ - 1 - age] *= share
        return weighted

    async def judge_unit(
        self, publisher: WatchedPublisher, unit: Unit, alpha: float, book: AlertBook
    ) -> None:
        """Raise an alert if a unit's orders fell or stopped, or follow the existing alerts."""
        row = unit.figures
        living = book.living_of(row.key, ORDER_KINDS)
        if living:
            for alert in living:
                self.follow(publisher, unit, alert, book)
            return
        fallen = judge_conversion(unit.days, alpha)
        if fallen is None:
            return
        control = await self.find_control(publisher, unit)
        finding = judge_conversion(unit.days, alpha, control)
        if finding is None:
            if control.of_brand:
                book.share(self.draft_shared(publisher, unit, fallen))
            return
        since = self.instant(publisher, finding.start)
        days = -finding.start
        lost = finding.expected - finding.seen
        money = estimate_money(lost, finding.deviation, unit.worth, days)
        book.observe(await self.describe(publisher, row.key, finding, since, money))

    def draft_shared(self, publisher: WatchedPublisher, unit: Unit, fallen: Finding) -> NewAlert:
        """Draft a fall that the brand's other publishers have too, for the network's staff alone."""
        days = -fallen.start
        money = estimate_money(fallen.expected - fallen.seen, fallen.deviation, unit.worth, days)
        return draft_finding(
            publisher,
            fallen,
            self.instant(publisher, fallen.start),
            money,
            AlertCause.EVERYBODY,
            NextStep.WAIT_FOR_BRAND,
            mid=unit.figures.mid,
            site_id=unit.figures.site_id,
        )

    def instant(self, publisher: WatchedPublisher, start: int) -> datetime:
        """When a day began, given its index from the end: -1 is yesterday."""
        day = self.yesterday(publisher) + (start + 1) * ONE_DAY
        return first_instant(day, publisher.time_zone)

    def follow(
        self, publisher: WatchedPublisher, unit: Unit, alert: KnownAlert, book: AlertBook
    ) -> None:
        """Update the cost of an alert since it began, or close it if its orders have recovered."""
        last = self.yesterday(publisher)
        whole = (last - day_of(alert.since, publisher.time_zone)).days + 1
        if alert.kind is AlertKind.TRACKING_STOPPED:
            whole -= 1  # the last order came on that day
        if whole <= 0 or unit.usual.too_few:
            return
        whole = min(whole, DAYS_READ)
        expected = unit.usual.rate * sum(unit.days.clicks[-whole:])
        seen = sum(unit.days.orders[-whole:])
        if self.is_over(publisher, unit, alert):
            book.close(alert)
            return
        shape = history_shape(unit.usual.orders, unit.usual.rho, whole)
        if expected <= (alert.expected or 0):
            return
        deviation = spread(expected, shape)
        money = estimate_money(expected - seen, deviation, unit.worth, whole)
        book.observe(draft_renewal(alert, expected, seen, money, publisher.currency))

    def is_over(self, publisher: WatchedPublisher, unit: Unit, alert: KnownAlert) -> bool:
        """Whether orders have been back in the expected range on the latest complete days since an alert was raised.

        It looks at as many days as usually bring seven orders, but at most three.
        """
        after = (self.yesterday(publisher) - day_of(alert.found_at, publisher.time_zone)).days + 1
        expected = seen = 0.0
        for days in range(1, min(after, DAYS_READ) + 1):
            expected += unit.usual.rate * unit.days.clicks[-days]
            seen += unit.days.orders[-days]
            if expected >= RECOVERED_ORDERS or days >= RECOVERED_DAYS:
                return has_recovered(expected, seen, days, alert.ratio)
        return False

    async def find_control(self, publisher: WatchedPublisher, unit: Unit) -> Control:
        """The control for a unit: the brand at other publishers, else similar brands, else the unit a year ago."""
        row, last = unit.figures, self.yesterday(publisher)
        since = last - DAYS_READ * ONE_DAY
        control = await self.find_shared_control(publisher, row.mid, [row.mid], since)
        if control is not None:
            return control._replace(of_brand=True)
        similar = await sql.network.watch.control_figures.brands_like(self.db, row.mid)
        control = await self.find_shared_control(publisher, row.mid, similar, since)
        if control is not None:
            return control
        year_ago = await sql.network.watch.control_figures.unit_days(
            self.db, row.key, since - YEAR, last - YEAR
        )
        moved = {day + YEAR.days: figures for day, figures in year_ago.items()}
        return self.make_control(row.mid, publisher, [moved])

    async def find_shared_control(
        self, publisher: WatchedPublisher, mid: int, mids: Sequence[int], since: date
    ) -> Control | None:
        """The control of brands at other publishers; None if these are too few, or one has over half of the orders."""
        others = await sql.network.watch.control_figures.control(
            self.db, publisher.publisher_id, mids, since
        )
        orders = {uid: sum(k for _, k in days.values()) for uid, days in others.items()}
        orders = {uid: count for uid, count in orders.items() if count}
        total = sum(orders.values())
        if len(orders) < OTHERS_MIN or total < LEAST_CONTROL_ORDERS:
            return None
        if max(orders.values()) > total / 2:
            return None
        return self.make_control(mid, publisher, [others[uid] for uid in orders])

    def make_control(
        self, mid: int, publisher: WatchedPublisher, others: Sequence[dict[int, tuple[int, int]]]
    ) -> Control:
        """Sum the clicks and orders of other publishers by day, as a control."""
        last = self.yesterday(publisher)
        offset = (last - EPOCH).days - DAYS_READ + 1
        clicks, orders = [0.0] * DAYS_READ, [0.0] * DAYS_READ
        for days in others:
            for day, (count, number) in days.items():
                if 0 <= day - offset < DAYS_READ:
                    clicks[day - offset] += count
                    orders[day - offset] += number
        return Control(self.weigh(mid, publisher, last, clicks), orders)

    async def find_segment(self, key: UnitKey, since: datetime) -> Segment | None:
        """The country or device that alone explains a fall, if one does."""
        start = max(since, self.now - SEGMENT_DAYS)
        segments = await sql.network.watch.fall_segments.segments(
            self.db, key, start - SEGMENT_DAYS, start, self.now
        )
        return find_segment(segments, (self.now - start) / ONE_DAY)

    async def describe(
        self,
        publisher: WatchedPublisher,
        key: UnitKey,
        finding: Finding,
        since: datetime,
        money: Money,
        *,
        last_order: datetime | None = None,
    ) -> NewAlert:
        """Draft an alert with its cause, evidence and next step."""
        state = await sql.network.watch.stops.unit_state(self.db, key, since)
        rhythm = self.rhythm(key.mid)
        cause, step = AlertCause.NOTHING_FOUND, NextStep.TEST_LINKS
        if state.brand_status != BrandStatus.ONLINE or state.relationship != Relation.JOINED:
            cause, step = AlertCause.BRAND_PAUSED, NextStep.CHOOSE_BRAND
        elif state.broken_links:
            cause, step = AlertCause.LINK_BROKEN, NextStep.FIX_LINKS
        elif finding.kind is AlertKind.TRACKING_STOPPED and is_brand_silent(rhythm, since):
            cause, step = AlertCause.BRAND_SILENT, NextStep.WAIT_FOR_BRAND
        elif state.terms_from is not None:
            cause, step = AlertCause.TERMS_CHANGED, NextStep.COMPARE_TERMS
        part = None
        if cause is AlertCause.NOTHING_FOUND:
            part = await self.find_segment(key, since)
            cause = cause if part is None else AlertCause.ONE_SEGMENT
        evidence = AlertEvidence(
            links=state.broken_links or None,
            last_order_at=last_order,
            last_report_at=rhythm.last_report,
            missed_reports=rhythm.missed_reports(self.now) or None,
            terms_from=state.terms_from,
            days=-finding.start or None,
            country=part.value if part and part.by == "country" else None,
            device=part.value if part and part.by == "device" else None,
            part_expected=round(part.expected_orders, 2) if part else None,
            part_seen=part.orders if part else None,
        )
        return draft_finding(
            publisher,
            finding,
            since,
            money,
            cause,
            step,
            mid=key.mid,
            site_id=key.site_id,
            evidence=evidence,
        )


async def open_round(
    db: Connection,
    now: datetime,
    network_zone: str,
    sale_days: Mapping[str, Sequence[YearDays]],
) -> Round:
    """Open a round as of a time: write its heartbeat, record an outage before it, and learn how brands report."""
    last = (await sql.network.watch.heartbeat.beat(db, WATCH, now)).before
    if last is not None and now - last > OUTAGE:
        await sql.network.watch.heartbeat.add_outage(db, WATCH, last, now)
    await learn_rhythms(db, now)
    return Round(
        db,
        now,
        network_zone=network_zone,
        rhythms=await sql.network.watch.rhythms.rhythms(db),
        sales=Sales(await sql.network.watch.sales.brand_sales(db, sale_days.keys()), sale_days),
        outages=await sql.network.watch.heartbeat.outages(db, now - (DAYS_READ + 1) * ONE_DAY),
    )


async def learn_rhythms(db: Connection, now: datetime) -> None:
    """Learn how brands report: once a day from the orders of four weeks, and in each round from new arrivals."""
    renewed_at = await sql.network.watch.rhythms.rhythms_renewed_at(db)
    arrived = (await sql.network.watch.heartbeat.beat(db, ARRIVALS, now)).before
    if renewed_at is not None and now - renewed_at < ONE_DAY and arrived is not None:
        await sql.network.watch.rhythms.note_arrivals(db, arrived - OVERLAP)
        return
    brands = await sql.network.watch.rhythms.brand_orders(db, now - RHYTHM_DAYS, SHARES)
    rhythms = [
        find_rhythm(
            brand.mid,
            brand.orders,
            brand.arrival_hours,
            brand.order_hours,
            brand.report_hours,
            publishers=brand.publishers,
            newest_order=brand.newest_order,
            last_report=brand.last_report,
        )
        for brand in brands
    ]
    await sql.network.watch.rhythms.save_rhythms(db, rhythms, now)


def make_stored(unit: Unit, alpha: float) -> StoredBaseline:
    """A unit's baseline as it is stored for the next rounds."""
    usual, row = unit.usual, unit.figures
    silence = timedelta(days=1) if usual.too_few else least_elapsed(usual, alpha)
    return StoredBaseline(
        row.publisher_id,
        row.mid,
        row.site_id,
        usual.clicks,
        usual.orders,
        usual.days,
        usual.rho,
        alpha,
        unit.per_order,
        unit.approval,
        usual.too_few,
        silence,
    )
