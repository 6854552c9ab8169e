"""What the portal promises of its services, and how well each kept it: shares and durations, never volumes.

Everything here is computed from counts by day (the table service_day) and the times when nothing ran.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from math import floor, inf
from typing import NamedTuple

from msgspec import Struct

from schema.core.scalar import At, Day

WEB, WORKER = "web", "worker"
"""The names of heartbeats: one of the web processes of the portal, one of its workers."""
DAYS = 90
"""How many days are shown, today included."""
FEWEST = 100
"""No share is published of fewer requests a day: it would reveal their number, and one would weigh too much."""
SILENT = timedelta(minutes=5)
"""Without a heartbeat for so long, nothing runs."""
DAY = timedelta(days=1)
STEPS = 10_000
"""Shares are given in hundredths of a per cent, rounded down."""


class Service(StrEnum):
    REDIRECTS = "redirects"
    CALLS = "calls"
    FIGURES = "figures"
    POSTBACKS = "postbacks"
    PAYMENTS = "payments"


class State(StrEnum):
    """How a service is now, from the best."""

    OK = "ok"
    LIMITED = "limited"
    DOWN = "down"


class DayState(StrEnum):
    MET = "met"
    MISSED = "missed"
    FEW = "few"
    """Too few to tell."""
    NONE = "none"
    """Nothing was counted."""


class Objective(NamedTuple):
    title: str
    promise: str
    share: float
    within: float
    """Seconds, one of the buckets of what is measured."""


OBJECTIVES = {
    Service.REDIRECTS: Objective(
        "Tracking links", "99.9 % of visitors are led on within a second", 0.999, 1.0
    ),
    Service.CALLS: Objective(
        "Pages and API", "99.9 % of calls are answered within 2.5 seconds", 0.999, 2.5
    ),
    Service.FIGURES: Objective(
        "Reports", "99 % of clicks and orders are in the figures within a minute", 0.99, 60.0
    ),
    Service.POSTBACKS: Objective(
        "Postbacks", "99 % of events are sent within a minute", 0.99, 60.0
    ),
    Service.PAYMENTS: Objective(
        "Payments", "95 % of requested payments are sent within 7 days", 0.95, 7 * 86_400.0
    ),
}
BY_WORKERS = frozenset((Service.FIGURES, Service.POSTBACKS, Service.PAYMENTS))
"""What needs a worker, not only web processes."""


class DayCount(Struct, frozen=True):
    """How many of a service ended well, or not, within so many seconds and above the bucket before."""

    day: date
    service: Service
    good: bool
    within: float
    count: int


class Outage(NamedTuple):
    """A time in which no web process reached the database; visitors may have been redirected nevertheless."""

    since: datetime
    until: datetime
    redirected: bool


class ServiceDay(Struct, frozen=True, omit_defaults=True):
    day: Day
    state: DayState
    share: float | None = None
    half_within: float | None = None
    """Seconds within which half of all ended."""
    most_within: float | None = None
    """Seconds within which 95 % ended."""


class ServiceStatus(Struct, frozen=True, kw_only=True):
    service: Service
    title: str
    promise: str
    objective: float
    state: State
    share: float | None
    """The share that met the promise in all days shown."""
    budget_left: float | None
    """What is left of the share that may miss the promise: 1 at the beginning, 0 once it is used up."""
    days: list[ServiceDay]


class Status(Struct, frozen=True, kw_only=True):
    state: State
    as_of: At
    history_as_of: At | None
    """When the days were read last; they are older while the database is away, and unknown if they never were."""
    database: bool
    services: list[ServiceStatus]


class Heartbeats(NamedTuple):
    """When a worker last ran, as far as the database knows; and whether it can be asked."""

    worker: datetime | None
    database: bool


def state_of(service: Service, beats: Heartbeats, now: datetime) -> State:
    """How a service is now. While the database is away, links that were used lately still lead on."""
    if not beats.database:
        return State.LIMITED if service is Service.REDIRECTS else State.DOWN
    silent = beats.worker is None or now - beats.worker > SILENT
    return State.DOWN if silent and service in BY_WORKERS else State.OK


def measure(
    service: Service,
    counts: Iterable[DayCount],
    outages: Sequence[Outage],
    state: State,
    now: datetime,
) -> ServiceStatus:
    """A service over all days shown."""
    objective = OBJECTIVES[service]
    by_day: defaultdict[date, list[DayCount]] = defaultdict(list)
    for count in counts:
        if count.service is service:
            by_day[count.day].append(count)
    today = now.astimezone(UTC).date()
    days = [today - back * DAY for back in reversed(range(DAYS))]
    felt = [outage for outage in outages if is_felt(service, outage)]
    known = [day for day in days if by_day[day] or down_share(day, felt, now)]
    share = share_met(
        [count for day in known for count in by_day[day]],
        sum(down_share(day, felt, now) for day in known) / max(1, len(known)),
        objective,
    )
    missed = None if share is None else (1 - share) / (1 - objective.share)
    return ServiceStatus(
        service=service,
        title=objective.title,
        promise=objective.promise,
        objective=objective.share,
        state=state,
        share=round_down(share),
        budget_left=None if missed is None else round(max(0.0, 1 - missed), 2),
        days=[measure_day(day, by_day[day], down_share(day, felt, now), objective) for day in days],
    )


def is_felt(service: Service, outage: Outage) -> bool:
    """Whether an outage counts against a service. What workers do late is counted when it is done."""
    return service is Service.CALLS or (service is Service.REDIRECTS and not outage.redirected)


def measure_day(
    day: date, counts: Sequence[DayCount], down: float, objective: Objective
) -> ServiceDay:
    share = share_met(counts, down, objective)
    if share is None:
        return ServiceDay(day, DayState.FEW if counts else DayState.NONE)
    return ServiceDay(
        day,
        DayState.MET if share >= objective.share else DayState.MISSED,
        round_down(share),
        seconds_within(counts, 0.5),
        seconds_within(counts, 0.95),
    )


def share_met(counts: Sequence[DayCount], down: float, objective: Objective) -> float | None:
    """The share that met an objective, less the share of time in which nothing ran; None if there were too few."""
    total = sum(count.count for count in counts)
    if total < FEWEST:
        return 1 - down if down else None
    met = sum(each.count for each in counts if each.good and each.within <= objective.within)
    return met / total * (1 - down)


def seconds_within(counts: Sequence[DayCount], share: float) -> float | None:
    """The bucket within which such a share ended; None if it is above them all, or there were too few."""
    by_bucket: defaultdict[float, int] = defaultdict(int)
    for each in counts:
        by_bucket[each.within] += each.count
    total, below = sum(by_bucket.values()), 0
    if total < FEWEST:
        return None
    for within in sorted(by_bucket):
        below += by_bucket[within]
        if below >= share * total:
            return None if within == inf else within
    return None


def down_share(day: date, outages: Iterable[Outage], now: datetime) -> float:
    """The share of a day, as far as it has passed, in which nothing ran."""
    begins = datetime.combine(day, time(), UTC)
    ends = min(begins + DAY, now)
    down = sum(
        (max(timedelta(), min(each.until, ends) - max(each.since, begins)) for each in outages),
        timedelta(),
    )
    return min(1.0, down / (ends - begins)) if ends > begins else 0.0


def round_down(share: float | None) -> float | None:
    return None if share is None else floor(share * STEPS + 1e-9) / STEPS


def worst(states: Iterable[State]) -> State:
    return max(states, key=[*State].index)


def status(
    counts: Sequence[DayCount],
    outages: Sequence[Outage],
    beats: Heartbeats,
    now: datetime,
    history_as_of: datetime | None,
) -> Status:
    """The status of all services."""
    states: Mapping[Service, State] = {each: state_of(each, beats, now) for each in Service}
    return Status(
        state=worst(states.values()),
        as_of=now,
        history_as_of=history_as_of,
        database=beats.database,
        services=[measure(each, counts, outages, states[each], now) for each in Service],
    )
