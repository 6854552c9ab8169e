"""Cursors of every list: a forged one is refused, and any for a list without cursors."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from handlers._registry import registry
from handlers.flows.call_descriptions import REQUESTS
from rpc import Code, Operator
from rpc.calls.registry_entry import Procedure
from tests.support.portal import Portal

PAGED = [entry for entry in registry.entries(Procedure) if entry.paged]
TIME, ID, HUGE = "2026-01-01T00:00:00", "0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c21", 10**30
NEEDED = {
    **REQUESTS,
    "/reports/schedule_log": {"filter": {"id": 1}},
    "/network/import_refused": {"attributes": {"id": 1}},
    "/network/settlement_info": {"attributes": {"settlement_id": 1}},
}
"""What a list needs beside its page."""
FORGED: list[Any] = [
    [HUGE], [-HUGE], [HUGE, HUGE], [-1, -1], [1, HUGE], [True, HUGE],
    *([at, *rest] for at in (TIME, f"{TIME}Z", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00Z")
      for rest in ([1], [HUGE], [1, 1], [HUGE, 1], [1, HUGE], [ID], [ID, 1], [ID, HUGE])),
    [], [None, None], {}, 5,
]  # fmt: skip


def forge(position: Any) -> str:
    return urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")


def of(entries: list[Procedure]) -> list[Any]:
    return [pytest.param(entry, id=entry.path) for entry in entries]


async def ask(portal: Portal, entry: Procedure, cursor: str) -> Any:
    who = await (portal.operator() if entry.context is Operator else portal.someone())
    req = {**NEEDED.get(entry.path, {}), "page": {"perPage": 5, "cursor": cursor}}
    return await portal.post(entry.path, who, **req)


@pytest.mark.parametrize("entry", of([entry for entry in PAGED if entry.continues]))
async def test_every_list_refuses_a_forged_cursor(portal: Portal, entry: Procedure) -> None:
    for cursor in FORGED:
        reply = await ask(portal, entry, forge(cursor))
        assert reply.code == Code.REQUEST_INVALID.number, (cursor, reply)
        assert reply.refusal == {"field": "page.cursor"}, (cursor, reply)


@pytest.mark.parametrize("entry", of([entry for entry in PAGED if entry.continues]))
async def test_every_list_refuses_the_cursor_of_another_list(
    portal: Portal, entry: Procedure
) -> None:
    """Whatever it holds: two lists whose rows have keys of the same kinds have cursors that differ."""
    for cursor in FORGED:
        if isinstance(cursor, list):
            reply = await ask(portal, entry, forge(["another/list", *cursor]))
            assert reply.code == Code.REQUEST_INVALID.number, (cursor, reply)
            assert reply.refusal == {"field": "page.cursor"}, (cursor, reply)


@pytest.mark.parametrize("entry", of([entry for entry in PAGED if not entry.continues]))
async def test_list_without_cursor_paging_refuses_a_cursor(
    portal: Portal, entry: Procedure
) -> None:
    reply = await ask(portal, entry, forge([f"{TIME}Z", 1]))
    assert (reply.code, reply.refusal) == (Code.REQUEST_INVALID.number, {"field": "page.cursor"})
