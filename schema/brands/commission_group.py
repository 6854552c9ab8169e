"""What a brand pays: its commission groups, their validation, and their description in words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from itertools import combinations
from typing import Annotated, NamedTuple

import pycountry
from msgspec import Meta, Struct

from schema.core.countries import countries
from schema.core.errors import Flaw, Rule
from schema.core.money import LARGEST_AMOUNT, ZERO, decimals, format_money
from schema.core.scalar import Country, Id, Text100

PERCENT_DECIMALS = 4
FIXED_AMOUNT_UNITS = {
    "CPS": "order item",
    "CPA": "action",
    "CPL": "lead",
    "CPC": "click",
    "CPM": "1,000 views",
}
"""What a fixed amount is paid for, by offer type."""


class AfterValidation(StrEnum):
    """What happens to items that the brand has not decided by the end of its validation period."""

    APPROVE = "approve"
    HOLD = "hold"


class Pays(StrEnum):
    PERCENT = "percent"
    FIXED = "fixed"


class CommissionUnit(NamedTuple):
    """The currency of a brand's fixed amounts, and what they are paid for."""

    currency: str
    per: str


class CommissionGroup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Part of a brand's terms: what it pays for a sale, as a percentage or as a fixed amount for each item.

    `uid` and `site_id` limit the group to one publisher or one channel, `category` and `country` to some sales. The
    most specific group in force at the time of the click applies. `starts_at` is inclusive, `ends_at` exclusive; both
    are days in the network's time zone.
    """

    name: Text100
    pays: Pays
    value: Annotated[Decimal, Meta(examples=["7.5"])]
    category: Text100 | None = None
    country: Country | None = None
    uid: Id | None = None
    site_id: Id | None = None
    starts_at: date | None = None
    ends_at: date | None = None

    @property
    def for_all(self) -> bool:
        return self.uid is None

    @property
    def has_dates(self) -> bool:
        return self.starts_at is not None or self.ends_at is not None

    def in_force(self, day: date) -> bool:
        begun = self.starts_at is None or self.starts_at <= day
        return begun and (self.ends_at is None or day < self.ends_at)

    def find_flaws(self, currency: str) -> Iterator[Flaw]:
        """The flaws of this group on its own."""
        value = self.value
        most = Decimal(100) if self.pays is Pays.PERCENT else LARGEST_AMOUNT
        max_decimals = PERCENT_DECIMALS if self.pays is Pays.PERCENT else decimals(currency)
        if not value.is_finite() or not ZERO <= value <= most:
            limit = f"0 to {most:,}"
            yield Flaw("value", Rule.OUT_OF_RANGE, f"must be a number from {limit}", limit)
        elif value != 0 and (
            value.adjusted() < -max_decimals or value != round(value, max_decimals)
        ):
            yield Flaw("value", Rule.TOO_MANY_DECIMALS, limit=max_decimals)
        if self.country is not None and self.country not in countries():
            yield Flaw("country", Rule.NOT_A_COUNTRY)
        if self.site_id is not None and self.uid is None:
            yield Flaw("uid", Rule.REQUIRED, "is required with a site_id")
        if self.starts_at and self.ends_at and self.starts_at >= self.ends_at:
            yield Flaw("ends_at", Rule.NOT_LATER, limit="starts_at")

    def conflicts_with(self, other: "CommissionGroup") -> bool:
        """Whether it would be unclear which of two groups applies. A group with dates takes precedence over one
        without.
        """
        if self.scope != other.scope or self.has_dates != other.has_dates:
            return False
        begins = max(self.starts_at or date.min, other.starts_at or date.min)
        return begins < min(self.ends_at or date.max, other.ends_at or date.max)

    @property
    def scope(self) -> tuple[str | None, str | None, int | None, int | None]:
        return self.category, self.country, self.uid, self.site_id

    def format_rate(self, unit: CommissionUnit) -> str:
        """Format the group's rate, such as `7.5%` or `GBP 3.00 per order item`."""
        if self.pays is Pays.PERCENT:
            return f"{format_number(self.value)}%"
        return f"{format_money(self.value, unit.currency)} per {unit.per}"


def find_group_flaws(groups: Sequence[CommissionGroup], currency: str) -> Iterator[Flaw]:
    """The flaws of a brand's groups, each on its own and in combination."""
    for position, group in enumerate(groups):
        for flaw in group.find_flaws(currency):
            yield flaw.prefix(f"commission_groups[{position}]")
    for (first, one), (second, other) in combinations(enumerate(groups), 2):
        if one.conflicts_with(other):
            limit = f"commission_groups[{first}]"
            why = f"is for the same sales as {limit}"
            yield Flaw(f"commission_groups[{second}]", Rule.DUPLICATE, why, limit)


TermsOwner = tuple[int, int | None]
"""A publisher and, optionally, one of its channels."""


