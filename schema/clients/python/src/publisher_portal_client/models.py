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
    p90_days: int
    applications: int
    source: Literal["all", "own"]


@dataclass(frozen=True, kw_only=True)
class ApplicationRow:
    mcid: str
    mid: int
    brand_name: str
    logo: Optional[str]
    brand_status: BrandStatus
    approval: Approval
    site_id: int
    site_name: str
    relationship: Relation
    reason: Optional[str]
    ended_by: Optional[Literal["network", "publisher"]]
    message: Optional[str]
    applied_at: dt.datetime
    age_days: int
    decided_at: Optional[dt.datetime]
    usual_answer: Optional[UsualAnswer] = None


@dataclass(frozen=True, kw_only=True)
class CursorPageApplicationRow:
    rows: list[ApplicationRow] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


@dataclass(frozen=True, kw_only=True)
class SharePoint:
    days: int
    share: Decimal


@dataclass(frozen=True, kw_only=True)
class WaitFigure:
    as_of: dt.date
    orders: int
    points: list[SharePoint]
    half_days: Optional[int]
    half_over: Optional[int]
    most_days: Optional[int]
    longest_open: Optional[int]


@dataclass(frozen=True, kw_only=True)
class MonthFigure:
    month: str
    as_of: dt.date
    orders: int
    points: list[SharePoint]
    half_days: Optional[int]
    half_over: Optional[int]


@dataclass(frozen=True, kw_only=True)
class RateFigure:
    as_of: dt.date
    orders: int
    rate: Decimal


@dataclass(frozen=True, kw_only=True)
class QuarterFigure:
    quarter: str
    as_of: dt.date
    orders: int
    rate: Decimal


@dataclass(frozen=True, kw_only=True)
class EarnedFigure:
    as_of: dt.date
    orders: int
    epc: Optional[Decimal]


@dataclass(frozen=True, kw_only=True)
class CountryFigure:
    country: str
    as_of: dt.date
    orders: int
    epc: Optional[Decimal]


@dataclass(frozen=True, kw_only=True)
class MeasuredFigures:
    decided: Optional[WaitFigure]
    decided_by_month: list[MonthFigure]
    decided_in_time: Optional[RateFigure]
    payable: Optional[WaitFigure]
    payable_in_time: Optional[RateFigure]
    sent: Optional[WaitFigure]
    approved: Optional[RateFigure]
    approved_by_quarter: list[QuarterFigure]
    corrected: Optional[RateFigure]
    earned: Optional[EarnedFigure]
    earned_by_country: list[CountryFigure]


@dataclass(frozen=True, kw_only=True)
class TermsStep:
    name: str
    day: dt.date
    announced_days: int
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Measured:
    measured_on: Optional[dt.date]
    since: Optional[dt.date]
    channel_type: int
    currency: str
    validation_days: int
    payment_days: int
    all: MeasuredFigures
    my_type: MeasuredFigures
    mine: MeasuredFigures
    terms: list[TermsStep]


@dataclass(frozen=True, kw_only=True)
class ComparedBrand:
    mcid: str
    name: str
    logo: Optional[str]
    commission: str
    measured: Measured


@dataclass(frozen=True, kw_only=True)
class ListingComparedBrand:
    rows: list[ComparedBrand] = field(metadata={"wire": "list"})
    total: int


@dataclass(frozen=True, kw_only=True)
class Coupon:
    id: int
    mcid: str
    brand_name: str
    code: str
    description: str
    exclusive: bool
    starts_at: Optional[dt.date]
    ends_at: Optional[dt.date]


@dataclass(frozen=True, kw_only=True)
class CursorPageCoupon:
    rows: list[Coupon] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


OfferType = Literal["CPS", "CPA", "CPL", "CPC", "CPM"]


class BrandType(IntEnum):
    OWN_SHOP = 1
    MARKETPLACE = 2


BrandSort = Literal["new", "name", "commission", "epc", "payment_days", "paid_within"]


@dataclass(frozen=True, kw_only=True)
class Facet:
    value: str
    count: int


@dataclass(frozen=True, kw_only=True)
class BrandFacets:
    categories: list[Facet]
    countries: list[Facet]
    offer_types: list[Facet]
    is_capped: bool


@dataclass(frozen=True, kw_only=True)
class Brand:
    mcid: str
    mid: int
    name: str
    logo: Optional[str]
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
    paid_within: Optional[int]
    deep_link: bool
    approval: Approval
    status: BrandStatus
    relationship: Relation
    relationship_reason: Optional[str]
    epc: Optional[Decimal]
    conversion_rate: Optional[Decimal]
    approval_rate: Optional[Decimal]


@dataclass(frozen=True, kw_only=True)
class CursorPageBrand:
    rows: list[Brand] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


Pays = Literal["percent", "fixed"]


@dataclass(frozen=True, kw_only=True)
class CommissionGroup:
    name: str
    pays: Pays
    value: Decimal
    category: Optional[str] = None
    country: Optional[str] = None
    uid: Optional[int] = None
    site_id: Optional[int] = None
    starts_at: Optional[dt.date] = None
    ends_at: Optional[dt.date] = None


@dataclass(frozen=True, kw_only=True)
class Campaign:
    starts_on: dt.date = field(metadata={"wire": "from"})
    ends_on: dt.date = field(metadata={"wire": "to"})
    note: Optional[str] = None


@dataclass(frozen=True, kw_only=True)
class TermChange:
    at: dt.datetime
    text: str


@dataclass(frozen=True, kw_only=True)
class MyResults:
    clicks: int
    orders: int
    sales: Decimal
    commission: Decimal
    currency: str


