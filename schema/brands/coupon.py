"""Coupons of brands."""

from collections.abc import Iterator
from datetime import date

from msgspec import Struct

from schema.core.errors import Flaw, Rule
from schema.core.scalar import Id, Note, Text100

COUPONS_SHOWN = 100
"""How many coupons a brand's page shows."""


class CouponFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mcid: Text100 | None = None


class NetworkCouponFilter(CouponFilter, frozen=True, kw_only=True):
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


class CouponDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brand's coupon with this code, for everybody or for one publisher, valid until the day before `ends_at`.

    From then on, orders with a code assigned to one publisher are credited to that publisher, unless the brand turned
    `coupon_decides` off.
    """

    mcid: Text100
    code: Text100
    description: Note
    uid: Id | None = None
    starts_at: date | None = None
    ends_at: date | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """The flaws of the draft."""
        if not self.code.strip() or self.code != self.code.strip():
            yield Flaw("code", Rule.FORMAT, "must be words without a space at either end")
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            yield Flaw("ends_at", Rule.NOT_LATER, limit="starts_at")


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
