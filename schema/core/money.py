"""Exact amounts of money: how many decimals a currency has, and how amounts are rounded."""

from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache

DECIMALS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
"""Decimals of the minor unit where they are not 2 (ISO 4217, table A.1)."""

_EXCEPTIONS = {name: digits for digits, names in DECIMALS.items() for name in names.split()}
LARGEST_AMOUNT = Decimal(10) ** 12
ZERO = Decimal(0)
LARGEST_RATE = Decimal(10) ** 8
"""The smallest rate is its inverse."""
INVERSE_PLACES = 10


def decimals(currency: str) -> int:
    return _EXCEPTIONS.get(currency, 2)


@cache
def minor_unit(currency: str) -> Decimal:
    """The currency's smallest amount: 0.01 for EUR, 1 for JPY."""
    return Decimal(1).scaleb(-decimals(currency))


def round_money(amount: Decimal, currency: str) -> Decimal:
    """Half-even to the currency's minor unit. Each line is rounded once; sums are of rounded lines."""
    return amount.quantize(minor_unit(currency), rounding=ROUND_HALF_EVEN)


def ratio(part: Decimal | int, whole: Decimal | int, digits: int) -> Decimal | None:
    """part / whole, half-even to this many decimal places; None if whole is 0."""
    if not whole:
        return None
    return (Decimal(part) / whole).quantize(decimal_step(digits), rounding=ROUND_HALF_EVEN)


@cache
def decimal_step(digits: int) -> Decimal:
    """The smallest number with this many decimal places."""
    return Decimal(1).scaleb(-digits)


def inverse_rate(rate: Decimal) -> Decimal:
    """The rate of the opposite direction, half-even to ten places."""
    return (1 / rate).quantize(Decimal(1).scaleb(-INVERSE_PLACES), rounding=ROUND_HALF_EVEN)
