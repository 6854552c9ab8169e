"""Reports: performance by any grouping, orders with their items, an order's timeline."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from schema.core.days import Days
from schema.core.figures import Figures
from schema.core.ids import parse_click_ref
from schema.core.page_and_placement import PAGE_LENGTH, value_key
from schema.core.scalar import At, Day, Id, Text100, Uid
from schema.orders.order import ItemStatus, Order

ORDERS_SUMMED_MAX = 100_000
"""How many orders are added up one by one, within half a second, if the daily figures do not cover them."""
HOUR_DAYS_MAX = 92
"""The maximum number of days of a report by hour, which is counted from rows."""
CLICKS_COUNTED_MAX = 10_000  # of a filter: more than anybody pages through


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
    PAGE = "page"
    PLACEMENT = "placement"
    HOUR = "hour"


GROUP_COLUMNS: dict[GroupBy, tuple[str, ...]] = {group: (group.value,) for group in GroupBy} | {
    GroupBy.BRAND: ("mcid", "brand_name"),
    GroupBy.SITE: ("site_id", "site_name"),
    GroupBy.LINK: ("link_id", "link_code", "link_note", "link_brand_name"),
}
"""The columns of a group in the rows of a report."""


class StatusFilter(StrEnum):
    ALL = "all"
    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"


class DateBasis(StrEnum):
    """Which day counts: that of the order, or the one on which the brand approved or rejected the item."""

    ORDER = "order"
    VALIDATION = "validation"


class OrderDateBasis(StrEnum):
    """Which day counts: that of the order, or the one on which the item was decided, last changed or paid."""

    ORDER = "order"
    VALIDATION = "validation"
    UPDATE = "update"
    PAID = "paid"


class OrderSort(StrEnum):
    """The column by which orders are sorted; newest first by default."""

    ORDER_TIME = "order_time"
    ORDER_TIME_DOWN = "-order_time"
    UPDATED_AT = "updated_at"
    UPDATED_AT_DOWN = "-updated_at"
    SALE_AMOUNT = "sale_amount"
    SALE_AMOUNT_DOWN = "-sale_amount"
    SALE_COMM = "sale_comm"
    SALE_COMM_DOWN = "-sale_comm"


class Compare(StrEnum):
    PREVIOUS = "previous"
    YEAR = "year"


BEFORE, CHANGE = "before", "change"
"""The suffixes of a figure's columns in a comparison: its earlier value, and its change since."""


Mcids = Annotated[list[Text100], Meta(max_length=100)]
SiteIds = Annotated[list[Id], Meta(max_length=100)]


class Scope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A range of days in the publisher's time zone, both included, and further conditions."""

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
    def days(self) -> Days:
        return Days(self.start_date, self.end_date)

    @property
    def uids(self) -> dict[str, str]:
        """The labels of the filter, by name."""
        labels = {f"uid{n}": getattr(self, f"uid{n}") for n in range(1, 6)}
        return {name: value for name, value in labels.items() if value is not None}


class PerformanceFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter, grouping and order of a performance report.

    `sort` is a column, preceded by `-` for descending order; without it, rows are sorted by the groups. With `compare`,
    rows can also be sorted by a figure's earlier value, `commission_before`, and by its change since,
    `commission_change`; `lapsed` also lists, with zeros, what had figures only in the earlier period, such as a brand
    that no longer sells anything.

    A page is the host and path on which the link was, as in the rows; a placement is what `pl` of the tracking link
    says. An empty country, device, page or placement finds what has none.
    """

    countries: Annotated[list[Annotated[str, Meta(max_length=2)]], Meta(max_length=100)] = field(
        default_factory=list
    )
    devices: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=100)] = field(
        default_factory=list
    )
    link_ids: Annotated[list[Id], Meta(max_length=100)] = field(default_factory=list)
    pages: Annotated[list[Annotated[str, Meta(max_length=PAGE_LENGTH)]], Meta(max_length=100)] = (
        field(default_factory=list)
    )
    placements: Annotated[list[Uid], Meta(max_length=100)] = field(default_factory=list)
    group_by: Annotated[list[GroupBy], Meta(max_length=3)] = field(
        default_factory=lambda: [GroupBy.DATE]
    )
    status: StatusFilter = StatusFilter.ALL
    date_basis: DateBasis = DateBasis.ORDER
    compare: Compare | None = None
    lapsed: bool = False
    sort: Annotated[str, Meta(max_length=40, pattern=r"^-?[a-z0-9_]+\Z")] | None = None

    @property
    def lists(self) -> dict[str, list[Any]]:
        """The values of which orders and clicks must have one, by their column."""
        lists: dict[str, list[Any]] = {
            "country": self.countries,
            "device": self.devices,
            "link_id": self.link_ids,
            "page_id": [value_key(page) for page in self.pages],
            "placement_id": [value_key(placement) for placement in self.placements],
        }
        return {name: values for name, values in lists.items() if values}

    @property
    def groups(self) -> tuple[GroupBy, ...]:
        """The groups, each once, in the given order."""
        return tuple(dict.fromkeys(self.group_by))

    @property
    def sortable(self) -> set[str]:
        """The columns that rows can be sorted by: all but the names of links, which are looked up for a page alone."""
        own = {column for group in self.groups for column in GROUP_COLUMNS[group]}
        figures = set(Figures.__struct_fields__) - {"currency"}
        if self.compare is not None:
            figures |= {f"{name}_{suffix}" for name in figures for suffix in (BEFORE, CHANGE)}
        return (own | figures) - {*GROUP_COLUMNS[GroupBy.LINK][1:]}


class PerformanceRow(Figures, frozen=True, kw_only=True, omit_defaults=True):
    """The columns of its groups, then the figures. A week is named by its Monday, a month by its first day.

    A country that is not known is null, as in lists; so is a page that the browser did not send, and the placement of a
    link without one. Beyond 5,000 pages or placements of a month, the others are "other". An hour is one of the day, 0
    to 23, in the publisher's time zone. `link_code` and `link_note` are as in /tools/links.
    """

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
    country: str | UnsetType | None = UNSET
    device: str | None = None
    offer_type: str | None = None
    link_id: int | None = None
    link_code: str | None = None
    link_note: str | None = None
    link_brand_name: str | None = None
    page: str | UnsetType | None = UNSET
    placement: str | UnsetType | None = UNSET
    hour: int | None = None


class Recount(Struct, frozen=True):
    """Clicks that were first classified as a crawler's and, because they led to orders, counted later, at `at`."""

    at: At
    clicks: int


