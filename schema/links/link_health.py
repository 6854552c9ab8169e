"""The findings of link checks, and when a link counts as broken: once two checks agree."""

from datetime import datetime, timedelta

from msgspec import Struct

from schema.brands.brand import BrandStatus, Relation
from schema.channels.channel import SiteStatus
from schema.links.broken_type import AT_ONCE, BrokenState, BrokenType

CHECK_EVERY = timedelta(hours=6)
SECOND_CHECK_AFTER = timedelta(minutes=10)
"""The time between the first check and the second one, which has to agree."""
RISK_DAYS = 30
CHECKED_REDIRECTS_MAX = 5
"""How many redirects the check of a link follows."""
CHECKED_URL_LENGTH = 2_000
"""The longest URL that the check of a link requests."""


class Hop(Struct, frozen=True):
    """A URL on the way to the target, and its HTTP status; null if it did not respond."""

    url: str
    status: int | None


class Finding(Struct, frozen=True):
    """What a check of a target found: `type` is None if nothing is wrong."""

    type: BrokenType | None
    http_status: int | None = None
    final_url: str | None = None
    hops: list[Hop] = []
    suggestion: str | None = None


class LinkHealth(Struct, frozen=True, kw_only=True):
    """The health of a link: the findings of its checks, and the state that is shown."""

    found: BrokenType | None = None
    found_at: datetime | None = None
    type: BrokenType | None = None
    state: BrokenState | None = None
    first_seen_at: datetime | None = None
    broken: bool = False
    """Whether visitors of the link are sent to a fallback."""


def find_status_fault(
    brand_status: str, relationship: int, site_status: int, *, on_domain: bool
) -> BrokenType | None:
    """What is wrong with a link according to the portal's own data; None if nothing is."""
    if brand_status == BrandStatus.OFFLINE:
        return BrokenType.BRAND_OFFLINE
    if brand_status == BrandStatus.PAUSED:
        return BrokenType.BRAND_PAUSED
    if relationship != Relation.JOINED:
        return BrokenType.NOT_JOINED
    if site_status != SiteStatus.APPROVED:
        return BrokenType.CHANNEL_DISABLED
    return None if on_domain else BrokenType.OFF_DOMAIN


def next_health(
    before: LinkHealth, finding: BrokenType | None, now: datetime, *, has_fallback: bool
) -> LinkHealth:
    """The health of a link after another check. A link is listed once two checks agree."""
    if finding is None:
        state: BrokenState | None = "fixed" if before.state else None
        return LinkHealth(type=before.type, state=state, first_seen_at=before.first_seen_at)
    since = before.found_at if before.found is finding and before.found_at else now
    agreed = finding in AT_ONCE or now - since >= SECOND_CHECK_AFTER
    if not agreed:
        return LinkHealth(
            found=finding,
            found_at=since,
            type=before.type,
            state=before.state,
            first_seen_at=before.first_seen_at,
            broken=before.broken,
        )
    unchanged = (before.state == "ignored" and before.type is finding) or (
        before.state == "fixed" and has_fallback
    )
    listed = before.state == "open" or unchanged
    return LinkHealth(
        found=finding,
        found_at=since,
        type=before.type if unchanged else finding,
        state=before.state if unchanged else "open",
        first_seen_at=before.first_seen_at if listed and before.first_seen_at else since,
        broken=before.broken if finding is BrokenType.UNVERIFIED else True,
    )


def is_newly_broken(before: LinkHealth, after: LinkHealth) -> bool:
    """Whether the publisher has to be notified that the link is broken."""
    return (
        after.state == "open"
        and after.type is not BrokenType.UNVERIFIED
        and (before.state != "open" or before.type is BrokenType.UNVERIFIED)
    )


def next_check_at(after: LinkHealth, now: datetime) -> datetime:
    """When to check the link again: soon, if the first check found something that a second has to confirm."""
    waits = after.found is not None and (
        after.found_at is None
        or (after.found not in AT_ONCE and now - after.found_at < SECOND_CHECK_AFTER)
    )
    return now + (SECOND_CHECK_AFTER if waits else CHECK_EVERY)
