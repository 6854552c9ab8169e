"""Whether a username and an email address are available."""

import pytest

from rpc import Code
from tests.conftest import from_address
from tests.support.portal import PASSWORD, Portal, unique


class TestAccountCheck:
    async def test_check_accepts_a_free_username(self, portal: Portal) -> None:
        free = {"username": unique("free")}
        assert await portal.ok("/auth/account_check", attributes=free) is None

    async def test_check_refuses_a_taken_username_in_any_letter_case(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        taken = {"username": alice.username.upper()}
        await portal.refuses(Code.USERNAME_TAKEN, "/auth/account_check", attributes=taken)

    @pytest.mark.parametrize("wrong", ["ab", "a b", "-alice", "alice@example.com", "a" * 65])
    async def test_check_refuses_a_malformed_username(self, portal: Portal, wrong: str) -> None:
        given = {"username": wrong}
        await portal.refuses(Code.USERNAME_INVALID, "/auth/account_check", attributes=given)

    async def test_username_checks_per_ip_address_are_limited_to_ten_a_minute(
        self, guarded_portal: Portal
    ) -> None:
        codes = [
            (
                await guarded_portal.post(
                    "/auth/account_check",
                    headers=from_address("203.0.113.1"),
                    attributes={"username": unique("free")},
                )
            ).code
            for _ in range(12)
        ]
        assert codes == [0] * 10 + [Code.TOO_MANY_REQUESTS.number] * 2

    async def test_check_accepts_a_password_that_sign_up_accepts(self, portal: Portal) -> None:
        name = unique("free")
        account = {"username": name, "email": f"{name}@example.com", "password": PASSWORD}
        assert await portal.ok("/auth/account_check", attributes=account) is None

    @pytest.mark.parametrize(
        ("password", "why"),
        [
            ("aaaaaaaaaaaa", "it is one of the most common passwords"),
            ("free.maya.free.maya", "it consists mostly of your name"),
            ("maya.lindqvist.1", "it consists mostly of your name"),
            ("short", "use at least 12 characters"),
        ],
    )
    async def test_check_refuses_a_password_as_sign_up_does(
        self, portal: Portal, password: str, why: str
    ) -> None:
        account = {"username": "free.maya", "email": "maya.lindqvist@example.com"}
        reply = await portal.refuses(
            Code.PASSWORD_INVALID,
            "/auth/account_check",
            attributes=account | {"password": password},
        )
        assert reply.message.startswith(f"Invalid password format: {why}")
        assert reply.data["field"] == "attributes.password"

    async def test_password_checks_are_limited_like_username_checks(
        self, guarded_portal: Portal
    ) -> None:
        weak = {"username": unique("free"), "password": "aaaaaaaaaaaa"}
        headers = from_address("203.0.113.3")
        codes = [
            (
                await guarded_portal.post("/auth/account_check", headers=headers, attributes=weak)
            ).code
            for _ in range(11)
        ]
        assert codes == [Code.PASSWORD_INVALID.number] * 10 + [Code.TOO_MANY_REQUESTS.number]


class TestEmailCheck:
    async def test_check_accepts_a_free_email_address(self, portal: Portal) -> None:
        free = {"email": f"{unique('free')}@example.com"}
        assert await portal.ok("/auth/email_check", attributes=free) is None

    async def test_check_refuses_a_taken_email_address_in_any_letter_case(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        taken = {"email": alice.email.title()}
        await portal.refuses(Code.EMAIL_TAKEN, "/auth/email_check", attributes=taken)

    @pytest.mark.parametrize("wrong", ["alice", "alice@", "@example.com", "a b@example.com"])
    async def test_check_refuses_a_malformed_email_address(
        self, portal: Portal, wrong: str
    ) -> None:
        await portal.refuses(Code.EMAIL_INVALID, "/auth/email_check", attributes={"email": wrong})

    async def test_sign_up_check_beyond_the_limit_answers_with_retry_after(
        self, guarded_portal: Portal
    ) -> None:
        headers = from_address("203.0.113.2")
        for _ in range(10):
            free = {"email": f"{unique('free')}@example.com"}
            await guarded_portal.ok("/auth/email_check", headers=headers, attributes=free)

        reply = await guarded_portal.refuses(
            Code.TOO_MANY_REQUESTS, "/auth/email_check", headers=headers, attributes=free
        )

        assert reply.status == 429
        assert 1 <= int(reply.headers["retry-after"]) <= 60
