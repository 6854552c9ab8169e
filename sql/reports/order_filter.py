"""The query for a list of orders: its values, and the shape of its conditions."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any, LiteralString

from schema.core.days import Days
from schema.core.scalar import At, Id
from schema.orders.counters import own_statuses
from schema.reports.report import OrderDateBasis
from sql.core.keyset import Key, Keyset, NumericKey
from sql.core.sql_template import piece
from sql.reports.figures.from_rows import IS_TAKEN_BACK, ITEM_OF_ORDER, TAKEN_BACK

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
    "changed_from": " and c.updated_at >= :changed_from",
    "oids": " and c.oid = any(:oids::bigint[])",
    "click_id": " and c.click_id = :click_id",
    "link_id": " and c.link_id = :link_id",
    "country": " and coalesce(c.country, '') = :country",
    "device": " and coalesce(c.device, '') = :device",
    "offer_type": " and c.mid in (select mid from brand where offer_type = :offer_type)",
    "taken_back": piece(" and c.oid = any(array(select oid from", TAKEN_BACK, "taken))"),
}
ITEM_CONDITIONS = {
    "status": " and i.status = :status",
    "item_status": " and i.status = :item_status",
    "paid": " and (i.paid_date is not null) = :paid",
    "taken_back": f" and {IS_TAKEN_BACK}",
    "not_taken_back": f" and i.corrects is null and not {IS_TAKEN_BACK}",
}
INDEXED = {"mids": "mid", "site_ids": "site_id"}
"""The columns that have an index together with the order's time."""
INDEXED_VALUES = {
    "mids": "select distinct unnest(:mids::bigint[]) as value",
    "site_ids": "select distinct unnest(:site_ids::bigint[]) as value",
}
STATUSES = ("status", "item_status")
SINGLE_ORDER = frozenset({"order_id", "oid", "oids", "click_id"})
SORTS = {
    "order_time": "c.order_time",
    "updated_at": "c.updated_at",
    "sale_amount": "coalesce(c.report_amount, 0)",
    "sale_comm": "coalesce(c.report_comm, 0)",
}
"""The columns that orders can be sorted by; amounts in the publisher's currency, 0 while there is no rate."""
INDEXED_SORTS = frozenset({"order_time", "updated_at"})
"""The sort columns with an index; by any other, all matching orders are sorted."""


@dataclass(frozen=True, kw_only=True)
class OrderQuery:
    """The orders to list; without days, those of all time."""

    publisher_id: int
    zone: str
    days: Days | None = None
    basis: OrderDateBasis = OrderDateBasis.ORDER
    filters: dict[str, Any] = field(default_factory=dict)
    sort: str = ""
    """A column of SORTS, preceded by `-` for descending order; empty for newest first."""
    whole_notes: bool = False
    """Whether notes are read as they were written, for the staff. Publishers see them without data of customers."""

    @property
    def sorts_all(self) -> bool:
        """Whether no index has the sort order, so that all matching orders are sorted."""
        return self.sort.removeprefix("-") not in ("", *INDEXED_SORTS)

    @property
    def shape(self) -> "OrderShape":
        basis = self.basis if self.days else None
        return OrderShape(basis, frozenset(self.filters), self.sort)

    @property
    def values(self) -> dict[str, Any]:
        """All parameters that a statement of this query may need."""
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
    def keyset(self) -> Keyset:
        """The sort order of the list."""
        return keyset_of(self.basis, self.time, self.sort)

    @property
    def since(self) -> str:
        """The condition for the start of the range, on orders: no item is newer than its order's last change."""
        bases = (OrderDateBasis.ORDER, OrderDateBasis.UPDATE)
        return f" and {self.time} >= :from_time" if self.basis in bases else ""

    @property
    def is_by_time(self) -> bool:
        """Whether the range is one of order times, by which orders are listed."""
        return self.basis is OrderDateBasis.ORDER

    @property
    def until_condition(self) -> str:
        """The condition for the end of the range."""
        return f" and {self.time} < :until_time" if self.is_by_time else ""

    @property
    def after_condition(self) -> str:
        """The condition to continue a list. Newest first, it replaces the end: the index is read from the cursor."""
        return f"{self.until_condition if self.sort else ''} and {self.keyset.after}"

    @property
    def key(self) -> str | None:
        """The filter whose values are looked up in an index one by one."""
        names = INDEXED if self.basis is OrderDateBasis.ORDER else ()
        return next((name for name in names if name in self.filters), None)

    def from_clause(self, end: str, limit: str = "offset 0") -> str:
        """The `from` clause for the orders as `c`.

        With several brands or sites, each is read separately, newest first and only up to the limit: a plan for any
        values assumes that matches are rare, and would read and sort all orders.
        """
        if self.key is None:
            return f"conversion c where {self.where(end)}"
        wanted = INDEXED_VALUES[self.key]
        each = f"{self.where(end)} and c.{INDEXED[self.key]} = wanted.value {limit}"
        lateral = piece("(select c.* from conversion c where", each, ") c")
        return f"({wanted}) wanted cross join lateral {lateral}"

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
            # This excludes most orders before their items are looked up.
            condition += " and c.status = any(:own_statuses::text[])"
        return condition + (
            f" and exists (select from {ITEM_OF_ORDER}{self.of_item})" if self.of_item else ""
        )

    @property
    def by_status(self) -> bool:
        return not self.filters.isdisjoint(STATUSES)

    @property
    def counts_rates(self) -> bool:
        """Whether there is an approval rate; there is none if items are selected by their state."""
        return self.filters.isdisjoint(ITEM_CONDITIONS)

    @property
    def of_item(self) -> str:
        """The conditions on items, which must all match the same item."""
        conditions = "".join(sql for name, sql in ITEM_CONDITIONS.items() if name in self.filters)
        if self.basis in ITEM_TIMES:
            time = ITEM_TIMES[self.basis]
            conditions += f" and {time} >= :from_time and {time} < :until_time"
        return conditions


@cache
def keyset_of(basis: OrderDateBasis | None, time: LiteralString, sort: str) -> Keyset:
    """The sort order of a list, named after its date basis: orders of a month by one date are not those by another."""
    column = sort.removeprefix("-")
    kind = At if column in ("", *INDEXED_SORTS) else NumericKey
    return Keyset(
        f"reports/transactions {basis} {sort}",
        (Key(SORTS[column] if column else time, kind), Key("c.oid", Id)),
        descending=not sort or sort.startswith("-"),
    )
