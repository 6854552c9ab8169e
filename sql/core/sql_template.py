"""Statements composed of literal parts, for queries whose filters, groups and order vary.

A report consists of unions, aggregates and common table expressions, which read better as SQL than as calls of a
query builder. The guarantee is the same: parts are literals, and values are named parameters.
"""

from enum import IntEnum
from typing import LiteralString

from sql.core.db import Template, number

CLICK_REF = "replace(c.click_id::text, '-', '')"
"""The click reference of an order or a click `c`, as publishers and brands know it."""


def piece(*parts: LiteralString) -> LiteralString:
    """The parts, joined into a piece of a statement."""
    return " ".join(parts)


def literal(value: IntEnum) -> LiteralString:
    """An enum member's number as a literal, as indexes have it: the planner would not match a parameter with it."""
    return str(int(value))


def compose(*parts: LiteralString) -> Template:
    """The parts, joined into one statement, in which each `:name` is a parameter. Cache the caller."""
    return number("\n".join(parts))
