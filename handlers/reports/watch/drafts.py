"""Drafts the watch's alerts, with the estimated loss as a range."""

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from schema.reports.alert import AlertCause, AlertEvidence, AlertKind, NextStep
from schema.reports.reporting_delay import ONE_HOUR, Rhythm
from schema.reports.watch import RANGE_80, Finding
from sql.network.watch.round_rows import KnownAlert, NewAlert, WatchedPublisher

REPORT_HOURS = 2.0
PRECISION = Decimal("0.0001")


class Money(NamedTuple):
    """An 80 % range of the loss so far, and of the loss per day."""

    low: Decimal
    high: Decimal
    day_low: Decimal
    day_high: Decimal


def estimate_money(lost: float, deviation: float, worth: float, days: float) -> Money:
    """Estimate the loss from the number of lost orders, clicks or amounts, their worth, and the days it took."""
    low = max(0.0, lost - RANGE_80 * deviation) * worth
    high = max(0.0, lost + RANGE_80 * deviation) * worth
    span = max(days, 1.0)
    return Money(*(to_decimal(each) for each in (low, high, low / span, high / span)))


def to_decimal(amount: float) -> Decimal:
    return Decimal(amount).quantize(PRECISION)


def draft_finding(
    publisher: WatchedPublisher,
    finding: Finding,
    since: datetime,
    money: Money,
    cause: AlertCause | None,
    step: NextStep,
    *,
    mid: int = 0,
    site_id: int = 0,
    link_id: int = 0,
    evidence: AlertEvidence | None = None,
) -> NewAlert:
    """Draft an alert about figures that fell."""
    return NewAlert(
        publisher.publisher_id,
        finding.kind,
        mid,
        site_id,
        link_id=link_id,
        postback_id=0,
        coupon="",
        since=since,
        expected=round(finding.expected, 2),
        seen=round(finding.seen, 2),
        chance=finding.chance,
        currency=publisher.currency,
        money_low=money.low,
        money_high=money.high,
        money_day_low=money.day_low,
        money_day_high=money.day_high,
        cause=cause,
        evidence=evidence or AlertEvidence(days=-finding.start or None),
        next_step=step,
    )


def draft_fact(
    publisher: WatchedPublisher,
    kind: AlertKind,
    since: datetime,
    step: NextStep,
    evidence: AlertEvidence,
    *,
    money: Money | None = None,
    cause: AlertCause | None = None,
    mid: int = 0,
    site_id: int = 0,
    postback_id: int = 0,
) -> NewAlert:
    """Draft an alert about a known fact, such as a broken link, rather than a judged figure."""
    return NewAlert(
        publisher.publisher_id,
        kind,
        mid,
        site_id,
        link_id=0,
        postback_id=postback_id,
        coupon="",
        since=since,
        expected=None,
        seen=None,
        chance=None,
        currency=publisher.currency,
        money_low=money and money.low,
        money_high=money and money.high,
        money_day_low=money and money.day_low,
        money_day_high=money and money.day_high,
        cause=cause,
        evidence=evidence,
        next_step=step,
    )


def draft_renewal(
    alert: KnownAlert, expected: float, count: float, money: Money, currency: str
) -> NewAlert:
    """Draft the update of a continuing alert's cost. The cause and evidence stay as they are."""
    return NewAlert(
        alert.publisher_id,
        alert.kind,
        alert.mid,
        alert.site_id,
        alert.link_id,
        alert.postback_id,
        alert.coupon,
        since=alert.since,
        expected=round(expected, 2),
        seen=round(count, 2),
        chance=None,
        currency=currency,
        money_low=money.low,
        money_high=money.high,
        money_day_low=money.day_low,
        money_day_high=money.day_high,
        cause=None,
        evidence=None,
        next_step=NextStep.TEST_LINKS,
    )


def is_brand_silent(rhythm: Rhythm, since: datetime) -> bool:
    """Whether a brand with several publishers has reported nothing for any of them since a time.

    The brand's last report may be a little later than one publisher's last order.
    """
    late = max(REPORT_HOURS, rhythm.gap_hours or 0.0) * ONE_HOUR
    return (
        rhythm.publishers > 1
        and rhythm.last_report is not None
        and rhythm.last_report <= since + late
    )
