"""The query of a list of orders: its values, and the shape of its conditions."""

from dataclasses import dataclass, field
from typing import Any

from schema.core.days import Days
from schema.orders.counters import own_statuses
from schema.reports.report import OrderDateBasis
from sql.figures.from_rows import ITEM_OF_ORDER

ITEM_TIMES = {
    OrderDateBasis.VALIDATION: "i.validation_date",
    OrderDateBasis.PAID: "i.paid_date",
    OrderDateBasis.UPDATE: "i.updated_at",
}
ORDER_CONDITIONS = {
    "mids": " and c.mid = any(:mids::bigint[])",
    "site_ids": " and c.site_id = any(:site_ids::bigint[])",
    "uid1": " and c.uid1 = :uid1",
    "uid2": " and c.uid2 = :uid2",
    "uid3": " and c.uid3 = :uid3",
    "uid4": " and c.uid4 = :uid4",
    "uid5": " and c.uid5 = :uid5",
    "order_id": " and c.order_id = :order_id",
    "oid": " and c.oid = :oid",
    "oids": " and c.oid = any(:oids::bigint[])",
    "click_id": " and c.click_id = :click_id",
    "link_id": " and c.link_id = :link_id",
    "country": " and coalesce(c.country, '') = :country",
    "device": " and coalesce(c.device, '') = :device",
    "offer_type": " and c.mid in (select mid from brand where offer_type = :offer_type)",
}
ITEM_CONDITIONS = {
    "status": " and i.status = :status",
    "item_status": " and i.status = :item_status",
    "paid": " and (i.paid_date is not null) = :paid",
}
INDEXED = {"mids": "mid", "site_ids": "site_id"}
"""The columns that have an index together with the order's time."""
STATUSES = ("status", "item_status")
SINGLE_ORDER = frozenset({"order_id", "oid", "oids", "click_id"})
SORTS = {
    "order_time": "c.order_time",
    "updated_at": "c.updated_at",
    "sale_amount": "c.report_amount",
    "sale_comm": "c.report_comm",
}
"""The columns that orders can be sorted by; amounts in the publisher's currency."""
INDEXED_SORTS = frozenset({"order_time", "updated_at"})
"""Those that an index has in order; by any other all orders found are sorted."""


@dataclass(frozen=True, kw_only=True)
class OrderQuery:
    """Which orders to list; without days, those of all time."""

    publisher_id: int
    zone: str
    days: Days | None = None
    basis: OrderDateBasis = OrderDateBasis.ORDER
    filters: dict[str, Any] = field(default_factory=dict)
    sort: str = ""
    """A column of SORTS, preceded by `-` for descending order; empty: the newest first."""

    @property
    def shape(self) -> "OrderShape":
        basis = self.basis if self.days else None
        return OrderShape(basis, frozenset(self.filters), self.sort)

    @property
    def values(self) -> dict[str, Any]:
        """All values that a statement of this query may need."""
        first, after = self.days.bounds(self.zone) if self.days else (None, None)
        return {
            "publisher_id": self.publisher_id,
            "from_time": first,
            "until_time": after,
            "own_statuses": own_statuses(self.filters.get(name) for name in STATUSES),
            **self.filters,
        }


@dataclass(frozen=True)
class OrderShape:
    """The part of a query on which the text of its statements depends."""

    basis: OrderDateBasis | None
    filters: frozenset[str]
    sort: str = ""

    @property
    def time(self) -> str:
        """The time by which orders are listed, newest first."""
        return "c.updated_at" if self.basis is OrderDateBasis.UPDATE else "c.order_time"

    @property
    def column(self) -> str:
        """What orders are listed by."""
        return SORTS[self.sort.removeprefix("-")] if self.sort else self.time

    @property
    def order(self) -> str:
        """The `order by` clause, which ends with a unique column."""
        way = " desc" if self.sort.startswith("-") or not self.sort else ""
        return f"order by {self.column}{way}, c.oid{way}"

    @property
    def since(self) -> str:
        """The start of the range: no item is newer than its order's last change."""
        bases = (OrderDateBasis.ORDER, OrderDateBasis.UPDATE)
        return f" and {self.time} >= :from_time" if self.basis in bases else ""

    @property
    def is_by_time(self) -> bool:
        """Whether the range is of the time by which orders are listed."""
        return self.basis is OrderDateBasis.ORDER

    @property
    def until_condition(self) -> str:
        """The end of the range."""
        return f" and {self.time} < :until_time" if self.is_by_time else ""

    @property
    def after_condition(self) -> str:
        """Where a list continues."""
        if not self.sort:
            return f" and ({self.column}, c.oid) < (:after, :after_oid)"
        sign = "<" if self.sort.startswith("-") else ">"
        return f"{self.until_condition} and ({self.column}, c.oid) {sign} (:after, :after_oid)"

    @property
    def key(self) -> str | None:
        """The filter whose values are looked up in an index one by one."""
        names = INDEXED if self.basis is OrderDateBasis.ORDER else ()
        return next((name for name in names if name in self.filters), None)

    def from_clause(self, end: str, limit: str = "offset 0") -> str:
        """The `from` clause for the orders as `c`.

        With several brands or sites each is read by itself, newest first and only up to the limit: a plan made for any
        values assumes that matches are rare, and would read and sort all orders.
        """
        if self.key is None:
            return f"conversion c where {self.where(end)}"
        wanted = f"select distinct unnest(:{self.key}::bigint[]) as value"
        each = f"{self.where(end)} and c.{INDEXED[self.key]} = wanted.value {limit}"
        return f"({wanted}) wanted cross join lateral (select c.* from conversion c where {each}) c"  # noqa: S608

    def where(self, end: str) -> str:
        """The conditions on `conversion c`, including the one for the end or the continuation of the list.

        A test order is only found by its own number or click.
        """
        condition = "c.publisher_id = :publisher_id"
        if not self.filters & SINGLE_ORDER:
            condition += " and not c.test_order"
        condition += self.since + end
        filters = self.filters - {self.key}
        condition += "".join(sql for name, sql in ORDER_CONDITIONS.items() if name in filters)
        if self.by_status:
            # Rules out most orders before their items are looked up.
            condition += " and c.status = any(:own_statuses::text[])"
        return condition + (
            f" and exists (select from {ITEM_OF_ORDER}{self.of_item})" if self.of_item else ""
        )

    @property
    def by_status(self) -> bool:
        return not self.filters.isdisjoint(STATUSES)

    @property
    def counts_rates(self) -> bool:
        """Whether there is an approval rate: not if items are selected by their state."""
        return self.filters.isdisjoint(ITEM_CONDITIONS)

    @property
    def of_item(self) -> str:
        """The conditions on items, which must all match the same item."""
        conditions = "".join(sql for name, sql in ITEM_CONDITIONS.items() if name in self.filters)
        if self.basis in ITEM_TIMES:
            time = ITEM_TIMES[self.basis]
            conditions += f" and {time} >= :from_time and {time} < :until_time"
        return conditions
