"""Brands, what they pay, and their relationship with a channel."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from schema.brands.commission_group import (
    FIXED_AMOUNT_UNITS,
    AfterValidation,
    CommissionGroup,
    CommissionUnit,
    find_group_flaws,
)
from schema.brands.coupon import Coupon
from schema.brands.measured import Measured
from schema.core.countries import countries
from schema.core.currencies import currencies
from schema.core.errors import Flaw, Rule
from schema.core.expected_date import DateRecord
from schema.core.scalar import (
    URL_PATTERN,
    At,
    Country,
    Currency,
    Day,
    Host,
    Id,
    LongText,
    Note,
    Slug,
    Text100,
    Url255,
)
from schema.core.url import domain_to_ascii
from schema.core.without_money import InMoney

RESERVED_MCIDS = frozenset({"applications", "compare", "find", "info"})
"""The names of pages below /brands. An older brand with such a name has its page at /brands/~{mcid}."""
CAMPAIGNS_MAX = 50
CAMPAIGN_LONGEST = timedelta(days=90)
CAMPAIGNS_SHOWN = timedelta(days=365)
"""How long campaigns stay on a brand's page after their end."""
PICTURE = re.compile(rf"{URL_PATTERN}|^/files/[A-Za-z0-9_.-]+\Z")
"""The URL of a brand's logo, on another website or of an uploaded file."""


APPLYING_SITES_MAX = 20
"""The maximum number of channels that can apply at once."""
RESULT_DAYS = 30
"""Over how many days a brand's page shows the publisher's own clicks and orders."""
ALTERNATIVES_SHOWN = 4
"""How many similar brands a brand's page shows."""


class BrandStatus(StrEnum):
    ONLINE = "online"
    PAUSED = "paused"
    OFFLINE = "offline"


class Relation(IntEnum):
    """The relationship of a channel with a brand. The screen New Brands lists brands with 0, My Brands those with 2."""

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
    PAID_WITHIN = "paid_within"


class Campaign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Days on which a brand sells unusually much, such as a sale, the last one included."""

    starts_on: Day = field(name="from")
    ends_on: Day = field(name="to")
    note: Note = ""

    def describe(self) -> str:
        """The campaign as an event describes it, such as `Campaign from 2026-11-20 to 2026-11-30: Winter sale`."""
        note = f": {self.note}" if self.note else ""
        return f"Campaign from {self.starts_on} to {self.ends_on}{note}"


def shown_campaigns(campaigns: Iterable[Campaign], today: date) -> list[Campaign]:
    """The campaigns of the last year and to come, the next ones first."""
    shown = [each for each in campaigns if each.ends_on >= today - CAMPAIGNS_SHOWN]
    return sorted(shown, key=lambda each: each.starts_on, reverse=True)


class BrandDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brand as an operator saves it. A new `mcid` creates a brand.

    `prepaid`: its settlements can be withdrawn at once, because it has paid before.
    `logo` is an uploaded image, or the URL of an image, which is fetched once and stored.
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
    claim_days: Annotated[int, Meta(ge=1, le=365)] = 90
    """How long after an order publishers can open a case about it."""
    after_validation: AfterValidation = AfterValidation.APPROVE
    prepaid: bool = False
    deep_link: bool = True
    coupon_decides: bool = True
    """Whether an order with a code assigned to one publisher is credited to it, whatever click came before."""
    approval: Approval = Approval.AUTO
    status: BrandStatus = BrandStatus.ONLINE
    click_param: Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_.-]+\Z")] = "click_ref"
    forbidden_words: Annotated[list[Text100], Meta(max_length=200)] = field(default_factory=list)
    promotion_methods: dict[str, bool] = field(default_factory=dict)
    contact: Note = ""
    fallback_url: Url255 | None = None
    """The URL to which visitors of broken links are sent."""
    campaigns: Annotated[list[Campaign], Meta(max_length=CAMPAIGNS_MAX)] | None = None
    """The brand's campaigns. If left out, they stay unchanged."""

    @property
    def logo_source(self) -> str | None:
        """The URL that the logo is fetched from, if it is not an uploaded file."""
        return self.logo if self.logo and not self.logo.startswith("/files/") else None

    @property
    def unit(self) -> CommissionUnit:
        return CommissionUnit(self.currency, FIXED_AMOUNT_UNITS[self.offer_type])

    def with_ascii_domains(self) -> "BrandDraft":
        """The draft with its domains in Punycode. Invalid domains stay unchanged, and count as flaws."""
        return replace(self, domains=[domain_to_ascii(domain) or domain for domain in self.domains])

    def first_flaw(self) -> Flaw | None:
        """The draft's first flaw among those that its types do not rule out."""
        return next(self._find_flaws(), None)

    def _find_flaws(self) -> Iterator[Flaw]:
        if self.logo and PICTURE.search(self.logo) is None:
            why = "must be the address of an image, beginning with https://"
            yield Flaw("logo", Rule.NOT_A_URL, why)
        if self.currency not in currencies():
            yield Flaw("currency", Rule.NOT_A_CURRENCY)
        if self.country not in countries():
            yield Flaw("country", Rule.NOT_A_COUNTRY)
        for position, region in enumerate(self.regions):
            if region not in countries():
                yield Flaw(f"regions[{position}]", Rule.NOT_A_COUNTRY)
        for position, host in enumerate(self.domains):
            if domain_to_ascii(host) is None:
                yield Flaw(f"domains[{position}]", Rule.NOT_A_HOST)
            if int(host.partition(":")[2] or 1) not in range(1, 65536):
                why = "has a port outside 1 to 65535"
                yield Flaw(f"domains[{position}]", Rule.NOT_A_HOST, why)
        for position, campaign in enumerate(self.campaigns or []):
            last = campaign.starts_on + CAMPAIGN_LONGEST
            if not campaign.starts_on <= campaign.ends_on <= last:
                limit = f"{campaign.starts_on} to {last}"
                yield Flaw(f"campaigns[{position}].to", Rule.OUT_OF_RANGE, limit=limit)
        yield from find_group_flaws(self.commission_groups, self.currency)


