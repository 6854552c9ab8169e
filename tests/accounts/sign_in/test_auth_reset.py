"""A forgotten password, and the mailed link for a new one (trust.md T8)."""

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.conftest import from_address
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.password_resets import choice_of_password, close_account, request_reset
from tests.support.portal import Portal, unique


def alter(token: str) -> str:
    return token[:-1] + ("A" if token[-1] != "A" else "B")


class TestForget:
    async def test_password_reset_request_gives_known_and_unknown_addresses_the_same_answer(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        addresses = [alice.email, f"{unique('nobody')}@example.com"]

        replies = [
            await portal.post("/auth/pwd_forget", attributes={"email": address})
            for address in addresses
        ]

        assert [(reply.code, reply.data) for reply in replies] == [(0, None)] * 2
        assert [len(await links_to(portal, address)) for address in addresses] == [1, 0]

    async def test_mailed_password_reset_link_ignores_the_host_header(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok(
            "/auth/pwd_forget", headers={"host": "evil.example"}, attributes={"email": alice.email}
        )
        await portal.work()
        [text] = mails_to(portal, alice.email)
        assert "http://portal.test/reset-password?token=" in text

    async def test_password_reset_request_beyond_the_limit_is_answered_alike_but_not_mailed(
        self, portal: Portal
    ) -> None:
        alice, limits = await portal.someone(site=False), portal.resources.shared_limits
        portal.resources.shared_limits = limits._replace(
            reset_mail=SharedLimit(unique("reset"), ((2, DAY),))
        )
        try:
            for _ in range(4):
                await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        finally:
            portal.resources.shared_limits = limits
        assert len(await links_to(portal, alice.email)) == 2

    async def test_password_reset_requests_for_many_addresses_are_limited(
        self, guarded_portal: Portal
    ) -> None:
        headers = from_address("203.0.113.41")
        for number in range(10):
            email = {"email": f"nobody-{number}@example.com"}
            await guarded_portal.ok("/auth/pwd_forget", headers=headers, attributes=email)
        await guarded_portal.refuses(
            Code.TOO_MANY_REQUESTS, "/auth/pwd_forget", headers=headers, attributes=email
        )

    async def test_closed_account_gets_no_password_reset_mail(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await close_account(portal, alice)
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        assert await links_to(portal, alice.email) == []


class TestResetCheck:
    async def test_password_reset_link_shows_a_masked_email_address(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        token = await request_reset(portal, alice)
        of = await portal.ok("/auth/pwd_reset_check", attributes={"token": token})
        assert of == {"email": f"{alice.email[0]}•••@example.com"}

    async def test_opening_the_password_reset_page_does_not_use_the_link(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        token = await request_reset(portal, alice)
        for _ in range(25):
            await portal.http.get(f"/reset-password?token={token}")
            await portal.ok("/auth/pwd_reset_check", attributes={"token": token})
        await portal.ok("/auth/pwd_reset", attributes=choice_of_password(token))

    async def test_used_password_reset_link_is_distinguished_from_replaced_and_invalid_ones(
        self, portal: Portal
    ) -> None:
        path = "/auth/pwd_reset_check"
        alice = await portal.someone(site=False)
        older, newer = await request_reset(portal, alice), await request_reset(portal, alice)
        await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": older})
        await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": alter(newer)})
        await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": alice.token})
        await portal.ok("/auth/pwd_reset", attributes=choice_of_password(newer))
        await portal.refuses(Code.TRACK_USED, path, attributes={"token": newer})
