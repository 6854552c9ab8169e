"""Written from the portal's registry by `make client`: do not edit."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from typing import Any, Literal, Optional, Union


@dataclass(frozen=True)
class Page:
    """A part of a list: a page by its number, or what follows a cursor."""

    number: int = field(default=1, metadata={"wire": "curPage"})
    size: int = field(default=20, metadata={"wire": "perPage"})
    cursor: Optional[str] = None


class Relation(IntEnum):
    NONE = 0
    PENDING = 1
    JOINED = 2
    REJECTED = 3
    ENDED = 4


BrandStatus = Literal["online", "paused", "offline"]


Approval = Literal["auto", "manual"]


@dataclass(frozen=True, kw_only=True)
class UsualAnswer:
    median_days: int
    """How long a brand takes to answer applications: half within `median_days`, nine of ten within `p90_days`."""
    p90_days: int
    """How long a brand takes to answer applications: half within `median_days`, nine of ten within `p90_days`."""
    applications: int
    """From `all` publishers, if there are enough, `applications` is 30, 100 or 1,000, and means so many or more."""
    source: Literal["all", "own"]
    """Whose applications were counted: those of all publishers, or the publisher's own."""


@dataclass(frozen=True, kw_only=True)
class ApplicationRow:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    mid: int
    """The brand's number."""
    brand_name: str
    """The brand's name."""
    logo: Optional[str]
    """The address of the logo."""
    brand_status: BrandStatus
    """The status of the brand."""
    approval: Approval
    """Whether the brand accepts channels at once or decides on each."""
    site_id: int
    """The id of the publisher's channel."""
    site_name: str
    """The name of the publisher's channel."""
    relationship: Relation
    """The channel's relationship with the brand."""
    reason: Optional[str]
    """`reason` is the network's if it rejected or ended the relationship."""
    ended_by: Optional[Literal["network", "publisher"]]
    """Who ended it."""
    message: Optional[str]
    """What it says, in words."""
    applied_at: dt.datetime
    """When the channel applied."""
    age_days: int
    """`age_days` counts whole days since `applied_at`."""
    decided_at: Optional[dt.datetime]
    """`decided_at` is null while the application is pending."""
    usual_answer: Optional[UsualAnswer] = None
    """`usual_answer` is null where too few applications were answered to say how long that takes."""


@dataclass(frozen=True, kw_only=True)
class CursorPageApplicationRow:
    rows: list[ApplicationRow] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


@dataclass(frozen=True, kw_only=True)
class SharePoint:
    days: int
    """The number of days."""
    share: Decimal
    """The share of the whole, from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class WaitFigure:
    as_of: dt.date
    """The time that the figures stand for."""
    orders: int
    """`orders`: how many there are."""
    points: list[SharePoint]
    """The share by number of days."""
    half_days: Optional[int]
    """`half_days`: half of them waited at most so long."""
    half_over: Optional[int]
    """If fewer than half are over, half waited longer than so many days."""
    most_days: Optional[int]
    """`most_days`: the same of nine in ten."""
    longest_open: Optional[int]
    """`longest_open`: the longest wait that is not over."""


@dataclass(frozen=True, kw_only=True)
class MonthFigure:
    month: str
    """The month in which the orders were placed."""
    as_of: dt.date
    """The time that the figures stand for."""
    orders: int
    """The number of orders."""
    points: list[SharePoint]
    """The share by number of days."""
    half_days: Optional[int]
    """Half waited at most so many days; null if fewer than half are over."""
    half_over: Optional[int]
    """If fewer than half are over, half waited longer than so many days."""


@dataclass(frozen=True, kw_only=True)
class RateFigure:
    as_of: dt.date
    """The time that the figures stand for."""
    orders: int
    """The number of orders."""
    rate: Decimal
    """The rate, as decimal text."""


@dataclass(frozen=True, kw_only=True)
class QuarterFigure:
    quarter: str
    """The quarter."""
    as_of: dt.date
    """The time that the figures stand for."""
    orders: int
    """The number of orders."""
    rate: Decimal
    """The rate, as decimal text."""


@dataclass(frozen=True, kw_only=True)
class EarnedFigure:
    as_of: dt.date
    """The time that the figures stand for."""
    orders: int
    """The number of orders."""
    epc: Optional[Decimal]
    """Earnings per click."""


@dataclass(frozen=True, kw_only=True)
class CountryFigure:
    country: str
    """A two-letter country code (ISO 3166), such as GB."""
    as_of: dt.date
    """The time that the figures stand for."""
    orders: int
    """The number of orders."""
    epc: Optional[Decimal]
    """Earnings per click."""


@dataclass(frozen=True, kw_only=True)
class MeasuredFigures:
    decided: Optional[WaitFigure]
    """How long orders wait for the brand's decision."""
    decided_by_month: list[MonthFigure]
    """How long orders wait for a decision, by month of the order."""
    decided_in_time: Optional[RateFigure]
    """The share that was decided within the brand's promise."""
    payable: Optional[WaitFigure]
    """How long approved orders wait until the brand has paid."""
    payable_in_time: Optional[RateFigure]
    """The share that was payable within the brand's promise."""
    sent: Optional[WaitFigure]
    """How long payable orders wait until they are sent to the publisher."""
    approved: Optional[RateFigure]
    """The share of decided orders that was approved."""
    approved_by_quarter: list[QuarterFigure]
    """The share that was approved, by quarter of the decision."""
    corrected: Optional[RateFigure]
    """The share of settled orders that were corrected."""
    earned: Optional[EarnedFigure]
    """What a click earns."""
    earned_by_country: list[CountryFigure]
    """What a click earns, by country of the visitor."""


@dataclass(frozen=True, kw_only=True)
class TermsStep:
    name: str
    """The name."""
    day: dt.date
    """A day."""
    announced_days: int
    """`announced_days`: how many days before publishers were told."""
    before: str
    """The rate before the change."""
    after: str
    """The rate after the change."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    measured_on: Optional[dt.date]
    """`measured_on` is null before the first measurement."""
    since: Optional[dt.date]
    """From when on."""
    channel_type: int
    """What kind of channel it is."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    validation_days: int
    """Within how many days the brand promises to decide on an order."""
    payment_days: int
    """Within how many days after approval the brand promises to pay."""
    all: MeasuredFigures
    """`all`: all publishers."""
    my_type: MeasuredFigures
    """`my_type`: channels of the channel's type."""
    mine: MeasuredFigures
    """`mine`: the publisher's own."""
    terms: list[TermsStep]
    """The latest changes of terms."""


@dataclass(frozen=True, kw_only=True)
class ComparedBrand:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    name: str
    """The name."""
    logo: Optional[str]
    """The address of the logo."""
    commission: str
    """The commission, as decimal text."""
    measured: Measured
    """How the brand keeps its word, as measured."""


@dataclass(frozen=True, kw_only=True)
class ListingComparedBrand:
    rows: list[ComparedBrand] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


@dataclass(frozen=True, kw_only=True)
class ListedCoupon:
    id: int
    """The number that identifies it."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    code: str
    """What a customer enters."""
    description: str
    """What it is, in words."""
    exclusive: bool
    """`exclusive` if it is for this publisher alone."""
    starts_at: Optional[dt.date]
    """When it begins."""
    ends_at: Optional[dt.date]
    """When it ends; null if no end is set."""
    state: Literal["active", "ended", "paused", "upcoming", "withdrawn"]
    """`state`: `active` can be promoted today, `upcoming` begins later, `ended` is over, `paused` waits until its brand is online, `withdrawn` is not for this publisher any more."""
    updated_at: dt.datetime
    """When it was last changed."""
    orders: int
    """The publisher's orders of the last 30 days that were placed with the code, without test orders."""


@dataclass(frozen=True, kw_only=True)
class CursorPageListedCoupon:
    rows: list[ListedCoupon] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


OfferType = Literal["CPS", "CPA", "CPL", "CPC", "CPM"]


class BrandType(IntEnum):
    OWN_SHOP = 1
    MARKETPLACE = 2


BrandSort = Literal["new", "name", "commission", "epc", "payment_days", "paid_within"]


@dataclass(frozen=True, kw_only=True)
class Facet:
    value: str
    """The value that brands have."""
    count: int
    """How many there are."""


@dataclass(frozen=True, kw_only=True)
class BrandFacets:
    categories: list[Facet]
    """The categories that fit."""
    countries: list[Facet]
    """Two-letter country codes (ISO 3166)."""
    offer_types: list[Facet]
    """What brands pay for, each with the number of brands."""
    is_capped: bool
    """If `is_capped`, more than 1,000 brands match, and only 1,000 of them were counted."""


@dataclass(frozen=True, kw_only=True)
class Brand:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    mid: int
    """The brand's number."""
    name: str
    """The name."""
    logo: Optional[str]
    """The address of the logo."""
    site_url: str
    """The address of the brand's site."""
    categories: list[str]
    """The categories that fit."""
    country: str
    """A two-letter country code (ISO 3166), such as GB."""
    regions: list[str]
    """The countries of most visitors."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    offer_type: OfferType
    """What the brand pays for."""
    brand_type: BrandType
    """Whether the brand sells online or in shops."""
    commission: str
    """The commission, as decimal text."""
    cookie_days: int
    """For how many days after a click an order counts."""
    validation_days: int
    """Within how many days the brand promises to decide on an order."""
    payment_days: int
    """Within how many days after approval the brand promises to pay."""
    paid_within: Optional[int]
    """`paid_within`: the days within which nine in ten of its approved orders could be paid out, as measured across the network."""
    deep_link: bool
    """Whether links may lead to any page of the brand's site."""
    approval: Approval
    """Whether the brand accepts channels at once or decides on each."""
    status: BrandStatus
    """The status that it has."""
    relationship: Relation
    """The channel's relationship with the brand."""
    relationship_reason: Optional[str]
    """Why the channel was rejected or removed."""
    epc: Optional[Decimal]
    """Earnings per click."""
    conversion_rate: Optional[Decimal]
    """Orders per click, from 0 to 1."""
    approval_rate: Optional[Decimal]
    """The share of decided orders that were approved, from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class CursorPageBrand:
    rows: list[Brand] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


Pays = Literal["percent", "fixed"]


@dataclass(frozen=True, kw_only=True)
class CommissionGroup:
    name: str
    """The name."""
    pays: Pays
    """Whether it pays a percentage or a fixed amount."""
    value: Decimal
    """The percentage, or the amount in the brand's currency."""
    category: Optional[str] = None
    """The category."""
    country: Optional[str] = None
    """A two-letter country code (ISO 3166), such as GB."""
    uid: Optional[int] = None
    """`uid` and `site_id` limit the group to one publisher or one channel, `category` and `country` to some sales."""
    site_id: Optional[int] = None
    """The id of the publisher's channel."""
    starts_at: Optional[dt.date] = None
    """`starts_at` is inclusive, `ends_at` exclusive."""
    ends_at: Optional[dt.date] = None
    """When it ends; null if no end is set."""


@dataclass(frozen=True, kw_only=True)
class Campaign:
    starts_on: dt.date = field(metadata={"wire": "from"})
    """The first day."""
    ends_on: dt.date = field(metadata={"wire": "to"})
    """The last day."""
    note: Optional[str] = None
    """A note of the publisher's own."""


@dataclass(frozen=True, kw_only=True)
class Coupon:
    id: int
    """The number that identifies it."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    code: str
    """What a customer enters."""
    description: str
    """What it is, in words."""
    exclusive: bool
    """`exclusive` if it is for this publisher alone."""
    starts_at: Optional[dt.date]
    """When it begins."""
    ends_at: Optional[dt.date]
    """When it ends; null if no end is set."""


@dataclass(frozen=True, kw_only=True)
class TermChange:
    at: dt.datetime
    """When they changed."""
    text: str
    """The text."""


@dataclass(frozen=True, kw_only=True)
class MyResults:
    clicks: int
    """The number of clicks."""
    orders: int
    """The number of orders."""
    sales: Decimal
    """The sum of sales."""
    commission: Decimal
    """The commission, as decimal text."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""


@dataclass(frozen=True, kw_only=True)
class Alternative:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    name: str
    """The name."""
    logo: Optional[str]
    """The address of the logo."""
    commission: str
    """The commission, as decimal text."""


@dataclass(frozen=True, kw_only=True)
class DateRecord:
    kept_percent: int
    """How well expected dates of twelve months were kept: `kept_percent` of `dates` came true within three days."""
    dates: int
    """How well expected dates of twelve months were kept: `kept_percent` of `dates` came true within three days. From all publishers, `dates` is 30, 100 or 1,000, and means so many or more."""
    early_days: int
    """Eight of ten came true between `early_days` before and `late_days` after the day that was told."""
    late_days: int
    """Eight of ten came true between `early_days` before and `late_days` after the day that was told."""
    p90_days: int
    """If that is more than 15 days either way, `keeps_dates` is false and no day should be relied on: nine of ten came true within `p90_days` of the order, of the end of the month, or of the request."""
    keeps_dates: bool
    """If that is more than 15 days either way, `keeps_dates` is false and no day should be relied on: nine of ten came true within `p90_days` of the order, of the end of the month, or of the request."""
    source: Literal["all", "own"]
    """Whose dates were counted: those of all publishers, or the publisher's own."""