@dataclass(frozen=True, kw_only=True)
class Alternative:
    mcid: str
    name: str
    logo: Optional[str]
    commission: str


@dataclass(frozen=True, kw_only=True)
class DateRecord:
    kept_percent: int
    dates: int
    early_days: int
    late_days: int
    p90_days: int
    keeps_dates: bool
    source: Literal["all", "own"]


@dataclass(frozen=True, kw_only=True)
class BrandInfo:
    mcid: str
    mid: int
    name: str
    logo: Optional[str]
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
    paid_within: Optional[int]
    deep_link: bool
    approval: Approval
    status: BrandStatus
    relationship: Relation
    relationship_reason: Optional[str]
    epc: Optional[Decimal]
    conversion_rate: Optional[Decimal]
    approval_rate: Optional[Decimal]
    site_id: int
    applied_at: Optional[dt.datetime]
    message: Optional[str]
    description: str
    domains: list[str]
    commission_groups: list[CommissionGroup]
    promotion_methods: dict[str, bool]
    forbidden_words: list[str]
    click_param: str
    contact: str
    claim_days: int
    campaigns: list[Campaign]
    coupons: list[Coupon]
    term_changes: list[TermChange]
    terms_time_zone: str
    my_results: MyResults
    alternatives: list[Alternative]
    decision_record: Optional[DateRecord]
    payment_record: Optional[DateRecord]
    measured: Measured


@dataclass(frozen=True, kw_only=True)
class ChannelStanding:
    site_id: int
    relationship: Relation
    reason: Optional[str]
    ended_by: Optional[Literal["network", "publisher"]]
    applied_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class BrandStanding:
    mcid: str
    mid: int
    name: str
    logo: Optional[str]
    status: BrandStatus
    approval: Approval
    commission: str
    channels: list[ChannelStanding]


@dataclass(frozen=True, kw_only=True)
class CursorPageBrandStanding:
    rows: list[BrandStanding] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


@dataclass(frozen=True, kw_only=True)
class TermsEffect:
    orders: int
    before: Decimal
    after: Decimal
    currency: str


@dataclass(frozen=True, kw_only=True)
class TermsChange:
    announced_at: dt.datetime
    starts_on: dt.date
    notice_days: int
    lines: list[str]
    effect: Optional[TermsEffect]


@dataclass(frozen=True, kw_only=True)
class ListingTermsChange:
    rows: list[TermsChange] = field(metadata={"wire": "list"})
    total: int


Period = Literal["7d", "30d", "90d", "365d"]


@dataclass(frozen=True, kw_only=True)
class Figures:
    clicks: Optional[int]
    orders: int
    sales: Decimal
    commission: Decimal
    pending_commission: Decimal
    approved_commission: Decimal
    rejected_commission: Decimal
    paid_commission: Decimal
    bonus: Decimal
    pending_orders: int
    approved_orders: int
    rejected_orders: int
    cr: Optional[Decimal]
    epc: Optional[Decimal]
    aov: Optional[Decimal]
    approval_rate: Optional[Decimal]
    currency: str


@dataclass(frozen=True, kw_only=True)
class TrendPoint:
    date: dt.date
    clicks: int
    orders: int
    sales: Decimal
    commission: Decimal


@dataclass(frozen=True, kw_only=True)
class TopBrand:
    mcid: str
    brand_name: str
    logo: Optional[str]
    clicks: int
    orders: int
    commission: Decimal


@dataclass(frozen=True, kw_only=True)
class TopLink:
    link_id: int
    brand_name: str
    target_url: str
    tracking_url_short: str
    clicks: int
    orders: int
    commission: Decimal


ItemStatus = Literal["Pending", "Approved", "Rejected"]


@dataclass(frozen=True, kw_only=True)
class Item:
    item_id: str
    category: Optional[str]
    commission_group: Optional[str]
    quantity: int
    sale_amount: Decimal
    sale_comm: Optional[Decimal]
    comm_rate: Optional[Decimal]
    ori_amount: Decimal
    ori_comm: Optional[Decimal]
    status: ItemStatus
    reason_code: Optional[str]
    note: Optional[str]
    validation_date: Optional[dt.datetime]
    expected_validation_date: Optional[dt.datetime]
    settlement_id: Optional[int]
    settlement_date: Optional[dt.datetime]
    payment_id: Optional[int]
    paid_date: Optional[dt.datetime]
    paid: bool
    updated_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class Order:
    oid: int
    order_id: str
    mcid: str
    mid: int
    brand_name: str
    site_id: int
    link_id: int
    click_ref: Optional[str]
    click_time: Optional[dt.datetime]
    order_time: dt.datetime
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: Optional[str]
    coupon: Optional[str]
    currency: str
    rate: Optional[Decimal]
    sale_amount: Decimal
    sale_comm: Optional[Decimal]
    matched_amount: Decimal
    matched_comm: Optional[Decimal]
    report_currency: str
    report_amount: Optional[Decimal]
    report_comm: Optional[Decimal]
    status: ItemStatus
    test_order: bool
    unrated: bool
    updated_at: dt.datetime
    items: Optional[list[Item]] = None


@dataclass(frozen=True, kw_only=True)
class Forecast:
    day: dt.date
    low: Decimal
    likely: Decimal
    high: Decimal


@dataclass(frozen=True, kw_only=True)
class PaymentBalance:
    pending: Decimal
    approved: Decimal
    waiting: Decimal
    withdrawable: Decimal
    on_the_way: Decimal
    needs_you: Decimal
    paid: Decimal
    currency: str
    minimum: Decimal
    schedule_day: Optional[int]
    next_payment: Optional[Forecast]


