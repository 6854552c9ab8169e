"""Corrections: a settled item never changes, so a change to it becomes an item with the difference (contract §15)."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from schema.core.money import ZERO, round_money
from schema.orders.commission_amount import apply_percent, to_report_currency
from schema.orders.order import ItemStatus, Reason, ReportedItem
from schema.orders.order_rows import ItemRow, OrderRow, sum_known


def correct_item(
    order: OrderRow, line: ItemRow, lines: list[ItemRow], item: ReportedItem, now: datetime
) -> list[ItemRow]:
    """The correction of a settled item after another report; empty if the item already is as reported."""
    before = SettledTotals.of(line, lines)
    if item.status == ItemStatus.REJECTED:
        return correct(order, line, lines, ZERO, ZERO, item.reason_code or Reason.OTHER, now)
    if before.is_rejected and item.status != ItemStatus.APPROVED:
        return []
    amount = round_money(item.amount, order.currency)
    if amount == line.sale_amount:
        assert line.sale_comm is not None  # what is settled is rated
        return correct(order, line, lines, amount, line.sale_comm, item.reason_code, now)
    if amount == before.amount:
        return []
    percent = line.comm_rate
    assert line.sale_comm is not None  # what is settled is rated
    earned = line.sale_comm if percent is None else apply_percent(amount, percent, order.currency)
    return correct(order, line, lines, amount, earned, item.reason_code, now)


class SettledTotals(NamedTuple):
    """The totals of an item with its corrections; an unrated item has no commission and no report amounts."""

    amount: Decimal
    commission: Decimal | None
    report_amount: Decimal | None
    report_comm: Decimal | None
    corrections: int

    @classmethod
    def of(cls, line: ItemRow, lines: list[ItemRow]) -> "SettledTotals":
        own = [line, *(each for each in lines if each.corrects == line.item_id)]
        return cls(
            sum((each.sale_amount for each in own), ZERO),
            sum_known([each.sale_comm for each in own]),
            sum_known([each.report_amount for each in own]),
            sum_known([each.report_comm for each in own]),
            len(own) - 1,
        )

    @property
    def is_rejected(self) -> bool:
        return self.corrections > 0 and not self.amount and not self.commission


def is_declined(line: ItemRow, lines: list[ItemRow]) -> bool:
    """Whether an item was rejected, before its settlement or by a correction afterwards."""
    if line.corrects is not None:
        return False
    return line.status == ItemStatus.REJECTED or SettledTotals.of(line, lines).is_rejected


def declined_at(lines: list[ItemRow]) -> datetime | None:
    """When the latest of an order's rejections was decided: that of an item, or the correction that reversed it."""
    declined = {line.item_id for line in lines if is_declined(line, lines)}
    times = [
        line.validation_date
        for line in lines
        if line.validation_date is not None
        and (line.item_id in declined or line.corrects in declined)
    ]
    return max(times, default=None)


def correct(
    order: OrderRow,
    line: ItemRow,
    lines: list[ItemRow],
    amount: Decimal,
    earned: Decimal,
    reason: str | None,
    now: datetime,
) -> list[ItemRow]:
    """The Approved item with the difference that brings a settled item to an amount and a commission, never below 0."""
    before = SettledTotals.of(line, lines)
    assert before.commission is not None
    assert before.report_amount is not None
    assert before.report_comm is not None
    in_report = to_report_currency(order, amount, earned)
    delta = (amount - before.amount, earned - before.commission)
    in_report = (in_report[0] - before.report_amount, in_report[1] - before.report_comm)
    if not any((*delta, *in_report)):
        return []
    item_ids = {each.item_id for each in lines}
    names = (f"{line.item_id[:90]}~{n}" for n in range(before.corrections + 1, len(lines) + 2))
    return [
        line._replace(
            item_id=next(name for name in names if name not in item_ids),
            corrects=line.item_id,
            sale_amount=delta[0],
            sale_comm=delta[1],
            ori_amount=delta[0],
            ori_comm=delta[1],
            report_amount=in_report[0],
            report_comm=in_report[1],
            status=ItemStatus.APPROVED,
            reason_code=reason,
            validation_date=now,
            expected_validation_date=None,
            settled=False,
            paid=False,
        )
    ]


def decision_counters(lines: list[ItemRow]) -> Iterator[str]:
    """Yield the approval-rate counter in which each item of an order counts; pending items count in none.

    A settled item that was taken back counts as rejected from then on; corrections do not count as items.
    """
    corrected = {line.corrects for line in lines}
    for line in lines:
        if line.corrects is not None or line.status == ItemStatus.PENDING:
            continue
        gone = line.item_id in corrected and SettledTotals.of(line, lines).is_rejected
        yield "rejected_items" if gone or line.status == ItemStatus.REJECTED else "approved_items"


def correct_decision(
    order: OrderRow,
    line: ItemRow,
    lines: list[ItemRow],
    status: ItemStatus,
    reason: str | None,
    now: datetime,
) -> list[ItemRow]:
    """The correction of a settled item that the network decides differently; empty if nothing changes."""
    if status == ItemStatus.REJECTED:
        return correct(order, line, lines, ZERO, ZERO, reason or Reason.OTHER, now)
    if SettledTotals.of(line, lines).is_rejected:
        assert line.sale_comm is not None  # what is settled is rated
        return correct(order, line, lines, line.sale_amount, line.sale_comm, reason, now)
    return []
