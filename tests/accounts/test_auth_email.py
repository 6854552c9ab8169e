"""Verifying an email address, and sending its link again."""

import asyncio

import pytest

import sql.accounts.one_time_token
from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.conftest import from_address
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.sign_up import credentials, sign_up, step_one
from tests.support.portal import Portal, unique
from tests.support.server import serve


class TestEmailVerify:
    async def test_account_with_a_verified_email_address_can_sign_in(self, portal: Portal) -> None:
        alice = await sign_up(portal, verified=False)
        who = credentials(alice["username"])
        await portal.refuses(Code.EMAIL_NOT_VERIFIED, "/auth/sign_in", attributes=who)
        [token] = await links_to(portal, alice["email"])

        used = await portal.ok("/auth/email_verify", attributes={"token": token})

        assert used == {"account": alice["email"], "token": None, "expires_at": None}

        assert (await portal.ok("/auth/sign_in", attributes=who))["token"]

    async def test_mailed_verification_link_uses_the_portals_public_address(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, verified=False)
        await portal.work()
        [text] = mails_to(portal, alice["email"])
        assert "http://portal.test/auth/email-verification?token=" in text

    async def test_verification_link_works_once(self, portal: Portal) -> None:
        alice = await sign_up(portal, verified=False)
        [token] = await links_to(portal, alice["email"])
        await portal.ok("/auth/email_verify", attributes={"token": token})

        await portal.refuses(
            Code.EMAIL_ALREADY_VERIFIED, "/auth/email_verify", attributes={"token": token}
        )

    async def test_twenty_concurrent_uses_of_a_verification_link_succeed_once(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, verified=False)
        [token] = await links_to(portal, alice["email"])

        replies = await asyncio.gather(
            *(portal.post("/auth/email_verify", attributes={"token": token}) for _ in range(20))
        )

        codes = sorted(reply.code for reply in replies)
        assert codes == [0] + [Code.EMAIL_ALREADY_VERIFIED.number] * 19

    async def test_twenty_concurrent_transactions_use_a_verification_token_once(
        self, portal: Portal
    ) -> None:
        """The address is guarded twice; this is the guard that later links will have alone."""
        alice = await portal.someone(site=False)
        now, hash = portal.resources.clock.now(), unique("hash").encode()
        async with portal.db() as db:
            await sql.accounts.one_time_token.add(
                db,
                alice.uid,
                alice.account_id,
                purpose="test",
                hash=hash,
                expires_at=now + DAY,
                now=now,
                security_stamp=0,
            )

        async def use() -> int | None:
            async with portal.db() as db, db.transaction():
                return await sql.accounts.one_time_token.use(
                    db, alice.uid, hash, purpose="test", now=now
                )

        used = await asyncio.gather(*(use() for _ in range(20)))

        assert sorted(used, key=bool) == [None] * 19 + [alice.account_id]

    async def test_opening_the_verification_page_does_not_use_the_link(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, verified=False)
        [token] = await links_to(portal, alice["email"])
        for _ in range(5):
            await portal.http.get(f"/auth/email-verification?token={token}")

        await portal.ok("/auth/email_verify", attributes={"token": token})

    async def test_newer_verification_link_revokes_the_older_one(self, portal: Portal) -> None:
        alice = await sign_up(portal, verified=False)
        await portal.ok("/auth/email_check_resend", attributes={"email": alice["email"]})
        older, newer = await links_to(portal, alice["email"])

        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": older}
        )

        await portal.ok("/auth/email_verify", attributes={"token": newer})
        await portal.refuses(
            Code.EMAIL_ALREADY_VERIFIED, "/auth/email_verify", attributes={"token": older}
        )

    async def test_expired_verification_link_is_refused(self, portal: Portal) -> None:
        alice = await sign_up(portal, verified=False)
        [token] = await links_to(portal, alice["email"])
        async with portal.db() as db:
            await db.execute(
                "update one_time_token set expires_at = $2 where publisher_id = $1",
                alice["uid"],
                portal.resources.clock.now(),
            )

        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": token}
        )

    async def test_guesses_of_a_verification_link_are_limited(self, guarded_portal: Portal) -> None:
        headers, guess = from_address("203.0.113.5"), {"token": "guess"}
        for _ in range(6):
            await guarded_portal.refuses(
                Code.VERIFICATION_CODE_INVALID,
                "/auth/email_verify",
                headers=headers,
                attributes=guess,
            )

        await guarded_portal.refuses(
            Code.TOO_MANY_REQUESTS, "/auth/email_verify", headers=headers, attributes=guess
        )


class TestEmailCheckResend:
    async def test_verification_request_gives_unknown_unverified_and_verified_addresses_the_same_answer(
        self, portal: Portal
    ) -> None:
        known = await sign_up(portal, verified=False)
        verified = await sign_up(portal)
        addresses = [known["email"], verified["email"], f"{unique('nobody')}@example.com"]

        replies = [
            await portal.post("/auth/email_check_resend", attributes={"email": address})
            for address in addresses
        ]

        assert [(reply.code, reply.data) for reply in replies] == [(0, None)] * 3
        assert [len(await links_to(portal, address)) for address in addresses] == [2, 1, 0]

    async def test_verification_request_beyond_the_limit_is_answered_alike_but_not_mailed(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, verified=False)
        before, limits = await links_to(portal, alice["email"]), portal.resources.shared_limits
        portal.resources.shared_limits = limits._replace(
            mail=SharedLimit(unique("mail"), ((2, DAY),))
        )
        try:
            for _ in range(4):
                await portal.ok("/auth/email_check_resend", attributes={"email": alice["email"]})
        finally:
            portal.resources.shared_limits = limits

        assert len(await links_to(portal, alice["email"])) == len(before) + 2

    async def test_at_most_two_verification_mails_are_sent_in_an_hour(
        self, guarded_portal: Portal
    ) -> None:
        given = step_one()
        headers = from_address("203.0.113.6")
        await guarded_portal.ok("/auth/sign_up", headers=headers, attributes=given)
        for _ in range(3):
            email = {"email": given["email"]}
            await guarded_portal.ok("/auth/email_check_resend", headers=headers, attributes=email)

        assert len(await links_to(guarded_portal, given["email"])) == 2

    async def test_missing_mail_template_is_reported_for_any_address(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice = await sign_up(portal, verified=False)
        monkeypatch.setattr("handlers.auth.email_verification.LANGUAGE", "xx")

        for address in (alice["email"], f"{unique('nobody')}@example.com"):
            await portal.refuses(
                Code.EMAIL_TEMPLATE_MISSING,
                "/auth/email_check_resend",
                attributes={"email": address},
            )

    async def test_unreachable_mail_server_is_reported_for_any_address(
        self, database_url: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        folder = tmp_path_factory.mktemp("mute")
        async with serve(database_url, folder, SMTP_URL="smtp://127.0.0.1:9") as portal:
            alice = await portal.someone(site=False)
            for address in (alice.email, f"{unique('nobody')}@example.com"):
                await portal.refuses(
                    Code.EMAIL_NOT_SENT,
                    "/auth/email_check_resend",
                    attributes={"email": address},
                )
