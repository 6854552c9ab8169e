"""A forgotten password, and the link that leads to a new one (trust.md T8)."""

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.conftest import from_address
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.password_resets import choice_of_password, close_account, request_reset
from tests.support.portal import Portal, unique


def alter(token: str) -> str:
    return token[:-1] + ("A" if token[-1] != "A" else "B")


class TestForget:
    async def test_answers_the_same_for_known_and_unknown(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        addresses = [alice.email, f"{unique('nobody')}@example.com"]

        replies = [
            await portal.post("/auth/pwd_forget", attributes={"email": address})
            for address in addresses
        ]

        assert [(reply.code, reply.data) for reply in replies] == [(0, None)] * 2
        assert [len(await links_to(portal, address)) for address in addresses] == [1, 0]

    async def test_mails_a_link_to_the_public_address_whatever_host_was_asked(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        await portal.ok(
            "/auth/pwd_forget", headers={"host": "evil.example"}, attributes={"email": alice.email}
        )
        await portal.work()
        [text] = mails_to(portal, alice.email)
        assert "http://portal.test/reset-password?token=" in text

    async def test_beyond_the_limit_nothing_is_sent_and_nothing_said(self, portal: Portal) -> None:
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

    async def test_who_asks_for_many_addresses_must_wait(self, guarded_portal: Portal) -> None:
        headers = from_address("203.0.113.41")
        for number in range(10):
            email = {"email": f"nobody-{number}@example.com"}
            await guarded_portal.ok("/auth/pwd_forget", headers=headers, attributes=email)
        await guarded_portal.refuses(
            Code.TOO_MANY_REQUESTS, "/auth/pwd_forget", headers=headers, attributes=email
        )

    async def test_a_closed_account_is_mailed_nothing(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await close_account(portal, alice)
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        assert await links_to(portal, alice.email) == []


class TestResetCheck:
    async def test_shows_whose_it_is_and_little_of_it(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        token = await request_reset(portal, alice)
        of = await portal.ok("/auth/pwd_reset_check", attributes={"token": token})
        assert of == {"email": f"{alice.email[0]}•••@example.com"}

    async def test_looking_fifty_times_does_not_use_the_link(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        token = await request_reset(portal, alice)
        for _ in range(25):
            await portal.http.get(f"/reset-password?token={token}")
            await portal.ok("/auth/pwd_reset_check", attributes={"token": token})
        await portal.ok("/auth/pwd_reset", attributes=choice_of_password(token))

    async def test_used_old_late_and_unknown_are_told_apart(self, portal: Portal) -> None:
        path = "/auth/pwd_reset_check"
        alice = await portal.someone(site=False)
        older, newer = await request_reset(portal, alice), await request_reset(portal, alice)
        await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": older})
        await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": alter(newer)})
        await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": alice.token})
        await portal.ok("/auth/pwd_reset", attributes=choice_of_password(newer))
        await portal.refuses(Code.TRACK_USED, path, attributes={"token": newer})
