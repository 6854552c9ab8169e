"""Statements put together from literal parts, for questions whose filters, groups and order vary.

A report is unions, aggregates and common table expressions, which read better as SQL than as calls of a query
builder. The promise is the builder's: parts are literals, and a value has a name and travels beside them.
"""

from typing import LiteralString

from sql.core.db import ParameterNames, Template


def compose(*parts: LiteralString) -> Template:
    """The parts as one statement with `:name` wherever a value of that name is bound. Cache what calls this."""
    names = ParameterNames()
    statement = names.number_names("\n".join(parts))
    return Template(statement, tuple(names.order))
