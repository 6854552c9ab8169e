"""Corrections: a settled item never changes, so what changes it becomes an item of the difference (contract §15)."""

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from schema.core.money import ZERO, round_money
from schema.orders.commission_amount import apply_percent, to_report_currency
from schema.orders.order import ItemStatus, Reason, ReportedItem
from schema.orders.order_rows import ItemRow, OrderRow


def correct_item(
    order: OrderRow, line: ItemRow, lines: list[ItemRow], item: ReportedItem, now: datetime
) -> list[ItemRow]:
    """The correction of a settled item after another report; none if it stands as reported."""
    before = SettledTotals.of(line, lines)
    if item.status == ItemStatus.REJECTED:
        return correct(order, line, lines, ZERO, ZERO, item.reason_code or Reason.OTHER, now)
    if before.is_rejected and item.status != ItemStatus.APPROVED:
        return []
    amount = round_money(item.amount, order.currency)
    if amount == line.sale_amount:
        return correct(order, line, lines, amount, line.sale_comm, item.reason_code, now)
    if amount == before.amount:
        return []
    percent = line.comm_rate
    earned = line.sale_comm if percent is None else apply_percent(amount, percent, order.currency)
    return correct(order, line, lines, amount, earned, item.reason_code, now)


class SettledTotals(NamedTuple):
    """What a settled item comes to with its corrections."""

    amount: Decimal
    commission: Decimal
    report_amount: Decimal
    report_comm: Decimal
    corrections: int

    @classmethod
    def of(cls, line: ItemRow, lines: list[ItemRow]) -> "SettledTotals":
        own = [line, *(each for each in lines if each.corrects == line.item_id)]
        return cls(
            sum((each.sale_amount for each in own), ZERO),
            sum((each.sale_comm for each in own), ZERO),
            sum((each.report_amount for each in own), ZERO),
            sum((each.report_comm for each in own), ZERO),
            len(own) - 1,
        )

    @property
    def is_rejected(self) -> bool:
        return self.corrections > 0 and not self.amount and not self.commission


def correct(
    order: OrderRow,
    line: ItemRow,
    lines: list[ItemRow],
    amount: Decimal,
    earned: Decimal,
    reason: str | None,
    now: datetime,
) -> list[ItemRow]:
    """The Approved item of the difference that brings a settled one to an amount and a commission, never below 0."""
    before = SettledTotals.of(line, lines)
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


def correct_decision(
    order: OrderRow,
    line: ItemRow,
    lines: list[ItemRow],
    status: ItemStatus,
    reason: str | None,
    now: datetime,
) -> list[ItemRow]:
    """The correction of a settled item that the network decides otherwise; none if it stands so."""
    if status == ItemStatus.REJECTED:
        return correct(order, line, lines, ZERO, ZERO, reason or Reason.OTHER, now)
    if SettledTotals.of(line, lines).is_rejected:
        return correct(order, line, lines, line.sale_amount, line.sale_comm, reason, now)
    return []
