"""Statements composed of literal parts, for queries whose filters, groups and order vary.

A report consists of unions, aggregates and common table expressions, which read better as SQL than as calls of a
query builder. The guarantee is the same: parts are literals, and values are named parameters.
"""

from typing import LiteralString

from sql.core.db import ParameterNames, Template

CLICK_REF = "replace(c.click_id::text, '-', '')"
"""The click reference of an order or a click `c`, as publishers and brands know it."""


def compose(*parts: LiteralString) -> Template:
    """The parts as one statement, in which each `:name` is a parameter. Cache the caller."""
    names = ParameterNames()
    statement = names.number_names("\n".join(parts))
    return Template(statement, tuple(names.order))