def owners_of(groups: Iterable[CommissionGroup]) -> set[TermsOwner]:
    """The publishers and channels that groups are limited to."""
    return {(group.uid, group.site_id) for group in groups if group.uid is not None}


def find_unknown_owner(groups: Sequence[CommissionGroup], unknown: set[TermsOwner]) -> Flaw | None:
    """The flaw of the first group that is limited to an unknown publisher or channel; None if there is none."""
    for position, group in enumerate(groups):
        if group.uid is not None and (group.uid, group.site_id) in unknown:
            field = "uid" if group.site_id is None else "site_id"
            return Flaw(
                f"commission_groups[{position}].{field}",
                Rule.UNKNOWN,
                "does not belong to a publisher of this network",
            )
    return None


def format_commission(groups: Iterable[CommissionGroup], unit: CommissionUnit, day: date) -> str:
    """What every publisher is paid on a day: a range of percentages, `GBP 3.00 per order item`, or both."""
    paid = [group for group in groups if group.for_all and group.in_force(day)]
    percents = sorted({group.value for group in paid if group.pays is Pays.PERCENT})
    amounts = sorted({group.value for group in paid if group.pays is Pays.FIXED})
    words = []
    if percents:
        words.append(format_range([f"{format_number(value)}%" for value in percents]))
    if amounts:
        words.append(
            f"{format_range([format_money(value, unit.currency) for value in amounts])} per {unit.per}"
        )
    return " or ".join(words) or "By agreement"


def commission_rank(groups: Iterable[CommissionGroup], day: date) -> Decimal:
    """The highest commission for every publisher, to sort by. A fixed amount counts like a percentage."""
    return max(
        (group.value for group in groups if group.for_all and group.in_force(day)), default=ZERO
    )


def format_range(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{words[0]}\N{EN DASH}{words[-1]}"


def format_number(value: Decimal) -> str:
    """Format a number without trailing zeros, and never as 1E+1."""
    return f"{value.normalize():f}"


def describe_changes(
    before: Sequence[CommissionGroup],
    after: Sequence[CommissionGroup],
    unit: CommissionUnit,
    *,
    unit_before: CommissionUnit,
) -> Iterator[str]:
    """Describe what has changed in the terms for every publisher, one sentence each.

    Terms for a single publisher are left out.
    """
    unchanged = [
        group
        for group in before
        if group in after and (group.pays is Pays.PERCENT or unit_before == unit)
    ]
    removed = [group for group in before if group.for_all and group not in unchanged]
    added = [group for group in after if group.for_all and group not in unchanged]
    several = (
        sum(group.for_all for group in after) > 1 or sum(group.for_all for group in before) > 1
    )
    for group in added:
        old = next(
            (
                old
                for old in removed
                if (old.scope, old.has_dates) == (group.scope, group.has_dates)
            ),
            None,
        )
        if old is None:
            yield f"New commission: {group.format_rate(unit)}{format_target(group, several)}{format_period(group)}"
            continue
        removed.remove(old)
        yield describe_change(old, group, unit, unit_before, format_target(group, several))
    for group in removed:
        target = f"{format_target(group, several)}{format_period(group)}"
        yield f"Commission of {group.format_rate(unit_before)}{target} ended"


def describe_change(
    old: CommissionGroup,
    new: CommissionGroup,
    unit: CommissionUnit,
    unit_before: CommissionUnit,
    target: str,
) -> str:
    rate_before, rate = old.format_rate(unit_before), new.format_rate(unit)
    if rate_before != rate:
        verb = "changed"
        if old.pays is new.pays and (new.pays is Pays.PERCENT or unit_before == unit):
            verb = "raised" if new.value > old.value else "lowered"
        return f"Commission {verb} from {rate_before} to {rate}{target}{format_period(new)}"
    if (old.starts_at, old.ends_at) != (new.starts_at, new.ends_at):
        return f"Commission of {new.format_rate(unit)}{target} is now paid{format_period(new)}"
    return f"Commission “{old.name}” is now called “{new.name}”"


def format_target(group: CommissionGroup, several: bool) -> str:
    """What a group applies to, such as ` for Shoes in Germany`; empty if there is no other group."""
    where = f" in {country_name(group.country)}" if group.country else ""
    if group.category:
        return f" for {group.category}{where}"
    return where or (f" for {group.name}" if several else "")


def country_name(code: str) -> str:
    """The country's common English name."""
    country = pycountry.countries.get(alpha_2=code)
    return str(getattr(country, "common_name", country.name)) if country else code


def format_period(group: CommissionGroup) -> str:
    """The group's validity as text, such as ` from 2026-12-01 to 2026-12-31`; both days are included."""
    first = f" from {group.starts_at}" if group.starts_at else ""
    last = f" to {group.ends_at - timedelta(days=1)}" if group.ends_at else ""
    return first + last
