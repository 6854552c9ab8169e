"""Requests of agents: calls that an app asks for, and that are made only if its person approves them."""

from datetime import timedelta
from enum import StrEnum
from typing import Any

from msgspec import Struct

from schema.core.scalar import At, Id

REQUEST_LIFETIME = timedelta(hours=24)
"""How long a request can be approved."""
REQUESTS_MAX = 50
"""How many requests of a publisher's apps can wait at a time."""
REQUESTS_LISTED = timedelta(days=30)
"""How long requests are listed and kept."""
ARGUMENTS_BYTES_MAX = 16_000
"""The largest arguments of a request, in bytes of JSON: a person is to read them."""
CHANGES_SHOWN = 100
"""How many changes of a request are shown; a call may have many more."""


class RequestState(StrEnum):
    """The state of a request. `ended`: the connection of its app ended before anybody decided."""

    PENDING = "pending"
    APPROVED = "approved"
    DECLINED = "declined"
    EXPIRED = "expired"
    ENDED = "ended"


class AgentRequestMade(Struct, frozen=True, kw_only=True):
    """A request that waits for its person, who opens `url` to decide it before `expires_at`."""

    request_id: int
    url: str
    expires_at: At


class AgentRequestRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class AgentRequestDecision(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a request is approved, and made at once, or declined."""

    id: Id
    approve: bool


class RequestOutcome(Struct, frozen=True, kw_only=True):
    """What came of an approved call: `code` is 0 if it was made; `refused` says which of its items failed, and why."""

    code: int
    message: str
    refused: list[str]


class AgentRequestDecided(Struct, frozen=True, kw_only=True):
    """How a request was decided; `outcome` is what came of an approved call, null for a declined one."""

    state: RequestState
    outcome: RequestOutcome | None


class RequestChange(Struct, frozen=True):
    """One thing that a call would change: `field` of `subject`, from `before` to `after`; null where there is none."""

    subject: str
    field: str
    before: str | None
    after: str | None


class AgentRequestRow(Struct, frozen=True, kw_only=True):
    """A request in the list. `app` is what the app calls itself, which nobody verified; `path` is the call's."""

    id: int
    app: str
    path: str
    state: RequestState
    created_at: At
    expires_at: At
    decided_at: At | None
    outcome: RequestOutcome | None


class AgentRequest(AgentRequestRow, frozen=True, kw_only=True):
    """A request with the call's arguments, and what it would change or, once it is decided, would have changed then.

    At most 100 changes are listed; `changes_total` counts all. `goes_to` is where the app's answer was sent.
    """

    goes_to: str
    arguments: dict[str, Any]
    changes: list[RequestChange]
    changes_total: int