class BrandEdit(BrandDraft, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brand to save, which may depend on what was read before.

    `was`: the brand as /network/brand_info returned it. If somebody has changed it meanwhile, it is not saved.
    `create`: save it only if there is no brand with this `mcid` yet.
    """

    was: BrandDraft | None = None
    create: bool = False

    def to_draft(self) -> BrandDraft:
        return BrandDraft(
            **{name: getattr(self, name) for name in BrandDraft.__struct_fields__}
        ).with_ascii_domains()


class Brand(Struct, frozen=True, kw_only=True):
    """A brand in a publisher's list, with its relationship to the given channel.

    `paid_within`: the days within which nine in ten of its approved orders could be paid out, as measured across the
    network; null if too few publishers have any.
    """

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
    paid_within: int | None
    deep_link: bool
    approval: Approval
    status: BrandStatus
    relationship: Relation
    relationship_reason: str | None
    epc: InMoney[Decimal | None]
    conversion_rate: Decimal | None
    approval_rate: Decimal | None


class MyResults(Struct, frozen=True):
    """The publisher's results with the brand over the last 30 days, in the publisher's currency."""

    clicks: int
    orders: int
    sales: InMoney[Decimal]
    commission: InMoney[Decimal]
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

    `coupons` are those that can be promoted today, newest first, at most a hundred; /brands/coupons lists all. Terms
    and coupons begin and end at midnight in `terms_time_zone`, the network's time zone. The records say how well the
    expected dates of the brand's decisions and of its payments were kept, once that is known.
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
    claim_days: int
    campaigns: list[Campaign]
    """The campaigns of the last year, and those to come."""
    coupons: list[Coupon]
    term_changes: list[TermChange]
    terms_time_zone: str
    my_results: MyResults
    alternatives: list[Alternative]
    decision_record: DateRecord | None
    payment_record: DateRecord | None
    measured: Measured


class SiteBrandRef(Struct, frozen=True, forbid_unknown_fields=True):
    """A brand, and the channel whose relationship with the brand is meant; the default channel if none is given."""

    mcid: Text100
    site_id: Id | None = None


class Application(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Applications of channels to brands.

    With `site_ids`, each of these channels applies to each brand; without channels, the default one does.
    """

    mcids: Annotated[list[Text100], Meta(min_length=1, max_length=100)]
    site_id: Id | None = None
    site_ids: Annotated[list[Id], Meta(min_length=1, max_length=APPLYING_SITES_MAX)] | None = None
    message: Annotated[str, Meta(max_length=1_000)] | None = None


class RelationshipStatus(Struct, frozen=True):
    """The relationship of a channel with a brand."""

    mcid: str
    site_id: int
    relationship: Relation


class ApplicationOutcome(Struct, frozen=True):
    """The outcome of an application of a channel to a brand.

    `code` is 0 if the application was accepted; `relationship` is the result.
    """

    mcid: str
    code: int
    message: str
    relationship: Relation | None
    site_id: int
