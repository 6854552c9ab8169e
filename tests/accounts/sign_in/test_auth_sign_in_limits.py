"""Limits on guesses, on concurrent sign-ins and on sessions."""

import asyncio
from collections.abc import AsyncIterator

import httpx2
import pytest

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.conftest import from_address
from tests.support.accounts.sign_up import credentials
from tests.support.portal import Portal, Someone, unique
from tests.support.server import serve
from tests.support.timing import HANG_SECONDS, wait_until


@pytest.fixture
async def behind_proxy(
    database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal whose callers come through a proxy on this machine."""
    folder = tmp_path_factory.mktemp("behind_proxy")
    async with serve(database_url, folder, TRUSTED_PROXIES="127.0.0.1/32") as running:
        yield running


class TestSignIn:
    @pytest.mark.parametrize("known", [True, False])
    async def test_right_password_is_refused_after_five_failed_sign_ins(
        self, portal: Portal, known: bool
    ) -> None:
        alice = (
            await portal.someone(site=False) if known else Someone(token="", username=unique("x"))
        )
        for _ in range(5):
            await portal.refuses(
                Code.PASSWORD_WRONG,
                "/auth/sign_in",
                attributes=credentials(alice.username.upper(), "x"),
            )
        hashed = portal.resources.passwords.hashes

        for _ in range(2):
            await portal.refuses(
                Code.TOO_MANY_ATTEMPTS, "/auth/sign_in", attributes=credentials(alice.username)
            )

        assert portal.resources.passwords.hashes == hashed

    async def test_two_hundred_concurrent_password_guesses_verify_only_five(
        self, portal: Portal
    ) -> None:
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

    async def test_count_of_failed_sign_ins_survives_a_restart(
        self, portal: Portal, database_url: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        alice = await portal.someone(site=False)
        for _ in range(5):
            await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))

        async with serve(database_url, tmp_path_factory.mktemp("again")) as started:
            await started.refuses(
                Code.TOO_MANY_ATTEMPTS, "/auth/sign_in", attributes=credentials(alice.username)
            )

    async def test_successful_sign_in_clears_the_failure_count(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        for _ in range(3):
            for _ in range(4):
                await portal.refuses(
                    Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.email, "x")
                )
            await portal.ok("/auth/sign_in", attributes=credentials(alice.email))

    async def test_excess_concurrent_sign_ins_answer_503_with_retry_after(
        self, behind_proxy: Portal
    ) -> None:
        portal = behind_proxy  # where one address may have as many connections as it likes
        alice = await portal.someone(site=False)
        http, who = portal.http, credentials(alice.username)
        limits = httpx2.Limits(max_connections=250)
        portal.http = httpx2.AsyncClient(
            base_url=portal.url, timeout=HANG_SECONDS, trust_env=False, limits=limits
        )
        before = portal.resources.passwords.hashes
        async with portal.http:
            signing_in = asyncio.gather(
                *(portal.post("/auth/sign_in", attributes=who) for _ in range(200))
            )
            await wait_until(lambda: portal.resources.passwords.hashes > before)
            await portal.ok("/user/profile", alice)
            begun = portal.resources.passwords.hashes - before
            replies = await signing_in
        portal.http = http

        codes = [reply.code for reply in replies]
        busy = [reply for reply in replies if reply.code == Code.UNAVAILABLE.number]
        assert codes.count(0) + len(busy) == 200
        assert codes.count(0) >= 50
        assert {(reply.status, "retry-after" in reply.headers) for reply in busy} == {(503, True)}
        assert begun < (portal.resources.passwords.hashes - before) / 2, "it waited for them"
        await portal.ok("/auth/sign_in", attributes=who)

    async def test_sign_in_attempts_per_ip_address_are_limited_to_thirty_a_minute(
        self, guarded_portal: Portal
    ) -> None:
        headers = from_address("203.0.113.7")
        codes = [
            (
                await guarded_portal.post(
                    "/auth/sign_in",
                    headers=headers,
                    attributes=credentials(f"nobody-{number}", "x"),
                )
            ).code
            for number in range(31)
        ]
        assert codes == [Code.PASSWORD_WRONG.number] * 30 + [Code.TOO_MANY_REQUESTS.number]

    async def test_forged_forwarding_header_does_not_evade_the_sign_in_limit(
        self, portal: Portal
    ) -> None:
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
