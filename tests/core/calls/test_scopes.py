"""The scopes of API tokens: which calls and which values each permits, by the expected table in this file."""

from typing import Any

import pytest

from handlers._registry import registry
from rpc import Brand, Code, Operator
from rpc.calls.context import Guest
from rpc.calls.registry_entry import Procedure
from schema.accounts.api_token import Scope
from schema.core.event import PAYMENT_EVENTS, Event, EventType
from sql.core.outbox import add as add_events
from tests.accounts.tokens.test_api_tokens import make
from tests.support.portal import Portal, Someone
from tests.support.postbacks.receiver import save

OPENS: dict[Scope, list[str]] = {
    Scope.BRAND_READ: [
        "/brands/applications", "/brands/compare", "/brands/coupons", "/brands/facets", "/brands/find", "/brands/info",
        "/brands/standings", "/brands/terms_changes", "/site/info", "/site/list",
    ],
    Scope.LINK_EDIT: [
        "/tools/broken_check", "/tools/broken_fix", "/tools/broken_ignore", "/tools/broken_links",
        "/tools/get_broken_type", "/tools/link_bulk", "/tools/link_bulk_preview", "/tools/link_code", "/tools/link_del",
        "/tools/link_edit", "/tools/link_note", "/tools/link_preview", "/tools/links",
    ],
    Scope.PAYMENT_READ: [
        "/payments/ageing", "/payments/balance", "/payments/details", "/payments/invoice", "/payments/methods",
        "/payments/months", "/payments/settlement_orders", "/payments/settlements", "/payments/statement",
        "/payments/summary", "/payments/vat_standing",
    ],
    Scope.POSTBACK_EDIT: [
        "/postback/del", "/postback/deliveries", "/postback/do_info", "/postback/do_test", "/postback/get_type",
        "/postback/list", "/postback/recent", "/postback/redeliver", "/postback/secret", "/postback/set_state",
        "/postback/test_info",
    ],
    Scope.REPORT_READ: [
        "/home/dashboard", "/reports/alerts", "/reports/books_info", "/reports/books_list", "/reports/books_rows",
        "/reports/case_list", "/reports/case_times", "/reports/clicks", "/reports/events",
        "/reports/export", "/reports/performance", "/reports/transaction", "/reports/transactions",
        "/reports/view_list", "/reports/why", "/sandbox/advance", "/sandbox/lives", "/sandbox/mails",
    ],
}  # fmt: skip
"""All other calls of publishers are refused to tokens, and those of staff to publishers."""
CALLS = [call for call in registry.entries(Procedure) if call.context not in (Guest, Brand)]
"""Those that take a session; what the others say of a publisher's token is not about scopes."""


@pytest.mark.parametrize("scope", Scope)
async def test_token_scope_permits_exactly_its_listed_calls(portal: Portal, scope: Scope) -> None:
    token = (await make(portal, await portal.someone(), scopes=[scope.value]))["token"]
    opened = []
    for call in CALLS:
        reply = await portal.post(call.path, token, attributes={"surely_unknown": 1})
        assert reply.status == 200, call.path
        if reply.code != Code.NOT_ALLOWED.number:
            opened.append(call.path)
    assert opened == OPENS[scope]


def test_no_token_scope_permits_an_operator_call() -> None:
    staff = {call.path for call in CALLS if call.context is Operator}
    assert not staff & {path for paths in OPENS.values() for path in paths}


def test_read_scopes_permit_only_calls_that_read_besides_four() -> None:
    """Of report.read, one makes a file, one numbers events, Why logs what was asked, and one works in the sandbox."""
    writes = {
        path
        for scope, paths in OPENS.items()
        for path in paths
        if scope.value.endswith(".read") and not registry.find(path, Procedure).reads
    }
    assert writes == {"/reports/events", "/reports/export", "/reports/why", "/sandbox/advance"}


async def with_payment_events(portal: Portal) -> tuple[Someone, int]:
    """A publisher with a postback of payments, and an event of each kind but clicks."""
    alice = await portal.someone()
    saved = await save(portal, alice, "http://127.0.0.1:9/?p={payment_id}", event_type=4)
    kinds = [kind for kind in EventType if kind is not EventType.CLICK]
    bodies: dict[EventType, Any] = {kind: {"payment_id": 7, "amount": "12.50"} for kind in kinds}
    events = [Event(alice.uid, kind, bodies[kind]) for kind in kinds if kind in PAYMENT_EVENTS]
    events.append(Event(alice.uid, EventType.BRAND_CHANGED, {"status": "paused"}))
    async with portal.db() as db, db.transaction():
        await add_events(db, events, portal.resources.clock.now())
    return alice, saved["id"]


async def token_of(portal: Portal, who: Someone, *scopes: Scope) -> str:
    return str((await make(portal, who, scopes=[scope.value for scope in scopes]))["token"])


