"""Judges single links: whether one has stopped bringing orders, or lost clicks, while others of its brand have not."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Protocol

import sql.network.watch.links
from handlers.reports.watch.alerts import AlertBook
from handlers.reports.watch.brand_on_channel import Unit
from handlers.reports.watch.channels import Look, is_channel_back
from handlers.reports.watch.drafts import Money, draft_finding, estimate_money
from schema.reports.alert import AlertCause, AlertEvidence, AlertKind, NextStep
from schema.reports.watch import (
    ALPHA,
    DAYS_READ,
    LEAST_ORDERS,
    LINK_CLICKS_LEAST,
    Control,
    Finding,
    UnitDays,
    cap_bursts,
    judge_clicks,
    judge_conversion,
)
from sql.core.db import Connection
from sql.network.watch.links import LinkFigures
from sql.network.watch.round_rows import KnownAlert, UnitFigures, UnitKey, WatchedPublisher


class LinkLook(Look, Protocol):
    """The part of a round that judging links needs."""

    def make_unit(self, row: UnitFigures, publisher: WatchedPublisher, book: AlertBook) -> Unit: ...
    def follow(
        self, publisher: WatchedPublisher, unit: Unit, alert: KnownAlert, book: AlertBook
    ) -> None: ...


async def read_links(
    db: Connection, publisher_ids: Sequence[int], since: date, book: AlertBook
) -> dict[int, list[LinkFigures]]:
    """The figures of the links to judge, by publisher."""
    found = defaultdict(list)
    for row in await sql.network.watch.links.link_figures(
        db,
        publisher_ids,
        since,
        orders=LEAST_ORDERS,
        clicks=LINK_CLICKS_LEAST,
        followed=sorted({alert.link_id for alert in book.living.values() if alert.link_id}),
    ):
        found[row.publisher_id].append(row)
    return found


async def judge_links(
    look: LinkLook,
    publisher: WatchedPublisher,
    units: Sequence[Unit],
    links: Sequence[LinkFigures],
    book: AlertBook,
) -> None:
    """Raise alerts of links whose orders stopped or whose clicks fell, or follow the existing ones."""
    of_key = {unit.figures.key: unit for unit in units}
    channels = sum_channels(units)
    for row in links:
        whole = of_key.get(row.key)
        if whole is None:
            continue
        link = look.make_unit(row, publisher, book)
        living = book.living_of_link(row.publisher_id, row.link_id)
        stopped = [each for each in living if each.kind is AlertKind.TRACKING_STOPPED]
        fallen = [each for each in living if each.kind is AlertKind.CLICKS_FALLEN]
        capped = cap_bursts(link.raw_clicks)
        days = UnitDays(capped, capped, link.days.usable)
        if stopped:
            look.follow(publisher, link, stopped[0], book)
        elif not link.usual.too_few and not book.is_told(row.key):
            await judge_link_orders(look, publisher, whole, link, ALPHA / len(links), book)
        if fallen:
            if is_channel_back(look, publisher, fallen[0], days):
                book.close(fallen[0])
        elif not stopped and not book.is_told(UnitKey(row.publisher_id, 0, row.site_id)):
            others = [
                total - own
                for total, own in zip(channels[row.site_id], link.raw_clicks, strict=True)
            ]
            judge_link_clicks(look, publisher, whole, row, days, others, ALPHA / len(links), book)


def sum_channels(units: Sequence[Unit]) -> dict[int, list[float]]:
    """The clicks of each channel by day."""
    channels: dict[int, list[float]] = {}
    for unit in units:
        known = channels.setdefault(unit.figures.site_id, [0.0] * DAYS_READ)
        for n, count in enumerate(unit.raw_clicks):
            known[n] += count
    return channels


async def judge_link_orders(
    look: LinkLook,
    publisher: WatchedPublisher,
    whole: Unit,
    link: Unit,
    alpha: float,
    book: AlertBook,
) -> None:
    """Raise an alert if a link brings no orders while the brand's other links on the channel do."""
    finding = judge_conversion(link.days, alpha)
    if finding is None or finding.kind is not AlertKind.TRACKING_STOPPED:
        return
    others = Control(
        [total - own for total, own in zip(whole.days.clicks, link.days.clicks, strict=True)],
        [total - own for total, own in zip(whole.days.orders, link.days.orders, strict=True)],
    )
    finding = judge_conversion(link.days, alpha, others)
    if finding is None or finding.kind is not AlertKind.TRACKING_STOPPED:
        return
    row = link.figures
    assert isinstance(row, LinkFigures)
    lost, span = finding.expected - finding.seen, -finding.start
    money = estimate_money(lost, finding.deviation, whole.worth, span)
    broken = await sql.network.watch.links.is_broken(look.db, row.publisher_id, row.link_id)
    cause = AlertCause.LINK_BROKEN if broken else AlertCause.NOTHING_FOUND
    observe(look, publisher, row, finding, money, cause, NextStep.TEST_LINKS, book)


def judge_link_clicks(
    look: LinkLook,
    publisher: WatchedPublisher,
    whole: Unit,
    row: LinkFigures,
    days: UnitDays,
    others: Sequence[float],
    alpha: float,
    book: AlertBook,
) -> None:
    """Raise an alert if a link's clicks fell while those of its channel's other links did not."""
    finding = judge_clicks(days, alpha)
    if finding is not None:
        finding = judge_clicks(days, alpha, Control([1.0] * DAYS_READ, others))
    if finding is None:
        return
    per_click = whole.worth * whole.usual.orders / max(1.0, whole.usual.clicks)
    lost, span = finding.expected - finding.seen, -finding.start
    money = estimate_money(lost, finding.deviation, per_click, span)
    observe(look, publisher, row, finding, money, None, NextStep.CHECK_CHANNEL, book)


def observe(
    look: LinkLook,
    publisher: WatchedPublisher,
    row: LinkFigures,
    finding: Finding,
    money: Money,
    cause: AlertCause | None,
    step: NextStep,
    book: AlertBook,
) -> None:
    book.observe(
        draft_finding(
            publisher,
            finding,
            look.instant(publisher, finding.start),
            money,
            cause,
            step,
            mid=row.mid,
            site_id=row.site_id,
            link_id=row.link_id,
            evidence=AlertEvidence(days=-finding.start),
        )
    )
