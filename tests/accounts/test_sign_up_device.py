"""The mailed link opens a session in the browser that signed up, and in no other."""

import asyncio
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pyotp
import pytest

from rpc import Code
from tests.support.accounts.mails import links_to
from tests.support.accounts.sign_up import credentials, step_one
from tests.support.client import Reply
from tests.support.portal import PASSWORD, Portal
from tests.support.server import serve


@dataclass(frozen=True)
class Newcomer:
    """Somebody who has signed up, with the cookie of their browser and the token of their mail."""

    uid: int
    username: str
    email: str
    set_cookie: str
    link: str

    @property
    def cookie(self) -> str:
        return self.set_cookie.partition(";")[0]


async def sign_up(portal: Portal) -> Newcomer:
    given = step_one()
    reply = await portal.post("/auth/sign_up", attributes=given)
    assert reply.code == 0, reply
    [link] = await links_to(portal, given["email"])
    set_cookie = reply.headers["set-cookie"]
    return Newcomer(reply.data["uid"], given["username"], given["email"], set_cookie, link)


async def verify(portal: Portal, link: str, cookie: str = "") -> Reply:
    headers = {"cookie": cookie} if cookie else None
    return await portal.post("/auth/email_verify", headers=headers, attributes={"token": link})


async def sessions_of(portal: Portal, uid: int) -> int:
    count: int = await portal.value("select count(*) from session where publisher_id = $1", uid)
    return count


async def set_account(portal: Portal, uid: int, assignment: str, *values: Any) -> None:
    async with portal.db() as db:
        await db.execute(f"update account set {assignment} where publisher_id = $1", uid, *values)


