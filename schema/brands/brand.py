"""Brands, what they pay, and their relationship with a channel."""

import re
from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.brands.commission_group import (
    FIXED_AMOUNT_UNITS,
    AfterValidation,
    CommissionGroup,
    CommissionUnit,
    find_group_flaws,
)
from schema.brands.coupon import Coupon
from schema.core.errors import Flaw
from schema.core.iso import countries, currencies
from schema.core.scalar import (
    URL_PATTERN,
    At,
    Country,
    Currency,
    Host,
    Id,
    LongText,
    Note,
    Slug,
    Text100,
    Url255,
)

PICTURE = re.compile(rf"{URL_PATTERN}|^/files/[A-Za-z0-9_.-]+$")
"""Where a brand's logo may be: elsewhere on the web, or here."""


class BrandStatus(StrEnum):
    ONLINE = "online"
    PAUSED = "paused"
    OFFLINE = "offline"


class Relation(IntEnum):
    """The relationship of a channel with a brand. New Brands are those at 0, My Brands those at 2."""

    NONE = 0
    PENDING = 1
    JOINED = 2
    REJECTED = 3
    ENDED = 4


class OfferType(StrEnum):
    CPS = "CPS"
    CPA = "CPA"
    CPL = "CPL"
    CPC = "CPC"
    CPM = "CPM"


class BrandType(IntEnum):
    OWN_SHOP = 1
    MARKETPLACE = 2


class Approval(StrEnum):
    AUTO = "auto"
    MANUAL = "manual"


class BrandSort(StrEnum):
    NEW = "new"
    NAME = "name"
    COMMISSION = "commission"
    EPC = "epc"
    PAYMENT_DAYS = "payment_days"


class BrandDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brand as an operator saves it. A new `mcid` creates a brand.

    `prepaid`: its settlements can be withdrawn at once, because it has paid before.
    `logo` is an uploaded image, or the address of one, which is fetched once and kept.
    """

    mcid: Slug
    name: Text100
    site_url: Url255
    domains: Annotated[list[Host], Meta(min_length=1, max_length=50)]
    commission_groups: Annotated[list[CommissionGroup], Meta(min_length=1, max_length=100)]
    logo: Note | None = None
    description: LongText = ""
    categories: Annotated[list[Text100], Meta(max_length=20)] = field(default_factory=list)
    country: Country = "GB"
    regions: Annotated[list[Country], Meta(max_length=250)] = field(default_factory=list)
    currency: Currency = "GBP"
    offer_type: OfferType = OfferType.CPS
    brand_type: BrandType = BrandType.OWN_SHOP
    cookie_days: Annotated[int, Meta(ge=0, le=365)] = 30
    validation_days: Annotated[int, Meta(ge=0, le=365)] = 30
    payment_days: Annotated[int, Meta(ge=0, le=365)] = 30
    after_validation: AfterValidation = AfterValidation.APPROVE
    prepaid: bool = False
    deep_link: bool = True
    approval: Approval = Approval.AUTO
    status: BrandStatus = BrandStatus.ONLINE
    click_param: Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")] = "click_ref"
    forbidden_words: Annotated[list[Text100], Meta(max_length=200)] = field(default_factory=list)
    promotion_methods: dict[str, bool] = field(default_factory=dict)
    contact: Note = ""
    fallback_url: Url255 | None = None
    """Where visitors of broken links are sent."""

    @property
    def logo_source(self) -> str | None:
        """The address that the logo is fetched from, if it is not a file of ours."""
        return self.logo if self.logo and not self.logo.startswith("/files/") else None

    @property
    def unit(self) -> CommissionUnit:
        return CommissionUnit(self.currency, FIXED_AMOUNT_UNITS[self.offer_type])

    def first_flaw(self) -> Flaw | None:
        """The first thing wrong with it that its types do not rule out."""
        return next(self._find_flaws(), None)

    def _find_flaws(self) -> Iterator[Flaw]:
        if self.logo and PICTURE.search(self.logo) is None:
            yield Flaw("logo", "must be the address of an image, beginning with https://")
        if self.currency not in currencies():
            yield Flaw("currency", "is not an ISO 4217 currency code, such as GBP")
        if self.country not in countries():
            yield Flaw("country", "is not an ISO 3166 country code, such as GB")
        for position, region in enumerate(self.regions):
            if region not in countries():
                yield Flaw(f"regions[{position}]", "is not an ISO 3166 country code, such as GB")
        for position, host in enumerate(self.domains):
            if int(host.partition(":")[2] or 1) not in range(1, 65536):
                yield Flaw(f"domains[{position}]", "has a port outside 1 to 65535")
        yield from find_group_flaws(self.commission_groups, self.currency)


class Brand(Struct, frozen=True, kw_only=True):
    """A brand in a publisher's list, with its relationship to the given channel."""

    mcid: str
    mid: int
    name: str
    logo: str | None
    site_url: str
    categories: list[str]
    country: str
    regions: list[str]
    currency: str
    offer_type: OfferType
    brand_type: BrandType
    commission: str
    cookie_days: int
    validation_days: int
    payment_days: int
    deep_link: bool
    approval: Approval
    status: BrandStatus
    relationship: Relation
    relationship_reason: str | None
    epc: Decimal | None
    conversion_rate: Decimal | None
    approval_rate: Decimal | None


class MyResults(Struct, frozen=True):
    """The publisher's results with the brand over the last 30 days, in the publisher's currency."""

    clicks: int
    orders: int
    sales: Decimal
    commission: Decimal
    currency: str


class Alternative(Struct, frozen=True):
    mcid: str
    name: str
    logo: str | None
    commission: str


class TermChange(Struct, frozen=True):
    at: At
    text: str


class BrandInfo(Brand, frozen=True, kw_only=True):
    """Everything a publisher may know about a brand. `applied_at` and `message` are those of the latest application.

    `coupons` are those that can be promoted today, newest first, a hundred at most; /brands/coupons lists all.
    """

    site_id: int
    applied_at: At | None
    message: str | None
    description: str
    domains: list[str]
    commission_groups: list[CommissionGroup]
    promotion_methods: dict[str, bool]
    forbidden_words: list[str]
    click_param: str
    contact: str
    coupons: list[Coupon]
    term_changes: list[TermChange]
    my_results: MyResults
    alternatives: list[Alternative]


class SiteBrandRef(Struct, frozen=True, forbid_unknown_fields=True):
    """A brand, and the channel whose relationship with it is meant; the default one if none is given."""

    mcid: Text100
    site_id: Id | None = None


class Application(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mcids: Annotated[list[Text100], Meta(min_length=1, max_length=100)]
    site_id: Id | None = None
    message: Annotated[str, Meta(max_length=1_000)] | None = None


class RelationshipStatus(Struct, frozen=True):
    """The relationship of a channel with a brand."""

    mcid: str
    site_id: int
    relationship: Relation


class ApplicationOutcome(Struct, frozen=True):
    """`code` is 0 if the application was accepted; `relationship` is the result."""

    mcid: str
    code: int
    message: str
    relationship: Relation | None
