"""What an order earns, and what a new report or a review changes of it: rows in, rows out."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache

from schema.brands.terms import Offer, Terms
from schema.core.money import ZERO, round_to_unit, unit
from schema.orders.intake import Brand, IntakeCase, Refusal
from schema.orders.order import ItemStatus, Reason, ReportedItem, ReportedOrder
from schema.orders.rows import ItemRow, OrderRow

days = cache(timedelta)
EXACT = Context(prec=100, rounding=ROUND_HALF_EVEN)
"""Products stay whole until they are rounded, once."""

Rate = Callable[[str, str], Decimal | None]
"""What one unit of the first currency is worth in the second on the order's day."""


def converted(amount: Decimal, rate: Decimal, currency: str) -> Decimal:
    """Amount times rate, half-even to the currency's minor unit."""
    return EXACT.multiply(amount, rate).quantize(unit(currency), context=EXACT)


def commission(
    terms: Terms, amount: Decimal, currency: str, brand: Brand, rate: Rate
) -> tuple[Decimal | None, Decimal]:
    """The percentage (None for a fixed amount) and what the item earns in the order's currency."""
    if terms.pays == "percent":
        return terms.value, share(amount, terms.value, currency)
    return None, converted(terms.value, known(rate, brand.currency, currency), currency)


def share(amount: Decimal, percent: Decimal, currency: str) -> Decimal:
    if not amount:
        raise Refusal("`items.amount` is 0: a sale of nothing earns nothing; send what was paid")
    return converted(amount, percent.scaleb(-2, EXACT), currency)


def known(rate: Rate, base: str, quote: str) -> Decimal:
    found = rate(base, quote)
    if found is None:
        raise Refusal(
            f"`currency`: no rate from {base} to {quote} is known for the order's day; "
            "ask the network to add it"
        )
    return found


def created(
    case: IntakeCase,
    oid: int,
    *,
    brand: Brand,
    report_currency: str,
    offer: Offer,
    rate: Rate,
    now: datetime,
) -> tuple[OrderRow, list[ItemRow]]:
    """The rows of a new order. Raises Refusal where it cannot be rated."""
    order, trace = case.order, case.trace
    assert trace is not None
    # By place, in the order of the columns: names take twice as long, and every order comes by here.
    head = OrderRow(
        trace.publisher_id,
        oid,
        brand.mid,
        order.order_id,
        trace.site_id,
        trace.link_id,
        trace.click_id,
        trace.click_time,
        case.at,
        trace.uid1,
        trace.uid2,
        trace.uid3,
        trace.uid4,
        trace.uid5,
        order.country or trace.country,
        trace.device,
        order.coupon,
        order.currency,
        report_currency,
        known(rate, order.currency, report_currency),
        ZERO,
        ZERO,
        ZERO,
        ZERO,
        ItemStatus.PENDING,
        order.test_order,
    )
    lines = [rated(head, item, brand, offer, rate, now) for item in order.items]
    return head.summed(lines), lines


def rated(
    order: OrderRow, item: ReportedItem, brand: Brand, offer: Offer, rate: Rate, now: datetime
) -> ItemRow:
    """The row of an item that is new to its order."""
    terms = offer.winning(
        order.click_time or order.order_time,
        order.publisher_id,
        order.site_id,
        category=item.category,
        country=order.country,
    )
    if terms is None:
        raise Refusal(
            f"no terms of {brand.mcid} were in force for this sale; "
            "check its category and country with the network"
        )
    amount = round_to_unit(item.amount, order.currency)
    percent, earned = commission(terms, amount, order.currency, brand, rate)
    status = item.status or ItemStatus.PENDING
    reason = item.reason_code or (Reason.OTHER if status == ItemStatus.REJECTED else None)
    report_amount, report_comm = reported(order, amount, earned)
    return ItemRow(
        order.publisher_id,
        order.oid,
        item.item_id,
        item.category,
        item.quantity or 1,
        terms.terms_id,
        percent,
        amount,
        earned,
        amount,
        earned,
        report_amount,
        report_comm,
        status,
        reason,
        None if status == ItemStatus.PENDING else now,
        order.order_time + days(brand.validation_days),
    )


def reported(order: OrderRow, amount: Decimal, earned: Decimal) -> tuple[Decimal, Decimal]:
    """Both in the publisher's currency."""
    if order.currency == order.report_currency:
        return amount, earned
    return (
        converted(amount, order.rate, order.report_currency),
        converted(earned, order.rate, order.report_currency),
    )


def changed(
    head: OrderRow,
    lines: list[ItemRow],
    order: ReportedOrder,
    *,
    brand: Brand,
    offer: Offer,
    rate: Rate,
    now: datetime,
) -> list[ItemRow]:
    """The items' rows after another report, known ones first. Raises Refusal where it may not be."""
    if order.currency != head.currency:
        raise Refusal(f"`currency`: this order was reported in {head.currency}; keep to it")
    given = {item.item_id: item for item in order.items}
    after = []
    for line in lines:
        item = given.pop(line.item_id, None)
        new = line if item is None else again(head, line, item, now)
        if line.settled and new != line:
            raise Refusal(f"`items`: '{line.item_id}' is settled; ask the network for a correction")
        after.append(new)
    return after + [rated(head, item, brand, offer, rate, now) for item in given.values()]


def again(order: OrderRow, line: ItemRow, item: ReportedItem, now: datetime) -> ItemRow:
    """A known item as it is reported now, paid by the terms it was first rated with."""
    new = line
    if item.amount != line.sale_amount:
        amount = round_to_unit(item.amount, order.currency)
        percent = line.comm_rate
        earned = line.sale_comm if percent is None else share(amount, percent, order.currency)
        in_report = reported(order, amount, earned)
        new = new._replace(
            sale_amount=amount,
            sale_comm=earned,
            report_amount=in_report[0],
            report_comm=in_report[1],
        )
    if item.status is not None or item.reason_code is not None:
        new = new.decided(item.status or line.status, item.reason_code, now)
    return new._replace(
        category=line.category if item.category is None else item.category,
        quantity=item.quantity or line.quantity,
    )