class TestCookie:
    async def test_sign_up_cookie_is_http_only_and_same_site_strict(self, portal: Portal) -> None:
        maya = await sign_up(portal)

        parts = maya.set_cookie.split("; ")

        assert parts[1:] == ["Path=/", "Max-Age=3600", "HttpOnly", "SameSite=Strict"]
        assert maya.cookie.startswith("sign-up=")

    async def test_sign_up_cookie_is_host_bound_and_secure_over_https(
        self, database_url: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        folder = tmp_path_factory.mktemp("https")
        async with serve(database_url, folder, PUBLIC_URL="https://portal.test") as portal:
            maya = await sign_up(portal)

            assert maya.cookie.startswith("__Host-sign-up=")
            assert maya.set_cookie.endswith("; HttpOnly; SameSite=Strict; Secure")
            assert (await verify(portal, maya.link, maya.cookie)).data["token"]

    async def test_only_a_hash_of_the_sign_up_cookie_is_stored(self, portal: Portal) -> None:
        maya = await sign_up(portal)
        secret = maya.cookie.partition("=")[2]

        stored = await portal.value(
            "select string_agg(row::text, ' ') from one_time_token as row where publisher_id = $1",
            maya.uid,
        )

        assert "device" in stored
        assert secret not in stored
        assert secret.rpartition(".")[0] not in stored

    async def test_refused_sign_up_sets_no_cookie(self, portal: Portal) -> None:
        given = step_one(agreement=0)
        reply = await portal.post("/auth/sign_up", attributes=given)
        assert reply.code == Code.REGISTRATION_FAILED.number
        assert "set-cookie" not in reply.headers


class TestSignUpDevice:
    async def test_verification_link_signs_in_the_browser_that_signed_up(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)

        reply = await verify(portal, maya.link, f"theme=dark; {maya.cookie}; other=1")

        assert reply.code == 0
        assert reply.data["account"] == maya.email
        profile = await portal.ok("/user/profile", reply.data["token"])
        assert profile["uid"] == maya.uid
        assert re.fullmatch(
            r"sign-up=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict", reply.headers["set-cookie"]
        )

    async def test_session_opened_by_a_verification_link_is_listed_and_recorded(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)
        token = (await verify(portal, maya.link, maya.cookie)).data["token"]

        [session] = (await portal.ok("/auth/sessions", token))["list"]
        audit = (await portal.ok("/user/audit", token))["list"]

        assert session["current"]
        assert "/auth/email_verify" in [entry["action"] for entry in audit]

    @pytest.mark.parametrize("cookie", ["", "sign-up=", "sign-up=nonsense", "sign-up=a; sign-up=b"])
    async def test_verification_link_in_another_browser_leads_to_sign_in(
        self, portal: Portal, cookie: str
    ) -> None:
        maya = await sign_up(portal)

        reply = await verify(portal, maya.link, cookie)

        assert reply.data == {"account": maya.email, "token": None, "expires_at": None}
        assert "set-cookie" not in reply.headers
        assert await sessions_of(portal, maya.uid) == 0
        await portal.ok("/auth/sign_in", attributes=credentials(maya.username))

    async def test_opening_the_verification_page_neither_verifies_nor_signs_in(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)
        for method in ("GET", "HEAD", "OPTIONS"):
            for path in ("/auth/email-verification", "/auth/email_verify"):
                reply = await portal.http.request(
                    method, f"{path}?token={maya.link}", headers={"cookie": maya.cookie}
                )
                assert "set-cookie" not in reply.headers

        assert await sessions_of(portal, maya.uid) == 0
        refused = await portal.post("/auth/sign_in", attributes=credentials(maya.username))
        assert refused.code == Code.EMAIL_NOT_VERIFIED.number
        assert (await verify(portal, maya.link, maya.cookie)).data["token"]

    async def test_sign_up_cookie_of_another_account_signs_in_to_neither(
        self, portal: Portal
    ) -> None:
        """Login CSRF: opening a link to the attacker's account must not sign in."""
        maya, mallory = await sign_up(portal), await sign_up(portal)

        reply = await verify(portal, mallory.link, maya.cookie)

        assert reply.data["token"] is None
        assert await sessions_of(portal, maya.uid) == await sessions_of(portal, mallory.uid) == 0
        assert (await verify(portal, maya.link, maya.cookie)).data["token"]

    async def test_sign_up_cookie_alone_grants_no_access(self, portal: Portal) -> None:
        maya = await sign_up(portal)
        secret = maya.cookie.partition("=")[2]

        for token in (secret, "nonsense"):
            reply = await verify(portal, token, maya.cookie)
            assert reply.code == Code.VERIFICATION_CODE_INVALID.number
        for path in ("/user/profile", "/auth/sessions"):
            reply = await portal.post(path, headers={"cookie": maya.cookie})
            assert reply.code == Code.UNAUTHORIZED.number
            assert (await portal.post(path, secret)).code == Code.UNAUTHORIZED.number
        assert await sessions_of(portal, maya.uid) == 0

    async def test_verification_link_posted_from_another_origin_is_refused(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)

        reply = await portal.post(
            "/auth/email_verify",
            headers={"cookie": maya.cookie, "origin": "https://evil.example"},
            attributes={"token": maya.link},
        )

        assert reply.code == Code.NOT_ALLOWED.number
        assert await sessions_of(portal, maya.uid) == 0

    async def test_sign_up_cookie_signs_in_once(self, portal: Portal) -> None:
        maya = await sign_up(portal)
        await verify(portal, maya.link, maya.cookie)
        # The account waits for a new mail again, as if nothing had been verified.
        await set_account(portal, maya.uid, "email_verified_at = null")
        await portal.ok("/auth/email_check_resend", attributes={"email": maya.email})
        link = (await links_to(portal, maya.email))[-1]

        reply = await verify(portal, link, maya.cookie)

        assert reply.data == {"account": maya.email, "token": None, "expires_at": None}
        assert await sessions_of(portal, maya.uid) == 1

    async def test_ten_concurrent_uses_of_a_sign_up_cookie_sign_in_once(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)

        replies = await asyncio.gather(*(verify(portal, maya.link, maya.cookie) for _ in range(10)))

        codes = sorted(reply.code for reply in replies)
        assert codes == [0] + [Code.EMAIL_ALREADY_VERIFIED.number] * 9
        assert await sessions_of(portal, maya.uid) == 1

    async def test_verification_link_already_used_in_another_browser_opens_no_session(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)
        await verify(portal, maya.link)

        reply = await verify(portal, maya.link, maya.cookie)

        assert reply.code == Code.EMAIL_ALREADY_VERIFIED.number
        assert await sessions_of(portal, maya.uid) == 0

    async def test_sign_up_cookie_expires_after_an_hour(self, portal: Portal) -> None:
        maya = await sign_up(portal)
        async with portal.db() as db:
            await db.execute(
                "update one_time_token set expires_at = $2"
                " where publisher_id = $1 and purpose = 'device'",
                maya.uid,
                portal.resources.clock.now() - timedelta(seconds=1),
            )

        reply = await verify(portal, maya.link, maya.cookie)

        assert reply.data == {"account": maya.email, "token": None, "expires_at": None}
        assert await sessions_of(portal, maya.uid) == 0

    @pytest.mark.parametrize(
        ("assignment", "code"),
        [
            ("locked_at = now()", Code.USER_LOCKED),
            ("new_password_due = true", Code.PASSWORD_EXPIRED),
        ],
    )
    async def test_account_that_cannot_sign_in_is_only_verified(
        self, portal: Portal, assignment: str, code: Code
    ) -> None:
        maya = await sign_up(portal)
        await set_account(portal, maya.uid, assignment)

        reply = await verify(portal, maya.link, maya.cookie)

        assert reply.data == {"account": maya.email, "token": None, "expires_at": None}
        assert await sessions_of(portal, maya.uid) == 0
        await portal.refuses(code, "/auth/sign_in", attributes=credentials(maya.username))

    async def test_new_password_voids_the_sign_up_cookie(self, portal: Portal) -> None:
        maya = await sign_up(portal)
        await set_account(portal, maya.uid, "security_stamp = security_stamp + 1")

        reply = await verify(portal, maya.link, maya.cookie)

        assert reply.data == {"account": maya.email, "token": None, "expires_at": None}
        assert await sessions_of(portal, maya.uid) == 0

    async def test_verification_link_requires_the_second_step_if_turned_on(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)
        helper = await portal.someone(site=False)
        secret = (await portal.ok("/user/two_step_begin", helper))["secret"]
        await set_account(portal, maya.uid, "two_step_at = now()")

        reply = await verify(portal, maya.link, maya.cookie)

        assert reply.code == Code.SECOND_STEP_DUE.number
        assert await sessions_of(portal, maya.uid) == 0
        assert "Max-Age=0" in reply.headers["set-cookie"]
        wrong = {"ticket": reply.data["ticket"], "otp": pyotp.TOTP(secret).now()}
        await portal.refuses(Code.VERIFICATION_CODE_INVALID, "/auth/sign_in", attributes=wrong)
        # The address is verified all the same.
        signed = await portal.post("/auth/sign_in", attributes=credentials(maya.username, PASSWORD))
        assert signed.code == Code.SECOND_STEP_DUE.number

    async def test_link_that_verifies_a_changed_address_opens_no_session(
        self, portal: Portal
    ) -> None:
        maya = await sign_up(portal)
        alice = await portal.someone(site=False)
        change = {"email": f"new.{alice.email}", "password": alice.password}
        await portal.ok("/user/email_edit", alice, attributes=change)
        [link] = await links_to(portal, change["email"])

        reply = await verify(portal, link, maya.cookie)

        assert reply.data == {"account": change["email"], "token": None, "expires_at": None}
