"""Brands' performance across the network: earnings per click, conversion rate, approval rate."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from msgspec import Struct

from schema.core.money import ZERO, ratio

CLICKS_MIN = 100
"""With fewer clicks, a rate is not meaningful."""
Rates = Mapping[tuple[str, str], Decimal]
"""The value of one unit of the first currency in the second."""


class BrandEarnings(Struct, frozen=True, kw_only=True):
    """A brand's results across all publishers that report in one currency."""

    mid: int
    currency: str
    counted_in: str
    clicks: int
    orders: int
    commission: Decimal
    approved_items: int
    rejected_items: int


class BrandFigures(Struct, frozen=True):
    """`epc` is in the brand's currency, the rates are fractions of one; None if there is too little data."""

    mid: int
    epc: Decimal | None
    conversion_rate: Decimal | None
    approval_rate: Decimal | None


def compute_brand_figures(earned: Iterable[BrandEarnings], rates: Rates) -> Iterator[BrandFigures]:
    """Compute each brand's figures. Results in a currency without an exchange rate are left out of its EPC."""
    by_brand: defaultdict[int, list[BrandEarnings]] = defaultdict(list)
    for part in earned:
        by_brand[part.mid].append(part)
    for mid, parts in by_brand.items():
        clicks = sum(part.clicks for part in parts)
        orders = sum(part.orders for part in parts)
        approved = sum(part.approved_items for part in parts)
        decided = approved + sum(part.rejected_items for part in parts)
        yield BrandFigures(
            mid,
            earnings_per_click(parts, rates),
            ratio(orders, clicks, 4) if clicks >= CLICKS_MIN else None,
            ratio(approved, decided, 4),
        )


def earnings_per_click(parts: Iterable[BrandEarnings], rates: Rates) -> Decimal | None:
    clicks, commission = 0, ZERO
    for part in parts:
        same = part.counted_in == part.currency
        rate = Decimal(1) if same else rates.get((part.counted_in, part.currency))
        if rate is not None:
            clicks += part.clicks
            commission += part.commission * rate
    return ratio(commission, clicks, 4) if clicks >= CLICKS_MIN else None
