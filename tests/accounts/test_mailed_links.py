"""Links in mails: the newest works, an older one says why it does not, and what to do next."""

import pytest

from rpc import Code
from rpc.mail.mailer import MailFailed
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.password_resets import FRESH, choice_of_password, request_reset
from tests.support.accounts.sign_up import credentials, sign_up
from tests.support.portal import Portal


class TestNewestLink:
    async def test_older_verification_link_is_refused_as_replaced(self, portal: Portal) -> None:
        alice = await sign_up(portal, verified=False)
        await portal.ok("/auth/email_check_resend", attributes={"email": alice["email"]})
        older, newer = await links_to(portal, alice["email"])

        refused = await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": older}
        )

        assert refused.data == {"reason": "replaced"}
        used = await portal.ok("/auth/email_verify", attributes={"token": newer})
        assert used == {"account": alice["email"], "token": None, "expires_at": None}

    async def test_older_reset_link_is_refused_as_replaced(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        older, newer = await request_reset(portal, alice), await request_reset(portal, alice)

        for path, given in (
            ("/auth/pwd_reset_check", {"token": older}),
            ("/auth/pwd_reset", choice_of_password(older)),
        ):
            refused = await portal.refuses(Code.TOKEN_INVALID, path, attributes=given)
            assert refused.data == {"reason": "replaced"}

        used = await portal.ok("/auth/pwd_reset", attributes=choice_of_password(newer))
        assert used == {"account": alice.email}
        await portal.ok("/auth/sign_in", attributes=credentials(used["account"], FRESH))

    async def test_mail_that_was_not_sent_does_not_revoke_the_earlier_link(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice = await sign_up(portal, verified=False)
        [first] = await links_to(portal, alice["email"])
        send = portal.resources.mailer.send

        async def refuse(*_: object, **__: object) -> None:
            raise MailFailed("SMTPServerDisconnected")

        monkeypatch.setattr(portal.resources.mailer, "send", refuse)
        await portal.ok("/auth/email_check_resend", attributes={"email": alice["email"]})
        await portal.work()
        monkeypatch.setattr(portal.resources.mailer, "send", send)

        assert len(mails_to(portal, alice["email"])) == 1
        await portal.ok("/auth/email_verify", attributes={"token": first})

    async def test_unknown_and_expired_mailed_links_are_distinguished(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        token = await request_reset(portal, alice)
        async with portal.db() as db:
            await db.execute(
                "update one_time_token set expires_at = $2 where publisher_id = $1",
                alice.uid,
                portal.resources.clock.now(),
            )

        for given, reason in ((token, "expired"), ("nonsense", "unknown")):
            refused = await portal.refuses(
                Code.TOKEN_INVALID, "/auth/pwd_reset_check", attributes={"token": given}
            )
            assert refused.data == {"reason": reason}

    async def test_mailed_verification_link_alone_opens_no_session(self, portal: Portal) -> None:
        alice = await sign_up(portal, verified=False)
        [token] = await links_to(portal, alice["email"])
        await portal.ok("/auth/email_verify", attributes={"token": token})

        async with portal.db() as db:
            count = "select count(*) from session where publisher_id = $1"
            assert await db.fetchval(count, alice["uid"]) == 0


class TestUnverified:
    async def test_unverified_address_is_shown_only_after_the_right_password(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, verified=False)

        refused = await portal.refuses(
            Code.EMAIL_NOT_VERIFIED, "/auth/sign_in", attributes=credentials(alice["username"])
        )
        wrong = await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice["username"], "x")
        )

        assert refused.data == {"email": alice["email"]}
        assert wrong.data is None
