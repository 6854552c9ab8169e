"""Exchange rates, as the network's operators enter them."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.currencies import currencies
from schema.core.errors import Flaw, Rule
from schema.core.money import LARGEST_RATE
from schema.core.scalar import Currency, Day

RATE_DAYS = timedelta(days=7)
"""How old a rate may be to convert an order or pay out money."""
RATE_CHANGE_MAX = Decimal("0.2")
"""The share by which a rate may differ from the last one without confirmation."""
RATES_MAX = 10_000
"""The maximum number of rates in a file."""
CORRECTIONS_SUMMED_MAX = 10_000
"""The maximum number of orders that the preview of a correction sums up."""


class RateSave(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From `day` on, one unit of `base` is worth `rate` of `quote`.

    A rate that differs by more than a fifth from the last one requires `confirm`.
    """

    day: date
    base: Currency
    quote: Currency
    rate: Decimal
    confirm: bool = False

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield the flaws of the rate."""
        for name in ("base", "quote"):
            if getattr(self, name) not in currencies():
                yield Flaw(name, Rule.NOT_A_CURRENCY)
        if self.base == self.quote:
            yield Flaw("quote", Rule.SAME, limit="base")
        if not self.rate.is_finite() or not 1 / LARGEST_RATE <= self.rate <= LARGEST_RATE:
            limit = f"{1 / LARGEST_RATE:f} to {LARGEST_RATE:,}"
            yield Flaw("rate", Rule.OUT_OF_RANGE, f"must be a number from {limit}", limit)

    def is_unusual(self, last: Decimal) -> bool:
        """Whether the rate differs so much from the last one that it may be mistyped."""
        return abs(self.rate - last) > last * RATE_CHANGE_MAX


class RatesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of exchange rates to save.

    `content` is CSV with the columns day, base, quote and rate, or the file of the European Central Bank. The bank's
    file has the column Date, and a column for each currency with the value of one euro in it. Rates that differ by more
    than a fifth from the last ones are refused, unless `confirm` is true.
    """

    content: Annotated[str, Meta(min_length=1, max_length=1_000_000)]
    confirm: bool = False


class RateLine(Struct, frozen=True):
    """A rate of a file, as it was read; `reason` says why it was refused, or is null if it was saved."""

    line: int
    rate: str
    reason: str | None


class RateFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of exchange rates. Rates from or to a currency, or of one day."""

    base: Currency | None = None
    quote: Currency | None = None
    day: Day | None = None


class ExchangeRate(Struct, frozen=True, kw_only=True):
    """An exchange rate of a day. A `derived` rate is the inverse of the one that was given."""

    day: Day
    base: str
    quote: str
    rate: Decimal
    derived: bool


class MissingRate(Struct, frozen=True, kw_only=True):
    """A missing rate: `publishers` is how many report in `quote` and need it for orders of brands paying in `base`.

    `orders` is how many wait for it; they were placed from `first_day` to `last_day` in their publishers' time zones. A
    rate applies to orders of its own day and of the seven days after it.
    """

    base: str
    quote: str
    publishers: int
    orders: int
    first_day: Day | None
    last_day: Day | None


class RateRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rate by its day and currencies."""

    day: date
    base: Currency
    quote: Currency


class CorrectedSum(Struct, frozen=True, kw_only=True):
    """The sums of orders in one report currency, as they are rated now and as they would be."""

    currency: str
    orders: int
    publishers: int
    old_amount: Decimal
    new_amount: Decimal
    old_commission: Decimal
    new_commission: Decimal


class RateCorrection(Struct, frozen=True, kw_only=True):
    """The orders that were rated by a different rate from the current one.

    `settled_orders` of them, with `settled_items` settled items, stay as they are. `more` means that there are further
    orders, which are rated again too.
    """

    orders: int
    publishers: int
    settled_orders: int
    settled_items: int
    more: bool
    sums: list[CorrectedSum]


class RateOrders(Struct, frozen=True):
    """The payload of the job that rates waiting orders; without currencies, it looks at all of them."""

    currencies: list[str] = []


class CorrectOrders(Struct, frozen=True):
    """The payload of the job that rates orders again after a rate was corrected."""

    day: date
    base: str
    quote: str
