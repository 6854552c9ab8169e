"""The problems that a link can have (contract §8)."""

from enum import IntEnum
from typing import Literal

from msgspec import Struct

BrokenState = Literal["open", "fixed", "ignored"]


class BrokenType(IntEnum):
    BRAND_OFFLINE = 1
    BRAND_PAUSED = 2
    NOT_JOINED = 3
    CHANNEL_DISABLED = 4
    OFF_DOMAIN = 5
    NOT_FOUND = 6
    UNREACHABLE = 7
    HOMEPAGE = 8
    PARAMETER_LOST = 9
    LOOP = 10
    UNVERIFIED = 11


AT_ONCE = frozenset(
    {
        BrokenType.BRAND_OFFLINE,
        BrokenType.BRAND_PAUSED,
        BrokenType.NOT_JOINED,
        BrokenType.CHANNEL_DISABLED,
        BrokenType.OFF_DOMAIN,
    }
)
"""Problems that the portal knows from its own data, so that no second check is needed."""
TITLES = {
    BrokenType.BRAND_OFFLINE: "Brand offline",
    BrokenType.BRAND_PAUSED: "Brand paused",
    BrokenType.NOT_JOINED: "Relationship ended or not approved",
    BrokenType.CHANNEL_DISABLED: "Channel disabled",
    BrokenType.OFF_DOMAIN: "Target not on the brand's domains",
    BrokenType.NOT_FOUND: "Target not found",
    BrokenType.UNREACHABLE: "Target does not respond",
    BrokenType.HOMEPAGE: "Redirected to the home page",
    BrokenType.PARAMETER_LOST: "Tracking parameter lost",
    BrokenType.LOOP: "Redirect loop",
    BrokenType.UNVERIFIED: "Could not verify",
}


class BrokenKind(Struct, frozen=True):
    """A kind of problem that a link can have.

    `counted` is false if such a link is shown but does not count as broken.
    """

    type: BrokenType
    name: str
    title: str
    counted: bool


class BrokenTypes(Struct, frozen=True, kw_only=True):
    types: list[BrokenKind]
    states: list[BrokenState]


BROKEN_TYPES = BrokenTypes(
    types=[
        BrokenKind(kind, kind.name.lower(), title, kind is not BrokenType.UNVERIFIED)
        for kind, title in TITLES.items()
    ],
    states=["open", "fixed", "ignored"],
)