@dataclass(frozen=True, kw_only=True)
class BrandInfo:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    mid: int
    """The brand's number."""
    name: str
    """The name."""
    logo: Optional[str]
    """The address of the logo."""
    site_url: str
    """The address of the brand's site."""
    categories: list[str]
    """The categories that fit."""
    country: str
    """A two-letter country code (ISO 3166), such as GB."""
    regions: list[str]
    """The countries of most visitors."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    offer_type: OfferType
    """What the brand pays for."""
    brand_type: BrandType
    """Whether the brand sells online or in shops."""
    commission: str
    """The commission, as decimal text."""
    cookie_days: int
    """For how many days after a click an order counts."""
    validation_days: int
    """Within how many days the brand promises to decide on an order."""
    payment_days: int
    """Within how many days after approval the brand promises to pay."""
    paid_within: Optional[int]
    """`paid_within`: the days within which nine in ten of its approved orders could be paid out, as measured across the network."""
    deep_link: bool
    """Whether links may lead to any page of the brand's site."""
    approval: Approval
    """Whether the brand accepts channels at once or decides on each."""
    status: BrandStatus
    """The status that it has."""
    relationship: Relation
    """The channel's relationship with the brand."""
    relationship_reason: Optional[str]
    """Why the channel was rejected or removed."""
    epc: Optional[Decimal]
    """Earnings per click."""
    conversion_rate: Optional[Decimal]
    """Orders per click, from 0 to 1."""
    approval_rate: Optional[Decimal]
    """The share of decided orders that were approved, from 0 to 1."""
    site_id: int
    """The id of the publisher's channel."""
    applied_at: Optional[dt.datetime]
    """`applied_at` and `message` are those of the latest application."""
    message: Optional[str]
    """What it says, in words."""
    description: str
    """What it is, in words."""
    domains: list[str]
    """The hosts that links may lead to."""
    commission_groups: list[CommissionGroup]
    """What the brand pays for which goods."""
    promotion_methods: dict[str, bool]
    """How the channel promotes brands."""
    forbidden_words: list[str]
    """Words that may not be used in advertising."""
    click_param: str
    """The parameter with which the brand's shop receives the click's reference."""
    contact: str
    """Whom publishers write to."""
    claim_days: int
    """For how many days after an order a case can be opened."""
    campaigns: list[Campaign]
    """The campaigns of the last year, and those to come."""
    coupons: list[Coupon]
    """`coupons` are those that can be promoted today, newest first, at most a hundred."""
    term_changes: list[TermChange]
    """The latest changes of the terms."""
    terms_time_zone: str
    """Terms and coupons begin and end at midnight in `terms_time_zone`, the network's time zone."""
    my_results: MyResults
    """The publisher's own results with the brand."""
    alternatives: list[Alternative]
    """Brands of the same kind that can be promoted instead."""
    decision_record: Optional[DateRecord]
    """How well expected days of decision were kept; null if too few are known."""
    payment_record: Optional[DateRecord]
    """How well expected days of payment were kept; null if too few are known."""
    measured: Measured
    """How the brand keeps its word, as measured."""


@dataclass(frozen=True, kw_only=True)
class ChannelStanding:
    site_id: int
    """The id of the publisher's channel."""
    relationship: Relation
    """The channel's relationship with the brand."""
    reason: Optional[str]
    """Why, in words."""
    ended_by: Optional[Literal["network", "publisher"]]
    """`ended_by` and `reason` say why it is over."""
    applied_at: dt.datetime
    """When the channel applied."""


@dataclass(frozen=True, kw_only=True)
class BrandStanding:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    mid: int
    """The brand's number."""
    name: str
    """The name."""
    logo: Optional[str]
    """The address of the logo."""
    status: BrandStatus
    """The status that it has."""
    approval: Approval
    """Whether the brand accepts channels at once or decides on each."""
    commission: str
    """The commission, as decimal text."""
    channels: list[ChannelStanding]
    """The channels that were found."""


@dataclass(frozen=True, kw_only=True)
class CursorPageBrandStanding:
    rows: list[BrandStanding] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


@dataclass(frozen=True, kw_only=True)
class TermsEffect:
    orders: int
    """The number of orders."""
    before: Decimal
    """The commission under the terms before the change."""
    after: Decimal
    """The commission under the terms after the change."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""


@dataclass(frozen=True, kw_only=True)
class TermsChange:
    announced_at: dt.datetime
    """When it was announced."""
    starts_on: dt.date
    """The first day."""
    notice_days: int
    """`notice_days` is the time from its announcement to its start."""
    lines: list[str]
    """The changes, a sentence each."""
    effect: Optional[TermsEffect]
    """`effect` is null if the publisher had no orders."""


@dataclass(frozen=True, kw_only=True)
class ListingTermsChange:
    rows: list[TermsChange] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


Period = Literal["7d", "30d", "90d", "365d"]


@dataclass(frozen=True, kw_only=True)
class Figures:
    clicks: Optional[int]
    """The number of clicks."""
    orders: int
    """The number of orders."""
    sales: Decimal
    """The sum of sales."""
    commission: Decimal
    """The commission, as decimal text."""
    pending_commission: Decimal
    """The commission of orders that are not decided yet."""
    approved_commission: Decimal
    """The commission of approved orders."""
    rejected_commission: Decimal
    """The commission of rejected orders."""
    paid_commission: Decimal
    """The commission that was paid."""
    bonus: Decimal
    """What was earned beside orders."""
    pending_orders: int
    """The number of orders that are not decided yet."""
    approved_orders: int
    """The number of approved orders."""
    rejected_orders: int
    """The number of rejected orders."""
    cr: Optional[Decimal]
    """Orders per click, from 0 to 1."""
    epc: Optional[Decimal]
    """Earnings per click."""
    aov: Optional[Decimal]
    """The average sale of an order."""
    approval_rate: Optional[Decimal]
    """`approval_rate` is null with a status filter."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""


@dataclass(frozen=True, kw_only=True)
class TrendPoint:
    date: dt.date
    """A day."""
    clicks: int
    """The number of clicks."""
    orders: int
    """The number of orders."""
    sales: Decimal
    """The sum of sales."""
    commission: Decimal
    """The commission, as decimal text."""


@dataclass(frozen=True, kw_only=True)
class TopBrand:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    logo: Optional[str]
    """The address of the logo."""
    clicks: int
    """The number of clicks."""
    orders: int
    """The number of orders."""
    commission: Decimal
    """The commission, as decimal text."""


@dataclass(frozen=True, kw_only=True)
class TopLink:
    link_id: int
    """The id of the tracking link."""
    brand_name: str
    """The brand's name."""
    target_url: str
    """The page of the brand's site to which the link leads."""
    tracking_url_short: str
    """The same link, shorter."""
    clicks: int
    """The number of clicks."""
    orders: int
    """The number of orders."""
    commission: Decimal
    """The commission, as decimal text."""


ItemStatus = Literal["Pending", "Approved", "Rejected"]


@dataclass(frozen=True, kw_only=True)
class Item:
    item_id: str
    """The id of the item within its order."""
    category: Optional[str]
    """The category."""
    commission_group: Optional[str]
    """`commission_group` is the name of the brand's terms that set the commission."""
    quantity: int
    """How many of the item were sold."""
    sale_amount: Decimal
    """The sale, as decimal text."""
    sale_comm: Optional[Decimal]
    """The commission of the sale, as decimal text."""
    comm_rate: Optional[Decimal]
    """`comm_rate` is null for a fixed amount."""
    ori_amount: Decimal
    """The sale as it was first reported."""
    ori_comm: Optional[Decimal]
    """The commission as it was first computed."""
    status: ItemStatus
    """The status that it has."""
    reason_code: Optional[str]
    """Why, as one of the known reasons."""
    note: Optional[str]
    """A note of the publisher's own."""
    validation_date: Optional[dt.datetime]
    """When the brand decided; null if it has not."""
    expected_validation_date: Optional[dt.datetime]
    """When the brand should decide."""
    settlement_id: Optional[int]
    """The id of the settlement."""
    settlement_date: Optional[dt.datetime]
    """When it was settled; null if it was not."""
    payment_id: Optional[int]
    """The id of the payment."""
    paid_date: Optional[dt.datetime]
    """When it was paid; null if it was not."""
    paid: bool
    """Whether it was paid."""
    updated_at: dt.datetime
    """When it was last changed."""


@dataclass(frozen=True, kw_only=True)
class Order:
    oid: int
    """The portal's number of the order."""
    order_id: str
    """The order's number, as the brand reported it."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    mid: int
    """The brand's number."""
    brand_name: str
    """The brand's name."""
    site_id: int
    """The id of the publisher's channel."""
    link_id: int
    """The id of the tracking link."""
    click_ref: Optional[str]
    """The reference of the click, as the brand's shop received it."""
    click_time: Optional[dt.datetime]
    """When the click happened."""
    order_time: dt.datetime
    """When the order was placed."""
    uid1: str
    """A value of the publisher's own, which reports and postbacks carry."""
    uid2: str
    """A second value of the publisher's own."""
    uid3: str
    """A third value of the publisher's own."""
    uid4: str
    """A fourth value of the publisher's own."""
    uid5: str
    """A fifth value of the publisher's own."""
    country: Optional[str]
    """A two-letter country code (ISO 3166), such as GB."""
    coupon: Optional[str]
    """The code of the coupon."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    rate: Optional[Decimal]
    """`rate` converts `currency` to `report_currency`."""
    sale_amount: Decimal
    """The sale, as decimal text."""
    sale_comm: Optional[Decimal]
    """The commission of the sale, as decimal text."""
    matched_amount: Decimal
    """The sale of what was matched."""
    matched_comm: Optional[Decimal]
    """The commission of what was matched."""
    report_currency: str
    """The currency of the report."""
    report_amount: Optional[Decimal]
    """The sale, in the report's currency."""
    report_comm: Optional[Decimal]
    """The commission, in the report's currency."""
    status: ItemStatus
    """The status that it has."""
    test_order: bool
    """Whether it is a test order, which is never paid."""
    unrated: bool
    """An `unrated` order waits for an exchange rate: until then `rate`, every commission and `report_*` are null, and no figure includes it."""
    updated_at: dt.datetime
    """When it was last changed."""
    items: Optional[list[Item]] = None
    """The single items."""


@dataclass(frozen=True, kw_only=True)
class Forecast:
    day: dt.date
    """A day."""
    low: Decimal
    """`low` can be paid already."""
    likely: Decimal
    """What will probably be paid."""
    high: Decimal
    """`high` requires every brand to pay in time."""