TaskState = Literal["open", "waiting", "refused", "done"]


@dataclass(frozen=True, kw_only=True)
class Task:
    name: str
    done: bool
    to: str
    state: TaskState
    note: Optional[str]


@dataclass(frozen=True, kw_only=True)
class Dashboard:
    start_date: dt.date
    end_date: dt.date
    totals: Figures
    compared_totals: Figures
    trend: list[TrendPoint]
    compared_trend: list[TrendPoint]
    top_brands: list[TopBrand]
    top_links: list[TopLink]
    latest_orders: list[Order]
    balance: Optional[PaymentBalance]
    tasks: list[Task]
    time_zone: str


@dataclass(frozen=True, kw_only=True)
class AgedMonths:
    amount: Decimal
    periods: list[str]


@dataclass(frozen=True, kw_only=True)
class BrandAgeing:
    mcid: str
    brand_name: str
    payment_days: int
    due: dt.date
    days_late: int
    in_term: AgedMonths
    late: AgedMonths
    very_late: AgedMonths
    total: Decimal
    case_id: Optional[int]
    pay_on: Optional[dt.date]


@dataclass(frozen=True, kw_only=True)
class PaymentAgeing:
    rows: list[BrandAgeing] = field(metadata={"wire": "list"})
    total: int
    in_term: Decimal
    late: Decimal
    very_late: Decimal
    waiting: Decimal
    currency: str


SettlementType = Literal["commission", "bonus", "adjustment"]


@dataclass(frozen=True, kw_only=True)
class PaymentDetail:
    payment_id: int
    settlement_id: int
    mcid: Optional[str]
    brand_name: Optional[str]
    period: str
    type: SettlementType
    amount: Decimal
    currency: str
    orders: int
    note: str


@dataclass(frozen=True, kw_only=True)
class ProofDifference:
    settlement_id: Optional[int]
    expected: Decimal
    found: Decimal


@dataclass(frozen=True, kw_only=True)
class PaymentProof:
    payment_id: int
    gross: Decimal
    settlements: Decimal
    orders: Decimal
    bonuses: Decimal
    currency: str
    differences: list[ProofDifference]


PaymentStage = Literal["approved", "month_closed", "brand_paid", "payable", "requested", "processing", "sent", "paid", "failed", "returned", "cancelled"]


@dataclass(frozen=True, kw_only=True)
class PaymentStep:
    stage: PaymentStage
    at: Optional[dt.datetime]
    expected: Optional[dt.date] = None


@dataclass(frozen=True, kw_only=True)
class PaymentDetails:
    rows: list[PaymentDetail] = field(metadata={"wire": "list"})
    total: int
    proof: list[PaymentProof]
    progress: list[PaymentStep]
    replaces: Optional[int] = None
    replaced_by: Optional[int] = None


DocumentKind = Literal["invoice", "statement", "credit_note"]


@dataclass(frozen=True, kw_only=True)
class Invoice:
    payment_id: int
    kind: DocumentKind
    number: Optional[str]
    name: str
    url: Optional[str]
    csv: str


MethodKind = Literal["paypal", "payoneer", "airwallex", "bank"]


Entity = Literal["person", "company"]


WaitReason = Literal["new_details", "confirmed", "factor_reset", "stopped"]


@dataclass(frozen=True, kw_only=True)
class PaymentMethod:
    id: int
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    payee: str
    fields: dict[str, str]
    is_default: bool
    waiting: bool
    wait_reason: Optional[WaitReason]
    usable_from: dt.datetime
    created_at: dt.datetime
    updated_at: dt.datetime
    last_failure: Optional[str] = None


@dataclass(frozen=True, kw_only=True)
class ListingPaymentMethod:
    rows: list[PaymentMethod] = field(metadata={"wire": "list"})
    total: int


@dataclass(frozen=True, kw_only=True)
class PaidMonth:
    month: str
    payments: int
    gross: Decimal
    net: Decimal
    currency: str


@dataclass(frozen=True, kw_only=True)
class ListingPaidMonth:
    rows: list[PaidMonth] = field(metadata={"wire": "list"})
    total: int


SettlementState = Literal["waiting", "payable", "requested", "paid"]


ExpectedFrom = Literal["past", "terms"]


@dataclass(frozen=True, kw_only=True)
class Settlement:
    settlement_id: int
    mcid: Optional[str]
    brand_name: Optional[str]
    period: str
    type: SettlementType
    amount: Decimal
    currency: str
    orders: int
    items: int
    state: SettlementState
    payment_id: Optional[int]
    note: str
    created_at: dt.datetime
    payable_at: Optional[dt.datetime]
    paid_at: Optional[dt.datetime]
    expected_date: Optional[dt.date] = None
    expected_from: Optional[ExpectedFrom] = None
    date_record: Optional[DateRecord] = None


@dataclass(frozen=True, kw_only=True)
class SettledOrder:
    oid: int
    order_id: str
    order_time: dt.datetime
    click_ref: Optional[str]
    click_time: Optional[dt.datetime]
    items: int
    commission: Decimal
    currency: str


@dataclass(frozen=True, kw_only=True)
class SettledOrders:
    settlement: Settlement
    rows: list[SettledOrder] = field(metadata={"wire": "list"})
    total: int
    sum: Decimal


@dataclass(frozen=True, kw_only=True)
class ListingSettlement:
    rows: list[Settlement] = field(metadata={"wire": "list"})
    total: int


DocumentFormat = Literal["pdf", "csv"]


@dataclass(frozen=True, kw_only=True)
class StatementFile:
    name: str
    format: DocumentFormat
    content: str


