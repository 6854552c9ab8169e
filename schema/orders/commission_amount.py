"""What an amount earns, and what it is worth in another currency: exact, rounded once."""

from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, Decimal

from schema.brands.terms import Terms
from schema.core.money import minor_unit
from schema.orders.intake import IntakeBrand, Refusal
from schema.orders.order_rows import OrderRow

EXACT = Context(prec=100, rounding=ROUND_HALF_EVEN)
"""Products are exact until they are rounded, once."""

RateLookup = Callable[[str, str], Decimal | None]
"""The value of one unit of the first currency in the second on the order's day."""


def convert(amount: Decimal, rate: Decimal, currency: str) -> Decimal:
    """Amount times rate, half-even to the currency's minor unit."""
    return EXACT.multiply(amount, rate).quantize(minor_unit(currency), context=EXACT)


def compute_commission(
    terms: Terms, amount: Decimal, currency: str, brand: IntakeBrand, rate: RateLookup
) -> tuple[Decimal | None, Decimal]:
    """The percentage (None for a fixed amount), and the item's commission in the order's currency."""
    if terms.pays == "percent":
        return terms.value, apply_percent(amount, terms.value, currency)
    return None, convert(terms.value, require_rate(rate, brand.currency, currency), currency)


def apply_percent(amount: Decimal, percent: Decimal, currency: str) -> Decimal:
    if not amount:
        raise Refusal(
            "`items.amount` is 0, which earns no commission; send the amount that was paid"
        )
    return convert(amount, percent.scaleb(-2, EXACT), currency)


def require_rate(rate: RateLookup, base: str, quote: str) -> Decimal:
    known_rate = rate(base, quote)
    if known_rate is None:
        raise Refusal(
            f"`currency`: there is no rate from {base} to {quote} for the order's day; "
            "ask the network to add it"
        )
    return known_rate


def to_report_currency(
    order: OrderRow, amount: Decimal, earned: Decimal
) -> tuple[Decimal, Decimal]:
    """The amount and its commission in the publisher's currency."""
    if order.currency == order.report_currency:
        return amount, earned
    return (
        convert(amount, order.rate, order.report_currency),
        convert(earned, order.rate, order.report_currency),
    )
