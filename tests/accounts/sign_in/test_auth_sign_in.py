"""Signing in and out."""

import asyncio

import pytest

from rpc import Code
from tests.support.accounts.sign_up import credentials, sign_up
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal, unique


class TestSignIn:
    @pytest.mark.parametrize("form", ["username", "email"])
    async def test_sign_in_accepts_username_and_email_address_in_any_letter_case(
        self, portal: Portal, form: str
    ) -> None:
        alice = await portal.someone(site=False)
        who = credentials(getattr(alice, form).upper())

        session = await portal.ok("/auth/sign_in", attributes=who)

        profile = await portal.ok("/user/profile", session["token"])
        assert profile["uid"] == alice.uid
        assert profile["session_expires_at"] == session["expires_at"]

    async def test_wrong_password_and_unknown_account_get_the_same_answer(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)

        wrong = await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username, "x")
        )
        unknown = await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(unique("nobody"), "x")
        )

        assert (wrong.message, wrong.data) == (unknown.message, unknown.data)

    async def test_sign_in_to_an_unknown_account_hashes_a_password(self, portal: Portal) -> None:
        before = portal.resources.passwords.hashes
        await portal.post("/auth/sign_in", attributes=credentials(unique("nobody"), "x"))
        assert portal.resources.passwords.hashes == before + 1

    async def test_state_of_an_account_is_revealed_only_after_the_right_password(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, verified=False)
        operator = await portal.operator()
        right, wrong = credentials(alice["email"]), credentials(alice["email"], "x")

        async def shows(code: Code) -> None:
            await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=wrong)
            await portal.refuses(code, "/auth/sign_in", attributes=right)

        await shows(Code.EMAIL_NOT_VERIFIED)
        for kind, code in (("new_password", Code.PASSWORD_EXPIRED), ("lock", Code.USER_LOCKED)):
            decided = {"uid": alice["uid"], "kind": kind}
            await portal.ok("/network/account_lock", operator, attributes=decided)
            await shows(code)

    async def test_sign_in_to_a_closed_account_is_answered_as_unknown(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with portal.db() as db:
            await db.execute(
                "update account set closed_at = $2 where publisher_id = $1",
                alice.uid,
                portal.resources.clock.now(),
            )

        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username)
        )

    async def test_session_lasts_longer_if_the_sign_in_is_remembered(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username, remember=True))

        async with portal.db() as db:
            rows = await db.fetch(
                "select idle, expires_at - created_at as whole from session"
                " where publisher_id = $1 and user_agent <> 'test' order by idle",
                alice.uid,
            )
        hours = [(row["idle"].total_seconds() / 3600, row["whole"].days) for row in rows]
        assert hours == [(2, 1), (7 * 24, 30)]

    async def test_the_twenty_first_session_ends_the_oldest(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        who = credentials(alice.username)
        tokens = [(await portal.ok("/auth/sign_in", attributes=who))["token"] for _ in range(19)]
        await portal.ok("/user/profile", alice)

        await portal.ok("/auth/sign_in", attributes=who)

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        await portal.ok("/user/profile", tokens[0])

    async def test_expired_sessions_do_not_displace_a_current_session(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        who = credentials(alice.username)
        remembered = (await portal.ok("/auth/sign_in", attributes=who | {"remember": True}))[
            "token"
        ]
        for _ in range(20):
            await portal.ok("/auth/sign_in", attributes=who)
            async with portal.db() as db:
                await db.execute(
                    f"update session set {earlier('last_seen', '3 hours')}"
                    " where publisher_id = $1 and idle < interval '1 day'",
                    alice.uid,
                )

        await portal.ok("/user/profile", remembered)

    async def test_concurrent_sign_ins_leave_at_most_twenty_sessions(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        who = credentials(alice.username)
        await asyncio.gather(*(portal.ok("/auth/sign_in", attributes=who) for _ in range(20)))

        lives = []
        for _ in range(10):
            await asyncio.gather(*(portal.ok("/auth/sign_in", attributes=who) for _ in range(4)))
            async with portal.db() as db:
                live = "select count(*) from session where publisher_id = $1 and ended_at is null"
                lives.append(await db.fetchval(live, alice.uid))

        assert lives == [20] * 10

    async def test_outdated_password_hash_is_replaced_at_sign_in(self, portal: Portal) -> None:
        from argon2 import PasswordHasher

        alice = await portal.someone(site=False)
        old = PasswordHasher(time_cost=1, memory_cost=8_192, parallelism=1).hash(PASSWORD)
        async with portal.db() as db:
            await db.execute(
                "update account set password_hash = $2 where publisher_id = $1", alice.uid, old
            )
            await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
            hash = await db.fetchval(
                "select password_hash from account where publisher_id = $1", alice.uid
            )
        assert not portal.resources.passwords.needs_rehash(hash)
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

    async def test_sign_ins_are_recorded_in_the_activity_log(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

        async with portal.db() as db:
            rows = await db.fetch(
                "select action, result from audit where publisher_id = $1 order by at", alice.uid
            )
        assert [tuple(row) for row in rows] == [
            ("/auth/sign_in", "refused"),
            ("/auth/sign_in", "ok"),
        ]


class TestSignOut:
    async def test_sign_out_ends_only_the_current_session(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        other = (await portal.ok("/auth/sign_in", attributes=credentials(alice.username)))["token"]

        await portal.ok("/auth/sign_out", alice)

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        await portal.refuses(Code.UNAUTHORIZED, "/auth/sign_out", alice)
        await portal.ok("/user/profile", other)
