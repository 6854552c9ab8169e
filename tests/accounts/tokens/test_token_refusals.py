"""Invalid, expired, revoked or insufficient tokens: each is refused with its own code and has no effect."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from rpc import Code
from rpc.config.parsers import Rate
from rpc.security.rate_limits import RateLimiter
from schema.accounts.api_token import Scope
from tests.accounts.tokens.test_api_tokens import make
from tests.support.hostile.files import image, send, send_all
from tests.support.portal import Portal
from tests.support.postbacks.receiver import save


async def test_api_token_revoked_during_calls_is_refused_afterwards(portal: Portal) -> None:
    """Calls sent after the revocation was answered are refused; earlier ones are answered or refused."""
    alice = await portal.someone()
    made = await make(portal, alice)
    answers: list[tuple[bool, int | None]] = []
    revoked = asyncio.Event()

    async def call() -> None:
        while not revoked.is_set() or len(answers) < 40:
            late = revoked.is_set()
            answers.append((late, (await portal.post("/site/list", made["token"])).code))

    async with asyncio.TaskGroup() as group:
        for _ in range(4):
            group.create_task(call())
        while not any(code == 0 for _, code in answers):
            await asyncio.sleep(0.002)
        await portal.ok("/common/token_del", alice, attributes={"id": made["id"]})
        revoked.set()
        await asyncio.sleep(0)
        group.create_task(call())
    assert {code for late, code in answers if late} <= {401}
    assert {code for _, code in answers} == {0, 401}
    assert (await portal.post("/site/list", made["token"])).code == 401


async def test_expired_api_token_writes_nothing(portal: Portal) -> None:
    alice = await portal.someone()
    soon = datetime.now(UTC) + timedelta(seconds=60)
    token = (await make(portal, alice, expires_at=soon.isoformat()))["token"]
    async with portal.db() as db:
        await db.execute(
            "update api_token set expires_at = $2 where publisher_id = $1",
            alice.uid, datetime.now(UTC) - timedelta(seconds=1),
        )  # fmt: skip
    draft = {"event_type": 1, "delivery_type": 1, "link_url": "http://127.0.0.1:9/"}
    await portal.refuses(Code.TOKEN_EXPIRED, "/postback/do_info", token, attributes=draft)
    assert (await portal.ok("/postback/list", alice))["total"] == 0


async def test_api_token_of_another_publisher_finds_no_postback(portal: Portal) -> None:
    alice, bob = await portal.someone(), await portal.someone()
    saved = await save(portal, alice, "http://127.0.0.1:9/")
    token = (await make(portal, bob))["token"]
    for path, attributes in (
        ("/postback/del", {"id": saved["id"]}),
        ("/postback/set_state", {"id": saved["id"], "state": "paused"}),
        ("/postback/do_test", {"id": saved["id"]}),
    ):
        await portal.refuses(Code.NOT_FOUND, path, token, attributes=attributes)
    assert (await portal.ok("/postback/list", token))["total"] == 0
    [row] = (await portal.ok("/postback/list", alice))["list"]
    assert row["state"] == "active"


async def test_api_token_over_its_rate_limit_works_again_after_waiting(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = (await make(portal, await portal.someone()))["token"]
    now = 1_000.0
    monkeypatch.setattr("rpc.security.rate_limits.monotonic", lambda: now)
    monkeypatch.setattr(portal.resources, "rate_limiter", RateLimiter())
    monkeypatch.setattr(portal.resources, "session_rate", Rate(per_second=5, burst=2))
    codes = [(await portal.post("/site/list", token)).code for _ in range(3)]
    reply = await portal.post("/site/list", token)
    assert codes == [0, 0, Code.TOO_MANY_REQUESTS.number]
    assert (reply.status, reply.headers["ratelimit"]) == (429, '"calls";r=0;t=1')
    assert reply.headers["retry-after"] == "1"
    now += 0.5
    assert (await portal.post("/site/list", token)).code == 0


async def test_api_token_without_the_scope_changes_nothing(portal: Portal) -> None:
    alice = await portal.someone()
    saved = await save(portal, alice, "http://127.0.0.1:9/")
    token = (await make(portal, alice, scopes=["report.read"]))["token"]
    given = {"id": saved["id"]}
    await portal.refuses(Code.NOT_ALLOWED, "/postback/del", token, attributes=given)
    assert (await portal.ok("/postback/list", alice))["total"] == 1


async def test_api_token_of_every_scope_cannot_upload_files(portal: Portal) -> None:
    """No scope is for files, and a call that names no permission cannot be made with a token."""
    alice, body = await portal.someone(), image()
    token = (await make(portal, alice, scopes=[scope.value for scope in Scope]))["token"]
    reply = await send(portal, body, token)
    assert reply.code == Code.NOT_ALLOWED.number
    assert (await send_all(portal, alice, body))["size"] > 0
