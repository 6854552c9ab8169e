"""Brands, as the network's operators see and change them."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.brands.brand import Approval, BrandStatus, OfferType
from schema.core.scalar import At, Text100

LOGO_REDIRECTS_MAX = 3
"""How many redirects are followed to a brand's logo."""
BRAND_KEY_OVERLAP = timedelta(hours=24)
"""How long the previous key of a brand still works after a new one was made."""


class BrandSaved(Struct, frozen=True):
    mcid: str
    mid: int


class BrandsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of brands to save. `content` is CSV with a header row, or a JSON list of brands."""

    content: Annotated[str, Meta(min_length=1, max_length=1_000_000)]


class LineOutcome(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    REFUSED = "refused"


class BrandLine(Struct, frozen=True):
    line: int
    mcid: str | None
    outcome: LineOutcome
    reason: str | None


class McidRef(Struct, frozen=True, forbid_unknown_fields=True):
    mcid: Text100


class BrandKey(Struct, frozen=True):
    """A new key for a brand's server. `key` is shown only once. The previous key works until `previous_until`."""

    mcid: str
    key: str
    previous_until: At | None


class BrandStatusChange(Struct, frozen=True, forbid_unknown_fields=True):
    mcid: Text100
    status: BrandStatus


class NetworkBrandFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mcid: Text100 | None = None
    keyword: Annotated[str, Meta(max_length=100)] | None = None
    status: BrandStatus | None = None


class NetworkBrand(Struct, frozen=True, kw_only=True):
    mcid: str
    mid: int
    name: str
    logo: str | None
    site_url: str
    country: str
    currency: str
    offer_type: OfferType
    commission: str
    approval: Approval
    status: BrandStatus
    has_key: bool
    joined: int
    pending: int
    updated_at: At
