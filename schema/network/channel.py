"""Channels, as the network's operators see and review them."""

from collections.abc import Iterator

from msgspec import Struct

from schema.channels.channel import Site, SiteStatus
from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Id, LiveUid, Note


class NetworkSiteFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: SiteStatus | None = None
    uid: LiveUid | None = None
    site_id: Id | None = None


class NetworkSite(Struct, frozen=True, kw_only=True):
    uid: int
    publisher: str
    site_id: int
    name: str
    channel_type: int
    channel_platform: str
    website: str
    status: SiteStatus
    status_reason: str | None
    created_at: At


class SiteReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A review of a channel: 1 approved, 2 rejected or 3 disabled; the last two require a reason.

    With `was`, the status that the review is based on, it is refused if somebody has reviewed it meanwhile.
    """

    uid: LiveUid
    site_id: Id
    status: SiteStatus
    reason: Note | None = None
    was: SiteStatus | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is wrong with the review."""
        if self.status is SiteStatus.PENDING:
            yield Flaw(
                "status", Rule.ONE_OF, "must be 1 approved, 2 rejected or 3 disabled", "1, 2, 3"
            )
        if self.status is not SiteStatus.APPROVED and not (self.reason or "").strip():
            yield Flaw("reason", Rule.REQUIRED, "is required to reject or disable")


class NetworkSiteRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    uid: LiveUid
    site_id: Id


class NetworkSiteInfo(Site, frozen=True, kw_only=True):
    """A channel as its publisher sees it, with the publisher."""

    uid: int
    publisher: str
