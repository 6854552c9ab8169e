"""Postbacks: the settings that a publisher enters, and their state."""

from collections.abc import Collection, Iterator
from datetime import datetime
from enum import IntEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from schema.accounts.permission import PAYMENT_READ, POSTBACK_GENERAL
from schema.accounts.reauth import Reauth
from schema.core.associated_data import AssociatedData
from schema.core.errors import Flaw, Rule
from schema.core.event import CHANNEL_EVENTS, PAYMENT_EVENTS, EventType
from schema.core.scalar import At, Id, Text64
from schema.postbacks.delivery import Event, OutgoingRequest
from schema.postbacks.macro import (
    SIGNATURE,
    Macro,
    expand_json,
    expand_query,
    expand_url,
    find_template_flaw,
    find_url_flaw,
    macro_values,
    macros_of,
)
from schema.postbacks.signature import sign_body, sign_url

POSTBACKS_MAX = 100
CLICK_POSTBACKS_MAX = 10
"""The maximum number of click postbacks. Clicks come by the thousand, and each is sent to all of them."""
OLD_SECRET_HOURS = 24
PostbackState = Literal["active", "paused", "auto_paused"]
StateReason = Literal["failing", "gone"]
Template = Annotated[str, Meta(max_length=500)]


class DeliveryType(IntEnum):
    GET = 1
    POST_JSON = 2
    POST_FORM = 3


