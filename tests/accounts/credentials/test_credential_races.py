"""Calls whose password was verified just before the credentials changed (findings D, A4a)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

import sql.accounts.account
from rpc import Code
from rpc.security.bounded_queue import BoundedQueue
from tests.accounts.test_two_step import turned_on
from tests.support.accounts.login_changes import FRESH, change_of_password, sign_in
from tests.support.accounts.mails import links_to
from tests.support.accounts.password_resets import choice_of_password, request_reset
from tests.support.accounts.sign_up import credentials
from tests.support.portal import PASSWORD, Portal, Someone, unique

AT_ONCE = 5
"""The number of calls held at a time: each holds one of ten connections."""
ROUNDS = 6


class Gate(NamedTuple):
    """Where calls wait; `set` lets them go on."""

    wait: Callable[[], Awaitable[Any]]
    set: Callable[[], None]


@asynccontextmanager
async def held_after_verifying(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, calls: int
) -> AsyncIterator[Gate]:
    """Hold this many calls after their password was verified, until the gate is opened."""
    passwords = portal.resources.passwords
    matches, waiting, all_there, go_on = passwords.matches, 0, asyncio.Event(), asyncio.Event()

    async def hold(hash: str | None, password: str) -> bool:
        nonlocal waiting
        right = await matches(hash, password)
        if right and waiting < calls:
            waiting += 1
            if waiting == calls:
                all_there.set()
            await go_on.wait()
        return right

    with monkeypatch.context() as patch:
        patch.setattr(passwords, "matches", hold)
        patch.setattr(passwords, "queue", BoundedQueue(20, 50))
        asyncio.get_running_loop().call_later(5, all_there.set)  # fails below, rather than hangs
        try:
            yield Gate(all_there.wait, go_on.set)
        finally:
            go_on.set()


async def opened_in_the_race(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Sign-ins whose password is reset right after its verification: how many opened a session that survives, and how
    many there were."""
    living = 0
    for _ in range(ROUNDS):
        alice = await portal.someone(site=False)
        reset = choice_of_password(await request_reset(portal, alice))
        async with held_after_verifying(portal, monkeypatch, AT_ONCE) as gate:
            sign_ins = [
                asyncio.create_task(
                    portal.post("/auth/sign_in", attributes=credentials(alice.username))
                )
                for _ in range(AT_ONCE)
            ]
            await gate.wait()
            await portal.ok("/auth/pwd_reset", attributes=reset)
            gate.set()
            replies = await asyncio.gather(*sign_ins)
        for reply in replies:
            assert reply.code in (0, Code.PASSWORD_WRONG.number), reply
            if reply.code == 0:
                profile = await portal.post("/user/profile", reply.data["token"])
                living += profile.code == 0
    return living, ROUNDS * AT_ONCE


class TestCredentialRaces:
    async def test_sessions_opened_by_the_old_password_do_not_outlive_a_password_reset(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert await opened_in_the_race(portal, monkeypatch) == (0, 30)

    async def test_sessions_would_outlive_a_password_reset_that_renews_no_security_stamp(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The control: as if a reset renewed no stamp."""
        renew = sql.accounts.account.set_password

        async def naive(db: Any, publisher_id: int, account_id: int, *rest: Any) -> int:
            stamp = await renew(db, publisher_id, account_id, *rest)
            await db.execute(
                "update account set security_stamp = $3 where publisher_id = $1 and account_id = $2",
                publisher_id,
                account_id,
                stamp - 1,
            )
            return stamp - 1

        monkeypatch.setattr(sql.accounts.account, "set_password", naive)
        assert await opened_in_the_race(portal, monkeypatch) == (30, 30)

    async def test_only_one_of_concurrent_password_changes_succeeds(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for _ in range(3):
            alice = await portal.someone(site=False)
            tokens = [alice.token] + [await sign_in(portal, alice) for _ in range(AT_ONCE - 1)]
            async with held_after_verifying(portal, monkeypatch, AT_ONCE) as gate:
                edits = [
                    asyncio.create_task(
                        portal.post(
                            "/user/password_edit",
                            token,
                            attributes=change_of_password(new=f"{FRESH} {number}"),
                        )
                    )
                    for number, token in enumerate(tokens)
                ]
                await gate.wait()
                gate.set()
                codes = [reply.code for reply in await asyncio.gather(*edits)]

            assert sorted(codes) == [0] + [Code.LOGIN_PASSWORD_INVALID.number] * (AT_ONCE - 1)
            winner = codes.index(0)
            alive = [(await portal.post("/user/profile", token)).code == 0 for token in tokens]
            assert [number for number, lives in enumerate(alive) if lives] == [winner]
            for number in range(AT_ONCE):
                code = 0 if number == winner else Code.PASSWORD_WRONG.number
                given = credentials(alice.username, f"{FRESH} {number}")
                assert (await portal.post("/auth/sign_in", attributes=given)).code == code

    @pytest.mark.parametrize("path", ["email_edit", "close", "two_step_end", "password_edit"])
    async def test_password_change_by_the_old_password_is_refused_after_a_reset(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch, path: str
    ) -> None:
        alice = await portal.someone(site=False)
        await turned_on(portal, alice)
        reset = choice_of_password(await request_reset(portal, alice))
        new = f"{unique('thief')}@example.com"
        given = {
            "email_edit": {"email": new, "password": PASSWORD},
            "password_edit": change_of_password(),
        }.get(path, {"password": PASSWORD})
        async with held_after_verifying(portal, monkeypatch, 1) as gate:
            call = asyncio.create_task(portal.post(f"/user/{path}", alice, attributes=given))
            await gate.wait()
            await portal.ok("/auth/pwd_reset", attributes=reset)
            before = await rows(portal, alice)
            gate.set()
            reply = await call

        assert reply.code == Code.LOGIN_PASSWORD_INVALID.number
        assert await rows(portal, alice) == before
        assert await links_to(portal, new) == []


async def rows(portal: Portal, who: Someone) -> list[str]:
    """What says how an account is signed in to."""
    async with portal.db() as db:
        found = await db.fetch(
            "select to_jsonb(account) as row from account where publisher_id = $1", who.uid
        )
    return [str(row["row"]) for row in found]
