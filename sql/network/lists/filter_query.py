"""What the lists across publishers share: their tables, and the conditions that a filter sets."""

from collections.abc import Mapping

from msgspec import Struct
from pypika import Table
from pypika.queries import QueryBuilder
from pypika.terms import Criterion

brand, publisher = Table("brand"), Table("publisher")


def apply_conditions(
    query: QueryBuilder, conditions: Mapping[str, Criterion], names: frozenset[str]
) -> QueryBuilder:
    for name in sorted(names):
        query = query.where(conditions[name])
    return query


def conditions_in(filter: Struct, conditions: Mapping[str, Criterion]) -> frozenset[str]:
    """The conditions that a filter sets; an empty keyword sets none."""
    return frozenset(name for name in conditions if getattr(filter, name, None) not in (None, ""))
