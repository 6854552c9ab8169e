"""Exchange rates, as the network's operators enter them."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from msgspec import Struct

from schema.core.errors import Flaw
from schema.core.iso import currencies
from schema.core.money import LARGEST_RATE
from schema.core.scalar import Currency, Day


class RateSave(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From `day` on, one unit of `base` is worth `rate` of `quote`."""

    day: date
    base: Currency
    quote: Currency
    rate: Decimal

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        for name in ("base", "quote"):
            if getattr(self, name) not in currencies():
                yield Flaw(name, "is not an ISO 4217 currency code, such as GBP")
        if self.base == self.quote:
            yield Flaw("quote", "must differ from base")
        if not self.rate.is_finite() or not 1 / LARGEST_RATE <= self.rate <= LARGEST_RATE:
            yield Flaw("rate", f"must be a number from {1 / LARGEST_RATE:f} to {LARGEST_RATE:,}")


class RateFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rates from or to a currency, or of one day."""

    base: Currency | None = None
    quote: Currency | None = None
    day: Day | None = None


class ExchangeRate(Struct, frozen=True, kw_only=True):
    """A `derived` rate is the inverse of the one that was given."""

    day: Day
    base: str
    quote: str
    rate: Decimal
    derived: bool


class MissingRate(Struct, frozen=True, kw_only=True):
    """Orders of brands paying in `base` are refused for `publishers` that report in `quote`, until there is a rate."""

    base: str
    quote: str
    publishers: int