@dataclass(frozen=True, kw_only=True)
class PaymentBalance:
    pending: Decimal
    """Commission that no brand has decided on."""
    approved: Decimal
    """`approved` includes settlements whose brand has not paid."""
    waiting: Decimal
    """`waiting` is that part of it."""
    withdrawable: Decimal
    """What can be withdrawn now."""
    on_the_way: Decimal
    """`on_the_way` is in payments that have not arrived, `needs_you` in payments that failed, which have to be retried or cancelled."""
    needs_you: Decimal
    """`on_the_way` is in payments that have not arrived, `needs_you` in payments that failed, which have to be retried or cancelled."""
    paid: Decimal
    """What was paid to date."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    minimum: Decimal
    """The least that is paid out."""
    schedule_day: Optional[int]
    """The day of the month on which payments are requested; null for none."""
    next_payment: Optional[Forecast]
    """The next payment that is expected."""
    schedule_failure: Optional[str] = None
    """Scheduled payments wait if the last payment to the default method failed for a reason that lies in the method: `schedule_failure` is that reason."""


TaskState = Literal["open", "waiting", "refused", "done"]


@dataclass(frozen=True, kw_only=True)
class Task:
    name: str
    """The name."""
    done: bool
    """Whether the step has been taken, even if its result, such as a new channel, still awaits a review."""
    to: str
    """`to` is the page on which to take it."""
    state: TaskState
    """`waiting`: for a review, a brand or a buyer. `refused`: see `note`."""
    note: Optional[str]
    """The reason that was given for a refusal."""


@dataclass(frozen=True, kw_only=True)
class Dashboard:
    start_date: dt.date
    """The first day, in the time zone of the account."""
    end_date: dt.date
    """The last day, in the time zone of the account."""
    totals: Figures
    """The sums of all rows."""
    compared_totals: Figures
    """The sums of the compared period."""
    trend: list[TrendPoint]
    """`compared_trend` holds what the days of `trend` are compared with, as in /reports/performance. In periods of two weeks or more, the first days may have no counterpart, so its days belong to the last days of `trend`."""
    compared_trend: list[TrendPoint]
    """`compared_trend` holds what the days of `trend` are compared with, as in /reports/performance."""
    top_brands: list[TopBrand]
    """The brands that earned most."""
    top_links: list[TopLink]
    """The links that earned most."""
    latest_orders: list[Order]
    """The latest orders."""
    balance: Optional[PaymentBalance]
    """For a token without `payment.read`, `balance` is null, and `tasks` leaves out what concerns payments."""
    tasks: list[Task]
    """For a token without `payment.read`, `balance` is null, and `tasks` leaves out what concerns payments."""
    time_zone: str
    """A time zone, such as Europe/London."""
    as_of: dt.datetime
    """What was reported or clicked and answered before this time is counted."""


@dataclass(frozen=True, kw_only=True)
class AgedMonths:
    amount: Decimal
    """A sum in `currency`, as decimal text."""
    periods: list[str]
    """The months, such as 2026-10."""


@dataclass(frozen=True, kw_only=True)
class BrandAgeing:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    payment_days: int
    """Within how many days after approval the brand promises to pay."""
    due: dt.date
    """`due` is the first day on which it should have paid or should pay."""
    days_late: int
    """For how many days the oldest month is late."""
    in_term: AgedMonths
    """Months that the brand has still time to pay."""
    late: AgedMonths
    """Months that the brand should have paid."""
    very_late: AgedMonths
    """Months that the brand should have paid long ago."""
    total: Decimal
    """The sum of all its months."""
    case_id: Optional[int]
    """`case_id` is the newest undecided case about some of these months."""
    pay_on: Optional[dt.date]
    """`pay_on` is the latest day that a case about them has set."""


@dataclass(frozen=True, kw_only=True)
class PaymentAgeing:
    rows: list[BrandAgeing] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    in_term: Decimal
    """What brands have still time to pay."""
    late: Decimal
    """What brands should have paid."""
    very_late: Decimal
    """What brands should have paid long ago."""
    waiting: Decimal
    """`waiting` is the sum of the three ages, as in /payments/balance."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""


SettlementType = Literal["commission", "bonus", "adjustment"]


@dataclass(frozen=True, kw_only=True)
class PaymentDetail:
    payment_id: int
    """The id of the payment."""
    settlement_id: int
    """The id of the settlement."""
    mcid: Optional[str]
    """The brand's code, as it stands in links and reports."""
    brand_name: Optional[str]
    """The brand's name."""
    period: str
    """A month, such as 2026-10."""
    type: SettlementType
    """Which kind it is."""
    amount: Decimal
    """A sum in `currency`, as decimal text."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    orders: int
    """The number of orders."""
    note: str
    """A note of the publisher's own."""


@dataclass(frozen=True, kw_only=True)
class ProofDifference:
    settlement_id: Optional[int]
    """The id of the settlement."""
    expected: Decimal
    """What the sum should be."""
    found: Decimal
    """What the sum is."""


@dataclass(frozen=True, kw_only=True)
class PaymentProof:
    payment_id: int
    """The id of the payment."""
    gross: Decimal
    """The sum with VAT, before the fee."""
    settlements: Decimal
    """The sum of its settlements."""
    orders: Decimal
    """The sum of its orders."""
    bonuses: Decimal
    """The sum of bonuses."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    differences: list[ProofDifference]
    """Where sums do not agree; empty if all do."""


PaymentStage = Literal["approved", "month_closed", "brand_paid", "payable", "requested", "processing", "sent", "paid", "failed", "returned", "cancelled"]


@dataclass(frozen=True, kw_only=True)
class PaymentStep:
    stage: PaymentStage
    """The stage that was reached."""
    at: Optional[dt.datetime]
    """`at` is when all of the payment had reached the stage."""
    expected: Optional[dt.date] = None
    """`expected` is the day on which that is expected."""


@dataclass(frozen=True, kw_only=True)
class PaymentDetails:
    rows: list[PaymentDetail] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    proof: list[PaymentProof]
    """The sums that prove each payment."""
    progress: list[PaymentStep]
    """`progress` has the stages of the payment that was requested by its id."""
    replaces: Optional[int] = None
    """`replaces` is the failed payment that was requested again as this one, to another account."""
    replaced_by: Optional[int] = None
    """`replaced_by` is the payment that was requested in place of this one."""


DocumentKind = Literal["invoice", "statement", "credit_note"]


@dataclass(frozen=True, kw_only=True)
class Invoice:
    payment_id: int
    """The id of the payment."""
    kind: DocumentKind
    """Which kind it is."""
    number: Optional[str]
    """Its number."""
    name: str
    """The name."""
    url: Optional[str]
    """`url` opens the PDF for ten minutes."""
    csv: str
    """`csv` is the document as CSV."""


MethodKind = Literal["paypal", "payoneer", "airwallex", "bank"]


Entity = Literal["person", "company"]


WaitReason = Literal["new_details", "confirmed", "factor_reset", "stopped"]


@dataclass(frozen=True, kw_only=True)
class PaymentMethod:
    id: int
    """The number that identifies it."""
    kind: MethodKind
    """Which kind it is."""
    country: str
    """A two-letter country code (ISO 3166), such as GB."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    entity: Entity
    """The company of the network that pays."""
    payee: str
    """`payee` and `fields` are masked: the last characters, or `m•••@example.com` of an email address."""
    fields: dict[str, str]
    """The values by field."""
    is_default: bool
    """Whether it is the default one."""
    waiting: bool
    """Whether it waits until it can be used."""
    wait_reason: Optional[WaitReason]
    """Nothing is paid to the method before `usable_from`, and `wait_reason` says why."""
    usable_from: dt.datetime
    """Nothing is paid to the method before `usable_from`, and `wait_reason` says why."""
    created_at: dt.datetime
    """When it was made."""
    updated_at: dt.datetime
    """When it was last changed."""
    last_failure: Optional[str] = None
    """`last_failure` is why the last payment to it did not arrive, unless the method has changed since, and `last_failed_at` when."""
    last_failed_at: Optional[dt.datetime] = None
    """`last_failure` is why the last payment to it did not arrive, unless the method has changed since, and `last_failed_at` when."""
    holds_schedule: Optional[bool] = None
    """If the reason lies in the method, `holds_schedule`: no scheduled payment goes to it until it is changed, or confirmed by a payment that is requested to it."""


@dataclass(frozen=True, kw_only=True)
class ListingPaymentMethod:
    rows: list[PaymentMethod] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


@dataclass(frozen=True, kw_only=True)
class PaidMonth:
    month: str
    """A month of the report time zone"""
    payments: int
    """The number of payments."""
    gross: Decimal
    """`gross` is before fees and VAT, `net` after."""
    net: Decimal
    """The sum without VAT."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""


@dataclass(frozen=True, kw_only=True)
class ListingPaidMonth:
    rows: list[PaidMonth] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


SettlementState = Literal["waiting", "payable", "requested", "paid"]


ExpectedFrom = Literal["past", "terms"]


@dataclass(frozen=True, kw_only=True)
class Settlement:
    settlement_id: int
    """The id of the settlement."""
    mcid: Optional[str]
    """The brand's code, as it stands in links and reports."""
    brand_name: Optional[str]
    """The brand's name."""
    period: str
    """A month, such as 2026-10."""
    type: SettlementType
    """What it is made of."""
    amount: Decimal
    """`amount` is in the publisher's report currency."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    orders: int
    """The number of orders."""
    items: int
    """The number of items."""
    state: SettlementState
    """The state that it is in."""
    payment_id: Optional[int]
    """The id of the payment."""
    note: str
    """A note of the publisher's own."""
    created_at: dt.datetime
    """When it was made."""
    payable_at: Optional[dt.datetime]
    """When it can be withdrawn."""
    paid_at: Optional[dt.datetime]
    """When it was paid; null if it was not."""
    expected_date: Optional[dt.date] = None
    """While the settlement waits, `expected_date` is the day by which its brand should pay, estimated from three or more of the publisher's own settlements, or else from the brand's terms."""
    expected_from: Optional[ExpectedFrom] = None
    """`expected_from` says which, and `date_record` how well such days were kept, once that is known."""
    date_record: Optional[DateRecord] = None
    """`expected_from` says which, and `date_record` how well such days were kept, once that is known."""


@dataclass(frozen=True, kw_only=True)
class SettledOrder:
    oid: int
    """The portal's number of the order."""
    order_id: str
    """The order's number, as the brand reported it."""
    order_time: dt.datetime
    """When the order was placed."""
    click_ref: Optional[str]
    """The reference of the click, as the brand's shop received it."""
    click_time: Optional[dt.datetime]
    """When the click happened."""
    items: int
    """The number of items."""
    commission: Decimal
    """`commission` is what its settled items and corrections add to it."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""


@dataclass(frozen=True, kw_only=True)
class SettledOrders:
    settlement: Settlement
    """The settlement."""
    rows: list[SettledOrder] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    sum: Decimal
    """`sum` is computed now from the items of all the orders."""


@dataclass(frozen=True, kw_only=True)
class ListingSettlement:
    rows: list[Settlement] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


DocumentFormat = Literal["pdf", "csv"]


@dataclass(frozen=True, kw_only=True)
class StatementFile:
    name: str
    """The name."""
    format: DocumentFormat
    """The format of the file."""
    content: str
    """Text, or base64 of a PDF"""


PaymentState = Literal["requested", "processing", "sent", "paid", "failed", "returned", "cancelled"]


@dataclass(frozen=True, kw_only=True)
class Payment:
    payment_id: int
    """The id of the payment."""
    request_date: dt.datetime
    """When it was requested."""
    expected_date: Optional[dt.date]
    """`expected_date` is the day on which the payment should arrive, estimated from three or more of the publisher's own payments, or else, once it is processed, five days later, or three days after it was sent."""
    paid_date: Optional[dt.datetime]
    """When it was paid; null if it was not."""
    method: str
    """How it is paid."""
    payee: str
    """To whom it is paid."""
    gross: Decimal
    """The sum with VAT, before the fee."""
    fee: Decimal
    """The fee that is taken off."""
    vat: Decimal
    """The VAT."""
    net: Decimal
    """The sum without VAT."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    payout_currency: str
    """The currency in which it is paid."""
    payout_amount: Optional[Decimal]
    """`payout_amount` is what arrives, at `rate`, once the payment is processed."""
    rate: Optional[Decimal]
    """The rate, as decimal text."""
    status: PaymentState
    """The status that it has."""
    scheduled: bool
    """Whether it was requested by the schedule."""
    failure_reason: Optional[str]
    """Why it failed."""
    trace_id: Optional[str]
    """The number under which the bank knows the payment."""
    invoice: Optional[str]
    """The number of its invoice, once there is one."""
    credit_note: Optional[str]
    """The number of the credit note that cancels the invoice."""
    batch_id: Optional[int]
    """The id of the batch of payments."""
    sent_date: Optional[dt.datetime]
    """When it was sent to the bank."""
    expected_from: Optional[ExpectedFrom] = None
    """`expected_from` says which."""
    date_record: Optional[DateRecord] = None
    """`date_record` says how well such days were kept, once that is known."""
    method_at_fault: Optional[bool] = None
    """`method_at_fault`: it failed for a reason that lies in the payment method, such as a closed account."""


@dataclass(frozen=True, kw_only=True)
class ListingPayment:
    rows: list[Payment] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


VatStatus = Literal["registered", "small_business", "not_registered"]


ReviewState = Literal["unneeded", "waiting", "confirmed", "rejected"]


@dataclass(frozen=True, kw_only=True)
class VatReview:
    status: VatStatus
    """The status that it has."""
    country: str
    """A two-letter country code (ISO 3166), such as GB."""
    name: str
    """The name."""
    number: str
    """The VAT or tax number."""
    stated_at: dt.datetime
    """When it was stated."""
    state: ReviewState
    """The state that it is in."""
    decided_at: Optional[dt.datetime]
    """When it was decided; null if it is not."""
    reason: Optional[str]
    """Why, in words."""
    ends_at: Optional[dt.datetime]
    """When it ends; null if no end is set."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    version: int
    """The version of the text."""
    number: str
    """The VAT or tax number."""
    country: str
    """A two-letter country code (ISO 3166), such as GB."""
    agreed_at: dt.datetime
    """When it was agreed."""
    ends_at: dt.datetime
    """When it ends; null if no end is set."""


@dataclass(frozen=True, kw_only=True)
class VatStanding:
    review: Optional[VatReview]
    """`review` is null without a claim, `agreement` if none is in force."""
    agreement: Optional[Agreement]
    """`review` is null without a claim, `agreement` if none is in force."""
    ask_again: bool
    """`ask_again` is set when the agreement should be renewed."""
    version: int
    """`version` and `text` are those to agree to now."""
    text: str
    """The text."""


