"""What a brand pays for a sale, and which of its terms apply."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import NamedTuple

from schema.brands.commission_group import CommissionGroup, Pays
from schema.core.days import day_of

Sale = tuple[int, int, str | None, str | None]
"""(publisher_id, site_id, category, country)"""


class Terms(NamedTuple):
    """A row of terms: `publisher_id` and `site_id` are 0 if the terms are for all.

    `value` is a percentage, or an amount in `currency`, the brand's at that time; None stands for its current one.
    `announced_at` is when publishers were first told of them; None stands for the time at which they were saved.
    """

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
    currency: str | None = None
    announced_at: datetime | None = None

    @property
    def announcement(self) -> datetime:
        """When publishers were first told of these terms."""
        return self.created_at if self.announced_at is None else self.announced_at

    @property
    def group(self) -> CommissionGroup:
        """The terms as a commission group, in the form that brands write and publishers read."""
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
        """Whether the terms are in force at a time, on a day of the network.

        `at` is compared with the times of saving, `day` with the days the terms were saved for.
        """
        return (
            self.created_at <= at
            and (self.replaced_at is None or at < self.replaced_at)
            and (self.starts_at is None or self.starts_at <= day)
            and (self.ends_at is None or day < self.ends_at)
        )

    def applies_to(
        self, publisher_id: int, site_id: int, category: str | None, country: str | None
    ) -> bool:
        """Whether the terms apply to such a sale, regardless of its time."""
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
        """The sort key by specificity: channel, publisher, category, country and dates; then the newest terms."""
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
    """All terms a brand has ever had, for everybody and for some publishers.

    Terms begin and end at midnight in the network's time zone, as the network's months do.
    """

    def __init__(self, terms: Iterable[Terms], zone: str) -> None:
        self._zone = zone
        self._terms = sorted(terms, key=lambda each: each.specificity, reverse=True)
        self._since = min((each.created_at for each in self._terms), default=None)
        self.by_id = {each.terms_id: each for each in self._terms}
        self._by_sale: dict[Sale, list[Terms]] = {}
        self.currencies = frozenset(
            each.currency for each in self._terms if each.pays == Pays.FIXED and each.currency
        )
        """The currencies of fixed amounts."""

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

        Before the brand had any terms (for past orders imported from a file), its first terms apply.
        """
        day = day_of(at, self._zone)
        at = at.astimezone(UTC)  # comparing times of two zones takes ten times as long
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
