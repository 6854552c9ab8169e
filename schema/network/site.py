"""Channels, as the network's operators see and review them."""

from collections.abc import Iterator

from msgspec import Struct

from schema.brands.site import Site, SiteStatus
from schema.core.errors import Flaw
from schema.core.scalar import At, Id, Note


class NetworkSiteFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: SiteStatus | None = None
    uid: Id | None = None
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
    """1 approved, 2 rejected or 3 disabled; the last two need a reason."""

    uid: Id
    site_id: Id
    status: SiteStatus
    reason: Note | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        if self.status is SiteStatus.PENDING:
            yield Flaw("status", "must be 1 approved, 2 rejected or 3 disabled")
        if self.status is not SiteStatus.APPROVED and not (self.reason or "").strip():
            yield Flaw("reason", "is required to reject or disable")


class NetworkSiteRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    uid: Id
    site_id: Id


class NetworkSiteInfo(Site, frozen=True, kw_only=True):
    """A channel as its publisher sees it, and who its publisher is."""

    uid: int
    publisher: str
