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


@dataclass(frozen=True, kw_only=True)
class ApplicationRow:
    mcid: str
    mid: int
    brand_name: str
    logo: Optional[str]
    site_id: int
    site_name: str
    relationship: Relation
    reason: Optional[str]
    ended_by: Optional[Literal["network", "publisher"]]
    message: Optional[str]
    applied_at: dt.datetime
    age_days: int
    decided_at: Optional[dt.datetime]


@dataclass(frozen=True, kw_only=True)
class HistoryApplicationRow:
    rows: list[ApplicationRow] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


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
class HistoryCoupon:
    rows: list[Coupon] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


OfferType = Literal["CPS", "CPA", "CPL", "CPC", "CPM"]


class BrandType(IntEnum):
    OWN_SHOP = 1
    MARKETPLACE = 2


Approval = Literal["auto", "manual"]


BrandSort = Literal["new", "name", "commission", "epc", "payment_days"]


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


BrandStatus = Literal["online", "paused", "offline"]


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
    deep_link: bool
    approval: Approval
    status: BrandStatus
    relationship: Relation
    relationship_reason: Optional[str]
    epc: Optional[Decimal]
    conversion_rate: Optional[Decimal]
    approval_rate: Optional[Decimal]


@dataclass(frozen=True, kw_only=True)
class HistoryBrand:
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
    coupons: list[Coupon]
    term_changes: list[TermChange]
    my_results: MyResults
    alternatives: list[Alternative]


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
    sale_comm: Decimal
    comm_rate: Optional[Decimal]
    ori_amount: Decimal
    ori_comm: Decimal
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
    rate: Decimal
    sale_amount: Decimal
    sale_comm: Decimal
    matched_amount: Decimal
    matched_comm: Decimal
    report_currency: str
    report_amount: Decimal
    report_comm: Decimal
    status: ItemStatus
    test_order: bool
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
    withdrawable: Decimal
    on_the_way: Decimal
    paid: Decimal
    currency: str
    minimum: Decimal
    schedule_day: Optional[int]
    next_payment: Optional[Forecast]


@dataclass(frozen=True, kw_only=True)
class Task:
    name: str
    done: bool
    to: str


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
    balance: PaymentBalance
    tasks: list[Task]
    time_zone: str


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


@dataclass(frozen=True, kw_only=True)
class PaymentDetails:
    rows: list[PaymentDetail] = field(metadata={"wire": "list"})
    total: int
    proof: list[PaymentProof]


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
    usable_from: dt.datetime
    created_at: dt.datetime
    updated_at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class ListingPaymentMethod:
    rows: list[PaymentMethod] = field(metadata={"wire": "list"})
    total: int


SettlementState = Literal["waiting", "payable", "requested", "paid"]


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


@dataclass(frozen=True, kw_only=True)
class ListingPayment:
    rows: list[Payment] = field(metadata={"wire": "list"})
    total: int


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
class HistoryDelivery:
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


CaseKind = Literal["missing", "incorrect", "declined"]


CaseState = Literal["open", "info_needed", "accepted", "rejected", "withdrawn"]


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
    mcid: str
    brand_name: str
    order_id: str
    oid: Optional[int]
    item_id: Optional[str]
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
    sale_comm: Decimal
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
    reason_code: Optional[str]
    note: Optional[str]
    settlement_id: Optional[int]
    payment_id: Optional[int]
    amount: Optional[Decimal]
    download_id: Optional[int]
    test: bool
    items: list[EventItem]


@dataclass(frozen=True, kw_only=True)
class EventFeed:
    rows: list[FeedEvent] = field(metadata={"wire": "list"})
    next: str
    has_more: bool


ExportReport = Literal["performance", "transactions", "clicks", "links", "payments", "settlements", "deliveries"]


ExportFormat = Literal["csv", "xlsx", "parquet"]


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


GroupBy = Literal["date", "week", "month", "brand", "site", "uid1", "uid2", "uid3", "uid4", "uid5", "country", "device", "offer_type", "link"]


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


@dataclass(frozen=True, kw_only=True)
class Performance:
    rows: list[PerformanceRow] = field(metadata={"wire": "list"})
    total: int
    totals: Figures
    compared_totals: Optional[Figures]
    compared: list[PerformanceRow]
    compared_start_date: Optional[dt.date]
    compared_end_date: Optional[dt.date]
    time_zone: str


Moment = Literal["click", "order", "status", "amount", "settlement", "payment", "postback", "case"]


@dataclass(frozen=True, kw_only=True)
class TimelineEntry:
    at: dt.datetime
    kind: Moment
    item_id: Optional[str]
    from_: Optional[str] = field(metadata={"wire": "from"})
    to: Optional[str]
    delta_amount: Optional[Decimal]
    delta_commission: Optional[Decimal]
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
    rate: Decimal
    sale_amount: Decimal
    sale_comm: Decimal
    matched_amount: Decimal
    matched_comm: Decimal
    report_currency: str
    report_amount: Decimal
    report_comm: Decimal
    status: ItemStatus
    test_order: bool
    updated_at: dt.datetime
    items: Optional[list[Item]] = None
    link_code: Optional[str]
    link_note: Optional[str]
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
class HistorySite:
    rows: list[Site] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]


@dataclass(frozen=True, kw_only=True)
class LinkOutcome:
    id: int
    code: int
    message: str


@dataclass(frozen=True, kw_only=True)
class RowsLinkOutcome:
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
    target_url: str
    link: Optional[BulkLink]


@dataclass(frozen=True, kw_only=True)
class RowsBulkRow:
    rows: list[BulkRow] = field(metadata={"wire": "list"})


@dataclass(frozen=True, kw_only=True)
class LinkMade:
    link_id: int
    code: str
    tracking_url: str
    tracking_url_short: str
    qr: str
    warnings: list[str]


@dataclass(frozen=True, kw_only=True)
class LinkPreview:
    code: int
    message: str
    field: str
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
class HistoryLink:
    rows: list[Link] = field(metadata={"wire": "list"})
    total: int
    next: Optional[str]