class EventType(IntEnum):
    ORDER_CREATED = 1
    ORDER_UPDATED = 2
    ORDER_SETTLED = 3
    PAYMENT_SENT = 4
    PAYMENT_FAILED = 5
    RELATIONSHIP_CHANGED = 6
    BRAND_CHANGED = 7
    LINK_BROKEN = 8
    DOWNLOAD_READY = 9
    CLICK = 10
    ALERT_RAISED = 11
    ALERT_CLOSED = 12
    CASE_UPDATED = 13
    PAYMENT_RETURNED = 14
    SETTLEMENT_PAYABLE = 15
    COUPON_CHANGED = 16
    CHANNEL_REVIEWED = 17
    TEAM_CHANGED = 18
    CAMPAIGN_CHANGED = 19


@dataclass(frozen=True, kw_only=True)
class Attempt:
    at: dt.datetime
    """When the request was made."""
    status_code: Optional[int]
    """The HTTP status of the answer; null if there was none."""
    ms: int
    """How long it took, in milliseconds."""
    error: Optional[Literal["forbidden", "gone", "host_unknown", "redirect", "refused", "status", "timeout", "tls", "unreachable"]]
    """What went wrong, in words; null or empty if nothing did."""
    answer: Optional[str] = None
    """Attempts that were stored before answers were kept have none."""


@dataclass(frozen=True, kw_only=True)
class Delivery:
    id: str
    """The number that identifies it."""
    postback_id: Optional[int]
    """The id of the postback."""
    event_id: str
    """The id of the event, the same however often it is sent."""
    event_type: EventType
    """The kind of event."""
    oid: Optional[int]
    """The portal's number of the order."""
    order_id: Optional[str]
    """`order_id` is the brand's number of the order, `oid` ours."""
    attempt: int
    """`attempt` counts the requests since it was queued or sent again."""
    method: Optional[str]
    """The method of the request."""
    url: Optional[str]
    """The address."""
    request_body: Optional[str]
    """The body as it was sent; null without one."""
    status_code: Optional[int]
    """The HTTP status of the answer; null if there was none."""
    ms: Optional[int]
    """How long it took, in milliseconds."""
    error: Optional[Literal["forbidden", "gone", "host_unknown", "redirect", "refused", "status", "timeout", "tls", "unreachable"]]
    """What went wrong, in words; null or empty if nothing did."""
    state: Literal["delivered", "failed", "waiting"]
    """The state that it is in."""
    next_attempt_at: Optional[dt.datetime]
    """When it is tried next; null if it is over."""
    test: bool
    """Whether it is a test."""
    created_at: dt.datetime
    """When it was made."""
    attempts: list[Attempt]
    """Each attempt."""


@dataclass(frozen=True, kw_only=True)
class CursorPageDelivery:
    rows: list[Delivery] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


class DeliveryType(IntEnum):
    GET = 1
    POST_JSON = 2
    POST_FORM = 3


@dataclass(frozen=True, kw_only=True)
class Postback:
    id: int
    """The number that identifies it."""
    site_id: Optional[int]
    """The id of the publisher's channel."""
    event_type: EventType
    """The kind of event."""
    delivery_type: DeliveryType
    """How the postback is sent."""
    link_url: str
    """The address to which the postback is sent."""
    mids: list[int]
    """Brands' numbers."""
    parameters: dict[str, str]
    """The values by their names."""
    medium_id: Optional[int]
    """The number of a platform."""
    state: Literal["active", "auto_paused", "paused"]
    """The state that it is in."""
    state_reason: Optional[Literal["failing", "gone"]]
    """Why it was paused; null if nobody but its owner did."""
    failing_since: Optional[dt.datetime]
    """Since when all attempts fail; null if the last one arrived."""
    secret_shown_at: Optional[dt.datetime]
    """When the secret was shown; null if it was not."""
    old_secret_until: Optional[dt.datetime]
    """Until when the secret before works; null if it does not."""
    success_rate: Optional[float]
    """`success_rate` is of the last 1,000 deliveries that have ended, in percent."""
    delivered: int
    """Deliveries of the last 1,000 that arrived."""
    failed: int
    """Deliveries of the last 1,000 that were given up."""
    waiting: int
    """Deliveries that wait to be sent."""
    last_at: Optional[dt.datetime]
    """When the last delivery was made."""
    created_at: dt.datetime
    """When it was made."""
    updated_at: dt.datetime
    """When it was last changed."""


@dataclass(frozen=True, kw_only=True)
class PostbackDraft:
    delivery_type: DeliveryType
    """How the postback is sent."""
    link_url: str
    """The address to which the postback is sent."""
    parameters: Optional[dict[str, str]] = None
    """`parameters` are appended (GET) or are the body (POST)."""
    event_type: EventType
    """The kind of event."""
    site_id: Optional[int] = None
    """The id of the publisher's channel."""
    mids: Optional[list[int]] = None
    """Brands' numbers."""
    medium_id: Optional[int] = None
    """The number of a platform."""
    id: Optional[int] = None
    """The number that identifies it."""
    updated_at: Optional[dt.datetime] = None
    """When it was last changed."""


@dataclass(frozen=True, kw_only=True)
class DeliveryRef:
    delivery_id: str
    """The id of the delivery."""


@dataclass(frozen=True, kw_only=True)
class EventKind:
    id: int
    """The number that identifies it."""
    name: str
    """The name."""
    title: str
    """The heading."""
    macros: list[str]
    """`macros` are the names of those that its events can fill."""


@dataclass(frozen=True, kw_only=True)
class DeliveryKind:
    id: int
    """The number that identifies it."""
    name: str
    """The name."""


@dataclass(frozen=True, kw_only=True)
class Macro:
    name: str
    """The name."""
    text: str
    """The text."""
    sample: str
    """An example."""


@dataclass(frozen=True, kw_only=True)
class Medium:
    id: int
    """The number that identifies it."""
    name: str
    """The name."""


@dataclass(frozen=True, kw_only=True)
class TrackerTemplate:
    name: str
    """The name."""
    delivery_type: DeliveryType
    """How the postback is sent."""
    link_url: str
    """The address to which the postback is sent."""
    parameters: dict[str, str]
    """The values by their names."""


@dataclass(frozen=True, kw_only=True)
class PostbackTypes:
    event_types: list[EventKind]
    """The events that a postback can report."""
    delivery_types: list[DeliveryKind]
    """The ways to send."""
    macros: list[Macro]
    """The names that can stand in braces in the address."""
    mediums: list[Medium]
    """The platforms that a postback can be limited to."""
    templates: list[TrackerTemplate]
    """Settings of common trackers."""


@dataclass(frozen=True, kw_only=True)
class ListingPostback:
    rows: list[Postback] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


@dataclass(frozen=True, kw_only=True)
class DeliveryMark:
    id: str
    """The number that identifies it."""
    state: Literal["delivered", "failed", "waiting"]
    """The state that it is in."""
    status_code: Optional[int]
    """The HTTP status of the answer; null if there was none."""
    error: Optional[Literal["forbidden", "gone", "host_unknown", "redirect", "refused", "status", "timeout", "tls", "unreachable"]]
    """What went wrong, in words; null or empty if nothing did."""
    created_at: dt.datetime
    """When it was made."""


@dataclass(frozen=True, kw_only=True)
class RecentDeliveries:
    postback_id: int
    """The id of the postback."""
    marks: list[DeliveryMark]
    """The deliveries, each with its outcome."""


@dataclass(frozen=True, kw_only=True)
class ListingRecentDeliveries:
    rows: list[RecentDeliveries] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


@dataclass(frozen=True, kw_only=True)
class Redelivery:
    count: int
    """How many there are."""


@dataclass(frozen=True, kw_only=True)
class Secret:
    secret: Optional[str]
    """`secret` is null once it has been shown."""
    shown_at: Optional[dt.datetime]
    """When it was shown."""
    old_secret_until: Optional[dt.datetime]
    """Until when the secret before works; null if it does not."""


@dataclass(frozen=True, kw_only=True)
class Preview:
    macros: list[Macro]
    """The names that can stand in braces in the address."""
    method: str
    """How it is paid."""
    url: str
    """The address."""
    body: Optional[str]
    """The text in full."""


class AlertKind(IntEnum):
    TRACKING_STOPPED = 1
    CONVERSION_FALLEN = 2
    CLICKS_FALLEN = 3
    COMMISSION_PER_ORDER_FALLEN = 4
    APPROVAL_FALLEN = 5
    TERMS_CUT = 6
    VALIDATION_OVERDUE = 7
    PAYMENT_OVERDUE = 8
    LINK_BROKEN = 9
    POSTBACK_FAILING = 10
    COUPON_ENDED = 11


@dataclass(frozen=True, kw_only=True)
class MoneyAtRisk:
    low: Decimal
    """An estimate of what is lost, between `low` and `high` in four of five cases: since the alert's `since`, and per day."""
    high: Decimal
    """An estimate of what is lost, between `low` and `high` in four of five cases: since the alert's `since`, and per day."""
    day_low: Decimal
    """What is lost a day, at least."""
    day_high: Decimal
    """What is lost a day, at most."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""


class AlertCause(IntEnum):
    LINK_BROKEN = 1
    BRAND_PAUSED = 2
    TERMS_CHANGED = 3
    ONE_SEGMENT = 4
    BRAND_SILENT = 5
    NOTHING_FOUND = 6
    EVERYBODY = 7


@dataclass(frozen=True, kw_only=True)
class AlertEvidence:
    links: Optional[int] = None
    """The number of links."""
    last_order_at: Optional[dt.datetime] = None
    """When the last order was placed."""
    last_report_at: Optional[dt.datetime] = None
    """When the brand last reported an order."""
    missed_reports: Optional[int] = None
    """How many reports of the brand are missing."""
    terms_from: Optional[dt.date] = None
    """The day from which other terms hold."""
    failures: Optional[int] = None
    """How many failed in a row."""
    coupon: Optional[str] = None
    """The code of the coupon."""
    days: Optional[int] = None
    """The number of days."""
    country: Optional[str] = None
    """A two-letter country code (ISO 3166), such as GB."""
    device: Optional[str] = None
    """The kind of device."""
    part_expected: Optional[float] = None
    """The expected orders of that country or device alone, as `part_seen` has the actual ones."""
    part_seen: Optional[int] = None
    """The orders of that country or device."""
    announced_at: Optional[dt.datetime] = None
    """When it was announced."""
    notice_days: Optional[int] = None
    """How many days before it was announced."""
    orders: Optional[int] = None
    """The number of orders."""
    before: Optional[Decimal] = None
    """Of terms that are cut, `before` and `after` are the commission of the last 30 days' orders under the terms before and after the change."""
    after: Optional[Decimal] = None
    """Of terms that are cut, `before` and `after` are the commission of the last 30 days' orders under the terms before and after the change."""
    promised_days: Optional[int] = None
    """`promised_days` is within how many days the brand says it decides or pays, `usual_days` within how many it did for nine of ten of the publisher's own orders."""
    usual_days: Optional[int] = None
    """`promised_days` is within how many days the brand says it decides or pays, `usual_days` within how many it did for nine of ten of the publisher's own orders."""
    waiting_since: Optional[dt.datetime] = None
    """Since when the oldest one waits."""
    decided: Optional[int] = None
    """How many were decided."""
    rejected: Optional[int] = None
    """How many were rejected."""
    reason_code: Optional[str] = None
    """`reason_code` is the most frequent reason of rejected items."""
    reason_items: Optional[int] = None
    """How many items were rejected for that reason."""


class NextStep(IntEnum):
    FIX_LINKS = 1
    TEST_LINKS = 2
    CHOOSE_BRAND = 3
    WAIT_FOR_BRAND = 4
    CHECK_POSTBACK = 5
    CHECK_CHANNEL = 6
    COMPARE_TERMS = 7
    CHANGE_COUPON = 8
    SEE_TERMS = 9
    SEE_PENDING = 10
    SEE_SETTLEMENTS = 11
    SEE_REJECTED = 12


@dataclass(frozen=True, kw_only=True)
class AlertTask:
    state: Literal["done", "in_progress", "open"]
    """The state that it is in."""
    since: dt.datetime
    """From when on."""
    note: str
    """A note of the publisher's own."""