PaymentState = Literal["requested", "processing", "sent", "paid", "failed", "returned", "cancelled"]


@dataclass(frozen=True, kw_only=True)
class Payment:
    payment_id: int
    request_date: dt.datetime
    expected_date: Optional[dt.date]
    paid_date: Optional[dt.datetime]
    method: str
    payee: str
    gross: Decimal
    fee: Decimal
    vat: Decimal
    net: Decimal
    currency: str
    payout_currency: str
    payout_amount: Optional[Decimal]
    rate: Optional[Decimal]
    status: PaymentState
    scheduled: bool
    failure_reason: Optional[str]
    trace_id: Optional[str]
    invoice: Optional[str]
    credit_note: Optional[str]
    batch_id: Optional[int]
    sent_date: Optional[dt.datetime]
    expected_from: Optional[ExpectedFrom] = None
    date_record: Optional[DateRecord] = None


@dataclass(frozen=True, kw_only=True)
class ListingPayment:
    rows: list[Payment] = field(metadata={"wire": "list"})
    total: int


VatStatus = Literal["registered", "small_business", "not_registered"]


ReviewState = Literal["unneeded", "waiting", "confirmed", "rejected"]


@dataclass(frozen=True, kw_only=True)
class VatReview:
    status: VatStatus
    country: str
    name: str
    number: str
    stated_at: dt.datetime
    state: ReviewState
    decided_at: Optional[dt.datetime]
    reason: Optional[str]
    ends_at: Optional[dt.datetime]


@dataclass(frozen=True, kw_only=True)
class Agreement:
    version: int
    number: str
    country: str
    agreed_at: dt.datetime
    ends_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class VatStanding:
    review: Optional[VatReview]
    agreement: Optional[Agreement]
    ask_again: bool
    version: int
    text: str


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


@dataclass(frozen=True, kw_only=True)
class Attempt:
    at: dt.datetime
    status_code: Optional[int]
    ms: int
    error: Optional[Literal["forbidden", "gone", "host_unknown", "redirect", "refused", "status", "timeout", "tls", "unreachable"]]


@dataclass(frozen=True, kw_only=True)
class Delivery:
    id: str
    postback_id: Optional[int]
    event_id: str
    event_type: EventType
    oid: Optional[int]
    order_id: Optional[str]
    attempt: int
    method: Optional[str]
    url: Optional[str]
    request_body: Optional[str]
    status_code: Optional[int]
    ms: Optional[int]
    error: Optional[Literal["forbidden", "gone", "host_unknown", "redirect", "refused", "status", "timeout", "tls", "unreachable"]]
    state: Literal["delivered", "failed", "waiting"]
    next_attempt_at: Optional[dt.datetime]
    test: bool
    created_at: dt.datetime
    attempts: list[Attempt]


@dataclass(frozen=True, kw_only=True)
class CursorPageDelivery:
    rows: list[Delivery] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


class DeliveryType(IntEnum):
    GET = 1
    POST_JSON = 2
    POST_FORM = 3


@dataclass(frozen=True, kw_only=True)
class Postback:
    id: int
    site_id: Optional[int]
    event_type: EventType
    delivery_type: DeliveryType
    link_url: str
    mids: list[int]
    parameters: dict[str, str]
    medium_id: Optional[int]
    state: Literal["active", "auto_paused", "paused"]
    state_reason: Optional[Literal["failing", "gone"]]
    failing_since: Optional[dt.datetime]
    secret_shown_at: Optional[dt.datetime]
    old_secret_until: Optional[dt.datetime]
    success_rate: Optional[float]
    delivered: int
    failed: int
    waiting: int
    last_at: Optional[dt.datetime]
    created_at: dt.datetime
    updated_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class PostbackDraft:
    delivery_type: DeliveryType
    link_url: str
    parameters: Optional[dict[str, str]] = None
    event_type: EventType
    site_id: Optional[int] = None
    mids: Optional[list[int]] = None
    medium_id: Optional[int] = None
    id: Optional[int] = None
    updated_at: Optional[dt.datetime] = None


@dataclass(frozen=True, kw_only=True)
class DeliveryRef:
    delivery_id: str


@dataclass(frozen=True, kw_only=True)
class EventKind:
    id: int
    name: str
    title: str


@dataclass(frozen=True, kw_only=True)
class DeliveryKind:
    id: int
    name: str


@dataclass(frozen=True, kw_only=True)
class Macro:
    name: str
    text: str
    sample: str


@dataclass(frozen=True, kw_only=True)
class Medium:
    id: int
    name: str


@dataclass(frozen=True, kw_only=True)
class TrackerTemplate:
    name: str
    delivery_type: DeliveryType
    link_url: str
    parameters: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class PostbackTypes:
    event_types: list[EventKind]
    delivery_types: list[DeliveryKind]
    macros: list[Macro]
    mediums: list[Medium]
    templates: list[TrackerTemplate]


@dataclass(frozen=True, kw_only=True)
class ListingPostback:
    rows: list[Postback] = field(metadata={"wire": "list"})
    total: int


@dataclass(frozen=True, kw_only=True)
class DeliveryMark:
    id: str
    state: Literal["delivered", "failed", "waiting"]
    status_code: Optional[int]
    error: Optional[Literal["forbidden", "gone", "host_unknown", "redirect", "refused", "status", "timeout", "tls", "unreachable"]]
    created_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class RecentDeliveries:
    postback_id: int
    marks: list[DeliveryMark]


@dataclass(frozen=True, kw_only=True)
class ListingRecentDeliveries:
    rows: list[RecentDeliveries] = field(metadata={"wire": "list"})
    total: int


