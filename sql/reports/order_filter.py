"""Which orders a publisher asks for: the values, and the shape of the conditions they stand in."""

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
    "click_id": " and c.click_id = :click_id",
}
ITEM_CONDITIONS = {
    "status": " and i.status = :status",
    "item_status": " and i.status = :item_status",
    "paid": " and (i.paid_date is not null) = :paid",
}
INDEXED = {"mids": "mid", "site_ids": "site_id"}
"""The columns that have an index with the time of the order behind them."""
STATUSES = ("status", "item_status")
SINGLE_ORDER = frozenset({"order_id", "oid", "click_id"})


@dataclass(frozen=True, kw_only=True)
class OrderQuery:
    """Which orders; what is not in `narrowed` narrows nothing. Without days: of all time."""

    publisher_id: int
    zone: str
    days: Days | None = None
    basis: OrderDateBasis = OrderDateBasis.ORDER
    filters: dict[str, Any] = field(default_factory=dict)

    @property
    def shape(self) -> "OrderShape":
        basis = self.basis if self.days else None
        return OrderShape(basis, frozenset(self.filters))

    @property
    def values(self) -> dict[str, Any]:
        """Every value a statement of this question may name."""
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
    """All of a question that its statements' text depends on."""

    basis: OrderDateBasis | None
    filters: frozenset[str]

    @property
    def time(self) -> str:
        """The time by which orders are listed, newest first."""
        return "c.updated_at" if self.basis is OrderDateBasis.UPDATE else "c.order_time"

    @property
    def since(self) -> str:
        """Where the range begins: no item is newer than its order's last change."""
        known = (OrderDateBasis.ORDER, OrderDateBasis.UPDATE)
        return f" and {self.time} >= :from_time" if self.basis in known else ""

    @property
    def is_by_time(self) -> bool:
        """Whether the range is of the time they are listed by."""
        return self.basis is OrderDateBasis.ORDER

    @property
    def until_condition(self) -> str:
        """Where the range ends."""
        return f" and {self.time} < :until_time" if self.is_by_time else ""

    @property
    def after_condition(self) -> str:
        """Where a list goes on."""
        return f" and ({self.time}, c.oid) < (:after_time, :after_oid)"

    @property
    def key(self) -> str | None:
        """What is looked up in an index, one value after the other."""
        names = INDEXED if self.basis is OrderDateBasis.ORDER else ()
        return next((name for name in names if name in self.filters), None)

    def from_clause(self, end: str, limit: str = "offset 0") -> str:
        """What stands behind `from` for the orders as `c`.

        Of several brands or sites each is read by itself, newest first and only as far as the limit goes: a plan
        made for any values takes all for rare, and would read and sort every order there is.
        """
        if self.key is None:
            return f"conversion c where {self.where(end)}"
        wanted = f"select distinct unnest(:{self.key}::bigint[]) as value"
        each = f"{self.where(end)} and c.{INDEXED[self.key]} = wanted.value {limit}"
        return f"({wanted}) wanted cross join lateral (select c.* from conversion c where {each}) c"  # noqa: S608

    def where(self, end: str) -> str:
        """The conditions on `conversion c`, with the one that says where the list ends or goes on.

        A test order is seen only by who asks for that one.
        """
        found = "c.publisher_id = :publisher_id"
        if not self.filters & SINGLE_ORDER:
            found += " and not c.test_order"
        found += self.since + end
        asked = self.filters - {self.key}
        found += "".join(sql for name, sql in ORDER_CONDITIONS.items() if name in asked)
        if self.by_status:
            # Tells most orders apart before their items are looked up.
            found += " and c.status = any(:own_statuses::text[])"
        return found + (
            f" and exists (select from {ITEM_OF_ORDER}{self.of_item})" if self.of_item else ""
        )

    @property
    def by_status(self) -> bool:
        return not self.filters.isdisjoint(STATUSES)

    @property
    def counts_rates(self) -> bool:
        """Whether items are left to tell a rate of approval by: they are not chosen for how they stand."""
        return self.filters.isdisjoint(ITEM_CONDITIONS)

    @property
    def of_item(self) -> str:
        """What is asked of items, all of one and the same."""
        asked = "".join(sql for name, sql in ITEM_CONDITIONS.items() if name in self.filters)
        if self.basis in ITEM_TIMES:
            time = ITEM_TIMES[self.basis]
            asked += f" and {time} >= :from_time and {time} < :until_time"
        return asked
