"""Finds and closes stops of a brand's orders as soon as chance is ruled out; also finds facts to raise alerts about."""

from collections.abc import Sequence

import sql.network.watch.figures
import sql.network.watch.known_problems
import sql.network.watch.stops
from handlers.reports.watch.alerts import AlertBook
from handlers.reports.watch.drafts import draft_fact, estimate_money
from handlers.reports.watch.round import Round
from schema.core.days import ONE_DAY, day_of, first_instant
from schema.links.broken_type import BrokenType
from schema.links.link_health import RISK_DAYS
from schema.postbacks.retry_schedule import FAILURES_TOLD
from schema.reports.alert import AlertCause, AlertEvidence, AlertKind, NextStep
from schema.reports.probability import history_shape, spread
from schema.reports.reporting_delay import ONE_HOUR
from schema.reports.watch import (
    COUPON_USE_DAYS,
    STOP_CLICK_DAYS,
    Baseline,
    count_reportable,
    has_recovered,
    judge_stop,
)
from sql.network.watch.round_rows import UnitKey, WatchedPublisher

FACTS = frozenset({AlertKind.LINK_BROKEN, AlertKind.POSTBACK_FAILING, AlertKind.COUPON_ENDED})


async def find_stops(look: Round, some: Sequence[WatchedPublisher], book: AlertBook) -> None:
    publishers = {each.publisher_id: each for each in some}
    for unit in await sql.network.watch.stops.silent_units(look.db, [*publishers], look.now):
        usual = Baseline(clicks=unit.clicks, orders=unit.orders, days=unit.days, rho=unit.rho)
        since = max(unit.last_order, look.now - STOP_CLICK_DAYS)
        hours = await sql.network.watch.stops.clicks_by_hour(look.db, unit.key, since)
        rhythm = look.rhythm(unit.mid)
        finding = judge_stop(usual, rhythm, hours, last_order=since, now=look.now, alpha=unit.alpha)
        if finding is not None:
            days = (look.now - since) / ONE_DAY
            worth = float(unit.per_order) * unit.approval
            money = estimate_money(finding.expected, finding.deviation, worth, days)
            publisher = publishers[unit.publisher_id]
            alert = await look.describe(
                publisher, unit.key, finding, since, money, last_order=unit.last_order
            )
            book.observe(alert)


async def follow_stops(look: Round, some: Sequence[WatchedPublisher], book: AlertBook) -> None:
    """Close alerts about stopped orders once orders are back, without waiting for the end of a day."""
    stops = [
        alert
        for alert in book.living.values()
        if alert.kind is AlertKind.TRACKING_STOPPED
        and not alert.link_id
        and alert.state in ("open", "snoozed")
    ]
    if not stops:
        return
    ids = [each.publisher_id for each in some]
    known = await sql.network.watch.figures.baselines(look.db, ids)
    for alert in stops:
        base = known.get(alert.key)
        if base is None or alert in book.over:
            continue
        orders = await sql.network.watch.stops.orders_since(look.db, alert.key, alert.since)
        if not orders:
            continue
        hours = await sql.network.watch.stops.clicks_by_hour(
            look.db, alert.key, orders[0] - ONE_HOUR
        )
        rate = (base.orders + 0.5) / (base.clicks + 1)
        expected = rate * count_reportable(look.rhythm(alert.mid), hours, look.now)
        whole_days = int((look.now - orders[0]) / ONE_DAY)
        if has_recovered(expected, len(orders), whole_days, 0.0):
            book.close(alert)


async def find_facts(look: Round, some: Sequence[WatchedPublisher], book: AlertBook) -> None:
    """Observe broken links, failing postbacks and expired coupons, and close the alerts about those that are fixed."""
    publishers = {each.publisher_id: each for each in some}
    await find_broken_links(look, publishers, book)
    for postback in await sql.network.watch.known_problems.failing_postbacks(
        look.db, [*publishers], FAILURES_TOLD
    ):
        book.observe(
            draft_fact(
                publishers[postback.publisher_id],
                AlertKind.POSTBACK_FAILING,
                postback.since,
                NextStep.CHECK_POSTBACK,
                AlertEvidence(failures=postback.failures),
                postback_id=postback.postback_id,
            )
        )
    today = day_of(look.now, look.network_zone)
    for coupon in await sql.network.watch.known_problems.ended_coupons(
        look.db, [*publishers], look.now - COUPON_USE_DAYS, today
    ):
        book.observe(
            draft_fact(
                publishers[coupon.publisher_id],
                AlertKind.COUPON_ENDED,
                first_instant(coupon.ended_on, look.network_zone),
                NextStep.CHANGE_COUPON,
                AlertEvidence(coupon=coupon.code),
                mid=coupon.mid,
            )
        )
    book.close_missing(FACTS)


async def find_broken_links(
    look: Round, publishers: dict[int, WatchedPublisher], book: AlertBook
) -> None:
    """Observe all broken links of a brand on a channel as one alert, with the orders that were lost."""
    broken = await sql.network.watch.known_problems.broken_links(
        look.db, [*publishers], BrokenType.UNVERIFIED
    )
    known = await sql.network.watch.figures.baselines(look.db, [*publishers]) if broken else {}
    for links in broken:
        base = known.get(UnitKey(links.publisher_id, links.mid, links.site_id))
        days = max(1.0, (look.now - links.since) / ONE_DAY)
        money = None
        if base is not None and base.orders and links.clicks:
            orders = links.clicks / RISK_DAYS * days * base.orders / max(1.0, base.clicks)
            deviation = spread(orders, history_shape(base.orders, base.rho, days))
            money = estimate_money(orders, deviation, float(base.per_order) * base.approval, days)
        book.observe(
            draft_fact(
                publishers[links.publisher_id],
                AlertKind.LINK_BROKEN,
                links.since,
                NextStep.FIX_LINKS,
                AlertEvidence(links=links.links),
                money=money,
                cause=AlertCause.LINK_BROKEN,
                mid=links.mid,
                site_id=links.site_id,
            )
        )