@dataclass(frozen=True, kw_only=True)
class Redelivery:
    count: int


@dataclass(frozen=True, kw_only=True)
class Secret:
    secret: Optional[str]
    shown_at: Optional[dt.datetime]
    old_secret_until: Optional[dt.datetime]


@dataclass(frozen=True, kw_only=True)
class Preview:
    macros: list[Macro]
    method: str
    url: str
    body: Optional[str]


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
    high: Decimal
    day_low: Decimal
    day_high: Decimal
    currency: str


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
    last_order_at: Optional[dt.datetime] = None
    last_report_at: Optional[dt.datetime] = None
    missed_reports: Optional[int] = None
    terms_from: Optional[dt.date] = None
    failures: Optional[int] = None
    coupon: Optional[str] = None
    days: Optional[int] = None
    country: Optional[str] = None
    device: Optional[str] = None
    part_expected: Optional[float] = None
    part_seen: Optional[int] = None
    announced_at: Optional[dt.datetime] = None
    notice_days: Optional[int] = None
    orders: Optional[int] = None
    before: Optional[Decimal] = None
    after: Optional[Decimal] = None
    promised_days: Optional[int] = None
    usual_days: Optional[int] = None
    waiting_since: Optional[dt.datetime] = None
    decided: Optional[int] = None
    rejected: Optional[int] = None
    reason_code: Optional[str] = None
    reason_items: Optional[int] = None


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
    since: dt.datetime
    note: str


@dataclass(frozen=True, kw_only=True)
class Alert:
    alert_id: int
    kind: AlertKind
    mcid: Optional[str]
    brand_name: Optional[str]
    site_id: Optional[int]
    site_name: Optional[str]
    link_id: Optional[int]
    postback_id: Optional[int]
    since: dt.datetime
    found_at: dt.datetime
    expected: Optional[float]
    seen: Optional[float]
    chance: Optional[float]
    money_at_risk: Optional[MoneyAtRisk]
    cause: Optional[AlertCause]
    evidence: AlertEvidence
    next_step: NextStep
    next_page: str
    task: Optional[AlertTask]
    state: Literal["closed", "muted", "open", "snoozed"]
    until: Optional[dt.datetime]
    closed_at: Optional[dt.datetime]
    closed_by: Optional[Literal["operator", "publisher", "recovered"]]


@dataclass(frozen=True, kw_only=True)
class ListingAlert:
    rows: list[Alert] = field(metadata={"wire": "list"})
    total: int


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
    currency: str
    rows: int
    mine: Decimal
    yours: Decimal
    difference: Decimal
    declined: Decimal


@dataclass(frozen=True, kw_only=True)
class BookTotal:
    currency: str
    mine: Decimal
    yours: Decimal
    difference: Decimal


