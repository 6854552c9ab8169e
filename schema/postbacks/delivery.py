"""Deliveries: the requests that postbacks send about events, and their outcomes."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from schema.core.event import EventType
from schema.core.scalar import At, Day, Id

DELIVERIES_OF_ORDER = 100
"""How many postback deliveries are shown with an order."""
DELIVERIES_COUNTED_MAX = 10_000
"""Up to how many deliveries a list's total is counted."""

DeliveryState = Literal["waiting", "delivered", "failed"]
DeliveryError = Literal[
    "timeout",
    "host_unknown",
    "refused",
    "tls",
    "unreachable",
    "forbidden",
    "redirect",
    "status",
    "gone",
]

REDELIVERED_AT_ONCE = 10_000
SHOWN_AT_ONCE = 100
MARKS = 50
"""How many of a postback's latest deliveries are shown as a strip of marks."""


ANSWER_MAX = 300
"""How many characters of a receiver's answer to a failed request are kept."""


class Attempt(Struct, frozen=True, kw_only=True):
    """One request: the receiver's status and how long it took.

    `answer`: the first 300 characters of what a receiver answered that did not accept the event, as plain text: it was
    written by the receiver. Null if it accepted the event, did not answer, or answered no text, and of tests.
    """

    at: At
    status_code: int | None
    ms: int
    error: DeliveryError | None
    answer: str | None = None
    """Attempts that were stored before answers were kept have none."""


def read_answer(body: bytes) -> str | None:
    """What is kept of a receiver's answer: one line of printable text; None if it is not text."""
    if b"\0" in body:
        return None
    text = body.decode("utf-8", "replace")
    printable = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(printable.split())[:ANSWER_MAX] or None


class Delivery(Struct, frozen=True, kw_only=True):
    """An event that is sent to a postback. `attempt` counts the requests since it was queued or sent again.

    `order_id` is the brand's number of the order, `oid` ours; a test of sample values has no order.
    """

    id: str
    postback_id: int | None
    event_id: str
    event_type: EventType
    oid: int | None
    order_id: str | None
    attempt: int
    method: str | None
    url: str | None
    request_body: str | None
    status_code: int | None
    ms: int | None
    error: DeliveryError | None
    state: DeliveryState
    next_attempt_at: At | None
    test: bool
    created_at: At
    attempts: list[Attempt]


class DeliveryMark(Struct, frozen=True, kw_only=True):
    """A delivery in a strip of many: its state, the receiver's status if it responded, and why it failed."""

    id: str
    state: DeliveryState
    status_code: int | None
    error: DeliveryError | None
    created_at: At


class RecentDeliveries(Struct, frozen=True, kw_only=True):
    """The latest deliveries of a postback, without tests: at most 50, newest first."""

    postback_id: int
    marks: list[DeliveryMark]


DeliveryId = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z",
        extra_json_schema={"examples": ["0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c21"]},
    ),
]


class DeliveryFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the delivery log.

    `id` is a postback. Days are in the publisher's time zone. `after` is the `created_at` of the newest delivery you
    have: later ones are listed, and those of the 30 seconds before it, which may have been committed late; deduplicate
    them by id. `delivery_ids` looks some up again.
    """

    id: Id | None = None
    delivery_id: DeliveryId | None = None
    delivery_ids: (
        Annotated[list[DeliveryId], Meta(min_length=1, max_length=SHOWN_AT_ONCE)] | None
    ) = None
    after: At | None = None
    state: DeliveryState | None = None
    start_date: Day | None = None
    end_date: Day | None = None


class RedeliveryAsk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Deliveries to send again.

    Either `ids` of deliveries, or the days in which they were made, optionally limited to one postback or state. The
    state `failed` includes deliveries that have failed and wait for another attempt. Deliveries that are already due
    are left out.
    """

    ids: Annotated[list[DeliveryId], Meta(min_length=1, max_length=1_000)] | None = None
    start_date: Day | None = None
    end_date: Day | None = None
    id: Id | None = None
    state: DeliveryState | None = None


class Redelivery(Struct, frozen=True):
    """How many deliveries will be sent again."""

    count: int


class Result(Struct, frozen=True, kw_only=True):
    """The result of an attempt; `attempt` is the delivery's number of attempts before it, which must still hold."""

    delivery_id: str
    attempt: int
    state: DeliveryState
    next_attempt_at: datetime | None
    method: str
    url: str
    request_body: str | None
    made: Attempt


class OutgoingRequest(Struct, frozen=True, kw_only=True):
    """A request as it is sent."""

    method: str
    url: str
    headers: dict[str, str]
    body: str | None


Event = dict[str, Any]
"""An event's values by the names of macros, with the types of the wire."""