async def test_reports_show_payments_only_with_the_payment_scope(portal: Portal) -> None:
    alice, _ = await with_payment_events(portal)
    without = await token_of(portal, alice, Scope.REPORT_READ)
    both = await token_of(portal, alice, Scope.REPORT_READ, Scope.PAYMENT_READ)
    for who, may in ((alice, True), (both, True), (without, False)):
        shown = await portal.ok("/home/dashboard", who)
        assert (shown["balance"] is not None) is may
        assert ("payment_method" in [task["name"] for task in shown["tasks"]]) is may
        feed = await portal.ok("/reports/events", who)
        kinds = {row["event_type"] for row in feed["list"]}
        assert 7 in kinds
        assert bool(PAYMENT_EVENTS & kinds) is may


async def test_payment_postbacks_require_the_payment_scope(portal: Portal) -> None:
    alice, id = await with_payment_events(portal)
    without = await token_of(portal, alice, Scope.POSTBACK_EDIT)
    both = await token_of(portal, alice, Scope.POSTBACK_EDIT, Scope.PAYMENT_READ)
    [saved] = (await portal.ok("/postback/list", alice))["list"]
    elsewhere = {"link_url": "http://127.0.0.1:9/elsewhere", "delivery_type": 1}
    for draft in (
        {**elsewhere, "event_type": 4},
        {**elsewhere, "event_type": 5},
        {**elsewhere, "event_type": 14},
        {**elsewhere, "event_type": 15},
        {**elsewhere, "event_type": 4, "id": id, "updated_at": saved["updated_at"]},
        # Those of the former type that still wait would follow it.
        {**elsewhere, "event_type": 7, "id": id, "updated_at": saved["updated_at"]},
    ):
        await portal.refuses(Code.NOT_ALLOWED, "/postback/do_info", without, attributes=draft)
    await portal.ok("/postback/do_info", without, attributes={**elsewhere, "event_type": 7})
    await portal.ok("/postback/do_info", both, attributes={**elsewhere, "event_type": 5})


async def test_payment_postbacks_are_kept_from_those_without_the_payment_scope(
    portal: Portal,
) -> None:
    """Neither a token nor a developer pauses, deletes or tests them, sees their secret, or sends their log again."""
    alice, id = await with_payment_events(portal)
    [row] = (await portal.ok("/postback/deliveries", alice))["list"]
    developer = await portal.member(alice, "developer")
    for who in (await token_of(portal, alice, Scope.POSTBACK_EDIT), developer):
        for path, attributes in (
            ("/postback/del", {"id": id}),
            ("/postback/set_state", {"id": id, "state": "paused"}),
            ("/postback/secret", {"id": id, "password": alice.password}),
            ("/postback/do_test", {"id": id}),
            ("/postback/test_info", {"id": id}),
        ):
            reply = await portal.refuses(Code.NOT_ALLOWED, path, who, attributes=attributes)
            assert "payment.read" in reply.message, path
        again = {"ids": [row["id"]]}
        await portal.refuses(Code.NOT_FOUND, "/postback/redeliver", who, attributes=again)
    today = portal.resources.clock.now().date().isoformat()
    days = {"start_date": today, "end_date": today}
    sent = await portal.ok("/postback/redeliver", developer, attributes=days)
    assert sent == {"count": 0}
    for kind in (14, 15):
        draft = {"event_type": kind, "delivery_type": 1, "link_url": "http://127.0.0.1:9/"}
        await portal.refuses(Code.NOT_ALLOWED, "/postback/do_info", developer, attributes=draft)
        await portal.ok("/postback/do_info", alice, attributes=draft)
    await portal.ok("/postback/set_state", alice, attributes={"id": id, "state": "paused"})
    await portal.ok("/postback/redeliver", alice, attributes={"ids": [row["id"]]})


async def test_payment_deliveries_are_listed_only_with_the_payment_scope(
    portal: Portal,
) -> None:
    alice, id = await with_payment_events(portal)
    await portal.ok("/postback/do_test", alice, attributes={"id": id})
    without = await token_of(portal, alice, Scope.POSTBACK_EDIT)
    both = await token_of(portal, alice, Scope.POSTBACK_EDIT, Scope.PAYMENT_READ)
    for who, may in ((alice, True), (both, True), (without, False)):
        listed = await portal.ok("/postback/deliveries", who)
        assert (len(listed["list"]) > 0, listed["total"] > 0) == (may, may)
        strips = await portal.ok("/postback/recent", who)
        assert [strip["postback_id"] for strip in strips["list"]] == ([id] if may else [])


@pytest.mark.parametrize("report", ["payments", "settlements", "deliveries"])
async def test_payment_exports_require_the_payment_scope(portal: Portal, report: str) -> None:
    alice = await portal.someone()
    given = {"report": report, "format": "csv", "filter": {}}
    narrow = [Scope.REPORT_READ, Scope.POSTBACK_EDIT]
    without = await token_of(portal, alice, *narrow)
    both = await token_of(portal, alice, *narrow, Scope.PAYMENT_READ)
    await portal.refuses(Code.NOT_ALLOWED, "/reports/export", without, attributes=given)
    await portal.ok("/reports/export", both, attributes=given)
