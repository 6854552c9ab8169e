"""Relationships between channels and brands, as the network's operators see and decide them."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from schema.brands.brand import MyResults, Relation
from schema.brands.commission_group import CommissionGroup
from schema.channels.channel import SiteStatus
from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Id, LiveUid, Note, Text100

APPLICANT_RESULT_DAYS = 30
"""The days of clicks and orders that operators see beside an application."""


class RelationshipFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: Relation | None = None
    mcid: Text100 | None = None
    uid: LiveUid | None = None
    site_id: Id | None = None


class NetworkRelationship(Struct, frozen=True, kw_only=True):
    uid: int
    publisher: str
    site_id: int
    site_name: str
    website: str
    mcid: str
    brand_name: str
    status: Relation
    reason: str | None
    ended_by: Literal["publisher", "network"] | None
    message: str | None
    applied_at: At


class RelationshipReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision: 2 joined, 3 rejected or 4 ended; the last two need a reason.

    With `was`, the status that the decision is based on, it is refused if somebody has decided otherwise meanwhile.
    """

    uid: LiveUid
    site_id: Id
    mcid: Text100
    status: Relation
    reason: Note | None = None
    was: Relation | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is wrong with the decision."""
        if self.status in (Relation.NONE, Relation.PENDING):
            yield Flaw("status", Rule.ONE_OF, "must be 2, 3 or 4", "2, 3, 4")
        if self.status is not Relation.JOINED and not (self.reason or "").strip():
            yield Flaw("reason", Rule.REQUIRED, "is required to reject or end")


class RelationshipRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    uid: LiveUid
    site_id: Id
    mcid: Text100


class RelationshipInfo(NetworkRelationship, frozen=True, kw_only=True):
    """A channel's relationship with a brand, for a review.

    `results` are the publisher's with the brand over the last 30 days, in the publisher's currency. `needs_review`
    means that the network rejected or ended the relationship before, and decides on the next application itself.
    """

    site_status: SiteStatus
    decided_at: At | None
    needs_review: bool
    commission_groups: list[CommissionGroup]
    results: MyResults