Encoding = Literal["utf-8", "utf-16-le", "utf-16-be", "windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "windows-1253", "windows-1254", "macintosh", "ibm850"]


DecimalSign = Literal["point", "comma"]


DateOrder = Literal["dmy", "mdy"]


AmountOf = Literal["row", "order"]


@dataclass(frozen=True, kw_only=True)
class ImportMapping:
    columns: dict[str, str]
    constants: Optional[dict[str, str]] = None
    time_format: Optional[str] = None
    time_zone: Optional[str] = None
    delimiter: Optional[str] = None
    encoding: Optional[Encoding] = None
    header_line: Optional[int] = None
    decimal_signs: Optional[dict[str, DecimalSign]] = None
    date_order: Optional[DateOrder] = None
    amount_of: Optional[AmountOf] = None
    carried: Optional[list[str]] = None
    statuses: Optional[dict[str, ItemStatus]] = None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    id: int
    name: str
    status: BookStatus
    amounts: AmountKind
    start_date: Optional[dt.date]
    end_date: Optional[dt.date]
    mcids: list[str]
    lines: int
    counts: dict[str, int]
    sums: list[BookSum]
    totals: list[BookTotal]
    error: Optional[str]
    mapping: ImportMapping
    created_at: dt.datetime
    ended_at: Optional[dt.datetime]


@dataclass(frozen=True, kw_only=True)
class CursorPageComparison:
    rows: list[Comparison] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


BookReason = Literal["amount", "repeated", "day", "zone", "currency", "number", "unrated", "not_recorded", "refused", "test_order", "no_order", "click_unknown", "not_in_file", "unreadable"]


@dataclass(frozen=True, kw_only=True)
class BookRow:
    row: int
    class_: BookClass = field(metadata={"wire": "class"})
    reasons: list[BookReason]
    note: str
    line: Optional[int]
    lines: int
    order_id: str
    click_ref: Optional[str]
    mcid: Optional[str]
    brand_name: Optional[str]
    oid: Optional[int]
    own_day: Optional[dt.date]
    own_time: Optional[dt.datetime]
    own_amount: Optional[Decimal]
    own_currency: Optional[str]
    order_time: Optional[dt.datetime]
    amount: Optional[Decimal]
    currency: Optional[str]
    status: Optional[ItemStatus]


@dataclass(frozen=True, kw_only=True)
class CursorPageBookRow:
    rows: list[BookRow] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


CaseKind = Literal["missing", "incorrect", "declined", "unpaid", "question"]


CaseState = Literal["open", "info_needed", "accepted", "rejected", "withdrawn"]


Topic = Literal["payment", "account", "brand"]


@dataclass(frozen=True, kw_only=True)
class EvidenceFile:
    name: str
    download_url: str


@dataclass(frozen=True, kw_only=True)
class CaseStep:
    at: dt.datetime
    by: Literal["network", "publisher"]
    from_: Optional[CaseState] = field(metadata={"wire": "from"})
    to: CaseState
    note: str
    evidence: list[EvidenceFile]


@dataclass(frozen=True, kw_only=True)
class OrderCase:
    case_id: int
    kind: CaseKind
    state: CaseState
    mcid: Optional[str]
    brand_name: Optional[str]
    order_id: str
    oid: Optional[int]
    item_id: Optional[str]
    topic: Optional[Topic]
    payment_id: Optional[int]
    periods: list[str]
    pay_on: Optional[dt.date]
    order_time: dt.datetime
    currency: str
    amount: Optional[Decimal]
    accepted_amount: Optional[Decimal]
    accepted_comm: Optional[Decimal]
    click_ref: Optional[str]
    opened_at: dt.datetime
    updated_at: dt.datetime
    steps: list[CaseStep]


@dataclass(frozen=True, kw_only=True)
class ListingOrderCase:
    rows: list[OrderCase] = field(metadata={"wire": "list"})
    total: int


@dataclass(frozen=True, kw_only=True)
class CaseTimes:
    claim_days: int
    dispute_days: int
    usual_hours: Optional[float]


Verdict = Literal["valid", "duplicate", "bot", "blocked"]


@dataclass(frozen=True, kw_only=True)
class Click:
    click_ref: str
    click_time: dt.datetime
    mcid: str
    brand_name: str
    site_id: int
    link_id: int
    link_code: Optional[str]
    link_note: Optional[str]
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: Optional[str]
    device: str
    referrer: Optional[str]
    verdict: Verdict
    verdict_reason: Optional[str]
    oid: Optional[int]
    order_id: Optional[str]
    code_decided: bool


@dataclass(frozen=True, kw_only=True)
class Clicks:
    rows: list[Click] = field(metadata={"wire": "list"})
    total: int
    total_is_capped: bool
    next: Optional[str]


@dataclass(frozen=True, kw_only=True)
class EventItem:
    item_id: str
    status: ItemStatus
    sale_amount: Decimal
    sale_comm: Optional[Decimal]
    quantity: int
    category: Optional[str]
    reason_code: Optional[str]


@dataclass(frozen=True, kw_only=True)
class FeedEvent:
    event_id: str
    event_type: EventType
    event_name: str
    event_time: dt.datetime
    mid: Optional[int]
    mcid: Optional[str]
    brand_name: Optional[str]
    site_id: Optional[int]
    link_id: Optional[int]
    oid: Optional[int]
    order_id: Optional[str]
    item_id: Optional[str]
    uid1: Optional[str]
    uid2: Optional[str]
    uid3: Optional[str]
    uid4: Optional[str]
    uid5: Optional[str]
    click_ref: Optional[str]
    click_time: Optional[dt.datetime]
    order_time: Optional[dt.datetime]
    country: Optional[str]
    coupon: Optional[str]
    currency: Optional[str]
    status: Optional[Union[str, int]]
    previous_status: Optional[Union[str, int]]
    sale_amount: Optional[Decimal]
    sale_comm: Optional[Decimal]
    delta_amount: Optional[Decimal]
    delta_commission: Optional[Decimal]
    rate: Optional[Decimal]
    report_currency: Optional[str]
    report_amount: Optional[Decimal]
    report_comm: Optional[Decimal]
    delta_report_amount: Optional[Decimal]
    delta_report_comm: Optional[Decimal]
    reason_code: Optional[str]
    note: Optional[str]
    settlement_id: Optional[int]
    payment_id: Optional[int]
    amount: Optional[Decimal]
    paid_date: Optional[dt.date]
    download_id: Optional[int]
    alert_id: Optional[int]
    test: bool
    items: list[EventItem]


@dataclass(frozen=True, kw_only=True)
class EventFeed:
    rows: list[FeedEvent] = field(metadata={"wire": "list"})
    next: str
    has_more: bool


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
    kind: DownloadKind
    filename: str
    status: DownloadStatus
    download_url: Optional[str]
    progress: int
    rows: int
    size: Optional[int]
    error: Optional[str]
    created_at: dt.datetime
    expires_at: dt.datetime


GroupBy = Literal["date", "week", "month", "brand", "site", "uid1", "uid2", "uid3", "uid4", "uid5", "country", "device", "offer_type", "link", "page", "placement", "hour"]


StatusFilter = Literal["all", "pending", "approved", "rejected"]


DateBasis = Literal["order", "validation"]


Compare = Literal["previous", "year"]


@dataclass(frozen=True, kw_only=True)
class PerformanceRow:
    clicks: Optional[int]
    orders: int
    sales: Decimal
    commission: Decimal
    pending_commission: Decimal
    approved_commission: Decimal
    rejected_commission: Decimal
    paid_commission: Decimal
    bonus: Decimal
    pending_orders: int
    approved_orders: int
    rejected_orders: int
    cr: Optional[Decimal]
    epc: Optional[Decimal]
    aov: Optional[Decimal]
    approval_rate: Optional[Decimal]
    currency: str
    date: Optional[dt.date] = None
    week: Optional[dt.date] = None
    month: Optional[dt.date] = None
    mcid: Optional[str] = None
    brand_name: Optional[str] = None
    site_id: Optional[int] = None
    site_name: Optional[str] = None
    uid1: Optional[str] = None
    uid2: Optional[str] = None
    uid3: Optional[str] = None
    uid4: Optional[str] = None
    uid5: Optional[str] = None
    country: Optional[str] = None
    device: Optional[str] = None
    offer_type: Optional[str] = None
    link_id: Optional[int] = None
    link_code: Optional[str] = None
    link_note: Optional[str] = None
    link_brand_name: Optional[str] = None
    page: Optional[str] = None
    placement: Optional[str] = None
    hour: Optional[int] = None


@dataclass(frozen=True, kw_only=True)
class Recount:
    at: dt.datetime
    clicks: int


@dataclass(frozen=True, kw_only=True)
class Performance:
    rows: list[PerformanceRow] = field(metadata={"wire": "list"})
    total: int
    totals: Figures
    compared_totals: Optional[Figures]
    compared: list[PerformanceRow]
    compared_start_date: Optional[dt.date]
    compared_end_date: Optional[dt.date]
    compared_until: Optional[dt.datetime]
    recounted: list[Recount]
    time_zone: str


Moment = Literal["click", "order", "status", "amount", "rate", "settlement", "payment", "postback", "case"]


@dataclass(frozen=True, kw_only=True)
class TimelineEntry:
    at: dt.datetime
    kind: Moment
    item_id: Optional[str]
    from_: Optional[str] = field(metadata={"wire": "from"})
    to: Optional[str]
    delta_amount: Optional[Decimal]
    delta_commission: Optional[Decimal]
    delta_report_amount: Optional[Decimal] = None
    delta_report_comm: Optional[Decimal] = None
    reason_code: Optional[str]
    by: str
    case_id: Optional[int]
    postback_id: Optional[int]
    event_type: Optional[EventType]
    receiver: Optional[str]


@dataclass(frozen=True, kw_only=True)
class OrderStory:
    oid: int
    order_id: str
    mcid: str
    mid: int
    brand_name: str
    site_id: int
    link_id: int
    click_ref: Optional[str]
    click_time: Optional[dt.datetime]
    order_time: dt.datetime
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: Optional[str]
    coupon: Optional[str]
    currency: str
    rate: Optional[Decimal]
    sale_amount: Decimal
    sale_comm: Optional[Decimal]
    matched_amount: Decimal
    matched_comm: Optional[Decimal]
    report_currency: str
    report_amount: Optional[Decimal]
    report_comm: Optional[Decimal]
    status: ItemStatus
    test_order: bool
    unrated: bool
    updated_at: dt.datetime
    items: Optional[list[Item]] = None
    link_code: Optional[str]
    link_note: Optional[str]
    claim_until: dt.datetime
    dispute_until: Optional[dt.datetime]
    decision_record: Optional[DateRecord]
    timeline: list[TimelineEntry]


OrderDateBasis = Literal["order", "validation", "update", "paid"]


OrderSort = Literal["order_time", "-order_time", "updated_at", "-updated_at", "sale_amount", "-sale_amount", "sale_comm", "-sale_comm"]


@dataclass(frozen=True, kw_only=True)
class Transactions:
    rows: list[Order] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]
    totals: Optional[Figures]
    time_zone: str


