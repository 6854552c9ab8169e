"""Alerts of all publishers, as the network's staff see them: those of one brand, kind and cause form a group."""

from typing import Annotated, Self

from msgspec import Meta, Struct

from schema.core.scalar import At, LiveUid, Text100
from schema.reports.alert import (
    AlertCause,
    AlertKind,
    AlertState,
    AlertTask,
    AlertTaskState,
    MoneyAtRisk,
    NextStep,
)

ALERTS_SHOWN = 100
"""At most this many publishers' alerts are listed with their group."""
GROUP_PATTERN = r"^[0-9]{1,16}-[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,16}\Z"
GroupKey = Annotated[str, Meta(pattern=GROUP_PATTERN, examples=["12-1-5-0"])]
"""A brand, a kind and a cause and, for alerts without a brand, the publisher. What does not apply is 0."""


class AlertGroup(Struct, frozen=True):
    """The group of alerts that a key names: its brand, kind, cause and publisher."""

    mid: int
    kind: int
    cause: int
    uid: int

    @classmethod
    def parse(cls, key: GroupKey) -> Self:
        return cls(*(int(part) for part in key.split("-")))


class NetworkAlertFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`task`: only alerts with an open task for the network; `uid`: only groups that include this publisher."""

    key: GroupKey | None = None
    kind: AlertKind | None = None
    mcid: Text100 | None = None
    uid: LiveUid | None = None
    task: AlertTaskState | None = None


class NetworkAlert(Struct, frozen=True, kw_only=True):
    """What is wrong for one or several publishers. `uid` and `publisher` are null if there are several.

    `money_at_risk` is the sum in the network's currency, at the last rates: an estimate. `unrated` alerts are not in
    it, because there is no rate. `task` is null if publishers can solve the problem themselves.
    """

    key: str
    kind: AlertKind
    cause: AlertCause | None
    mcid: str | None
    brand_name: str | None
    publishers: int
    uid: int | None
    publisher: str | None
    alerts: int
    since: At
    money_at_risk: MoneyAtRisk | None
    unrated: int
    task: AlertTask | None


class PublisherAlert(Struct, frozen=True, kw_only=True):
    """An alert of a publisher, in its own currency. `state` is null if only the network's staff see the alert."""

    uid: int
    publisher: str
    site_name: str | None
    since: At
    expected: float | None
    seen: float | None
    money_at_risk: MoneyAtRisk | None
    next_step: NextStep
    state: AlertState | None


class NetworkAlertInfo(NetworkAlert, frozen=True, kw_only=True):
    """A group of alerts with its publishers' alerts, at most 100, those with the most money at risk first."""

    of_publishers: list[PublisherAlert]


class AlertGroupRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    key: GroupKey


class AlertTaskFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The state of a task, and the note that publishers read."""

    state: AlertTaskState
    note: Annotated[str, Meta(max_length=500)] = ""


class AlertTaskSet(AlertTaskFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The network's task about a group of alerts. Publishers read the note.

    `was`: the task as it was read. If somebody has changed it meanwhile, it is not saved.
    """

    key: GroupKey
    was: AlertTaskFields | None = None
