"""Coupons of brands."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Literal

from msgspec import Struct

from schema.core.errors import Flaw, Rule
from schema.core.event import Event, EventType, list_changes
from schema.core.scalar import At, Id, LiveUid, Note, Text100

FOR_ALL = 0
"""The publisher of a coupon that is for everybody."""
ORDERS_OF_COUPON = timedelta(days=30)
"""The orders that are counted for a coupon."""
COUPONS_SHOWN = 100
"""How many coupons a brand's page shows."""


CouponState = Literal["active", "upcoming", "ended", "paused", "withdrawn"]


class CouponFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of coupons.

    `updated_after` makes it a feed of changes, oldest first, in which coupons stay once they are over: send the
    `updated_at` of the newest coupon you have. You get those changed since, and again those of the 30 seconds before,
    which may have been stored late. `exclusive` lists only coupons for you alone, or only those for everybody.
    """

    mcid: Text100 | None = None
    updated_after: At | None = None
    exclusive: bool | None = None


class NetworkCouponFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mcid: Text100 | None = None
    id: Id | None = None


class Coupon(Struct, frozen=True, kw_only=True):
    """A coupon that can be promoted today; `exclusive` if it is for this publisher alone."""

    id: int
    mcid: str
    brand_name: str
    code: str
    description: str
    exclusive: bool
    starts_at: date | None
    ends_at: date | None


class ListedCoupon(Coupon, frozen=True, kw_only=True):
    """A coupon in the list of coupons, with what it brought.

    `state`: `active` can be promoted today, `upcoming` begins later, `ended` is over, `paused` waits until its brand is
    online, `withdrawn` is not for this publisher any more; of such a one the terms are left out.
    """

    state: CouponState
    updated_at: At
    orders: int
    """The publisher's orders of the last 30 days that were placed with the code, without test orders."""


class StoredCoupon(Struct, frozen=True):
    """A coupon as it is stored; `publisher_id` is the only publisher it is for, 0 for everybody."""

    id: int
    """0 if it is new."""
    publisher_id: int
    description: str
    starts_at: date | None
    ends_at: date | None
    withdrawn_from: list[int]

    @property
    def terms(self) -> "CouponTerms":
        return CouponTerms(
            description=self.description,
            uid=self.publisher_id or None,
            starts_at=self.starts_at,
            ends_at=self.ends_at,
        )

    def is_for(self, publisher_id: int) -> bool:
        return self.publisher_id in (FOR_ALL, publisher_id)


def coupon_event(
    publisher_id: int,
    mid: int,
    code: str,
    before: StoredCoupon | None,
    after: StoredCoupon,
) -> Event | None:
    """The event of a changed coupon for a publisher, with what concerns it; None if none of that changed."""
    was = before if before and before.is_for(publisher_id) else None
    now = after if after.is_for(publisher_id) else None
    if now is None and was is None:
        return None
    status, former = "available" if now else "withdrawn", "available" if was else None
    changes = list_changes(status=(former, status))
    if now is not None:
        changes |= list_changes(
            description=(was and was.description, now.description),
            exclusive=(was and was.publisher_id != FOR_ALL, now.publisher_id != FOR_ALL),
            starts_at=(was and was.starts_at, now.starts_at),
            ends_at=(was and was.ends_at, now.ends_at),
        )
    if not changes:
        return None
    body = {
        "coupon": code,
        "status": status,
        "previous_status": former,
        "note": now.description if now else "",
        "changes": changes,
    }
    return Event(publisher_id, EventType.COUPON_CHANGED, body, mid=mid)


class CouponTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an operator can change of a coupon, as /network/coupons lists it."""

    description: Note = ""
    uid: LiveUid | None = None
    starts_at: date | None = None
    ends_at: date | None = None


class CouponDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brand's coupon with this code, for everybody or for one publisher, valid until the day before `ends_at`.

    From then on, orders with a code assigned to one publisher are credited to that publisher, unless the brand turned
    `coupon_decides` off.

    `was`: the coupon as it was read. If somebody has changed it meanwhile, it is not saved. `create`: save it only if
    the brand has no coupon with this code yet.
    """

    mcid: Text100
    code: Text100
    description: Note
    uid: LiveUid | None = None
    starts_at: date | None = None
    ends_at: date | None = None
    was: CouponTerms | None = None
    create: bool = False

    def find_flaws(self) -> Iterator[Flaw]:
        """The flaws of the draft."""
        if not self.code.strip() or self.code != self.code.strip():
            yield Flaw("code", Rule.FORMAT, "must be words without a space at either end")
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            yield Flaw("ends_at", Rule.NOT_LATER, limit="starts_at")

    def replace(self, before: StoredCoupon | None) -> StoredCoupon:
        """The coupon in place of the one with the same code; another owner withdraws it from those it was for."""
        owner = self.uid or FOR_ALL
        withdrawn = set(before.withdrawn_from) if before else set()
        if before is not None:
            withdrawn.add(before.publisher_id)
        return StoredCoupon(
            id=before.id if before else 0,
            publisher_id=owner,
            description=self.description,
            starts_at=self.starts_at,
            ends_at=self.ends_at,
            withdrawn_from=[] if owner == FOR_ALL else sorted(withdrawn - {owner}),
        )


class CouponSaved(Struct, frozen=True):
    id: int


class NetworkCoupon(Struct, frozen=True, kw_only=True):
    """A coupon as the network's staff see it.

    `uid` and `publisher` name the only publisher the coupon is for; null if it is for everybody.
    """

    id: int
    mcid: str
    brand_name: str
    code: str
    description: str
    uid: int | None
    publisher: str | None
    starts_at: date | None
    ends_at: date | None
