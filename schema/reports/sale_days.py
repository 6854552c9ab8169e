"""Days on which shops everywhere sell unusually well, so that they say nothing about what is usual."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

THURSDAY = 3
SALE_LENGTH = 5
"""The days from the Thursday before Black Friday to Cyber Monday."""


@cache
def is_sale_day(day: date) -> bool:
    """Whether a day lies in the long weekend that begins with the fourth Thursday of November."""
    first = date(day.year, 11, 1)
    start = first + timedelta(days=(THURSDAY - first.weekday()) % 7 + 21)
    return start <= day < start + timedelta(days=SALE_LENGTH)


class YearDays(NamedTuple):
    """Days of each year: from a month and day to another one, which is not before it."""

    first: tuple[int, int]
    last: tuple[int, int]


class BrandSales(NamedTuple):
    """A brand's country, and the first and last day of each of its campaigns."""

    country: str
    campaigns: tuple[tuple[date, date], ...]


class Sales(NamedTuple):
    """The sale days known to the portal: brands' campaigns, and days by country."""

    brands: Mapping[int, BrandSales]
    countries: Mapping[str, Sequence[YearDays]]

    def is_sale(self, mid: int, day: date) -> bool:
        """Whether a day is unusual for a brand because of a sale; `mid` 0 stands for a channel as a whole."""
        if is_sale_day(day):
            return True
        brand = self.brands.get(mid)
        if brand is None:
            return False
        return any(first <= day <= last for first, last in brand.campaigns) or any(
            days.first <= (day.month, day.day) <= days.last
            for days in self.countries.get(brand.country, ())
        )