@dataclass(frozen=True, kw_only=True)
class Alert:
    alert_id: int
    """The id of the alert."""
    kind: AlertKind
    """Which kind it is."""
    mcid: Optional[str]
    """The brand's code, as it stands in links and reports."""
    brand_name: Optional[str]
    """The brand's name."""
    site_id: Optional[int]
    """The id of the publisher's channel."""
    site_name: Optional[str]
    """The name of the publisher's channel."""
    link_id: Optional[int]
    """The id of the tracking link."""
    postback_id: Optional[int]
    """The id of the postback."""
    since: dt.datetime
    """From when on."""
    found_at: dt.datetime
    """When it was found."""
    expected: Optional[float]
    """`expected` and `seen` count orders or clicks since `since`, or are the commission of an order."""
    seen: Optional[float]
    """`expected` and `seen` count orders or clicks since `since`, or are the commission of an order."""
    chance: Optional[float]
    """`chance` is the probability of so few by chance."""
    money_at_risk: Optional[MoneyAtRisk]
    """About what is lost; null if nothing was estimated."""
    cause: Optional[AlertCause]
    """What explains it, as far as the portal knows."""
    evidence: AlertEvidence
    """What shows it."""
    next_step: NextStep
    """What to do next."""
    next_page: str
    """`next_page` is the page of the portal where `next_step` is taken."""
    task: Optional[AlertTask]
    """`task` is null if the network has no task."""
    state: Literal["closed", "muted", "open", "snoozed"]
    """The state that it is in."""
    until: Optional[dt.datetime]
    """`until` is when a snoozed alert opens again."""
    closed_at: Optional[dt.datetime]
    """When it was closed; null while it is open."""
    closed_by: Optional[Literal["operator", "publisher", "recovered"]]
    """Who or what closed it; null while it is open."""


@dataclass(frozen=True, kw_only=True)
class ListingAlert:
    rows: list[Alert] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


class BookStatus(IntEnum):
    QUEUED = 0
    COMPARING = 1
    READY = 2
    FAILED = 3


AmountKind = Literal["commission", "sale"]


BookClass = Literal["differs", "only_mine", "only_yours", "matched", "unread"]


@dataclass(frozen=True, kw_only=True)
class BookSum:
    class_: BookClass = field(metadata={"wire": "class"})
    """How the row compares."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    rows: int
    """`rows` counts orders."""
    mine: Decimal
    """What the publisher has."""
    yours: Decimal
    """The sums of a class in a currency: what the file has (`mine`), what is recorded (`yours`), and their difference. `declined` is the part of `yours` from orders that were rejected."""
    difference: Decimal
    """`mine` less `yours`."""
    declined: Decimal
    """`declined` is the part of `yours` from orders that were rejected."""


@dataclass(frozen=True, kw_only=True)
class BookTotal:
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    mine: Decimal
    """The sum of the publisher's own file."""
    yours: Decimal
    """The sum that is recorded."""
    difference: Decimal
    """`mine` less `yours`."""


