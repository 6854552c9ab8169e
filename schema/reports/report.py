"""Reports: performance by any grouping, orders with their items, an order's timeline."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from schema.core.days import Days
from schema.core.figures import Figures
from schema.core.ids import parse_click_ref
from schema.core.scalar import Day, Id, Text100, Uid
from schema.orders.order import ItemStatus, Order
from schema.reports.order_sort import OrderSort

ORDERS_SUMMED_MAX = 100_000
"""How many orders are added up one by one, within half a second, if the figures by day do not cover them."""
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
    """The day that counts: an order's own, or the one on which the brand approved or rejected the item."""

    ORDER = "order"
    VALIDATION = "validation"


class OrderDateBasis(StrEnum):
    """The day that counts: an order's own, or the one on which the item was decided, last changed or paid."""

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
        """The given labels, by name."""
        labels = {f"uid{n}": getattr(self, f"uid{n}") for n in range(1, 6)}
        return {name: value for name, value in labels.items() if value is not None}


class PerformanceFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`sort` is a column, preceded by `-` for descending order; without it, rows are sorted by the groups."""

    group_by: Annotated[list[GroupBy], Meta(max_length=3)] = field(
        default_factory=lambda: [GroupBy.DATE]
    )
    status: StatusFilter = StatusFilter.ALL
    date_basis: DateBasis = DateBasis.ORDER
    compare: Compare | None = None
    sort: Annotated[str, Meta(max_length=40, pattern=r"^-?[a-z0-9_]+$")] | None = None

    @property
    def groups(self) -> tuple[GroupBy, ...]:
        """The groups, each once, in the given order."""
        return tuple(dict.fromkeys(self.group_by))

    @property
    def sortable(self) -> set[str]:
        """The columns of the report, but for the names of links, which are looked up for a page alone."""
        own = {column for group in self.groups for column in GROUP_COLUMNS[group]}
        return own.union(Figures.__struct_fields__) - {"currency", *GROUP_COLUMNS[GroupBy.LINK][1:]}


class PerformanceRow(Figures, frozen=True, kw_only=True, omit_defaults=True):
    """The columns of its groups, then the figures. A week is named by its Monday, a month by its first day.

    A country that is not known is null, as in lists. `link_code` and `link_note` are as in /tools/links.
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


class Performance(Struct, frozen=True, kw_only=True):
    """`totals` are the sums of all rows, not only of this page; `compared_totals` are those of the compared period.

    When grouped only by date, week or month, `compared` contains for each row of `list` the corresponding row of
    the compared period, or a row of zeros if that period is shorter.
    """

    rows: list[PerformanceRow] = field(name="list")
    total: int
    totals: Figures
    compared_totals: Figures | None
    compared: list[PerformanceRow]
    compared_start_date: date | None
    compared_end_date: date | None
    time_zone: str


class TransactionFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`status`, `item_status`, `paid` and a basis other than the order's time must all match the same item.

    An empty `country`, `device` or label finds the orders for which it is unknown. `keyword` is an `order_id`, `oid`
    or `click_ref`. `sort` is a column, after `-` for descending order; amounts are sorted in the publisher's currency.
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

    @property
    def extra(self) -> dict[str, Any]:
        """Its conditions apart from days, channels, brands and labels."""
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
        of_order = (self.order_id, self.oid, self.click_ref, self.keyword, self.paid)
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


class OidRef(Struct, frozen=True, forbid_unknown_fields=True):
    oid: Id
