"""An order as it is stored: its own row, and one for each item."""

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from schema.orders.order import ItemStatus, Reason, order_status


class OrderRow(NamedTuple):
    """An order's own row, without the times it was written."""

    publisher_id: int
    oid: int
    mid: int
    order_id: str
    site_id: int
    link_id: int
    click_id: UUID | None
    click_time: datetime | None
    order_time: datetime
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: str | None
    device: str
    coupon: str | None
    currency: str
    report_currency: str
    rate: Decimal
    sale_amount: Decimal
    sale_comm: Decimal
    report_amount: Decimal
    report_comm: Decimal
    status: ItemStatus
    test_order: bool

    def with_sums(self, lines: list["ItemRow"]) -> "OrderRow":
        """With the sums and the status of its items."""
        first = lines[0]
        # _replace() takes four times as long, and this runs for every order; most have one item.
        if len(lines) == 1:
            return OrderRow._make(
                (
                    *self[:SUMS_START],
                    *(first.sale_amount, first.sale_comm, first.report_amount, first.report_comm),
                    *(first.status, self.test_order),
                )
            )
        sums = [first.sale_amount, first.sale_comm, first.report_amount, first.report_comm]
        for line in lines[1:]:
            more = (line.sale_amount, line.sale_comm, line.report_amount, line.report_comm)
            sums = [sum + amount for sum, amount in zip(sums, more, strict=True)]
        status = order_status({line.status for line in lines})
        return OrderRow._make((*self[:SUMS_START], *sums, status, self.test_order))


SUMS_START = OrderRow._fields.index("sale_amount")
"""Where the four sums of the items begin; status and test_order follow."""


class ItemRow(NamedTuple):
    """An item's row, without the time it was written. `settled` and `paid` are only read."""

    publisher_id: int
    oid: int
    item_id: str
    category: str | None
    quantity: int
    terms_id: int | None
    comm_rate: Decimal | None
    sale_amount: Decimal
    sale_comm: Decimal
    ori_amount: Decimal
    ori_comm: Decimal
    report_amount: Decimal
    report_comm: Decimal
    status: ItemStatus
    reason_code: str | None
    validation_date: datetime | None
    expected_validation_date: datetime | None
    corrects: str | None = None
    """The item whose change after its settlement this one is."""
    settled: bool = False
    paid: bool = False

    def with_decision(self, status: ItemStatus, reason: str | None, now: datetime) -> "ItemRow":
        """With a decision. Pending does not change an item that has been decided."""
        if status == ItemStatus.PENDING and self.status != ItemStatus.PENDING:
            return self
        if status == self.status:
            return self._replace(reason_code=reason or self.reason_code)
        if status == ItemStatus.REJECTED:
            reason = reason or Reason.OTHER
        return self._replace(status=status, reason_code=reason, validation_date=now)


WRITTEN_COLUMNS = ItemRow._fields.index("settled")
"""How many of an item's columns are written."""