ViewReport = Literal["performance", "transactions", "clicks"]


ViewDays = Literal["today", "yesterday", "last_7", "last_30", "last_90", "this_month", "last_month", "this_year"]


Mailed = Literal["never", "week", "month"]


@dataclass(frozen=True, kw_only=True)
class View:
    id: int
    report: ViewReport
    name: str
    filter: dict[str, Any]
    days: Optional[ViewDays]
    is_default: bool
    mailed: Mailed
    next_mail_at: Optional[dt.datetime]
    out_of_date: bool


@dataclass(frozen=True, kw_only=True)
class ListingView:
    rows: list[View] = field(metadata={"wire": "list"})
    total: int


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
    call: str


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
    amount: Optional[Decimal] = None
    commission: Optional[Decimal] = None
    currency: Optional[str] = None
    rate: Optional[Decimal] = None
    to_currency: Optional[str] = None
    reason_code: Optional[str] = None
    refusal: Optional[RefusalCode] = None
    state: Optional[str] = None
    text: Optional[str] = None
    until: Optional[dt.datetime] = None
    day: Optional[dt.date] = None
    period: Optional[str] = None
    days: Optional[int] = None
    count: Optional[int] = None
    share: Optional[float] = None
    by: Optional[str] = None


@dataclass(frozen=True, kw_only=True)
class Fact:
    at: Optional[dt.datetime]
    fact: WhyFact
    rule: Optional[WhyRule]
    documented: Optional[str]
    evidence: Optional[FactEvidence]
    values: FactValues


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
    note: str
    oid: Optional[int]
    mcid: Optional[str]
    order_id: Optional[str]
    order_time: Optional[dt.datetime]
    currency: Optional[str]
    amount: Optional[Decimal]
    click_ref: Optional[str]


@dataclass(frozen=True, kw_only=True)
class NextWhyStep:
    step: WhyStep
    page: Optional[str]
    until: Optional[dt.datetime]
    case: Optional[FilledCase]


@dataclass(frozen=True, kw_only=True)
class Why:
    facts: list[Fact] = field(metadata={"wire": "list"})
    verdict: WhyVerdict
    reason_code: Optional[str]
    refusal: Optional[RefusalCode]
    until: Optional[dt.datetime]
    oid: Optional[int]
    next_step: NextWhyStep


@dataclass(frozen=True, kw_only=True)
class MediaKit:
    file_url: str
    name: str
    size: int


class SiteStatus(IntEnum):
    PENDING = 0
    APPROVED = 1
    REJECTED = 2
    DISABLED = 3


@dataclass(frozen=True, kw_only=True)
class Site:
    id: int
    name: str
    channel_type: int
    channel_platform: str
    medium_id: Optional[int]
    promotion_methods: list[int]
    website: str
    logo: Optional[str]
    media_kit: list[MediaKit]
    monthly_visits: Optional[int]
    description: Optional[str]
    status: SiteStatus
    status_reason: Optional[str]
    is_default: bool
    verified: bool
    proof: str
    verifiable: bool
    brands_joined: int
    fallback_url: Optional[str]
    created_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class CursorPageSite:
    rows: list[Site] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


