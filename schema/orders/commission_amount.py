"""Commissions and amounts in other currencies: computed exactly, rounded once."""

from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, Decimal

from schema.brands.terms import Terms
from schema.core.money import minor_unit
from schema.orders.intake import IntakeBrand, Refusal
from schema.orders.order_rows import OrderRow

EXACT = Context(prec=100, rounding=ROUND_HALF_EVEN)
"""The context of decimal arithmetic: products stay exact until they are rounded once."""

RateLookup = Callable[[str, str], Decimal | None]
"""The value of one unit of the first currency in the second on the order's day; None if there is no rate."""


def convert(amount: Decimal, rate: Decimal, currency: str) -> Decimal:
    """Amount times rate, rounded half-even to the currency's minor unit."""
    return EXACT.multiply(amount, rate).quantize(minor_unit(currency), context=EXACT)


def compute_commission(
    terms: Terms, amount: Decimal, currency: str, brand: IntakeBrand, rate: RateLookup
) -> tuple[Decimal | None, Decimal | None]:
    """The percentage (None for a fixed amount), and the item's commission in the order's currency.

    A fixed amount is in the brand's currency: without a rate from that currency, the commission is None.
    """
    if terms.pays == "percent":
        return terms.value, apply_percent(amount, terms.value, currency)
    return None, convert_fixed(terms, currency, brand, rate)


def convert_fixed(
    terms: Terms, currency: str, brand: IntakeBrand, rate: RateLookup
) -> Decimal | None:
    """A fixed commission in the order's currency; None if there is no rate."""
    known_rate = rate(terms.currency or brand.currency, currency)
    return None if known_rate is None else convert(terms.value, known_rate, currency)


def apply_percent(amount: Decimal, percent: Decimal, currency: str) -> Decimal:
    if not amount:
        raise Refusal(
            "`items.amount` is 0, which earns no commission; send the amount that was paid"
        )
    return convert(amount, percent.scaleb(-2, EXACT), currency)


def to_report_currency(
    order: OrderRow, amount: Decimal, earned: Decimal
) -> tuple[Decimal, Decimal]:
    """The amount and its commission in the publisher's currency; the order must be rated."""
    assert order.rate is not None
    if order.currency == order.report_currency:
        return amount, earned
    return (
        convert(amount, order.rate, order.report_currency),
        convert(earned, order.rate, order.report_currency),
    )
