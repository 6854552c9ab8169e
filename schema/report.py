"""Reports: performance by any grouping, orders with their items, one order's timeline, the dashboard."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.order import ItemStatus, Order
from schema.scalar import At, Day, Id, Text100, Uid


class GroupBy(StrEnum):
    DATE = "date"
    WEEK = "week"
    MONTH = "month"
    BRAND = "brand"
    SITE = "site"
    UID1 = "uid1"
    UID2 = "uid2"
    UID3 = "uid3"
    UID4 = "uid4"
    UID5 = "uid5"
    COUNTRY = "country"
    DEVICE = "device"
    OFFER_TYPE = "offer_type"
    LINK = "link"


class StatusFilter(StrEnum):
    ALL = "all"
    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"


class DateBasis(StrEnum):
    ORDER = "order"
    VALIDATION = "validation"


class OrderDateBasis(StrEnum):
    ORDER = "order"
    VALIDATION = "validation"
    UPDATE = "update"
    PAID = "paid"


class Compare(StrEnum):
    PREVIOUS = "previous"
    YEAR = "year"


Mcids = Annotated[list[Text100], Meta(max_length=100)]
SiteIds = Annotated[list[Id], Meta(max_length=100)]


class Scope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A range of days of the publisher's time zone, both included, and what it is narrowed to."""

    start_date: date
    end_date: date
    site_ids: SiteIds = field(default_factory=list)
    mcids: Mcids = field(default_factory=list)
    uid1: Uid | None = None
    uid2: Uid | None = None
    uid3: Uid | None = None
    uid4: Uid | None = None
    uid5: Uid | None = None

    @property
    def uids(self) -> dict[str, str]:
        """The labels it is narrowed to, by name."""
        given = {f"uid{n}": getattr(self, f"uid{n}") for n in range(1, 6)}
        return {name: value for name, value in given.items() if value is not None}


class PerformanceFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`sort` is a column, with `-` before it for the largest first; absent: by the groups themselves."""

    group_by: Annotated[list[GroupBy], Meta(max_length=3)] = field(
        default_factory=lambda: [GroupBy.DATE]
    )
    status: StatusFilter = StatusFilter.ALL
    date_basis: DateBasis = DateBasis.ORDER
    compare: Compare | None = None
    sort: Annotated[str, Meta(max_length=40, pattern=r"^-?[a-z0-9_]+$")] | None = None


class Figures(Struct, frozen=True, kw_only=True):
    """The numbers of contract §6 in the publisher's currency. A ratio without a base is null.

    Click columns (clicks, cr, epc) are null under a status filter or the validation basis.
    """

    clicks: int | None
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
    cr: Decimal | None
    epc: Decimal | None
    aov: Decimal | None
    approval_rate: Decimal | None
    currency: str


class PerformanceRow(Figures, frozen=True, kw_only=True, omit_defaults=True):
    """The columns of its groups, then the figures. A week is named by its Monday, a month by its first day."""

    date: Day | None = None
    week: Day | None = None
    month: Day | None = None
    mcid: str | None = None
    brand_name: str | None = None
    site_id: int | None = None
    site_name: str | None = None
    uid1: str | None = None
    uid2: str | None = None
    uid3: str | None = None
    uid4: str | None = None
    uid5: str | None = None
    country: str | None = None
    device: str | None = None
    offer_type: str | None = None
    link_id: int | None = None


class Performance(Struct, frozen=True, kw_only=True):
    """`totals` are the sums of all rows, not of this page's; the compared ones of the period before."""

    rows: list[PerformanceRow] = field(name="list")
    total: int
    totals: Figures
    compared_totals: Figures | None
    compared: list[PerformanceRow]
    compared_start_date: date | None
    compared_end_date: date | None
    time_zone: str


class TransactionFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    date_basis: OrderDateBasis = OrderDateBasis.ORDER
    status: StatusFilter = StatusFilter.ALL
    order_id: Text100 | None = None
    oid: Id | None = None
    click_ref: Annotated[str, Meta(max_length=36)] | None = None
    item_status: ItemStatus | None = None
    paid: bool | None = None


class Transactions(Struct, frozen=True, kw_only=True):
    """Orders newest first. `totals` are over all pages, in the publisher's currency."""

    rows: list[Order] = field(name="list")
    total: int
    next: str | None
    totals: Figures
    time_zone: str


class OidRef(Struct, frozen=True, forbid_unknown_fields=True):
    oid: Id


class Moment(StrEnum):
    CLICK = "click"
    ORDER = "order"
    STATUS = "status"
    AMOUNT = "amount"
    SETTLEMENT = "settlement"
    PAYMENT = "payment"
    POSTBACK = "postback"


class TimelineEntry(Struct, frozen=True, kw_only=True):
    """One thing that happened to an order; amounts in the order's own currency."""

    at: At
    kind: Moment
    item_id: str | None
    from_: str | None = field(name="from")
    to: str | None
    delta_amount: Decimal | None
    delta_commission: Decimal | None
    reason_code: str | None
    by: str


class OrderStory(Order, frozen=True, kw_only=True):
    """An order with all that happened to it, from the click on."""

    timeline: list[TimelineEntry]


class Period(StrEnum):
    WEEK = "7d"
    MONTH = "30d"
    QUARTER = "90d"
    YEAR = "365d"

    @property
    def days(self) -> int:
        return int(self.value[:-1])


class DashboardFilter(Struct, frozen=True, forbid_unknown_fields=True):
    period: Period = Period.MONTH


class TopBrand(Struct, frozen=True):
    mcid: str
    brand_name: str
    logo: str | None
    clicks: int
    orders: int
    commission: Decimal


class TopLink(Struct, frozen=True):
    link_id: int
    brand_name: str
    target_url: str
    tracking_url_short: str
    clicks: int
    orders: int
    commission: Decimal


class Task(Struct, frozen=True):
    """A step towards the first payment; `to` is the page where it is done."""

    name: str
    done: bool
    to: str


class TrendPoint(Struct, frozen=True):
    date: date
    clicks: int
    orders: int
    sales: Decimal
    commission: Decimal


class Balance(Struct, frozen=True, kw_only=True):
    """Commission by stage over all time."""

    pending: Decimal
    approved: Decimal
    paid: Decimal
    currency: str


class Dashboard(Struct, frozen=True, kw_only=True):
    start_date: date
    end_date: date
    totals: Figures
    compared_totals: Figures
    trend: list[TrendPoint]
    compared_trend: list[TrendPoint]
    top_brands: list[TopBrand]
    top_links: list[TopLink]
    latest_orders: list[Order]
    balance: Balance
    tasks: list[Task]
    time_zone: str