@dataclass(frozen=True, kw_only=True)
class LinkOutcome:
    id: int
    code: int
    message: str


@dataclass(frozen=True, kw_only=True)
class ResultsLinkOutcome:
    rows: list[LinkOutcome] = field(metadata={"wire": "list"})


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
    status: Optional[int]


@dataclass(frozen=True, kw_only=True)
class BrokenLink:
    id: int
    link_id: int
    code: str
    mcid: str
    brand_name: str
    site_id: int
    site_name: str
    type: BrokenType
    state: Literal["fixed", "ignored", "open"]
    target_url: str
    final_url: Optional[str]
    http_status: Optional[int]
    hops: list[Hop]
    first_seen: dt.datetime
    last_checked: Optional[dt.datetime]
    checking: bool
    clicks: int
    at_risk: Optional[Decimal]
    currency: str
    suggestion: Optional[str]
    fallback_url: Optional[str]


@dataclass(frozen=True, kw_only=True)
class ListingBrokenLink:
    rows: list[BrokenLink] = field(metadata={"wire": "list"})
    total: int


@dataclass(frozen=True, kw_only=True)
class BrokenKind:
    type: BrokenType
    name: str
    title: str
    counted: bool


@dataclass(frozen=True, kw_only=True)
class BrokenTypes:
    types: list[BrokenKind]
    states: list[Literal["fixed", "ignored", "open"]]


@dataclass(frozen=True, kw_only=True)
class BulkItem:
    target_url: Optional[str] = None
    mcid: Optional[str] = None
    mid: Optional[str] = None
    site_id: Optional[str] = None
    uid: Optional[str] = None
    uid1: Optional[str] = None
    uid2: Optional[str] = None
    uid3: Optional[str] = None
    uid4: Optional[str] = None
    uid5: Optional[str] = None
    note: Optional[str] = None
    path: Optional[str] = None
    coupon: Optional[str] = None


Rule = Literal["required", "not_applicable", "unknown_field", "type", "format", "one_of", "not_a_number", "not_a_date", "not_a_time", "not_a_month", "not_a_country", "not_a_currency", "not_a_time_zone", "not_an_email", "not_a_phone", "not_a_url", "not_a_host", "not_a_cursor", "not_an_iban", "not_a_bic", "not_a_bank_name", "not_a_vat_number", "not_a_tax_number", "wrong_digits", "weak_password", "too_long", "too_short", "too_many", "too_large", "too_small", "out_of_range", "not_positive", "too_many_decimals", "full", "in_the_future", "in_the_past", "too_old", "too_early", "not_later", "too_long_after", "too_many_days", "unknown", "not_uploaded", "taken", "duplicate", "mismatch", "same", "unchanged", "unsupported", "wrong_host", "tracking_link", "wrong_country", "one_stop_shop", "not_ascii", "fragment", "user_in_url", "macro_in_host", "unknown_macro", "unmatched_brace", "signature_in_body", "empty", "not_a_table", "not_utf8", "columns", "unreadable", "not_an_image", "file_type", "encrypted_file", "active_file", "too_many_pixels", "ambiguous", "changed", "fixed", "forbidden", "is_default", "recalculating", "state"]


@dataclass(frozen=True, kw_only=True)
class BrandChoice:
    mcid: str
    name: str


@dataclass(frozen=True, kw_only=True)
class BulkLink:
    link_id: int
    code: str
    tracking_url: str
    tracking_url_short: str
    warnings: list[str]


@dataclass(frozen=True, kw_only=True)
class BulkRow:
    row: int
    code: int
    message: str
    field: str
    rule: Optional[Rule]
    limit: Optional[Union[int, str]]
    target_url: str
    mcid: str
    brand_name: str
    choices: list[BrandChoice]
    link: Optional[BulkLink]


@dataclass(frozen=True, kw_only=True)
class ResultsBulkRow:
    rows: list[BulkRow] = field(metadata={"wire": "list"})


@dataclass(frozen=True, kw_only=True)
class BulkCheck:
    row: int
    code: int
    message: str
    field: str
    rule: Optional[Rule]
    limit: Optional[Union[int, str]]
    target_url: str
    mcid: str
    brand_name: str
    choices: list[BrandChoice]
    warnings: list[str]


@dataclass(frozen=True, kw_only=True)
class ResultsBulkCheck:
    rows: list[BulkCheck] = field(metadata={"wire": "list"})


@dataclass(frozen=True, kw_only=True)
class LinkMade:
    link_id: int
    code: str
    mcid: str
    brand_name: str
    tracking_url: str
    tracking_url_short: str
    qr: str
    warnings: list[str]


@dataclass(frozen=True, kw_only=True)
class LinkPreview:
    code: int
    message: str
    field: str
    rule: Optional[Rule]
    limit: Optional[Union[int, str]]
    mcid: str
    brand_name: str
    choices: list[BrandChoice]
    warnings: list[str]


@dataclass(frozen=True, kw_only=True)
class Link:
    link_id: int
    code: str
    mcid: str
    brand_name: str
    site_id: int
    target_url: str
    fallback_url: Optional[str]
    tracking_url: str
    tracking_url_short: str
    qr: str
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    note: str
    coupon: str
    retired: bool
    clicks: int
    orders: int
    commission: Decimal
    currency: str
    created_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class CursorPageLink:
    rows: list[Link] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]
