"""What a brand pays for a sale, and which of its terms win."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import NamedTuple

from schema.commission import Pays


class Terms(NamedTuple):
    """`publisher_id` and `site_id` are 0 where they stand for all; `value` is percent or brand currency."""

    terms_id: int
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

    def in_force(self, at: datetime, day: date) -> bool:
        """`at` is counted by when terms were saved, `day` by the days they were saved for (in UTC)."""
        return (
            self.created_at <= at
            and (self.replaced_at is None or at < self.replaced_at)
            and (self.starts_at is None or self.starts_at <= day)
            and (self.ends_at is None or day < self.ends_at)
        )

    @property
    def narrowness(self) -> tuple[bool, bool, bool, bool, bool, datetime, int]:
        """Site before publisher before all, then category, then country, then dates, then the newest."""
        return (
            self.site_id != 0,
            self.publisher_id != 0,
            self.category is not None,
            self.country is not None,
            self.starts_at is not None or self.ends_at is not None,
            self.created_at,
            self.terms_id,
        )


class Offer:
    """All terms a brand ever had for everybody and for some publishers."""

    def __init__(self, terms: Iterable[Terms]) -> None:
        self._terms = sorted(terms, key=lambda each: each.narrowness, reverse=True)
        self._since = min((each.created_at for each in self._terms), default=None)

    def winning(
        self,
        at: datetime,
        publisher_id: int,
        site_id: int,
        *,
        category: str | None,
        country: str | None,
    ) -> Terms | None:
        """The narrowest terms in force at that time that fit the sale.

        Of a time before the brand had any (orders of the past, brought in from a file) the first stand.
        """
        day = at.astimezone(UTC).date()
        if self._since is not None:
            at = max(at, self._since)
        kind = category.casefold() if category is not None else None
        for terms in self._terms:
            if (
                terms.publisher_id in (0, publisher_id)
                and terms.site_id in (0, site_id)
                and (terms.category is None or terms.category.casefold() == kind)
                and (terms.country is None or terms.country == country)
                and terms.in_force(at, day)
            ):
                return terms
        return None
