"""One publisher's heavy calls, from any number of sessions, leave connections and slots for all others."""

import asyncio
from contextlib import AsyncExitStack
from itertools import count

import pytest

from handlers._registry import registry
from rpc import Code, Fault
from rpc.calls.codec import encode_reply, encode_reply_in_turns
from rpc.calls.registry_entry import Procedure
from rpc.config.parsers import Rate
from rpc.security.heavy_calls import (
    RETRY_AFTER,
    SLOTS,
    SLOTS_OF_OWNER,
    WAITING_WITHOUT_REST,
    HeavyCalls,
)
from rpc.security.rate_limits import SESSIONS_OF_PUBLISHER
from schema.core.envelope import CursorPage
from schema.reports.report import OidRef
from sql.core.db import POOL_SIZE
from sql.core.turns import in_turns
from tests.accounts.tokens.test_api_tokens import make
from tests.support.portal import Portal

HEAVY = [
    "/brands/applications", "/brands/facets", "/brands/find", "/brands/standings", "/brands/terms_changes",
    "/home/dashboard",
    "/network/accounts", "/network/alerts", "/network/brands", "/network/cases", "/network/changes",
    "/network/closings", "/network/months",
    "/network/orders", "/network/orders_preview", "/network/overview", "/network/pay_preview", "/network/payments",
    "/network/payout_files", "/network/refused_reports", "/network/relationships", "/network/settle_preview",
    "/network/settlement_info", "/network/settlements", "/network/sites", "/network/undelivered_mails",
    "/network/vat_reviews",
    "/payments/details", "/payments/settlement_orders", "/payments/settlements", "/payments/statement",
    "/payments/summary", "/postback/deliveries", "/postback/redeliver",
    "/reports/books_preview", "/reports/cases_file", "/reports/cases_open", "/reports/clicks", "/reports/events",
    "/reports/performance", "/reports/transactions",
    "/tools/broken_links", "/tools/link_bulk", "/tools/links", "/user/closing",
]  # fmt: skip
DAYS = {"start_date": "2026-01-01", "end_date": "2026-01-31"}
READ_AND_WRITE = {"/reports/transactions": {"filter": DAYS}, "/reports/events": {}}
LIGHT = {
    "/brands/coupons": "a page of coupons, and a month of orders with coupons of their brands, by an index of these",
    "/common/download_list": "a publisher has a few hundred",
    "/home/refer": "publishers who signed up through one's own link",
    "/home/notices": "the network writes a few in a year",
    "/network/articles": "a few dozen",
    "/network/banners": "a few",
    "/network/coupons": "the coupons of one brand, by its index",
    "/network/order_imports": "a file or two a day",
    "/network/import_refused": "the rows of one file, by its index",
    "/network/notices": "a few in a year",
    "/network/rates": "the rates of one day or currency, by their index",
    "/reports/alerts": "a publisher has a few dozen",
    "/reports/books_list": "a publisher has thirty at most",
    "/reports/books_rows": "the rows of one comparison, by its index",
    "/reports/case_list": "what a publisher wrote by hand",
    "/reports/schedule_log": "the runs of one schedule, by its index",
    "/site/list": "a publisher has a hundred at most",
    "/staff/list": "a network has a few",
    "/user/audit": "by its index, in the order of the page",
}
"""Lists that are short, or read by an index from where the page begins."""


def test_every_list_call_is_classified_as_heavy_or_light() -> None:
    calls = list(registry.entries(Procedure))
    assert [call.path for call in calls if call.heavy] == HEAVY
    assert {call.path for call in calls if call.paged and not call.heavy} == LIGHT.keys()
    assert SLOTS_OF_OWNER < SLOTS < POOL_SIZE / 2


