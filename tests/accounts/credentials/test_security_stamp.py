"""A change of credentials ends everything they opened: sessions, tickets, links, jobs (findings D, A4)."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rpc import Code
from tests.accounts.test_two_step import code_of, ticket_of, turned_on
from tests.support.accounts.impersonation import issue_code as autologin_code
from tests.support.accounts.login_changes import change_of_password, sign_in
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.password_resets import choice_of_password, request_reset
from tests.support.accounts.sign_up import credentials, sign_up
from tests.support.accounts.waits import pass_wait
from tests.support.portal import PASSWORD, Portal, Someone, unique


class Access:
    """Everything that an account's credentials opened: none of it may work once they changed."""

    ticket = ""

    def __init__(self, portal: Portal, alice: Someone, secret: str, codes: list[str]) -> None:
        self.portal, self.alice, self.secret, self.codes = portal, alice, secret, codes
        self.wanted, self.later = (f"{unique('wanted')}@example.com" for _ in range(2))

    async def gather(self) -> "Access":
        portal, alice = self.portal, self.alice
        if self.secret:
            self.ticket = await ticket_of(portal, alice)
            self.other = await self.second_session()
        else:
            self.other = await sign_in(portal, alice)
        self.reset = await request_reset(portal, alice)
        await portal.ok("/user/email_edit", alice, attributes=self.moving(self.wanted))
        [self.email] = await links_to(portal, self.wanted)
        self.autologin = await autologin_code(portal, await portal.new_operator(), uid=alice.uid)
        # Two jobs that wait, as when the worker or the mail server is away.
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        await portal.ok("/user/email_edit", alice, attributes=self.moving(self.later))
        return self

    def moving(self, email: str) -> dict[str, str]:
        return {"email": email, "password": PASSWORD}

    async def second_session(self) -> str:
        given = {"ticket": await ticket_of(self.portal, self.alice)}
        given["otp"] = self.codes[0]
        token = str((await self.portal.ok("/auth/sign_in", attributes=given))["token"])
        self.ticket = await ticket_of(self.portal, self.alice)
        return token

    async def working(self) -> set[str]:
        """Which of it still works."""
        portal, alice = self.portal, self.alice
        mailed = len(mails_to(portal, alice.email, subject="password"))
        jobs_of_before = await links_to(portal, self.later)
        found = {"queued email access"} if jobs_of_before else set()
        resets = mails_to(portal, alice.email, subject="password")[mailed:]
        if [text for text in resets if "reset-password?token=" in text]:
            found.add("queued reset access")
        tries: dict[str, Callable[[], Awaitable[Any]]] = {
            "session": lambda: portal.post("/user/profile", self.other),
            "reset access": lambda: portal.post(
                "/auth/pwd_reset_check", attributes={"token": self.reset}
            ),
            "email access": lambda: portal.post(
                "/auth/email_verify", attributes={"token": self.email}
            ),
            "autologin": lambda: portal.post(
                "/auth/third_check", attributes={"provider": "autologin", "code": self.autologin}
            ),
        }
        if self.ticket:
            given = {"ticket": self.ticket, "otp": code_of(portal, self.secret)}
            tries["ticket"] = lambda: portal.post("/auth/sign_in", attributes=given)
        for name, attempt in tries.items():
            if (await attempt()).code == 0:
                found.add(name)
        return found


async def password_edit(access: Access) -> None:
    await access.portal.ok("/user/password_edit", access.alice, attributes=change_of_password())


async def pwd_reset(access: Access) -> None:
    await access.portal.ok("/auth/pwd_reset", attributes=choice_of_password(access.reset))


async def email_change(access: Access) -> None:
    await access.portal.ok("/auth/email_verify", attributes={"token": access.email})


async def two_step_on(access: Access) -> None:
    await turned_on(access.portal, access.alice)


async def two_step_off(access: Access) -> None:
    await access.portal.ok("/user/two_step_end", access.alice, attributes={"password": PASSWORD})


async def two_step_off_by_the_staff(access: Access) -> None:
    given = {"uid": access.alice.uid, "reason": "lost"}
    await access.portal.ok(
        "/network/two_step_end", await access.portal.new_operator(), attributes=given
    )
    await pass_wait(access.portal, access.alice.uid)


