"""Changing the email address."""

import asyncio

from rpc import Code
from tests.support.accounts.login_changes import change_of_password, sign_in
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.sign_up import credentials
from tests.support.accounts.waits import pass_wait
from tests.support.portal import PASSWORD, Portal, unique


class TestEmailEdit:
    async def test_email_address_changes_once_the_new_one_is_verified(self, portal: Portal) -> None:
        alice, new = await portal.someone(site=False), f"{unique('new')}@example.com"
        given = {"email": new, "password": PASSWORD}

        await portal.ok("/user/email_edit", alice, attributes=given)
        [token] = await links_to(portal, new)
        assert (await portal.ok("/user/profile", alice))["login_email"] == alice.email
        await portal.ok("/auth/email_verify", attributes={"token": token})

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        session = await portal.ok("/auth/sign_in", attributes=credentials(new))
        profile = await portal.ok("/user/profile", session["token"])
        assert (profile["login_email"], profile["email_verified"]) == (new, True)
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.email)
        )
        former = {"email": alice.email}
        await portal.refuses(Code.EMAIL_TAKEN, "/auth/email_check", attributes=former)
        await portal.work()
        asked, changed = mails_to(portal, alice.email)
        assert "was requested for your account" in asked
        assert "It can be undone until" in changed
        assert new not in asked + changed
        await pass_wait(portal, alice.uid)
        await portal.ok("/auth/email_check", attributes=former)

    async def test_link_that_verifies_a_new_email_address_works_once(self, portal: Portal) -> None:
        alice, new = await portal.someone(site=False), f"{unique('new')}@example.com"
        await portal.ok("/user/email_edit", alice, attributes={"email": new, "password": PASSWORD})
        [token] = await links_to(portal, new)

        replies = await asyncio.gather(
            *(portal.post("/auth/email_verify", attributes={"token": token}) for _ in range(10))
        )

        codes = sorted(reply.code for reply in replies)
        assert codes[0] == 0
        assert set(codes[1:]) <= {
            Code.EMAIL_ALREADY_VERIFIED.number,
            Code.VERIFICATION_CODE_INVALID.number,
        }
        await portal.refuses(
            Code.EMAIL_ALREADY_VERIFIED, "/auth/email_verify", attributes={"token": token}
        )

    async def test_change_to_a_taken_email_address_or_with_a_wrong_password_is_refused(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        path, free = "/user/email_edit", f"{unique('free')}@example.com"
        taken = {"email": bob.email.upper(), "password": PASSWORD}
        wrong = {"email": free, "password": "x"}
        await portal.refuses(Code.EMAIL_TAKEN, path, alice, attributes=taken)
        await portal.refuses(Code.LOGIN_PASSWORD_INVALID, path, alice, attributes=wrong)

    async def test_email_address_goes_to_the_first_account_that_verifies_it(
        self, portal: Portal
    ) -> None:
        for _ in range(3):
            alice, bob = await portal.someone(site=False), await portal.someone(site=False)
            given = {"email": f"{unique('wanted')}@example.com", "password": PASSWORD}
            for who in (alice, bob):
                await portal.ok("/user/email_edit", who, attributes=given)
            tokens = await links_to(portal, given["email"])

            replies = await asyncio.gather(
                *(portal.post("/auth/email_verify", attributes={"token": t}) for t in tokens)
            )

            assert sorted(reply.code for reply in replies) == [0, Code.EMAIL_TAKEN.number]
            tokens = [await sign_in(portal, who) for who in (alice, bob)]
            emails = [(await portal.ok("/user/profile", token))["login_email"] for token in tokens]
            assert emails.count(given["email"]) == 1

    async def test_new_password_cancels_a_pending_email_change(self, portal: Portal) -> None:
        alice, new = await portal.someone(site=False), f"{unique('new')}@example.com"
        await portal.ok("/user/email_edit", alice, attributes={"email": new, "password": PASSWORD})
        [token] = await links_to(portal, new)

        await portal.ok("/user/password_edit", alice, attributes=change_of_password())

        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": token}
        )

    async def test_password_reset_link_sent_to_the_old_email_address_is_revoked(
        self, portal: Portal
    ) -> None:
        alice, new = await portal.someone(site=False), f"{unique('new')}@example.com"
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        [reset] = await links_to(portal, alice.email)
        await portal.ok("/user/email_edit", alice, attributes={"email": new, "password": PASSWORD})
        [token] = await links_to(portal, new)
        await portal.ok("/auth/email_verify", attributes={"token": token})

        await portal.refuses(
            Code.TOKEN_INVALID, "/auth/pwd_reset_check", attributes={"token": reset}
        )
