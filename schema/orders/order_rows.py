"""An order as it is stored: its own row, and one for each item."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from schema.core.money import ZERO
from schema.orders.order import ItemStatus, Reason, order_status


class OrderRow(NamedTuple):
    """An order's own row, without the times it was written.

    While the order is `unrated`, because an exchange rate is missing, its rate, its commission and its amounts in the
    publisher's currency are None, as are those of all its items.
    """

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
    rate: Decimal | None
    sale_amount: Decimal
    sale_comm: Decimal | None
    report_amount: Decimal | None
    report_comm: Decimal | None
    status: ItemStatus
    test_order: bool
    unrated: bool = False
    page_id: int = 0
    placement_id: int = 0

    def with_sums(self, lines: list["ItemRow"]) -> "OrderRow":
        """The order with the sums and the status of its items."""
        first = lines[0]
        # _replace() takes four times as long, and this runs for every order; most have one item.
        if len(lines) == 1:
            return OrderRow._make(
                (
                    *self[:SUMS_START],
                    *(first.sale_amount, first.sale_comm, first.report_amount, first.report_comm),
                    *(first.status, *self[SUMS_END:]),
                )
            )
        amounts: tuple[list[Decimal | None], ...] = (
            [line.sale_amount for line in lines],
            [line.sale_comm for line in lines],
            [line.report_amount for line in lines],
            [line.report_comm for line in lines],
        )
        status = order_status({line.status for line in lines})
        own = (status, *self[SUMS_END:])
        sums = [sum_known(each) for each in amounts]
        return OrderRow._make((*self[:SUMS_START], *sums, *own))


SUMS_START = OrderRow._fields.index("sale_amount")
"""The index of the first of the four sums of the items; the status follows."""
SUMS_END = OrderRow._fields.index("test_order")
"""The index of the first column after the sums and the status."""


def sum_known(amounts: Sequence[Decimal | None]) -> Decimal | None:
    """The sum of amounts; None if any of them is unknown."""
    known = [amount for amount in amounts if amount is not None]
    return sum(known, ZERO) if len(known) == len(amounts) else None


class ItemRow(NamedTuple):
    """An item's row, without the time it was written. `settled` and `paid` are read but never written."""

    publisher_id: int
    oid: int
    item_id: str
    category: str | None
    quantity: int
    terms_id: int | None
    comm_rate: Decimal | None
    sale_amount: Decimal
    sale_comm: Decimal | None
    ori_amount: Decimal
    ori_comm: Decimal | None
    report_amount: Decimal | None
    report_comm: Decimal | None
    status: ItemStatus
    reason_code: str | None
    validation_date: datetime | None
    expected_validation_date: datetime | None
    corrects: str | None = None
    """The settled item that this item corrects."""
    settled: bool = False
    paid: bool = False

    def with_decision(self, status: ItemStatus, reason: str | None, now: datetime) -> "ItemRow":
        """The item with a decision. Pending does not change an item that has been decided."""
        if status == ItemStatus.PENDING and self.status != ItemStatus.PENDING:
            return self
        if status == self.status:
            return self._replace(reason_code=reason or self.reason_code)
        if status == ItemStatus.REJECTED:
            reason = reason or Reason.OTHER
        return self._replace(status=status, reason_code=reason, validation_date=now)


WRITTEN_COLUMNS = ItemRow._fields.index("settled")
"""How many of an item's columns are written."""