async def test_third_heavy_call_of_a_publisher_waits_and_is_refused(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By any session or token, while its other calls and another publisher's are answered."""
    monkeypatch.setattr(portal.resources.heavy_calls, "_wait_seconds", 1.0)
    alice, bob = await portal.someone(), await portal.someone()
    tokens = [(await make(portal, alice))["token"] for _ in range(2)]
    async with AsyncExitStack() as stack:
        for _ in range(SLOTS_OF_OWNER):
            await stack.enter_async_context(portal.resources.heavy_calls.slot(alice.uid))
        waiting = [
            asyncio.create_task(portal.post(path, who, **given))
            for who in (alice, *tokens)
            for path, given in READ_AND_WRITE.items()
        ]
        await asyncio.sleep(0)
        assert (await portal.post("/reports/transactions", bob, filter=DAYS)).code == 0
        assert (await portal.post("/site/list", alice)).code == 0
        assert not any(task.done() for task in waiting)
        for reply in await asyncio.gather(*waiting):
            assert (reply.status, reply.code) == (429, Code.TOO_MANY_REQUESTS.number)
            assert int(reply.headers["retry-after"]) >= RETRY_AFTER
    assert (await portal.post("/reports/transactions", alice, filter=DAYS)).code == 0


async def test_waiting_heavy_call_is_served_when_a_slot_is_free(portal: Portal) -> None:
    alice = await portal.someone()
    async with AsyncExitStack() as stack:
        for _ in range(SLOTS_OF_OWNER):
            await stack.enter_async_context(portal.resources.heavy_calls.slot(alice.uid))
        waiting = asyncio.create_task(portal.post("/reports/transactions", alice, filter=DAYS))
        await asyncio.sleep(0.05)
        assert not waiting.done()
    assert (await waiting).code == 0


async def test_twenty_concurrent_light_calls_of_a_publisher_are_served(portal: Portal) -> None:
    alice = await portal.someone()
    replies = await asyncio.gather(
        *(portal.post("/reports/transactions", alice, filter=DAYS) for _ in range(20))
    )
    assert {reply.code for reply in replies} == {0}


async def test_heavy_calls_of_operators_have_slots_of_their_own(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portal.resources.heavy_calls, "_wait_seconds", 1.0)
    one, other = await portal.new_operator(), await portal.new_operator()
    query = "select account_id from account where publisher_id = 0 and username = $1"
    assert await portal.value(query, one.username) != await portal.value(query, other.username)
    account_id = await portal.value(query, one.username)
    async with AsyncExitStack() as stack:
        for _ in range(SLOTS_OF_OWNER):
            await stack.enter_async_context(portal.resources.heavy_calls.slot((0, account_id)))
        assert (await portal.post("/network/orders", other, filter=DAYS)).code == 0
        assert (
            await portal.post("/network/orders", one, filter=DAYS)
        ).code == Code.TOO_MANY_REQUESTS.number


async def test_publishers_with_waiting_heavy_calls_are_served_in_turn() -> None:
    """A long queue of one owner delays another by one call, not by all of them."""
    calls, order = HeavyCalls(slots=1, slots_of_owner=1), []

    async def call(owner: str) -> None:
        async with calls.slot(owner):
            order.append(owner)
            await asyncio.sleep(0)

    many = [asyncio.create_task(call("many")) for _ in range(10)]
    await asyncio.sleep(0)
    few = [asyncio.create_task(call("few")) for _ in range(2)]
    await asyncio.gather(*many, *few)
    assert max(number for number, owner in enumerate(order) if owner == "few") <= 5


@pytest.mark.parametrize(
    ("waiting", "served"), [(WAITING_WITHOUT_REST, True), (WAITING_WITHOUT_REST + 1, False)]
)
async def test_heavy_call_slot_of_a_publisher_with_a_backlog_rests_between_calls(
    monkeypatch: pytest.MonkeyPatch, waiting: int, served: bool
) -> None:
    """As a page's few calls do not; another owner's calls go on meanwhile."""
    minutes = count(step=60)
    monkeypatch.setattr("rpc.security.heavy_calls.monotonic", lambda: next(minutes))
    calls, ended = HeavyCalls(slots=1, slots_of_owner=1), list[str]()

    async def call(owner: str) -> None:
        async with calls.slot(owner):
            await asyncio.sleep(0)
        ended.append(owner)

    tasks = [asyncio.create_task(call("many")) for _ in range(1 + waiting)]
    await asyncio.sleep(0.05)
    assert len(ended) == (1 + waiting if served else 1)
    await call("other")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("fields", [[], ["list"], ["oid"], ["total"], ["oid", "total", "next"]])
async def test_reply_encoded_in_turns_equals_one_encoded_at_once(fields: list[str]) -> None:
    listing = CursorPage(rows=[OidRef(oid=number) for number in range(1, 1_001)], total=7, next="x")
    names = frozenset(fields)
    assert await encode_reply_in_turns(listing, names) == encode_reply(listing, names)
    for other in (None, [1, 2], OidRef(oid=1), CursorPage(rows=[], total=0, next=None)):
        assert await encode_reply_in_turns(other, frozenset()) == encode_reply(other, frozenset())


@pytest.mark.parametrize(("taken_by_others", "pauses"), [(0.0, []), (0.002, [0.02] * 9)])
async def test_long_list_pauses_only_while_others_have_work(
    monkeypatch: pytest.MonkeyPatch, taken_by_others: float, pauses: list[float]
) -> None:
    now, slept = [0.0], list[float]()

    async def sleep(seconds: float) -> None:
        now[0] += seconds or taken_by_others
        slept.append(round(seconds, 6))

    monkeypatch.setattr("sql.core.turns.perf_counter", lambda: now[0])
    with monkeypatch.context() as clock:
        clock.setattr("sql.core.turns.asyncio.sleep", sleep)
        async for _ in in_turns(range(10), 1):
            now[0] += 0.01

    assert [seconds for seconds in slept if seconds] == pauses


async def test_heavy_call_slot_is_freed_however_its_call_ends() -> None:
    """Cancelled while it runs, while it waits or when its turn has just come; failed; refused."""
    calls = HeavyCalls(slots=2, slots_of_owner=1, wait_seconds=0.05)

    async def call(owner: int, seconds: float, *, fails: bool = False) -> None:
        async with calls.slot(owner):
            await asyncio.sleep(seconds)
            if fails:
                raise ValueError

    for round in range(30):
        tasks = [
            asyncio.create_task(call(owner, 0.001 * owner, fails=owner == 2))
            for owner in (0, 0, 1, 1, 2, 2, 3)
        ]
        for _ in range(round % 5):
            await asyncio.sleep(0)
        for task in tasks[round % 3 :: 3]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    async with calls.slot(0):
        with pytest.raises(Fault):
            await call(0, 0)
        async with calls.slot(1):
            with pytest.raises(Fault):
                await call(2, 0)
    await call(0, 0)


async def test_sessions_of_a_publisher_share_a_rate_limit(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = await portal.someone(), await portal.someone()
    tokens = [(await make(portal, alice))["token"] for _ in range(SESSIONS_OF_PUBLISHER + 1)]
    revoked = (await make(portal, bob))["token"]
    [listed] = (await portal.ok("/common/token_list", bob))["list"]
    await portal.ok("/common/token_del", bob, attributes={"id": listed["id"]})
    monkeypatch.setattr(portal.resources, "session_rate", Rate(per_second=0.01, burst=3))

    codes = [(await portal.post("/site/list", token)).code for token in tokens for _ in range(3)]
    refused = await portal.post("/site/list", tokens[-1])

    assert codes[: 3 * SESSIONS_OF_PUBLISHER] == [0] * 3 * SESSIONS_OF_PUBLISHER
    assert set(codes[3 * SESSIONS_OF_PUBLISHER :]) == {Code.TOO_MANY_REQUESTS.number}
    assert (refused.status, int(refused.headers["retry-after"]) > 1) == (429, True)
    for _ in range(3):  # a token that is revoked takes nothing from those that are not
        assert (await portal.post("/site/list", revoked)).code == Code.UNAUTHORIZED.number
    assert [(await portal.post("/site/list", bob)).code for _ in range(3)] == [0, 0, 0]
