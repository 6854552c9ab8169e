"""Signing in and out."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

import httpx2
import pytest

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.conftest import from_address
from tests.support.accounts.joining import credentials, joined
from tests.support.portal import PASSWORD, Portal, Someone, unique
from tests.support.server import served


@pytest.fixture
async def behind_proxy(
    database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal whose callers come through a proxy on this machine."""
    folder = tmp_path_factory.mktemp("behind_proxy")
    async with served(database_url, folder, TRUSTED_PROXIES="127.0.0.1/32") as running:
        yield running


class TestSignIn:
    @pytest.mark.parametrize("form", ["username", "email"])
    async def test_takes_username_or_address_in_any_case(self, portal: Portal, form: str) -> None:
        alice = await portal.someone(site=False)
        who = credentials(getattr(alice, form).upper())

        session = await portal.ok("/auth/sign_in", attributes=who)

        profile = await portal.ok("/user/profile", session["token"])
        assert profile["uid"] == alice.uid
        assert profile["session_expires_at"] == session["expires_at"]

    async def test_wrong_and_unknown_are_answered_alike(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)

        wrong = await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username, "x")
        )
        unknown = await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(unique("nobody"), "x")
        )

        assert (wrong.message, wrong.data) == (unknown.message, unknown.data)

    async def test_works_as_hard_for_an_unknown_account(self, portal: Portal) -> None:
        before = portal.resources.passwords.hashes
        await portal.post("/auth/sign_in", attributes=credentials(unique("nobody"), "x"))
        assert portal.resources.passwords.hashes == before + 1

    @pytest.mark.parametrize("known", [True, False])
    async def test_after_five_failures_even_the_right_password_is_refused(
        self, portal: Portal, known: bool
    ) -> None:
        alice = (
            await portal.someone(site=False) if known else Someone(token="", username=unique("x"))
        )
        for _ in range(5):
            await portal.refused(
                Code.PASSWORD_WRONG,
                "/auth/sign_in",
                attributes=credentials(alice.username.upper(), "x"),
            )
        hashed = portal.resources.passwords.hashes

        for _ in range(2):
            await portal.refused(
                Code.TOO_MANY_ATTEMPTS, "/auth/sign_in", attributes=credentials(alice.username)
            )

        assert portal.resources.passwords.hashes == hashed

    async def test_two_hundred_attempts_at_once_verify_five_times(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        before = portal.resources.passwords.hashes
        lanes = asyncio.Semaphore(32)

        async def guess(number: int) -> int:
            async with lanes:
                who = credentials(alice.username, f"guess {number}")
                return (await portal.post("/auth/sign_in", attributes=who)).code

        codes = await asyncio.gather(*map(guess, range(200)))

        assert portal.resources.passwords.hashes - before == 5
        assert codes.count(Code.PASSWORD_WRONG.number) == 5
        assert codes.count(Code.TOO_MANY_ATTEMPTS.number) == 195

    async def test_the_count_outlives_the_process(
        self, portal: Portal, database_url: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        alice = await portal.someone(site=False)
        for _ in range(5):
            await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))

        async with served(database_url, tmp_path_factory.mktemp("again")) as started:
            await started.refused(
                Code.TOO_MANY_ATTEMPTS, "/auth/sign_in", attributes=credentials(alice.username)
            )

    async def test_success_clears_the_count(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        for _ in range(3):
            for _ in range(4):
                await portal.refused(
                    Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.email, "x")
                )
            await portal.ok("/auth/sign_in", attributes=credentials(alice.email))

    async def test_of_two_hundred_at_once_some_wait_and_the_rest_are_told_when_to_come_back(
        self, behind_proxy: Portal
    ) -> None:
        portal = behind_proxy  # where one address may have as many connections as it likes
        alice = await portal.someone(site=False)
        http, who = portal.http, credentials(alice.username)
        limits = httpx2.Limits(max_connections=250)
        portal.http = httpx2.AsyncClient(
            base_url=portal.url, timeout=60, trust_env=False, limits=limits
        )
        async with portal.http:
            signing_in = asyncio.gather(
                *(portal.post("/auth/sign_in", attributes=who) for _ in range(200))
            )
            began = monotonic()
            await portal.ok("/user/profile", alice)
            answered = monotonic() - began
            replies = await signing_in
        portal.http = http

        codes = [reply.code for reply in replies]
        busy = [reply for reply in replies if reply.code == Code.UNAVAILABLE.number]
        assert codes.count(0) + len(busy) == 200
        assert codes.count(0) >= 50
        assert {(reply.status, "retry-after" in reply.headers) for reply in busy} == {(503, True)}
        assert answered < 1.5
        await portal.ok("/auth/sign_in", attributes=who)

    async def test_what_is_wrong_with_an_account_is_told_after_the_right_password_only(
        self, portal: Portal
    ) -> None:
        alice = await joined(portal, verified=False)
        operator = await portal.operator()
        right, wrong = credentials(alice["email"]), credentials(alice["email"], "x")

        async def shows(code: Code) -> None:
            await portal.refused(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=wrong)
            await portal.refused(code, "/auth/sign_in", attributes=right)

        await shows(Code.EMAIL_NOT_VERIFIED)
        for kind, code in (("new_password", Code.PASSWORD_EXPIRED), ("lock", Code.USER_LOCKED)):
            decided = {"uid": alice["uid"], "kind": kind}
            await portal.ok("/network/account_lock", operator, attributes=decided)
            await shows(code)

    async def test_a_closed_account_is_as_unknown(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with portal.db() as db:
            await db.execute(
                "update account set closed_at = $2 where publisher_id = $1",
                alice.uid,
                portal.resources.clock.now(),
            )

        await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username)
        )

    async def test_a_remembered_session_lasts_longer(self, portal: Portal) -> None:
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

        await portal.refused(Code.UNAUTHORIZED, "/user/profile", alice)
        await portal.ok("/user/profile", tokens[0])

    async def test_sessions_that_ran_out_do_not_push_a_living_one_out(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        who = credentials(alice.username)
        kept = (await portal.ok("/auth/sign_in", attributes=who | {"remember": True}))["token"]
        for _ in range(20):
            await portal.ok("/auth/sign_in", attributes=who)
            async with portal.db() as db:
                await db.execute(
                    "update session set last_seen = last_seen - interval '3 hours'"
                    " where publisher_id = $1 and idle < interval '1 day'",
                    alice.uid,
                )

        await portal.ok("/user/profile", kept)

    async def test_many_sign_ins_at_once_leave_twenty_sessions(self, portal: Portal) -> None:
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

    async def test_an_old_hash_is_made_anew(self, portal: Portal) -> None:
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

    async def test_an_address_tries_thirty_times_a_minute(self, guarded: Portal) -> None:
        headers = from_address("203.0.113.7")
        codes = [
            (
                await guarded.post(
                    "/auth/sign_in",
                    headers=headers,
                    attributes=credentials(f"nobody-{number}", "x"),
                )
            ).code
            for number in range(31)
        ]
        assert codes == [Code.PASSWORD_WRONG.number] * 30 + [Code.TOO_MANY_REQUESTS.number]

    async def test_a_made_up_forwarding_address_changes_nothing(self, portal: Portal) -> None:
        limits = portal.resources.shared_limits
        portal.resources.shared_limits = limits._replace(
            sign_in=SharedLimit(unique("sign_in"), ((3, DAY),))
        )
        try:
            codes = [
                (
                    await portal.post(
                        "/auth/sign_in",
                        headers=from_address(f"198.51.100.{number}"),
                        attributes=credentials(f"nobody-{number}", "x"),
                    )
                ).code
                for number in range(5)
            ]
        finally:
            portal.resources.shared_limits = limits
        assert codes == [Code.PASSWORD_WRONG.number] * 3 + [Code.TOO_MANY_REQUESTS.number] * 2

    async def test_is_written_into_the_accounts_log(self, portal: Portal) -> None:
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
    async def test_ends_this_session_and_no_other(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        other = (await portal.ok("/auth/sign_in", attributes=credentials(alice.username)))["token"]

        await portal.ok("/auth/sign_out", alice)

        await portal.refused(Code.UNAUTHORIZED, "/user/profile", alice)
        await portal.refused(Code.UNAUTHORIZED, "/auth/sign_out", alice)
        await portal.ok("/user/profile", other)