class Destination(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where and how an event is sent. `parameters` are appended (GET) or are the body (POST)."""

    delivery_type: DeliveryType
    link_url: Annotated[str, Meta(min_length=1, max_length=2_048)]
    parameters: Annotated[dict[Text64, Template], Meta(max_length=50)] = field(default_factory=dict)

    def find_destination_flaws(self) -> Iterator[Flaw]:
        """Yield URLs and macros that cannot be used."""
        if flaw := find_url_flaw(self.link_url, "link_url"):
            yield flaw
        for name, template in self.parameters.items():
            field = f"parameters.{name}"
            if flaw := find_template_flaw(template, field):
                yield flaw
            elif self.signs_itself(template):
                yield Flaw(field, Rule.SIGNATURE_IN_BODY)

    def signs_itself(self, template: str) -> bool:
        """Whether a body would contain its own signature."""
        return self.delivery_type is not DeliveryType.GET and SIGNATURE in macros_of(template)

    def build_request(self, event: Event, secrets: list[str], now: datetime) -> OutgoingRequest:
        """The request for an event, signed with each secret that is in force."""
        values = macro_values(event)
        unsigned = {**values, SIGNATURE: ""}
        url = self.expand_address(unsigned)
        if secrets:
            mark = sign_url(secrets, event["event_id"], event["event_time"], url)
            url = self.expand_address({**values, SIGNATURE: mark})
        if self.delivery_type is DeliveryType.GET:
            return OutgoingRequest(method="GET", url=url, headers={}, body=None)
        if self.delivery_type is DeliveryType.POST_FORM:
            body, kind = (
                expand_query(self.parameters, unsigned),
                "application/x-www-form-urlencoded",
            )
        else:
            content = expand_json(self.parameters, unsigned) if self.parameters else event
            body, kind = msgspec.json.encode(content).decode(), "application/json"
        timestamp = int(now.timestamp())
        headers = {
            "content-type": kind,
            "webhook-id": event["event_id"],
            "webhook-timestamp": str(timestamp),
        }
        if secrets:
            headers["webhook-signature"] = sign_body(secrets, event["event_id"], timestamp, body)
        return OutgoingRequest(method="POST", url=url, headers=headers, body=body)

    def expand_address(self, event: Event) -> str:
        url = expand_url(self.link_url, event)
        if self.delivery_type is not DeliveryType.GET or not self.parameters:
            return url
        return f"{url}{'&' if '?' in url else '?'}{expand_query(self.parameters, event)}"


class PostbackDraft(Destination, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A postback to save or, with an `id`, to replace.

    Without sites, brands or a platform, it reports the events of all of them.

    If `updated_at` is given, the change is refused if somebody has changed the postback since that time.
    """

    event_type: EventType
    site_id: Id | None = None
    mids: Annotated[list[Id], Meta(max_length=200)] = field(default_factory=list)
    medium_id: Id | None = None
    id: Id | None = None
    updated_at: At | None = None


class PostbackRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class StateChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Pauses or resumes a postback. Events are queued while it is paused, and sent once it is active again."""

    id: Id
    state: Literal["active", "paused"]


class SecretAsk(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A postback's signing secret: `rotate` generates a new one, and the previous one works for 24 more hours."""

    id: Id
    rotate: bool = False


class Secret(Struct, frozen=True):
    """A postback's signing secret. `secret` is null once it has been shown; only a new one is shown again."""

    secret: str | None
    shown_at: At | None
    old_secret_until: At | None


class PostbackTest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A saved postback, an unsaved draft, or both: the draft's values signed with the saved one's secret.

    With an `oid` the values are those of that order, else samples.
    """

    id: Id | None = None
    draft: PostbackDraft | None = None
    oid: Id | None = None


class Preview(Struct, frozen=True, kw_only=True):
    """The macros with the values of the test, and the request that they make. No signature is shown."""

    macros: list[Macro]
    method: str
    url: str
    body: str | None


class DeliveryRef(Struct, frozen=True):
    """A delivery whose outcome /postback/deliveries shows."""

    delivery_id: str


class Postback(Struct, frozen=True, kw_only=True):
    """A postback with its state.

    `success_rate` is of the last 1,000 deliveries that have ended, in percent; null if there are none.
    """

    id: int
    site_id: int | None
    event_type: EventType
    delivery_type: DeliveryType
    link_url: str
    mids: list[int]
    parameters: dict[str, str]
    medium_id: int | None
    state: PostbackState
    state_reason: StateReason | None
    failing_since: At | None
    secret_shown_at: At | None
    old_secret_until: At | None
    success_rate: float | None
    delivered: int
    failed: int
    waiting: int
    last_at: At | None
    created_at: At
    updated_at: At


class EventKind(Struct, frozen=True):
    """A type of event. `macros` are the names of those that its events can fill; the others become empty."""

    id: int
    name: str
    title: str
    macros: list[str]


class DeliveryKind(Struct, frozen=True):
    id: int
    name: str


class Medium(Struct, frozen=True):
    id: int
    name: str


class TrackerTemplate(Struct, frozen=True):
    """The settings that a common tracker expects; replace the parts in capitals with your own."""

    name: str
    delivery_type: DeliveryType
    link_url: str
    parameters: dict[str, str]


class PostbackTypes(Struct, frozen=True):
    """The event types, delivery methods, macros, platforms and templates that a postback can use."""

    event_types: list[EventKind]
    delivery_types: list[DeliveryKind]
    macros: list[Macro]
    mediums: list[Medium]
    templates: list[TrackerTemplate]


class StoredSecrets(Struct, frozen=True, kw_only=True):
    """The encrypted secrets of a postback, bound to its `row_key`."""

    row_key: str
    secret: str
    secret_shown_at: datetime | None
    old_secret: str | None
    old_secret_until: datetime | None


def manageable_events(permissions: Collection[str], *, narrowed: bool) -> frozenset[EventType]:
    """The types of events whose postbacks somebody with the permission `postback.edit` may manage.

    Those of payments are for owners and finance members, all others for owners, managers and developers. Members who
    see some channels manage those that are always about a channel.
    """
    found: frozenset[EventType] = frozenset()
    if PAYMENT_READ in permissions:
        found |= PAYMENT_EVENTS
    if POSTBACK_GENERAL in permissions:
        found |= frozenset(EventType) - PAYMENT_EVENTS
    return found & CHANNEL_EVENTS if narrowed else found


def associated_data(publisher_id: int, row_key: str) -> AssociatedData:
    """The associated data of a postback's secrets: the same for both columns, because a rotation moves one."""
    return AssociatedData("postback", "secret", row_key, publisher_id)
