"""What a brand pays for a sale, and which of its terms apply."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import NamedTuple

from schema.brands.commission_group import CommissionGroup, Pays

Sale = tuple[int, int, str | None, str | None]
"""(publisher_id, site_id, category, country)"""


class Terms(NamedTuple):
    """A row: `publisher_id` and `site_id` are 0 if they are for all; `value` is a percentage or in brand currency."""

    terms_id: int
    mid: int
    name: str
    pays: Pays
    value: Decimal
    category: str | None
    country: str | None
    publisher_id: int
    site_id: int
    starts_at: date | None
    ends_at: date | None
    created_at: datetime
    replaced_at: datetime | None

    @property
    def group(self) -> CommissionGroup:
        """The same as brands write them and publishers read them."""
        return CommissionGroup(
            name=self.name,
            pays=Pays(self.pays),
            value=self.value,
            category=self.category,
            country=self.country,
            uid=self.publisher_id or None,
            site_id=self.site_id or None,
            starts_at=self.starts_at,
            ends_at=self.ends_at,
        )

    def in_force(self, at: datetime, day: date) -> bool:
        """`at` is compared with the times of saving, `day` (in UTC) with the days the terms were saved for."""
        return (
            self.created_at <= at
            and (self.replaced_at is None or at < self.replaced_at)
            and (self.starts_at is None or self.starts_at <= day)
            and (self.ends_at is None or day < self.ends_at)
        )

    def applies_to(
        self, publisher_id: int, site_id: int, category: str | None, country: str | None
    ) -> bool:
        """Whether they are for such a sale, leaving time aside."""
        return (
            self.publisher_id in (0, publisher_id)
            and self.site_id in (0, site_id)
            and (
                self.category is None
                or (category is not None and self.category.casefold() == category.casefold())
            )
            and (self.country is None or self.country == country)
        )

    @property
    def specificity(self) -> tuple[bool, bool, bool, bool, bool, datetime, int]:
        """Channel before publisher before everybody, then category, country and dates, then the newest."""
        return (
            self.site_id != 0,
            self.publisher_id != 0,
            self.category is not None,
            self.country is not None,
            self.starts_at is not None or self.ends_at is not None,
            self.created_at,
            self.terms_id,
        )


class BrandTerms:
    """All terms a brand has ever had, for everybody and for some publishers."""

    def __init__(self, terms: Iterable[Terms]) -> None:
        self._terms = sorted(terms, key=lambda each: each.specificity, reverse=True)
        self._since = min((each.created_at for each in self._terms), default=None)
        self._by_sale: dict[Sale, list[Terms]] = {}

    def find(
        self,
        at: datetime,
        publisher_id: int,
        site_id: int,
        *,
        category: str | None,
        country: str | None,
    ) -> Terms | None:
        """The most specific terms in force at that time for the sale.

        For a time before the brand had any (past orders imported from a file) its first terms apply.
        """
        at = at.astimezone(UTC)  # comparing times of two zones takes ten times as long
        day = at.date()
        if self._since is not None:
            at = max(at, self._since)
        sale = (publisher_id, site_id, category, country)
        fitting = self._by_sale.get(sale)
        if fitting is None:
            fitting = self._by_sale[sale] = [each for each in self._terms if each.applies_to(*sale)]
        for terms in fitting:
            if terms.in_force(at, day):
                return terms
        return None
