"""A list with several sorts or dates continues only with the one it began with."""

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import Any, get_args, get_type_hints

import pytest

from handlers._registry import registry
from rpc import Code, Operator
from rpc.calls.registry_entry import Procedure
from tests.support.orders.books import Books
from tests.support.portal import Portal, Someone

WAYS = ("sort", "date_basis")
NARROWED: dict[str, dict[str, Any]] = {
    "/brands/find": {},
    "/network/orders": {},
    "/reports/transactions": {"start_date": "2026-01-01", "end_date": "2027-12-31"},
}
"""Further arguments of each of these lists."""


def choices(entry: Procedure) -> dict[str, list[str | None]]:
    """The values of the fields that say by what a list is sorted, None where they may be left out."""
    hints = get_type_hints(entry.filter)
    found: dict[str, list[str | None]] = {}
    for name in WAYS:
        kinds = get_args(hints.get(name)) or (hints.get(name),)
        values = [each.value for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)
                  for each in kind]  # fmt: skip
        if values:
            found[name] = [*values, *([None] if type(None) in kinds else [])]
    return found


LISTS = [e for e in registry.entries(Procedure) if e.paged and e.continues and choices(e)]


def ways(entry: Procedure) -> Iterator[dict[str, str]]:
    given = choices(entry)
    for values in product(*given.values()):
        named = zip(given, values, strict=True)
        yield {name: value for name, value in named if value is not None}


async def caller(portal: Portal, entry: Procedure, season: Books) -> Someone:
    return await portal.operator() if issubclass(entry.context, Operator) else season.who


def test_every_sortable_list_is_tested() -> None:
    assert {entry.path for entry in LISTS} == NARROWED.keys()


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry.path) for entry in LISTS])
async def test_cursor_of_another_sort_order_is_refused(
    portal: Portal, season: Books, entry: Procedure
) -> None:
    who = await caller(portal, entry, season)
    found: dict[tuple[tuple[str, str], ...], str] = {}
    for way in ways(entry):
        asked = NARROWED[entry.path] | way
        first = await portal.ok(entry.path, who, filter=asked, page={"perPage": 1})
        assert first["next"], way
        found[tuple(way.items())] = first["next"]
    for of, cursor in found.items():
        for way in ways(entry):
            if sum(dict(of).get(name) != way.get(name) for name in WAYS) > 1:
                continue
            asked = NARROWED[entry.path] | way
            page = {"perPage": 1, "cursor": cursor}
            reply = await portal.post(entry.path, who, filter=asked, page=page)
            if dict(of) == way:
                assert reply.code == 0, (of, reply)
            else:
                assert reply.code == Code.REQUEST_INVALID.number, (of, way)
                assert reply.refusal == {"field": "page.cursor"}
