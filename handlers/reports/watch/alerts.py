"""Turns a round's observations into alerts: raised once per episode, renewed, reopened if they grew, and closed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

import sql.core.outbox
import sql.network.watch.alerts
import sql.network.watch.shared_falls
from rpc import Worker
from rpc.jobs.job import job_for
from schema.core.event import Event
from schema.reports.alert import (
    OWN_MAIL,
    REOPENED_FROM,
    SAME_EPISODE_FOR,
    AlertKind,
    AlertMail,
    AlertState,
    make_event,
)
from sql.network.watch.round_rows import KnownAlert, NewAlert, UnitKey, WatchedPublisher

DAY = timedelta(days=1)
JUDGED_KINDS = frozenset(
    {
        AlertKind.TRACKING_STOPPED,
        AlertKind.CONVERSION_FALLEN,
        AlertKind.CLICKS_FALLEN,
        AlertKind.COMMISSION_PER_ORDER_FALLEN,
    }
)
"""Kinds that are judged by probability; the others are facts."""
Span: TypeAlias = tuple[datetime, datetime | None]
Key: TypeAlias = tuple[int, AlertKind, int, int, int, int, str]


def key_of(alert: KnownAlert | NewAlert) -> Key:
    """The key that identifies what an alert is about. At most one alert per key is not closed."""
    return (
        *(alert.publisher_id, alert.kind, alert.mid, alert.site_id, alert.link_id),
        *(alert.postback_id, alert.coupon),
    )


class AlertBook:
    """The alerts of some publishers in a round."""

    def __init__(
        self, ctx: Worker, publishers: Sequence[WatchedPublisher], known: Iterable[KnownAlert]
    ) -> None:
        self.ctx = ctx
        self.now = ctx.now
        self.publishers = publishers
        self.living: dict[Key, KnownAlert] = {}
        self.past: dict[Key, KnownAlert] = {}
        for alert in known:
            (self.past if alert.state == "closed" else self.living)[key_of(alert)] = alert
        self.judged = defaultdict[UnitKey, list[KnownAlert]](list)
        self.of_link = defaultdict[tuple[int, int], list[KnownAlert]](list)
        for alert in [*self.living.values(), *self.past.values()]:
            if alert.link_id:
                self.of_link[alert.publisher_id, alert.link_id].append(alert)
            else:
                self.judged[alert.key].append(alert)
        self.observed: dict[Key, NewAlert] = {}
        self.over: list[KnownAlert] = []
        self.shared: list[NewAlert] = []
        self.events: list[Event] = []
        self.raised = self.closed = 0

    def observe(self, alert: NewAlert) -> None:
        self.observed[key_of(alert)] = alert

    def is_observed(self, alert: KnownAlert) -> bool:
        return key_of(alert) in self.observed

    def share(self, fall: NewAlert) -> None:
        """Note a fall that all publishers of a brand share: only the network's staff get an alert about it."""
        self.shared.append(fall)

    def close(self, alert: KnownAlert) -> None:
        """Note that the cause of an alert has ended."""
        self.over.append(alert)

    def living_of(self, key: UnitKey, kinds: Collection[AlertKind]) -> list[KnownAlert]:
        """The alerts of these kinds about a brand on a channel that are not closed."""
        return [each for each in self.judged[key] if each.kind in kinds and each.state != "closed"]

    def living_of_link(self, publisher_id: int, link_id: int) -> list[KnownAlert]:
        """The alerts about a link alone that are not closed."""
        return [each for each in self.of_link[publisher_id, link_id] if each.state != "closed"]

    def spans_of_link(self, publisher_id: int, link_id: int) -> list[Span]:
        """The periods of the stops of a link alone."""
        return [
            (each.since, each.closed_at)
            for each in self.of_link[publisher_id, link_id]
            if each.kind is AlertKind.TRACKING_STOPPED
        ]

    def is_told(self, key: UnitKey) -> bool:
        """Whether a brand on a channel, or the channel, has an alert about its figures; its links do not repeat it."""
        return any(
            each.state != "closed" and each.kind in JUDGED_KINDS for each in self.judged[key]
        ) or any(
            UnitKey(each.publisher_id, each.mid, each.site_id) == key
            and not each.link_id
            and each.kind in JUDGED_KINDS
            for each in self.observed.values()
        )

    def spans(self, key: UnitKey, kinds: Collection[AlertKind]) -> list[Span]:
        """The periods of the alerts of these kinds about a brand on a channel. An end of None means until now."""
        return [(each.since, each.closed_at) for each in self.judged[key] if each.kind in kinds]

    def close_missing(self, kinds: Iterable[AlertKind]) -> None:
        """Note that alerts of these kinds are over if their facts were not observed in this round."""
        for key, alert in self.living.items():
            if alert.kind in kinds and key not in self.observed:
                self.close(alert)

    async def write(self, judged: Collection[int]) -> None:
        """Store the changes to all alerts, with the resulting events and mails. Call this in a transaction.

        `judged` are the publishers whose day is complete: they get their daily mail.
        """
        db, some = self.ctx.db, [each.publisher_id for each in self.publishers]
        await sql.network.watch.alerts.wake_snoozed(db, some, self.now)
        mailed: set[int] = set()
        for key, alert in self.observed.items():
            if key in self.living:
                await sql.network.watch.alerts.renew(db, self.living[key].alert_id, alert)
            elif not self.is_part_of_another(alert):
                past = self.past.get(key)
                alert_id = await self.raise_alert(alert, past)
                if alert_id is not None and alert.kind not in OWN_MAIL:
                    mailed.add(alert.publisher_id)
                    reopened = past is not None and past.alert_id == alert_id
                    self.add_event(alert_id, alert, "closed" if reopened else None, "open")
        for known in self.over:
            if await sql.network.watch.alerts.close_recovered(
                db, known.publisher_id, known.alert_id, self.now
            ):
                self.closed += 1
                if known.kind not in OWN_MAIL:
                    self.add_event(known.alert_id, known, known.state, "closed")
        await sql.core.outbox.add(db, self.events, self.now)
        await sql.network.watch.shared_falls.replace(db, sorted(judged), self.shared, self.now)
        yesterday = self.now - DAY
        for publisher_id in sorted(
            {
                alert.publisher_id
                for alert in self.living.values()
                if alert.publisher_id in judged and alert.found_at > yesterday
            }
        ):
            mail = AlertMail(publisher_id, yesterday, daily=True)
            await job_for(AlertMail).later(db, mail, key=f"alert-day-mail:{publisher_id}")
        for publisher_id in sorted(mailed):
            mail = AlertMail(publisher_id, self.now, daily=False)
            await job_for(AlertMail).later(db, mail, key=f"alert-mail:{publisher_id}")

    def is_part_of_another(self, alert: NewAlert) -> bool:
        """Whether a fall is already reported as a tracking stop, a link's as one of its brand on its channel, or a
        lower commission as a cut of the brand's terms.
        """
        if alert.link_id and self.is_told(UnitKey(alert.publisher_id, alert.mid, alert.site_id)):
            return True
        if alert.kind is AlertKind.COMMISSION_PER_ORDER_FALLEN:
            cut = self.observed.get(key_of(alert._replace(kind=AlertKind.TERMS_CUT, site_id=0)))
            if cut is not None and is_in_force(cut, self.now):
                return True
        stopped = key_of(alert._replace(kind=AlertKind.TRACKING_STOPPED))
        return alert.kind is not AlertKind.TRACKING_STOPPED and stopped in (
            self.living.keys() | self.observed.keys()
        )

    async def raise_alert(self, alert: NewAlert, before: KnownAlert | None) -> int | None:
        """Add an alert, or reopen the one of the same episode if it grew. Returns None if nothing is to be reported."""
        db = self.ctx.db
        if before is None or not self.is_same_episode(alert, before):
            alert_id = await sql.network.watch.alerts.add(db, alert, self.now)
        elif has_grown(alert, before):
            await sql.network.watch.alerts.reopen(db, alert.publisher_id, before.alert_id, self.now)
            await sql.network.watch.alerts.renew(db, before.alert_id, alert)
            alert_id = before.alert_id
        else:
            return None
        self.raised += alert_id is not None
        return alert_id

    def is_same_episode(self, alert: NewAlert, before: KnownAlert) -> bool:
        if before.closed_by != "recovered":
            return True
        assert before.closed_at is not None
        return alert.kind in JUDGED_KINDS and self.now - before.closed_at < SAME_EPISODE_FOR

    def add_event(
        self,
        alert_id: int,
        alert: NewAlert | KnownAlert,
        before: AlertState | None,
        after: AlertState,
    ) -> None:
        self.events.append(make_event(alert.publisher_id, alert_id, alert, before, after))


def is_in_force(cut: NewAlert, now: datetime) -> bool:
    """Whether the lower terms of a commission cut apply already."""
    return (
        cut.evidence is None
        or cut.evidence.terms_from is None
        or cut.evidence.terms_from <= now.date()
    )


def has_grown(alert: NewAlert, before: KnownAlert) -> bool:
    """Whether the money at risk has grown by half since an alert was closed. A loss that began later is added to it."""
    if alert.money_high is None or before.money_high is None:
        return False
    assert before.closed_at is not None
    earlier = before.money_high if alert.since >= before.closed_at else 0
    return alert.money_high + earlier >= REOPENED_FROM * before.money_high
