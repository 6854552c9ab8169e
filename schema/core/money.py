"""Exact amounts of money: how many decimals a currency has, and how amounts are rounded."""

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache

DECIMALS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
"""Decimals of the minor unit where they are not 2 (ISO 4217, table A.1)."""

_EXCEPTIONS = {name: digits for digits, names in DECIMALS.items() for name in names.split()}
LARGEST_AMOUNT = Decimal(10) ** 12
UNUSUAL_AMOUNT = Decimal(10) ** 6
"""From this amount on, an item is reported back to its sender, as its unit may be wrong."""
UNUSUAL_SMALL_UNITS = Decimal(10) ** 9
"""The same limit for currencies whose unit is worth little."""
SMALL_UNITS = (
    "AMD AOA BIF CDF CLP COP CRC DJF GNF HUF IDR IQD IRR ISK JMD JPY KHR KMF KRW KZT LAK LBP LKR MGA MMK MNT MWK NGN"
    " PKR PYG RSD RWF SLL SOS SSP STD SYP TZS UGX UZS VEF VES VND XAF XOF XPF YER ZWL"
)
"""Currencies of which a hundred units are worth less than about two pounds."""
ZERO = Decimal(0)
NO_BREAK_SPACE = "\u00a0"
LARGEST_RATE = Decimal(10) ** 8
"""The largest exchange rate; the smallest is its inverse."""
RATE_PLACES = 18
"""Decimals of a rate computed from others: less than a millionth of a unit of LARGEST_AMOUNT is lost."""
_QUOTIENT = Context(prec=60, rounding=ROUND_HALF_EVEN)
SPACES = re.compile(r"[\s'’]")
DECIMAL_COMMA = re.compile(r"-?([0-9]{1,15}|[0-9]{1,3}(\.[0-9]{3}){1,5}),[0-9]{1,10}")
DECIMAL_POINT = re.compile(
    r"-?([0-9]{1,15}|[0-9]{1,3}(,[0-9]{3}){1,5})\.[0-9]{1,10}|-?[0-9]{1,3}(,[0-9]{3}){2,5}|-?[0-9]{1,15}"
)
POINTS_BETWEEN_THOUSANDS = re.compile(r"-?[0-9]{1,3}(\.[0-9]{3}){2,5}")
ONE_COMMA = re.compile(r"-?[0-9]{1,3},[0-9]{3}")


def decimals(currency: str) -> int:
    return _EXCEPTIONS.get(currency, 2)


def is_unusual(amount: Decimal, currency: str) -> bool:
    """Whether an amount is so large that it may be a mistake."""
    return amount >= (UNUSUAL_SMALL_UNITS if currency in SMALL_UNITS.split() else UNUSUAL_AMOUNT)


@cache
def minor_unit(currency: str) -> Decimal:
    """The currency's smallest amount: 0.01 for EUR, 1 for JPY."""
    return Decimal(1).scaleb(-decimals(currency))


def round_money(amount: Decimal, currency: str) -> Decimal:
    """Round half-even to the currency's minor unit. Each line is rounded once; sums are of rounded lines."""
    return amount.quantize(minor_unit(currency), rounding=ROUND_HALF_EVEN)


def format_money(amount: Decimal, currency: str) -> str:
    """Format an amount as `CAD 1,234.50` with a no-break space, as in all texts for people and in `formatMoney` of the
    web.

    The currency code is used because a sign such as $ belongs to several currencies.
    """
    return format_exactly(round_money(amount, currency), currency)


def format_exactly(amount: Decimal, currency: str) -> str:
    """Like `format_money`, but with all decimals of an amount that may have more than its currency."""
    return f"{'-' if amount < 0 else ''}{currency}{NO_BREAK_SPACE}{abs(amount):,f}"


def ratio(part: Decimal | int, whole: Decimal | int, digits: int) -> Decimal | None:
    """part / whole, rounded half-even to this many decimal places; None if whole is 0."""
    if not whole:
        return None
    return (Decimal(part) / whole).quantize(decimal_step(digits), rounding=ROUND_HALF_EVEN)


@cache
def decimal_step(digits: int) -> Decimal:
    """The smallest number with this many decimal places."""
    return Decimal(1).scaleb(-digits)


def inverse_rate(rate: Decimal) -> Decimal:
    """The rate in the opposite direction, rounded half-even to RATE_PLACES."""
    return cross_rate(Decimal(1), rate)


def cross_rate(per_quote: Decimal, per_base: Decimal) -> Decimal:
    """The rate between two currencies from what a third is worth in each, half-even to RATE_PLACES, normalized."""
    rate = _QUOTIENT.divide(per_quote, per_base).quantize(
        decimal_step(RATE_PLACES), rounding=ROUND_HALF_EVEN, context=_QUOTIENT
    )
    return Decimal(f"{rate.normalize(_QUOTIENT):f}")


def plain_number(text: str) -> str | None:
    """Convert a number with a decimal comma or thousands separators to the form the portal reads (1234.50).

    None if it is not a number, or is ambiguous: in `1,234` the comma may be either.
    """
    number = SPACES.sub("", text)
    if ONE_COMMA.fullmatch(number):
        return None
    if DECIMAL_COMMA.fullmatch(number):
        return number.replace(".", "").replace(",", ".")
    if DECIMAL_POINT.fullmatch(number):
        return number.replace(",", "")
    return number.replace(".", "") if POINTS_BETWEEN_THOUSANDS.fullmatch(number) else None
