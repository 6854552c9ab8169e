"""Referrals: who invites, and how far the invited have come."""

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct, field

from schema.core.scalar import At, Id


class RefererRef(Struct, frozen=True, forbid_unknown_fields=True):
    uid: Id


class Referer(Struct, frozen=True):
    """The inviting publisher's name, and the number of brands that are online."""

    uid: int
    name: str
    brands: int


class ReferralState(StrEnum):
    JOINED = "joined"
    VERIFIED = "verified"
    EARNING = "earning"


class Referred(Struct, frozen=True, kw_only=True):
    """An invited publisher; most of the name is hidden. `earning` means that a first order was credited."""

    name: str
    joined_at: At
    state: ReferralState


class Referrals(Struct, frozen=True, kw_only=True):
    """The publisher's referral link and its results.

    `bonus` is the amount credited so far, `bonus_percent` its share of the commission that is settled for each of them
    in their first twelve months.
    """

    referral_url: str
    rows: list[Referred] = field(name="list")
    total: int
    bonus: Decimal
    bonus_percent: Decimal
    currency: str