class Performance(Struct, frozen=True, kw_only=True):
    """A page of a performance report.

    `totals` are the sums of all rows, not only of this page; `compared_totals` are those of the compared period.
    `recounted` lists clicks in these days that have counted only since a later time, whatever else the filter asks for.

    By validation date, an order counts once in each day, week or month in which one of its items was decided, and once
    in `totals`, so the orders of such rows can add up to more.

    With `compare`, `compared` contains for each row of `list` the row of the compared period with the same groups. In
    ranges of two weeks or more, a day or week corresponds to that of the same weekday in the earlier period; any other
    day, week or month to the one at the same position, or to the same date of the previous year. The row has zeros
    where there was none. What only the earlier period had is in `compared_totals` alone or, if `lapsed` is true, has a
    row of zeros in `list`; so are its days, weeks and months without a counterpart.

    What is not over is compared with the same part: if the days include today, the earlier period ends on the day that
    corresponds to today, at the same time of day, `compared_until`; so does the counterpart of the current day, week or
    month. If there is no such part, there is no counterpart: the row in `compared` has no date, and zeros.
    """

    rows: list[PerformanceRow] = field(name="list")
    total: int
    totals: Figures
    compared_totals: Figures | None
    compared: list[PerformanceRow]
    compared_start_date: date | None
    compared_end_date: date | None
    compared_until: At | None
    recounted: list[Recount]
    time_zone: str
    as_of: At
    """What was reported or clicked and answered before this time is counted."""


class TransactionFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter and order of the list of orders.

    `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item.
    `taken_back` finds items that were settled and later brought to zero by corrections; they keep their status. An
    empty `country`, `device` or label finds orders for which it is unknown. `keyword` is an `order_id`, `oid` or
    `click_ref`. `sort` is a column, preceded by `-` for descending order; amounts are sorted in the publisher's
    currency.
    """

    date_basis: OrderDateBasis = OrderDateBasis.ORDER
    status: StatusFilter = StatusFilter.ALL
    keyword: Text100 | None = None
    sort: OrderSort | None = None
    order_id: Text100 | None = None
    oid: Id | None = None
    click_ref: Annotated[str, Meta(max_length=36)] | None = None
    link_id: Id | None = None
    country: Annotated[str, Meta(max_length=2)] | None = None
    device: Annotated[str, Meta(max_length=20)] | None = None
    offer_type: Text100 | None = None
    item_status: ItemStatus | None = None
    paid: bool | None = None
    taken_back: bool | None = None

    @property
    def extra(self) -> dict[str, Any]:
        """The filter's conditions apart from days, channels, brands and labels."""
        fields = {
            "status": None if self.status is StatusFilter.ALL else self.status.value.title(),
            "order_id": self.order_id,
            "oid": self.oid,
            "link_id": self.link_id,
            "country": self.country,
            "device": self.device,
            "offer_type": self.offer_type,
            "item_status": self.item_status,
            "paid": self.paid,
            "taken_back": self.taken_back or None,
            "not_taken_back": self.taken_back is False or None,
        }
        present: dict[str, Any] = {
            name: value for name, value in fields.items() if value is not None
        }
        # A reference that is not ours stands for no click, and so for no order.
        if self.click_ref is not None:
            present["click_id"] = parse_click_ref(self.click_ref)
        return present

    @property
    def report_status(self) -> StatusFilter | None:
        """The status with which a report has the same totals; None if it cannot have the same filter."""
        of_order = (
            self.order_id,
            self.oid,
            self.click_ref,
            self.keyword,
            self.paid,
            self.taken_back,
        )
        beyond = (*of_order, self.link_id, self.country, self.device, self.offer_type)
        if self.date_basis is not OrderDateBasis.ORDER or any(each is not None for each in beyond):
            return None
        if self.item_status is None:
            return self.status
        of_items = StatusFilter(self.item_status.lower())
        return of_items if self.status in (StatusFilter.ALL, of_items) else None


class Transactions(Struct, frozen=True, kw_only=True):
    """Orders, newest first or sorted. Test orders are not counted, and listed only if requested by number or click."""

    rows: list[Order] = field(name="list")
    total: Annotated[
        int,
        Meta(
            description=f"{ORDERS_SUMMED_MAX + 1:,} where more than {ORDERS_SUMMED_MAX:,} match and the figures"
            " by day do not cover them (a status together with a label, or with both a brand and a channel; `paid`;"
            " a date other than the order's)."
        ),
    ]
    next: str | None
    totals: Annotated[
        Figures | None,
        Meta(
            description="The sums over all pages, in the publisher's currency, of the matching items, as in"
            " /reports/performance; null if `total` is"
            f" {ORDERS_SUMMED_MAX + 1:,}: choose fewer days."
        ),
    ]
    time_zone: str
    as_of: At
    """Orders whose report was answered before this time are in the list and the sums."""


class OidRef(Struct, frozen=True, forbid_unknown_fields=True):
    oid: Id
