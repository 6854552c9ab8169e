"""What a brand pays: its commission groups, what can be wrong with them, and their description in words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from itertools import combinations
from typing import Annotated, NamedTuple

import pycountry
from msgspec import Meta, Struct

from schema.core.errors import Flaw
from schema.core.iso import countries
from schema.core.money import LARGEST_AMOUNT, ZERO, decimals, round_money
from schema.core.scalar import Country, Id, Text100

PERCENT_DECIMALS = 4
SYMBOLS = {"GBP": "£", "EUR": "€", "USD": "$", "JPY": "¥", "INR": "₹", "KRW": "₩"}
FIXED_AMOUNT_UNITS = {
    "CPS": "order item",
    "CPA": "action",
    "CPL": "lead",
    "CPC": "click",
    "CPM": "1,000 views",
}
"""What a fixed amount is paid for, by offer type."""


class AfterValidation(StrEnum):
    """What becomes of items that the brand has not decided by the end of its validation period."""

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
    """What is paid for a sale: a percentage of it, or a fixed amount for each item.

    `uid` and `site_id` limit it to one publisher or one channel, `category` and `country` to some sales. The most
    specific group in force at the time of the click applies. `starts_at` is included, `ends_at` is not.
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
        """What is wrong with this group by itself."""
        value = self.value
        most = Decimal(100) if self.pays is Pays.PERCENT else LARGEST_AMOUNT
        max_decimals = PERCENT_DECIMALS if self.pays is Pays.PERCENT else decimals(currency)
        if not value.is_finite() or not ZERO <= value <= most:
            yield Flaw("value", f"must be a number from 0 to {most:,}")
        elif value != 0 and (
            value.adjusted() < -max_decimals or value != round(value, max_decimals)
        ):
            yield Flaw("value", f"cannot have more than {max_decimals} decimals")
        if self.country is not None and self.country not in countries():
            yield Flaw("country", "is not an ISO 3166 country code, such as GB")
        if self.site_id is not None and self.uid is None:
            yield Flaw("uid", "is required with a site_id")
        if self.starts_at and self.ends_at and self.starts_at >= self.ends_at:
            yield Flaw("ends_at", "must be later than starts_at")

    def conflicts_with(self, other: "CommissionGroup") -> bool:
        """Whether it would be unclear which of the two applies. A group with dates precedes one without."""
        if self.scope != other.scope or self.has_dates != other.has_dates:
            return False
        begins = max(self.starts_at or date.min, other.starts_at or date.min)
        return begins < min(self.ends_at or date.max, other.ends_at or date.max)

    @property
    def scope(self) -> tuple[str | None, str | None, int | None, int | None]:
        return self.category, self.country, self.uid, self.site_id

    def format_rate(self, unit: CommissionUnit) -> str:
        """`7.5%`, or `£3.00 per order item`."""
        if self.pays is Pays.PERCENT:
            return f"{format_number(self.value)}%"
        return f"{format_money(self.value, unit.currency)} per {unit.per}"


def find_group_flaws(groups: Sequence[CommissionGroup], currency: str) -> Iterator[Flaw]:
    """What is wrong with a brand's groups, alone and together."""
    for position, group in enumerate(groups):
        for flaw in group.find_flaws(currency):
            yield flaw.prefix(f"commission_groups[{position}]")
    for (first, one), (second, other) in combinations(enumerate(groups), 2):
        if one.conflicts_with(other):
            why = f"is for the same sales as commission_groups[{first}]"
            yield Flaw(f"commission_groups[{second}]", why)


TermsOwner = tuple[int, int | None]
"""A publisher, and perhaps one of its channels."""


def owners_of(groups: Iterable[CommissionGroup]) -> set[TermsOwner]:
    """The publishers and channels that groups are limited to."""
    return {(group.uid, group.site_id) for group in groups if group.uid is not None}


def find_unknown_owner(groups: Sequence[CommissionGroup], unknown: set[TermsOwner]) -> Flaw | None:
    """The first group that is limited to an unknown publisher or channel."""
    for position, group in enumerate(groups):
        if group.uid is not None and (group.uid, group.site_id) in unknown:
            field = "uid" if group.site_id is None else "site_id"
            return Flaw(
                f"commission_groups[{position}].{field}",
                "does not belong to a publisher of this network",
            )
    return None


def format_commission(groups: Iterable[CommissionGroup], unit: CommissionUnit, day: date) -> str:
    """What every publisher is paid on a day: a range of percentages, `£3.00 per order item`, or both."""
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
    """Without trailing zeros, and never as 1E+1."""
    return f"{value.normalize():f}"


def format_money(amount: Decimal, currency: str) -> str:
    figure = f"{round_money(amount, currency):,f}"
    symbol = SYMBOLS.get(currency)
    return f"{symbol}{figure}" if symbol else f"{figure} {currency}"


def describe_changes(
    before: Sequence[CommissionGroup], after: Sequence[CommissionGroup], unit: CommissionUnit
) -> Iterator[str]:
    """What has changed in the terms for every publisher, one sentence each. Not those of a single publisher."""
    removed = [group for group in before if group.for_all and group not in after]
    added = [group for group in after if group.for_all and group not in before]
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
        yield describe_change(old, group, unit, format_target(group, several))
    for group in removed:
        yield f"Commission of {group.format_rate(unit)}{format_target(group, several)}{format_period(group)} ended"


def describe_change(
    old: CommissionGroup, new: CommissionGroup, unit: CommissionUnit, target: str
) -> str:
    if (old.pays, old.value) != (new.pays, new.value):
        verb = "changed"
        if old.pays is new.pays:
            verb = "raised" if new.value > old.value else "lowered"
        return f"Commission {verb} from {old.format_rate(unit)} to {new.format_rate(unit)}{target}{format_period(new)}"
    if (old.starts_at, old.ends_at) != (new.starts_at, new.ends_at):
        return f"Commission of {new.format_rate(unit)}{target} is now paid{format_period(new)}"
    return f"Commission “{old.name}” is now called “{new.name}”"


def format_target(group: CommissionGroup, several: bool) -> str:
    """` for Shoes in Germany`; empty if there is no other group."""
    where = f" in {country_name(group.country)}" if group.country else ""
    if group.category:
        return f" for {group.category}{where}"
    return where or (f" for {group.name}" if several else "")


def country_name(code: str) -> str:
    """The country's common English name."""
    country = pycountry.countries.get(alpha_2=code)
    return str(getattr(country, "common_name", country.name)) if country else code


def format_period(group: CommissionGroup) -> str:
    """` from 2026-12-01 to 2026-12-31`, both included."""
    first = f" from {group.starts_at}" if group.starts_at else ""
    last = f" to {group.ends_at - timedelta(days=1)}" if group.ends_at else ""
    return first + last