Encoding = Literal["utf-8", "utf-16-le", "utf-16-be", "windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "windows-1253", "windows-1254", "macintosh", "ibm850"]


DecimalSign = Literal["point", "comma"]


DateOrder = Literal["dmy", "mdy"]


AmountOf = Literal["row", "order"]


@dataclass(frozen=True, kw_only=True)
class ImportMapping:
    columns: dict[str, str]
    """`columns` names the file's column for each of our fields, `constants` gives one value for every row."""
    constants: Optional[dict[str, str]] = None
    """`columns` names the file's column for each of our fields, `constants` gives one value for every row."""
    time_format: Optional[str] = None
    """`time_format` is the strptime format of times, in `time_zone`."""
    time_zone: Optional[str] = None
    """A time zone, such as Europe/London."""
    delimiter: Optional[str] = None
    """The sign between cells."""
    encoding: Optional[Encoding] = None
    """How characters are encoded."""
    header_line: Optional[int] = None
    """The line with the names of columns."""
    decimal_signs: Optional[dict[str, DecimalSign]] = None
    """What is left out is detected in the file and shown by /network/orders_preview: `encoding`, `delimiter`, `header_line` (counted from 1), `decimal_signs` by field and `date_order`."""
    date_order: Optional[DateOrder] = None
    """What is left out is detected in the file and shown by /network/orders_preview: `encoding`, `delimiter`, `header_line` (counted from 1), `decimal_signs` by field and `date_order`."""
    amount_of: Optional[AmountOf] = None
    """If `amount_of` is `order`, the amount is that of the whole order."""
    carried: Optional[list[str]] = None
    """Fields in `carried` are filled only in an order's first row."""
    statuses: Optional[dict[str, ItemStatus]] = None
    """`statuses` says what the file's words for a status mean."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    id: int
    """The number that identifies it."""
    name: str
    """The name."""
    status: BookStatus
    """The status that it has."""
    amounts: AmountKind
    """Whether amounts are commission or sales."""
    start_date: Optional[dt.date]
    """`start_date` and `end_date` are the days whose recorded orders were compared: null until they are read from the file, and where it names none."""
    end_date: Optional[dt.date]
    """The last day, in the time zone of the account."""
    mcids: list[str]
    """Brands' codes."""
    lines: int
    """The number of lines."""
    counts: dict[str, int]
    """`counts` has the rows of each class."""
    sums: list[BookSum]
    """`sums` of the first four classes add up to `totals`."""
    totals: list[BookTotal]
    """`sums` of the first four classes add up to `totals`."""
    error: Optional[str]
    """What went wrong, in words; null or empty if nothing did."""
    mapping: ImportMapping
    """Which columns have which fields."""
    created_at: dt.datetime
    """When it was made."""
    ended_at: Optional[dt.datetime]
    """When it ended; null if it has not."""


@dataclass(frozen=True, kw_only=True)
class CursorPageComparison:
    rows: list[Comparison] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


BookReason = Literal["amount", "repeated", "day", "zone", "currency", "number", "unrated", "not_recorded", "refused", "test_order", "no_order", "click_unknown", "not_in_file", "unreadable"]


@dataclass(frozen=True, kw_only=True)
class BookRow:
    row: int
    """The place of the row in the comparison."""
    class_: BookClass = field(metadata={"wire": "class"})
    """How the row compares."""
    reasons: list[BookReason]
    """Why it differs."""
    note: str
    """`note` explains the reasons."""
    line: Optional[int]
    """`line` is the first of its `lines` in the file."""
    lines: int
    """The number of lines."""
    order_id: str
    """The order's number, as the brand reported it."""
    click_ref: Optional[str]
    """The reference of the click, as the brand's shop received it."""
    mcid: Optional[str]
    """The brand's code, as it stands in links and reports."""
    brand_name: Optional[str]
    """The brand's name."""
    oid: Optional[int]
    """The portal's number of the order."""
    own_day: Optional[dt.date]
    """The day in the file."""
    own_time: Optional[dt.datetime]
    """The time in the file."""
    own_amount: Optional[Decimal]
    """The amount in the file."""
    own_currency: Optional[str]
    """The currency in the file."""
    order_time: Optional[dt.datetime]
    """When the order was placed."""
    amount: Optional[Decimal]
    """`amount` is recorded, in `currency`: that of the line if the order has an amount in it, else the order's own."""
    currency: Optional[str]
    """A three-letter currency code (ISO 4217), such as GBP."""
    status: Optional[ItemStatus]
    """The status that it has."""


@dataclass(frozen=True, kw_only=True)
class CursorPageBookRow:
    rows: list[BookRow] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


CaseKind = Literal["missing", "incorrect", "declined", "unpaid", "question"]


CaseState = Literal["open", "info_needed", "accepted", "rejected", "withdrawn"]


Topic = Literal["payment", "account", "brand"]


@dataclass(frozen=True, kw_only=True)
class EvidenceFile:
    name: str
    """The name."""
    download_url: str
    """`download_url` opens the file for ten minutes."""


@dataclass(frozen=True, kw_only=True)
class CaseStep:
    at: dt.datetime
    """When the step was taken."""
    by: Literal["network", "publisher"]
    """Who did it."""
    from_: Optional[CaseState] = field(metadata={"wire": "from"})
    """The state before; null for the first step."""
    to: CaseState
    """The state after."""
    note: str
    """A note of the publisher's own."""
    evidence: list[EvidenceFile]
    """What shows it."""


@dataclass(frozen=True, kw_only=True)
class OrderCase:
    case_id: int
    """The id of the case."""
    kind: CaseKind
    """Which kind it is."""
    state: CaseState
    """The state that it is in."""
    mcid: Optional[str]
    """The brand's code, as it stands in links and reports."""
    brand_name: Optional[str]
    """The brand's name."""
    order_id: str
    """`order_id` is empty without an order."""
    oid: Optional[int]
    """The portal's number of the order."""
    item_id: Optional[str]
    """The id of the item within its order."""
    topic: Optional[Topic]
    """Null for a declined one and for a question, which has a `topic` and perhaps a brand or payment."""
    payment_id: Optional[int]
    """The id of the payment."""
    periods: list[str]
    """`amount` is what the order should be worth, or what the unpaid months (`periods`) come to."""
    pay_on: Optional[dt.date]
    """`pay_on` is the day that the acceptance of unpaid months set."""
    order_time: dt.datetime
    """When the order was placed."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    amount: Optional[Decimal]
    """`amount` is what the order should be worth, or what the unpaid months (`periods`) come to."""
    accepted_amount: Optional[Decimal]
    """Once it is accepted, `accepted_amount` is what the order, or the item in question, is worth and `accepted_comm` its commission."""
    accepted_comm: Optional[Decimal]
    """Once it is accepted, `accepted_amount` is what the order, or the item in question, is worth and `accepted_comm` its commission."""
    click_ref: Optional[str]
    """The reference of the click, as the brand's shop received it."""
    opened_at: dt.datetime
    """When it was opened."""
    updated_at: dt.datetime
    """When it was last changed."""
    steps: list[CaseStep]
    """The steps, oldest first."""


@dataclass(frozen=True, kw_only=True)
class ListingOrderCase:
    rows: list[OrderCase] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


@dataclass(frozen=True, kw_only=True)
class CaseTimes:
    claim_days: int
    """`claim_days` is of the brand that was asked about, or else the usual."""
    dispute_days: int
    """For how many days after a decision a case can be opened."""
    usual_hours: Optional[float]
    """How many hours the network usually takes; null with too few answers."""


Verdict = Literal["valid", "duplicate", "bot", "blocked"]


@dataclass(frozen=True, kw_only=True)
class Click:
    click_ref: str
    """The reference of the click, as the brand's shop received it."""
    click_time: dt.datetime
    """When the click happened."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    site_id: int
    """The id of the publisher's channel."""
    link_id: int
    """The id of the tracking link."""
    link_code: Optional[str]
    """`link_code` and `link_note` are the link's own, as in /tools/links."""
    link_note: Optional[str]
    """The note of the tracking link."""
    uid1: str
    """A value of the publisher's own, which reports and postbacks carry."""
    uid2: str
    """A second value of the publisher's own."""
    uid3: str
    """A third value of the publisher's own."""
    uid4: str
    """A fourth value of the publisher's own."""
    uid5: str
    """A fifth value of the publisher's own."""
    country: Optional[str]
    """A two-letter country code (ISO 3166), such as GB."""
    device: str
    """The kind of device."""
    referrer: Optional[str]
    """The page that the visitor came from."""
    verdict: Verdict
    """Whether it counts, and why not."""
    verdict_reason: Optional[str]
    """Why it does not count; null if it does."""
    oid: Optional[int]
    """`oid` and `order_id` are those of the first order it led to."""
    order_id: Optional[str]
    """The order's number, as the brand reported it."""
    code_decided: bool
    """`code_decided`: an order after this click was credited to the publisher to whom the order's coupon code is assigned."""


@dataclass(frozen=True, kw_only=True)
class Clicks:
    rows: list[Click] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    total_is_capped: bool
    """If `total_is_capped`, there are more clicks than were counted."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""
    as_of: dt.datetime
    """Clicks that were led on before this time are in the list."""


@dataclass(frozen=True, kw_only=True)
class ValueChange:
    old: Optional[Union[str, int, bool]]
    """The value before the event."""
    new: Optional[Union[str, int, bool]]
    """The value after the event."""


@dataclass(frozen=True, kw_only=True)
class AmountChange:
    old: Optional[Decimal]
    """The amount before the event."""
    new: Optional[Decimal]
    """The amount after the event."""


@dataclass(frozen=True, kw_only=True)
class EventChanges:
    status: Optional[ValueChange] = None
    """The status, in the values of the event's `status`."""
    sale_amount: Optional[AmountChange] = None
    """The sale, as decimal text."""
    sale_comm: Optional[AmountChange] = None
    """The commission of the sale, as decimal text."""
    report_amount: Optional[AmountChange] = None
    """The sale, in the report's currency."""
    report_comm: Optional[AmountChange] = None
    """The commission, in the report's currency."""
    pay_on: Optional[ValueChange] = None
    """The day on which the brand will pay the months that a case is about."""
    description: Optional[ValueChange] = None
    """What a coupon gives, or the note of a campaign."""
    exclusive: Optional[ValueChange] = None
    """Whether a coupon is for the publisher alone."""
    starts_at: Optional[ValueChange] = None
    """The first day of a coupon or campaign."""
    ends_at: Optional[ValueChange] = None
    """The day before which a coupon ends, or the last day of a campaign."""
    role: Optional[ValueChange] = None
    """A member's role."""
    with_money: Optional[ValueChange] = None
    """Whether a member sees amounts."""
    site_ids: Optional[ValueChange] = None
    """The channels that a member sees, separated by commas; null for all of them."""


@dataclass(frozen=True, kw_only=True)
class EventItem:
    item_id: str
    """The id of the item within its order."""
    status: ItemStatus
    """The status that it has."""
    sale_amount: Decimal
    """The sale, as decimal text."""
    sale_comm: Optional[Decimal]
    """The commission of the sale, as decimal text."""
    quantity: int
    """How many of the item were sold."""
    category: Optional[str]
    """The category."""
    reason_code: Optional[str]
    """Why, as one of the known reasons."""


@dataclass(frozen=True, kw_only=True)
class FeedEvent:
    event_id: str
    """The id of the event, the same however often it is sent."""
    event_type: EventType
    """The kind of event."""
    event_name: str
    """The name of the event's type, such as order.created."""
    event_time: dt.datetime
    """When it happened."""
    mid: Optional[int]
    """The brand's number."""
    mcid: Optional[str]
    """The brand's code, as it stands in links and reports."""
    brand_name: Optional[str]
    """The brand's name."""
    site_id: Optional[int]
    """The id of the publisher's channel."""
    link_id: Optional[int]
    """The id of the tracking link."""
    oid: Optional[int]
    """The portal's number of the order."""
    order_id: Optional[str]
    """The order's number, as the brand reported it."""
    item_id: Optional[str]
    """`item_id` is that of the only item in `items`."""
    uid1: Optional[str]
    """A value of the publisher's own, which reports and postbacks carry."""
    uid2: Optional[str]
    """A second value of the publisher's own."""
    uid3: Optional[str]
    """A third value of the publisher's own."""
    uid4: Optional[str]
    """A fourth value of the publisher's own."""
    uid5: Optional[str]
    """A fifth value of the publisher's own."""
    click_ref: Optional[str]
    """The reference of the click, as the brand's shop received it."""
    click_time: Optional[dt.datetime]
    """When the click happened."""
    order_time: Optional[dt.datetime]
    """When the order was placed."""
    country: Optional[str]
    """A two-letter country code (ISO 3166), such as GB."""
    coupon: Optional[str]
    """The code of the coupon."""
    currency: Optional[str]
    """A three-letter currency code (ISO 4217), such as GBP."""
    status: Optional[Union[str, int]]
    """The status now, in the values that calls have for it."""
    previous_status: Optional[Union[str, int]]
    """The status before."""
    sale_amount: Optional[Decimal]
    """The sale, as decimal text."""
    sale_comm: Optional[Decimal]
    """The commission of the sale, as decimal text."""
    delta_amount: Optional[Decimal]
    """The change of the sale against the order before."""
    delta_commission: Optional[Decimal]
    """The change of the commission against the order before."""
    rate: Optional[Decimal]
    """The rate, as decimal text."""
    report_currency: Optional[str]
    """The currency of the report."""
    report_amount: Optional[Decimal]
    """The sale, in the report's currency."""
    report_comm: Optional[Decimal]
    """The commission, in the report's currency."""
    delta_report_amount: Optional[Decimal]
    """The change of the sale, in the report's currency."""
    delta_report_comm: Optional[Decimal]
    """The change of the commission, in the report's currency."""
    reason_code: Optional[str]
    """Why, as one of the known reasons."""
    note: Optional[str]
    """A note of the publisher's own."""
    settlement_id: Optional[int]
    """The id of the settlement."""
    payment_id: Optional[int]
    """The id of the payment."""
    amount: Optional[Decimal]
    """A sum in `currency`, as decimal text."""
    paid_date: Optional[dt.date]
    """The day on which it was paid; null if it was not."""
    download_id: Optional[int]
    """The id of the download."""
    alert_id: Optional[int]
    """The id of the alert."""
    kind: Optional[str]
    """What an alert found, which kind of case or settlement it is, or whether a member joined, changed or left."""
    since: Optional[dt.datetime]
    """When what an alert is about began."""
    money_at_risk: Optional[Decimal]
    """About how much has been lost since then, at least; null if nothing was estimated."""
    money_at_risk_high: Optional[Decimal]
    """About how much has been lost since then, at most."""
    case_id: Optional[int]
    """The id of the case."""
    member_id: Optional[int]
    """The account of the member whom a change of the team is about."""
    changes: EventChanges
    """What the event changed, each value from `old` to `new`."""
    test: bool
    """Whether it is a test."""
    livemode: bool
    """False for all events of the sandbox."""
    items: list[EventItem]
    """The single items."""


@dataclass(frozen=True, kw_only=True)
class EventFeed:
    rows: list[FeedEvent] = field(metadata={"wire": "list"})
    """The rows."""
    next: str
    """`next` is the cursor to continue from, even at the end."""
    has_more: bool
    """Whether there are more after these."""


ExportReport = Literal["performance", "transactions", "clicks", "links", "payments", "settlements", "deliveries", "books"]


ExportFormat = Literal["csv", "xlsx", "parquet"]


ExportTimes = Literal["iso", "local"]


DownloadKind = Literal["account", "report"]


class DownloadStatus(IntEnum):
    QUEUED = 0
    PROCESSING = 1
    READY = 2
    FAILED = 3


@dataclass(frozen=True, kw_only=True)
class Download:
    id: int
    """The number that identifies it."""
    kind: DownloadKind
    """Which kind it is."""
    filename: str
    """The name of the file."""
    status: DownloadStatus
    """The status that it has."""
    download_url: Optional[str]
    """`download_url` opens a finished file for ten minutes."""
    progress: int
    """`progress` is a percentage, `size` is in bytes."""
    rows: int
    """The rows."""
    size: Optional[int]
    """The size in bytes."""
    error: Optional[str]
    """What went wrong, in words; null or empty if nothing did."""
    created_at: dt.datetime
    """When it was made."""
    expires_at: dt.datetime
    """Until when it can be used; null if without end."""


GroupBy = Literal["date", "week", "month", "brand", "site", "uid1", "uid2", "uid3", "uid4", "uid5", "country", "device", "offer_type", "link", "page", "placement", "hour"]


StatusFilter = Literal["all", "pending", "approved", "rejected"]


DateBasis = Literal["order", "validation"]


Compare = Literal["previous", "year"]


@dataclass(frozen=True, kw_only=True)
class PerformanceRow:
    clicks: Optional[int]
    """The number of clicks."""
    orders: int
    """The number of orders."""
    sales: Decimal
    """The sum of sales."""
    commission: Decimal
    """The commission, as decimal text."""
    pending_commission: Decimal
    """The commission of orders that are not decided yet."""
    approved_commission: Decimal
    """The commission of approved orders."""
    rejected_commission: Decimal
    """The commission of rejected orders."""
    paid_commission: Decimal
    """The commission that was paid."""
    bonus: Decimal
    """What was earned beside orders."""
    pending_orders: int
    """The number of orders that are not decided yet."""
    approved_orders: int
    """The number of approved orders."""
    rejected_orders: int
    """The number of rejected orders."""
    cr: Optional[Decimal]
    """Orders per click, from 0 to 1."""
    epc: Optional[Decimal]
    """Earnings per click."""
    aov: Optional[Decimal]
    """The average sale of an order."""
    approval_rate: Optional[Decimal]
    """`approval_rate` is null with a status filter."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    date: Optional[dt.date] = None
    """A day."""
    week: Optional[dt.date] = None
    """The first day of the week, if rows are grouped by it."""
    month: Optional[dt.date] = None
    """The first day of the month."""
    mcid: Optional[str] = None
    """The brand's code, as it stands in links and reports."""
    brand_name: Optional[str] = None
    """The brand's name."""
    site_id: Optional[int] = None
    """The id of the publisher's channel."""
    site_name: Optional[str] = None
    """The name of the publisher's channel."""
    uid1: Optional[str] = None
    """A value of the publisher's own, which reports and postbacks carry."""
    uid2: Optional[str] = None
    """A second value of the publisher's own."""
    uid3: Optional[str] = None
    """A third value of the publisher's own."""
    uid4: Optional[str] = None
    """A fourth value of the publisher's own."""
    uid5: Optional[str] = None
    """A fifth value of the publisher's own."""
    country: Optional[str] = None
    """A two-letter country code (ISO 3166), such as GB."""
    device: Optional[str] = None
    """The kind of device."""
    offer_type: Optional[str] = None
    """What the brand pays for."""
    link_id: Optional[int] = None
    """The id of the tracking link."""
    link_code: Optional[str] = None
    """`link_code` and `link_note` are as in /tools/links."""
    link_note: Optional[str] = None
    """The note of the tracking link."""
    link_brand_name: Optional[str] = None
    """The brand of the tracking link."""
    page: Optional[str] = None
    """The page that the link stands on, if rows are grouped by it."""
    placement: Optional[str] = None
    """Where on its page the link stands."""
    hour: Optional[int] = None
    """The hour of the day, if rows are grouped by it."""


@dataclass(frozen=True, kw_only=True)
class Recount:
    at: dt.datetime
    """Clicks that were first classified as a crawler's and, because they led to orders, counted later, at `at`."""
    clicks: int
    """The number of clicks."""


@dataclass(frozen=True, kw_only=True)
class Performance:
    rows: list[PerformanceRow] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    totals: Figures
    """`totals` are the sums of all rows, not only of this page."""
    compared_totals: Optional[Figures]
    """`compared_totals` are those of the compared period."""
    compared: list[PerformanceRow]
    """With `compare`, `compared` contains for each row of `list` the row of the compared period with the same groups. If there is no such part, there is no counterpart: the row in `compared` has no date, and zeros."""
    compared_start_date: Optional[dt.date]
    """The first day of the compared period."""
    compared_end_date: Optional[dt.date]
    """The last day of the compared period."""
    compared_until: Optional[dt.datetime]
    """What is not over is compared with the same part: if the days include today, the earlier period ends on the day that corresponds to today, at the same time of day, `compared_until`."""
    recounted: list[Recount]
    """`recounted` lists clicks in these days that have counted only since a later time, whatever else the filter asks for."""
    time_zone: str
    """A time zone, such as Europe/London."""
    as_of: dt.datetime
    """What was reported or clicked and answered before this time is counted."""


Moment = Literal["click", "order", "status", "amount", "rate", "settlement", "payment", "postback", "case"]


@dataclass(frozen=True, kw_only=True)
class TimelineEntry:
    at: dt.datetime
    """When it happened."""
    kind: Moment
    """Which kind it is."""
    item_id: Optional[str]
    """The id of the item within its order."""
    from_: Optional[str] = field(metadata={"wire": "from"})
    """What was before."""
    to: Optional[str]
    """What is after."""
    delta_amount: Optional[Decimal]
    """The change of the sale against the order before."""
    delta_commission: Optional[Decimal]
    """The change of the commission against the order before."""
    delta_report_amount: Optional[Decimal] = None
    """The change of the sale, in the report's currency."""
    delta_report_comm: Optional[Decimal] = None
    """The change of the commission, in the report's currency."""
    reason_code: Optional[str]
    """Why, as one of the known reasons."""
    by: str
    """Who did it."""
    case_id: Optional[int]
    """The id of the case."""
    postback_id: Optional[int]
    """The id of the postback."""
    event_type: Optional[EventType]
    """The kind of event."""
    receiver: Optional[str]
    """A postback has the state of its delivery in `to` (waiting, delivered or failed), the time of its last attempt, what it reports in `event_type` and the host it goes to in `receiver`."""


@dataclass(frozen=True, kw_only=True)
class OrderStory:
    oid: int
    """The portal's number of the order."""
    order_id: str
    """The order's number, as the brand reported it."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    mid: int
    """The brand's number."""
    brand_name: str
    """The brand's name."""
    site_id: int
    """The id of the publisher's channel."""
    link_id: int
    """The id of the tracking link."""
    click_ref: Optional[str]
    """The reference of the click, as the brand's shop received it."""
    click_time: Optional[dt.datetime]
    """When the click happened."""
    order_time: dt.datetime
    """When the order was placed."""
    uid1: str
    """A value of the publisher's own, which reports and postbacks carry."""
    uid2: str
    """A second value of the publisher's own."""
    uid3: str
    """A third value of the publisher's own."""
    uid4: str
    """A fourth value of the publisher's own."""
    uid5: str
    """A fifth value of the publisher's own."""
    country: Optional[str]
    """A two-letter country code (ISO 3166), such as GB."""
    coupon: Optional[str]
    """The code of the coupon."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    rate: Optional[Decimal]
    """`rate` converts `currency` to `report_currency`."""
    sale_amount: Decimal
    """The sale, as decimal text."""
    sale_comm: Optional[Decimal]
    """The commission of the sale, as decimal text."""
    matched_amount: Decimal
    """The sale of what was matched."""
    matched_comm: Optional[Decimal]
    """The commission of what was matched."""
    report_currency: str
    """The currency of the report."""
    report_amount: Optional[Decimal]
    """The sale, in the report's currency."""
    report_comm: Optional[Decimal]
    """The commission, in the report's currency."""
    status: ItemStatus
    """The status that it has."""
    test_order: bool
    """Whether it is a test order, which is never paid."""
    unrated: bool
    """An `unrated` order waits for an exchange rate: until then `rate`, every commission and `report_*` are null, and no figure includes it."""
    updated_at: dt.datetime
    """When it was last changed."""
    items: Optional[list[Item]] = None
    """The single items."""
    link_code: Optional[str]
    """`link_code` is null if there is no such link."""
    link_note: Optional[str]
    """The note of the tracking link."""
    claim_until: dt.datetime
    """A case that it is incorrect can be opened until `claim_until`, one that it was declined until `dispute_until`, which is null if no item was declined."""
    dispute_until: Optional[dt.datetime]
    """A case that it is incorrect can be opened until `claim_until`, one that it was declined until `dispute_until`, which is null if no item was declined."""
    decision_record: Optional[DateRecord]
    """`decision_record` says how well the brand keeps the expected dates of its decisions, while one is pending."""
    timeline: list[TimelineEntry]
    """What happened, in order of time."""


OrderDateBasis = Literal["order", "validation", "update", "paid"]


OrderSort = Literal["order_time", "-order_time", "updated_at", "-updated_at", "sale_amount", "-sale_amount", "sale_comm", "-sale_comm"]


@dataclass(frozen=True, kw_only=True)
class Transactions:
    rows: list[Order] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """100,001 where more than 100,000 match and the figures by day do not cover them (a status together with a label, or with both a brand and a channel; `paid`; a date other than the order's)."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""
    totals: Optional[Figures]
    """The sums over all pages, in the publisher's currency, of the matching items, as in /reports/performance; null if `total` is 100,001: choose fewer days."""
    time_zone: str
    """A time zone, such as Europe/London."""
    as_of: dt.datetime
    """Orders whose report was answered before this time are in the list and the sums."""


ViewReport = Literal["performance", "transactions", "clicks"]


ViewDays = Literal["today", "yesterday", "last_7", "last_30", "last_90", "this_month", "last_month", "last_quarter", "this_year"]


Mailed = Literal["never", "week", "month"]


@dataclass(frozen=True, kw_only=True)
class View:
    id: int
    """The number that identifies it."""
    report: ViewReport
    """Which report."""
    name: str
    """The name."""
    filter: dict[str, Any]
    """`filter` has the days as of today."""
    days: Optional[ViewDays]
    """The period, which moves with the day."""
    is_default: bool
    """Whether it is the default one."""
    mailed: Mailed
    """How often it is mailed; null for never."""
    next_mail_at: Optional[dt.datetime]
    """When it is mailed next; null if it is not."""
    out_of_date: bool
    """Whether the view can no longer be shown as it was saved."""


@dataclass(frozen=True, kw_only=True)
class ListingView:
    rows: list[View] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


class WhyAspect(IntEnum):
    DECISION = 1
    PAYMENT = 2
    COMMISSION = 3


class WhyFact(IntEnum):
    CLICKED = 1
    CLICK_NOT_COUNTED = 2
    REPORTED = 3
    CREDITED_BY_LINK = 4
    CREDITED_BY_CODE = 5
    AMOUNT_CHANGED = 6
    APPROVED = 7
    DECLINED = 8
    CORRECTED = 9
    DECISION_EXPECTED = 10
    TERMS = 11
    EXCHANGE_RATE = 12
    ROUNDED = 13
    RATE_MISSING = 14
    RATE_CHANGED = 15
    MARKED_AS_TEST = 16
    MONTH_CLOSED = 20
    MONTH_CLOSES = 21
    BRAND_PAID = 22
    BRAND_SHOULD_PAY = 23
    PAID_IN_ADVANCE = 24
    NEGATIVE = 25
    PAYABLE_SUM = 26
    MINIMUM = 27
    NO_METHOD = 28
    METHOD_WAITS = 29
    SCHEDULE = 30
    NO_SCHEDULE = 31
    REQUESTED = 32
    PROCESSED = 33
    SENT = 34
    PAID = 35
    FAILED = 36
    RETURNED = 37
    CANCELLED = 38
    LEFT_OUT_BRAND_NOT_PAID = 39
    LEFT_OUT_NOT_CHOSEN = 40
    FEE = 41
    VAT = 42
    PAYMENT_LATE = 43
    CASE_OPENED = 50
    CASE_ANSWERED = 51
    CASE_REPLIED = 52
    CASE_DECIDED = 53
    CASE_WITHDRAWN = 54
    CASE_TIME_OVER = 55
    SHARE_WITHOUT_REASON = 60
    TOO_FEW_PUBLISHERS = 61
    LAST_CASE_DECIDED = 62
    COOKIE_WINDOW = 70
    LAST_CLICK = 71
    NO_CLICK = 72
    ASKED = 73
    REFUSED = 74


class WhyRule(IntEnum):
    CLICKS_COUNT = 1
    ATTRIBUTION = 2
    COOKIE_WINDOW = 3
    DECISIONS = 4
    VALIDATION_PERIOD = 5
    TERMS_AT_CLICK = 6
    RATE_OF_DAY = 7
    ROUNDING = 8
    CORRECTIONS = 9
    MONTHS_CLOSE = 10
    BRAND_PAYS_FIRST = 11
    MINIMUM = 12
    NEW_DETAILS_WAIT = 13
    DEDUCTIONS = 14
    PAYMENT_STATES = 15
    CASES = 16
    PRIVACY = 17
    REPORTS_REFUSED = 18


@dataclass(frozen=True, kw_only=True)
class FactEvidence:
    page: str
    """The page of the portal that shows it."""
    call: str
    """The call that returns it."""


class RefusalCode(IntEnum):
    OTHER = 0
    INVALID_VALUE = 1
    NOTHING_NAMED = 2
    NOT_OF_BRAND = 3
    CLICK_BLOCKED = 4
    LINK_NOT_IN_FORCE = 5
    BEFORE_CLICK = 6
    AFTER_COOKIE = 7
    NO_TERMS = 8
    NUMBER_TAKEN = 9
    REPEATED = 10


@dataclass(frozen=True, kw_only=True)
class FactValues:
    item_id: Optional[str] = None
    """The id of the item within its order."""
    amount: Optional[Decimal] = None
    """`amount` and `commission` are in `currency`."""
    commission: Optional[Decimal] = None
    """The commission, as decimal text."""
    currency: Optional[str] = None
    """A three-letter currency code (ISO 4217), such as GBP."""
    rate: Optional[Decimal] = None
    """`rate` is a percentage in TERMS and what one unit of the order's currency is worth in EXCHANGE_RATE."""
    to_currency: Optional[str] = None
    """The currency that it is converted to."""
    reason_code: Optional[str] = None
    """Why, as one of the known reasons."""
    refusal: Optional[RefusalCode] = None
    """Why a report was refused."""
    state: Optional[str] = None
    """`state` is the verdict of a click, the state of a case, or what an expected day rests on: `past` or `terms`."""
    text: Optional[str] = None
    """`text` is a name, or a text by a brand or the network without names, addresses and numbers of customers."""
    until: Optional[dt.datetime] = None
    """Until when."""
    day: Optional[dt.date] = None
    """A day."""
    period: Optional[str] = None
    """A month, such as 2026-10."""
    days: Optional[int] = None
    """A number of days."""
    count: Optional[int] = None
    """How many there are."""
    share: Optional[float] = None
    """The share of the whole, from 0 to 1."""
    by: Optional[str] = None
    """Who did it."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    at: Optional[dt.datetime]
    """`at` is when it happened, null if it is a rule, a state or still to come."""
    fact: WhyFact
    """What happened."""
    rule: Optional[WhyRule]
    """The rule that was broken."""
    documented: Optional[str]
    """The page of help about the rule."""
    evidence: Optional[FactEvidence]
    """What shows it."""
    values: FactValues
    """The numbers and names of the fact."""


class WhyVerdict(IntEnum):
    NOT_REPORTED = 1
    REPORT_REFUSED = 2
    OTHER_CHANNEL = 3
    LATER_CLICK_OR_CODE = 4
    REPORTED_WITHOUT_CLICK = 5
    NO_CLICK_OF_YOURS = 6
    DECLINED = 10
    DECLINED_WITHOUT_REASON = 11
    PENDING = 12
    PENDING_TOO_LONG = 13
    NOT_RATED = 14
    TEST_ORDER = 15
    MONTH_NOT_CLOSED = 20
    BRAND_NOT_PAID = 21
    DEDUCTED = 22
    BELOW_MINIMUM = 23
    NO_METHOD = 24
    METHOD_WAITING = 25
    NOT_REQUESTED = 26
    SCHEDULED = 27
    IN_PAYMENT = 28
    SENT = 29
    PAID = 30
    PAYMENT_FAILED = 31
    PAYMENT_RETURNED = 32
    PAYMENT_CANCELLED = 33
    SUM_NOT_POSITIVE = 34
    PAYMENT_NOT_STARTED = 35
    COMMISSION = 40
    CLICK_NOT_COUNTED = 50
    CLICK_OVERRULED = 51
    CLICK_WITHOUT_ORDER_YET = 52
    CLICK_WITHOUT_ORDER = 53
    CASE_WAITS_FOR_NETWORK = 60
    CASE_WAITS_FOR_YOU = 61
    CASE_ACCEPTED = 62
    CASE_REJECTED = 63
    CASE_WITHDRAWN = 64


class WhyStep(IntEnum):
    NOTHING = 1
    WAIT = 2
    OPEN_CASE = 3
    SEE_CASE = 4
    ANSWER_CASE = 5
    SEE_ORDER = 6
    ADD_METHOD = 7
    REQUEST_PAYMENT = 8
    MEND_PAYMENT = 9
    COMPARE_TERMS = 11
    ASK_NETWORK = 12


@dataclass(frozen=True, kw_only=True)
class FilledCase:
    kind: CaseKind
    """Which kind it is."""
    note: str
    """A note of the publisher's own."""
    oid: Optional[int]
    """The portal's number of the order."""
    mcid: Optional[str]
    """The brand's code, as it stands in links and reports."""
    order_id: Optional[str]
    """The order's number, as the brand reported it."""
    order_time: Optional[dt.datetime]
    """When the order was placed."""
    currency: Optional[str]
    """A three-letter currency code (ISO 4217), such as GBP."""
    amount: Optional[Decimal]
    """A sum in `currency`, as decimal text."""
    click_ref: Optional[str]
    """The reference of the click, as the brand's shop received it."""


@dataclass(frozen=True, kw_only=True)
class NextWhyStep:
    step: WhyStep
    """What to do."""
    page: Optional[str]
    """The page of the portal where it is done."""
    until: Optional[dt.datetime]
    """`until` is when to look again."""
    case: Optional[FilledCase]
    """`case` is set for OPEN_CASE."""


@dataclass(frozen=True, kw_only=True)
class Why:
    facts: list[Fact] = field(metadata={"wire": "list"})
    """The rows."""
    verdict: WhyVerdict
    """Whether it counts, and why not."""
    reason_code: Optional[str]
    """`reason_code` is the brand's reason for a decline."""
    refusal: Optional[RefusalCode]
    """`refusal` is why a report was refused."""
    until: Optional[dt.datetime]
    """`until` is when the verdict should change."""
    oid: Optional[int]
    """`oid` is the order of yours that the answer is about."""
    next_step: NextWhyStep
    """What to do next."""
    note: Optional[str] = None
    """`note` is what was said about it, without names, addresses and numbers of customers."""


LifePath = Literal["approve", "reject", "part_return_after_paid", "payment_fails", "returned", "brand_pays_late", "never_decided"]


LifeStage = Literal["click", "order", "approved", "rejected", "settled", "brand_paid", "requested", "processing", "sent", "paid", "failed", "retried", "returned", "part_returned"]


@dataclass(frozen=True, kw_only=True)
class SandboxLife:
    life_id: int
    """The number of the test order in its sandbox."""
    path: LifePath
    """What becomes of the order."""
    stage: LifeStage
    """The stage that the order has reached."""
    left: list[LifeStage]
    """The stages that are left on the order's path; none once its life is over."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    click_ref: str
    """The reference of the click, as the brand's shop received it."""
    order_id: str
    """The order's number, as the brand reported it."""
    oid: Optional[int]
    """The portal's number of the order."""
    settlement_id: Optional[int]
    """The id of the settlement."""
    payment_id: Optional[int]
    """The id of the payment."""
    created_at: dt.datetime
    """When it was made."""
    updated_at: dt.datetime
    """When it was last changed."""


@dataclass(frozen=True, kw_only=True)
class ResultsSandboxLife:
    rows: list[SandboxLife] = field(metadata={"wire": "list"})
    """The rows."""


@dataclass(frozen=True, kw_only=True)
class SandboxMail:
    mail_id: str
    """The id of the mail."""
    recipient: str
    """The address that it would have been sent to."""
    subject: str
    """The subject of the mail."""
    content: str
    """The text of the mail."""
    created_at: dt.datetime
    """When it was made."""


@dataclass(frozen=True, kw_only=True)
class ResultsSandboxMail:
    rows: list[SandboxMail] = field(metadata={"wire": "list"})
    """The rows."""


@dataclass(frozen=True, kw_only=True)
class MediaKit:
    file_url: str
    """The address from which the file is loaded."""
    name: str
    """The name."""
    size: int
    """The size in bytes."""


class SiteStatus(IntEnum):
    PENDING = 0
    APPROVED = 1
    REJECTED = 2
    DISABLED = 3


@dataclass(frozen=True, kw_only=True)
class Site:
    id: int
    """The number that identifies it."""
    name: str
    """The name."""
    channel_type: int
    """What kind of channel it is."""
    channel_platform: str
    """The platform on which the channel is."""
    medium_id: Optional[int]
    """The number of a platform."""
    promotion_methods: list[int]
    """How the channel promotes brands."""
    website: str
    """The channel's address."""
    logo: Optional[str]
    """The address of the logo."""
    media_kit: list[MediaKit]
    """The media kit."""
    monthly_visits: Optional[int]
    """How many visits the channel has in a month."""
    description: Optional[str]
    """What it is, in words."""
    status: SiteStatus
    """The status that it has."""
    status_reason: Optional[str]
    """Why it has its status, in words."""
    is_default: bool
    """Whether it is the default one."""
    verified: bool
    """Whether it was verified."""
    proof: str
    """What the website must show to prove who owns it; see `proof_places` of /site/types."""
    verifiable: bool
    """Whether the website can show a proof: a profile on a social platform cannot."""
    brands_joined: int
    """The number of brands whose programme was joined."""
    fallback_url: Optional[str]
    """Where the link leads when its target cannot be used."""
    created_at: dt.datetime
    """When it was made."""


@dataclass(frozen=True, kw_only=True)
class CursorPageSite:
    rows: list[Site] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""


@dataclass(frozen=True, kw_only=True)
class LinkOutcome:
    id: int
    """The number that identifies it."""
    code: int
    """`code` is 0 if it succeeded."""
    message: str
    """What it says, in words."""


@dataclass(frozen=True, kw_only=True)
class ResultsLinkOutcome:
    rows: list[LinkOutcome] = field(metadata={"wire": "list"})
    """The rows."""


class BrokenType(IntEnum):
    BRAND_OFFLINE = 1
    BRAND_PAUSED = 2
    NOT_JOINED = 3
    CHANNEL_DISABLED = 4
    OFF_DOMAIN = 5
    NOT_FOUND = 6
    UNREACHABLE = 7
    HOMEPAGE = 8
    PARAMETER_LOST = 9
    LOOP = 10
    UNVERIFIED = 11


@dataclass(frozen=True, kw_only=True)
class Hop:
    url: str
    """The address."""
    status: Optional[int]
    """The HTTP status of the answer."""


@dataclass(frozen=True, kw_only=True)
class BrokenLink:
    id: int
    """`id` is the link's."""
    link_id: int
    """The id of the tracking link."""
    code: str
    """The code in the link's address."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    site_id: int
    """The id of the publisher's channel."""
    site_name: str
    """The name of the publisher's channel."""
    type: BrokenType
    """Which kind it is."""
    state: Literal["fixed", "ignored", "open"]
    """The state that it is in."""
    target_url: str
    """The page of the brand's site to which the link leads."""
    final_url: Optional[str]
    """Where the last redirect led."""
    http_status: Optional[int]
    """The HTTP status of the last answer."""
    hops: list[Hop]
    """The redirects on the way."""
    first_seen: dt.datetime
    """When it was first found."""
    last_checked: Optional[dt.datetime]
    """When it was last checked."""
    checking: bool
    """Whether it is being checked now."""
    clicks: int
    """`clicks` are those of the last 30 days, `at_risk` is what as many would earn at the publisher's own EPC with the brand or, with fewer than 100 clicks in 90 days, at the brand's."""
    at_risk: Optional[Decimal]
    """`clicks` are those of the last 30 days, `at_risk` is what as many would earn at the publisher's own EPC with the brand or, with fewer than 100 clicks in 90 days, at the brand's."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    suggestion: Optional[str]
    """`suggestion` is a URL of the brand that could replace the target."""
    fallback_url: Optional[str]
    """Where the link leads when its target cannot be used."""


@dataclass(frozen=True, kw_only=True)
class ListingBrokenLink:
    rows: list[BrokenLink] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""


@dataclass(frozen=True, kw_only=True)
class BrokenKind:
    type: BrokenType
    """Which kind it is."""
    name: str
    """The name."""
    title: str
    """The heading."""
    counted: bool
    """`counted` is false if such a link is shown but does not count as broken."""


@dataclass(frozen=True, kw_only=True)
class BrokenTypes:
    types: list[BrokenKind]
    """The reasons for which a link can be broken."""
    states: list[Literal["fixed", "ignored", "open"]]
    """The states that a broken link can have."""


@dataclass(frozen=True, kw_only=True)
class BulkItem:
    target_url: Optional[str] = None
    """The page of the brand's site to which the link leads."""
    mcid: Optional[str] = None
    """The brand's code, as it stands in links and reports."""
    mid: Optional[str] = None
    """The brand's number."""
    site_id: Optional[str] = None
    """The id of the publisher's channel."""
    uid: Optional[str] = None
    """The same as `uid1`."""
    uid1: Optional[str] = None
    """A value of the publisher's own, which reports and postbacks carry."""
    uid2: Optional[str] = None
    """A second value of the publisher's own."""
    uid3: Optional[str] = None
    """A third value of the publisher's own."""
    uid4: Optional[str] = None
    """A fourth value of the publisher's own."""
    uid5: Optional[str] = None
    """A fifth value of the publisher's own."""
    note: Optional[str] = None
    """A note of the publisher's own."""
    path: Optional[str] = None
    """The custom path of the short address."""
    coupon: Optional[str] = None
    """The code of the coupon."""


Rule = Literal["required", "not_applicable", "unknown_field", "type", "format", "one_of", "not_a_number", "not_a_date", "not_a_time", "not_a_month", "not_a_country", "not_a_currency", "not_a_time_zone", "not_an_email", "not_a_phone", "not_a_url", "not_a_host", "not_a_cursor", "not_an_iban", "not_a_bic", "not_a_bank_name", "not_a_vat_number", "not_a_tax_number", "wrong_digits", "weak_password", "too_long", "too_short", "too_many", "too_large", "too_small", "out_of_range", "not_positive", "too_many_decimals", "full", "in_the_future", "in_the_past", "too_old", "too_early", "not_later", "too_long_after", "too_many_days", "unknown", "not_uploaded", "taken", "duplicate", "mismatch", "same", "unchanged", "unsupported", "wrong_host", "tracking_link", "wrong_country", "one_stop_shop", "not_ascii", "fragment", "user_in_url", "macro_in_host", "unknown_macro", "unmatched_brace", "signature_in_body", "empty", "not_a_table", "not_utf8", "columns", "unreadable", "not_an_image", "file_type", "encrypted_file", "active_file", "too_many_pixels", "ambiguous", "changed", "fixed", "forbidden", "is_default", "recalculating", "state"]


@dataclass(frozen=True, kw_only=True)
class BrandChoice:
    mcid: str
    """The brand's code, as it stands in links and reports."""
    name: str
    """The name."""


@dataclass(frozen=True, kw_only=True)
class BulkLink:
    link_id: int
    """The id of the tracking link."""
    code: str
    """The code in the link's address."""
    tracking_url: str
    """The tracking link's address. Do not open it yourself: that counts as your click."""
    tracking_url_short: str
    """The same link, shorter."""
    warnings: list[str]
    """What to be careful of, in words."""


@dataclass(frozen=True, kw_only=True)
class BulkRow:
    row: int
    """The place of the row in the request, from 1."""
    code: int
    """The code."""
    message: str
    """What it says, in words."""
    field: str
    """The path of the field in the request."""
    rule: Optional[Rule]
    """The rule that was broken."""
    limit: Optional[Union[int, str]]
    """What the rule compares with."""
    target_url: str
    """The page of the brand's site to which the link leads."""
    mcid: str
    """`mcid` and `brand_name` are those of the brand, given or inferred from the target, and empty if it is unknown."""
    brand_name: str
    """The brand's name."""
    choices: list[BrandChoice]
    """`choices` are the brands to choose from if the row is refused because of its brand."""
    link: Optional[BulkLink]
    """The tracking link."""


@dataclass(frozen=True, kw_only=True)
class ResultsBulkRow:
    rows: list[BulkRow] = field(metadata={"wire": "list"})
    """The rows."""


@dataclass(frozen=True, kw_only=True)
class BulkCheck:
    row: int
    """The place of the row in the request, from 1."""
    code: int
    """The code."""
    message: str
    """What it says, in words."""
    field: str
    """The path of the field in the request."""
    rule: Optional[Rule]
    """The rule that was broken."""
    limit: Optional[Union[int, str]]
    """What the rule compares with."""
    target_url: str
    """The page of the brand's site to which the link leads."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    choices: list[BrandChoice]
    """The values to choose from."""
    warnings: list[str]
    """What to be careful of, in words."""


@dataclass(frozen=True, kw_only=True)
class ResultsBulkCheck:
    rows: list[BulkCheck] = field(metadata={"wire": "list"})
    """The rows."""


@dataclass(frozen=True, kw_only=True)
class LinkMade:
    link_id: int
    """The id of the tracking link."""
    code: str
    """The code in the link's address."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    target_url: str
    """The page of the brand's site to which the link leads."""
    tracking_url: str
    """The tracking link's address. Do not open it yourself: that counts as your click."""
    tracking_url_short: str
    """The same link, shorter."""
    qr: str
    """`qr` is an inline SVG of the short URL."""
    warnings: list[str]
    """`warnings` point out what works, but can lose visitors or orders."""


@dataclass(frozen=True, kw_only=True)
class LinkPreview:
    code: int
    """The code."""
    message: str
    """What it says, in words."""
    field: str
    """The path of the field in the request."""
    rule: Optional[Rule]
    """The rule that was broken."""
    limit: Optional[Union[int, str]]
    """What the rule compares with."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    choices: list[BrandChoice]
    """The values to choose from."""
    warnings: list[str]
    """What to be careful of, in words."""


@dataclass(frozen=True, kw_only=True)
class Link:
    link_id: int
    """The id of the tracking link."""
    code: str
    """The code in the link's address."""
    mcid: str
    """The brand's code, as it stands in links and reports."""
    brand_name: str
    """The brand's name."""
    site_id: int
    """The id of the publisher's channel."""
    target_url: str
    """The page of the brand's site to which the link leads."""
    fallback_url: Optional[str]
    """Where the link leads when its target cannot be used."""
    tracking_url: str
    """The tracking link's address. Do not open it yourself: that counts as your click."""
    tracking_url_short: str
    """The same link, shorter."""
    qr: str
    """`qr` is an inline SVG of the short URL."""
    uid1: str
    """A value of the publisher's own, which reports and postbacks carry."""
    uid2: str
    """A second value of the publisher's own."""
    uid3: str
    """A third value of the publisher's own."""
    uid4: str
    """A fourth value of the publisher's own."""
    uid5: str
    """A fifth value of the publisher's own."""
    note: str
    """A note of the publisher's own."""
    coupon: str
    """The code of the coupon."""
    retired: bool
    """Whether it is off the list of links in use; it still works."""
    clicks: int
    """The number of clicks."""
    orders: int
    """The number of orders."""
    commission: Decimal
    """The commission, as decimal text."""
    currency: str
    """A three-letter currency code (ISO 4217), such as GBP."""
    created_at: dt.datetime
    """When it was made."""


@dataclass(frozen=True, kw_only=True)
class CursorPageLink:
    rows: list[Link] = field(metadata={"wire": "list"})
    """The rows."""
    total: int
    """The number of rows on all pages."""
    next: Optional[str]
    """The cursor of the next page; null on the last one."""