async def lock(access: Access) -> None:
    await decide(access, "lock")
    await decide(access, "unlock")  # what was open before stays closed


async def new_password(access: Access) -> None:
    await decide(access, "new_password")


async def decide(access: Access, kind: str) -> None:
    given = {"uid": access.alice.uid, "kind": kind}
    await access.portal.ok(
        "/network/account_lock", await access.portal.new_operator(), attributes=given
    )


async def close(access: Access) -> None:
    await access.portal.ok("/user/close", access.alice, attributes={"password": PASSWORD})


CHANGES = [
    password_edit,
    pwd_reset,
    email_change,
    two_step_on,
    two_step_off,
    two_step_off_by_the_staff,
    lock,
    new_password,
    close,
]
KEEPS_ITS_OWN = {password_edit, two_step_on, two_step_off}
"""The session in which these changes are made continues."""


async def everything(portal: Portal, *, two_step: bool) -> Access:
    alice = await portal.someone(site=False)
    secret, codes = await turned_on(portal, alice) if two_step else ("", [])
    return await Access(portal, alice, secret, codes).gather()


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_change_of_credentials_revokes_all_earlier_access(
    portal: Portal, change: Callable[[Access], Awaitable[None]]
) -> None:
    access = await everything(portal, two_step=change is not two_step_on)

    await change(access)

    assert await access.working() == set()
    own = await portal.post("/user/profile", access.alice)
    assert (own.code == 0) == (change in KEEPS_ITS_OWN)


async def test_all_access_works_without_a_change_of_credentials(portal: Portal) -> None:
    """The control of the changes above."""
    access = await everything(portal, two_step=True)
    assert await access.working() == {
        "queued email access",
        "queued reset access",
        "session",
        "autologin",
        "ticket",
    }


async def test_mailed_links_work_without_a_change_of_credentials(portal: Portal) -> None:
    """The control of the two links that a newer one replaced above."""
    alice = await portal.someone(site=False)
    reset, wanted = await request_reset(portal, alice), f"{unique('wanted')}@example.com"
    given = {"email": wanted, "password": PASSWORD}
    await portal.ok("/user/email_edit", alice, attributes=given)
    [email] = await links_to(portal, wanted)
    await portal.ok("/auth/pwd_reset_check", attributes={"token": reset})
    await portal.ok("/auth/email_verify", attributes={"token": email})


class TestDelayedMail:
    """A job that ran while the password changed: its mail arrives, but its link opens nothing."""

    async def test_pending_email_change_cannot_take_over_after_a_new_password(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice, thief = await portal.someone(site=False), f"{unique('thief')}@example.com"
        given = {"email": thief, "password": PASSWORD}
        await portal.ok("/user/email_edit", alice, attributes=given)
        send = portal.resources.mailer.send

        async def late(to: str, *rest: Any, **more: Any) -> None:
            if to == thief:
                await portal.ok("/user/password_edit", alice, attributes=change_of_password())
            await send(to, *rest, **more)

        monkeypatch.setattr(portal.resources.mailer, "send", late)
        [token] = await links_to(portal, thief)

        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": token}
        )
        await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(thief))

    async def test_pending_email_change_is_not_mailed_after_a_new_password(
        self, portal: Portal
    ) -> None:
        alice, thief = await portal.someone(site=False), f"{unique('thief')}@example.com"
        given = {"email": thief, "password": PASSWORD}
        await portal.ok("/user/email_edit", alice, attributes=given)
        await portal.ok("/user/password_edit", alice, attributes=change_of_password())
        assert await links_to(portal, thief) == []


class TestStillValid:
    async def test_verification_link_of_the_same_email_address_stays_valid(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, verified=False)
        [proof] = await links_to(portal, alice["email"])
        decided = {"uid": alice["uid"], "kind": "new_password"}
        await portal.ok("/network/account_lock", await portal.new_operator(), attributes=decided)

        await portal.ok("/auth/email_verify", attributes={"token": proof})

    async def test_exports_and_notices_stay_available_after_a_change_of_credentials(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await portal.ok("/user/export", alice)
        await portal.ok("/user/password_edit", alice, attributes=change_of_password())
        await portal.work()

        [made] = (await portal.ok("/common/download_list", alice))["list"]
        assert made["status"] == 2
        assert mails_to(portal, alice.email, subject="password was changed")
