"""Inviting others: who invites, and what became of those who were invited."""

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct, field

from schema.core.scalar import At, Id


class RefererRef(Struct, frozen=True, forbid_unknown_fields=True):
    uid: Id


class Referer(Struct, frozen=True):
    """Who invites, as they call themselves, and what there is to join: brands that are online."""

    uid: int
    name: str
    brands: int


class ReferralState(StrEnum):
    JOINED = "joined"
    VERIFIED = "verified"
    EARNING = "earning"


class Referred(Struct, frozen=True, kw_only=True):
    """Somebody who was invited; most of the name is hidden. `earning`: a first order was credited."""

    name: str
    joined_at: At
    state: ReferralState


class Referrals(Struct, frozen=True, kw_only=True):
    """One's own link and what came of it; the bonus is what was credited so far."""

    referral_url: str
    rows: list[Referred] = field(name="list")
    total: int
    bonus: Decimal
    currency: str
