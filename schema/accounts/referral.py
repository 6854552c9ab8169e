"""Referrals: the inviting publisher, and the progress of the invited publishers."""

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct, field

from schema.core.scalar import At, Id
from schema.core.without_money import InMoney


class RefererRef(Struct, frozen=True, forbid_unknown_fields=True):
    uid: Id


class Referer(Struct, frozen=True):
    """The inviting publisher, with the name it chose (empty if none), and the number of brands online."""

    uid: int
    name: str
    brands: int


class ReferralState(StrEnum):
    JOINED = "joined"
    VERIFIED = "verified"
    EARNING = "earning"


class Referred(Struct, frozen=True, kw_only=True):
    """An invited publisher. Most of its name is masked. `earning` means that a first order was credited."""

    name: str
    joined_at: At
    state: ReferralState


class Referrals(Struct, frozen=True, kw_only=True):
    """The publisher's referral link and its results.

    `bonus` is the amount credited so far, and `bonus_percent` its percentage of the commission that is settled for each
    invited publisher in its first twelve months.
    """

    referral_url: str
    rows: list[Referred] = field(name="list")
    total: int
    bonus: InMoney[Decimal]
    bonus_percent: Decimal
    currency: str
