"""The changes of what a brand has paid everybody, as shown beside its measured figures."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from schema.brands.commission_group import CommissionUnit
from schema.brands.measured import TermsStep
from schema.brands.terms import Terms
from schema.core.days import day_of


def find_terms_steps(
    terms: Iterable[Terms], unit: CommissionUnit, zone: str, latest: int
) -> list[TermsStep]:
    """The latest changes of what a brand pays everybody, newest first; of those to come, all."""
    by_scope = defaultdict[tuple[str | None, str | None], list[Terms]](list)
    for each in terms:
        if each.publisher_id == 0:
            by_scope[each.category, each.country].append(each)
    steps = [step for group in by_scope.values() for step in steps_of(group, unit, zone)]
    return sorted(steps, key=lambda step: step.day, reverse=True)[:latest]


def steps_of(terms: Sequence[Terms], unit: CommissionUnit, zone: str) -> Iterator[TermsStep]:
    """The changes of commission among terms that apply to the same sales."""
    begun = sorted((begins(each, zone), each.terms_id, each) for each in terms)
    for (_, _, before), (day, _, after) in pairwise(begun):
        rates = before.group.format_rate(unit), after.group.format_rate(unit)
        if rates[0] != rates[1]:
            notice = (day - day_of(after.announcement, zone)).days
            yield TermsStep(
                name=after.name,
                day=day,
                announced_days=max(0, notice),
                before=rates[0],
                after=rates[1],
            )


def begins(terms: Terms, zone: str) -> date:
    """The day from which terms apply."""
    return max(day_of(terms.created_at, zone), terms.starts_at or date.min)
