"""What a person sees and changes of the way they sign in."""

import asyncio
from datetime import timedelta

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.support.accounts.joining import credentials
from tests.support.accounts.mails import links_to, mails_to
from tests.support.portal import PASSWORD, Portal, Someone, unique

FRESH = "granite teapot orchard"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def changing(old: str = PASSWORD, new: str = FRESH, **changed: str) -> dict[str, str]:
    return {"old": old, "password": new, "confirm_password": new, **changed}


async def signed_in(portal: Portal, who: Someone, agent: str = FIREFOX) -> str:
    attributes = credentials(who.username)
    reply = await portal.post("/auth/sign_in", headers={"user-agent": agent}, attributes=attributes)
    assert reply.code == 0, reply
    return str(reply.data["token"])


class TestPasswordEdit:
    async def test_ends_every_session_but_this_one(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        other = await signed_in(portal, alice)

        await portal.ok("/user/password_edit", alice, attributes=changing())

        await portal.ok("/user/profile", alice)
        await portal.refused(Code.UNAUTHORIZED, "/user/profile", other)
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username, FRESH))

    async def test_a_wrong_present_password_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = changing(old="x")
        await portal.refused(
            Code.LOGIN_PASSWORD_INVALID, "/user/password_edit", alice, attributes=given
        )
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

    async def test_a_weak_one_and_two_that_differ_are_refused(self, portal: Portal) -> None:
        alice, path = await portal.someone(site=False), "/user/password_edit"
        weak, differing = changing(new="password1234"), changing(confirm_password="another")
        await portal.refused(Code.PASSWORD_INVALID, path, alice, attributes=weak)
        await portal.refused(Code.CONFIRM_PASSWORD_WRONG, path, alice, attributes=differing)

    async def test_a_link_to_reset_it_no_longer_works(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        [token] = await links_to(portal, alice.email)

        await portal.ok("/user/password_edit", alice, attributes=changing())

        await portal.refused(
            Code.TOKEN_INVALID, "/auth/pwd_reset_check", attributes={"token": token}
        )
        await portal.work()
        assert "Your password was changed" in mails_to(portal, alice.email)[-1]

    async def test_guesses_are_counted(self, portal: Portal) -> None:
        alice, limits = await portal.someone(site=False), portal.resources.shared_limits
        portal.resources.shared_limits = limits._replace(
            password=SharedLimit(unique("password"), ((3, DAY),))
        )
        given = changing(old="x")
        try:
            codes = [
                (await portal.post("/user/password_edit", alice, attributes=given)).code
                for _ in range(5)
            ]
        finally:
            portal.resources.shared_limits = limits
        wrong, many = Code.LOGIN_PASSWORD_INVALID.number, Code.TOO_MANY_REQUESTS.number
        assert codes == [wrong] * 3 + [many] * 2


class TestSessions:
    async def test_lists_where_the_account_is_signed_in(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await signed_in(portal, alice)

        listed = (await portal.ok("/auth/sessions", alice))["list"]

        assert [session["device"] for session in listed if not session["current"]] == [
            "Firefox on Linux"
        ]
        assert sum(session["current"] for session in listed) == 1

    async def test_leaves_out_what_ended_or_ran_out(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok("/auth/sign_out", await signed_in(portal, alice))
        await signed_in(portal, alice)
        async with portal.db() as db:
            await db.execute(
                "update session set last_seen = last_seen - $2::interval"
                " where publisher_id = $1 and user_agent <> 'test'",
                alice.uid,
                timedelta(hours=3),
            )
        assert [one["current"] for one in (await portal.ok("/auth/sessions", alice))["list"]] == [
            True
        ]

    async def test_nobody_sees_anothers(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        await signed_in(portal, alice)
        assert len((await portal.ok("/auth/sessions", bob))["list"]) == 1


class TestSessionEnd:
    async def test_signs_out_there_and_not_here(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        other = await signed_in(portal, alice)
        listed = (await portal.ok("/auth/sessions", alice))["list"]
        [id] = [session["id"] for session in listed if not session["current"]]

        await portal.ok("/auth/session_end", alice, attributes={"id": id})

        await portal.refused(Code.UNAUTHORIZED, "/user/profile", other)
        await portal.ok("/user/profile", alice)
        await portal.refused(Code.NOT_FOUND, "/auth/session_end", alice, attributes={"id": id})

    async def test_anothers_session_is_as_unknown(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        [session] = (await portal.ok("/auth/sessions", alice))["list"]
        for id in (session["id"], "nonsense", "00"):
            await portal.refused(Code.NOT_FOUND, "/auth/session_end", bob, attributes={"id": id})
        await portal.ok("/user/profile", alice)


class TestEmailEdit:
    async def test_changes_once_the_new_address_is_proven(self, portal: Portal) -> None:
        alice, new = await portal.someone(site=False), f"{unique('new')}@example.com"
        given = {"email": new, "password": PASSWORD}

        await portal.ok("/user/email_edit", alice, attributes=given)
        [token] = await links_to(portal, new)
        assert (await portal.ok("/user/profile", alice))["login_email"] == alice.email
        await portal.ok("/auth/email_verify", attributes={"token": token})

        await portal.refused(Code.UNAUTHORIZED, "/user/profile", alice)
        session = await portal.ok("/auth/sign_in", attributes=credentials(new))
        profile = await portal.ok("/user/profile", session["token"])
        assert (profile["login_email"], profile["email_verified"]) == (new, True)
        await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.email)
        )
        await portal.ok("/auth/email_check", attributes={"email": alice.email})
        await portal.work()
        asked, changed = mails_to(portal, alice.email)
        assert "was requested for your account" in asked
        assert "This one no longer signs you in" in changed
        assert new not in asked + changed

    async def test_a_link_works_once(self, portal: Portal) -> None:
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
        await portal.refused(
            Code.EMAIL_ALREADY_VERIFIED, "/auth/email_verify", attributes={"token": token}
        )

    async def test_a_taken_address_and_a_wrong_password_are_refused(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        path, free = "/user/email_edit", f"{unique('free')}@example.com"
        taken = {"email": bob.email.upper(), "password": PASSWORD}
        wrong = {"email": free, "password": "x"}
        await portal.refused(Code.EMAIL_TAKEN, path, alice, attributes=taken)
        await portal.refused(Code.LOGIN_PASSWORD_INVALID, path, alice, attributes=wrong)

    async def test_of_two_who_want_one_address_the_first_to_prove_it_has_it(
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
            tokens = [await signed_in(portal, who) for who in (alice, bob)]
            emails = [(await portal.ok("/user/profile", token))["login_email"] for token in tokens]
            assert emails.count(given["email"]) == 1

    async def test_a_new_password_calls_it_off(self, portal: Portal) -> None:
        alice, new = await portal.someone(site=False), f"{unique('new')}@example.com"
        await portal.ok("/user/email_edit", alice, attributes={"email": new, "password": PASSWORD})
        [token] = await links_to(portal, new)

        await portal.ok("/user/password_edit", alice, attributes=changing())

        await portal.refused(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": token}
        )

    async def test_a_link_to_reset_sent_to_the_old_address_is_over(self, portal: Portal) -> None:
        alice, new = await portal.someone(site=False), f"{unique('new')}@example.com"
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        [reset] = await links_to(portal, alice.email)
        await portal.ok("/user/email_edit", alice, attributes={"email": new, "password": PASSWORD})
        [token] = await links_to(portal, new)
        await portal.ok("/auth/email_verify", attributes={"token": token})

        await portal.refused(
            Code.TOKEN_INVALID, "/auth/pwd_reset_check", attributes={"token": reset}
        )


class TestAudit:
    async def test_tells_sign_ins_changes_and_what_the_network_did(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        await portal.ok("/user/password_edit", alice, attributes=changing())
        decided = {"uid": alice.uid, "kind": "unlock"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=decided)

        log = await portal.ok("/user/audit", alice)

        assert [(row["action"], row["result"], row["by"]) for row in log["list"]] == [
            ("/network/account_lock", "ok", "network"),
            ("/user/password_edit", "ok", "you"),
            ("/auth/sign_in", "refused", "you"),
        ]
        assert [bool(row["ip"]) for row in log["list"]] == [False, True, True]
        assert (log["total"], log["next"]) == (3, None)

    async def test_pages_by_cursor_without_a_gap(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        for _ in range(5):
            await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        whole = (await portal.ok("/user/audit", alice))["list"]

        first = await portal.ok("/user/audit", alice, page={"perPage": 2})
        second = await portal.ok("/user/audit", alice, page={"perPage": 2, "cursor": first["next"]})

        assert first["list"] + second["list"] == whole[:4]
        assert (first["total"], second["total"]) == (5, 5)
        await portal.refused(
            Code.REQUEST_INVALID, "/user/audit", alice, page={"cursor": "nonsense"}
        )

    async def test_nobody_reads_anothers(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        assert (await portal.ok("/user/audit", bob))["list"] == []


class TestClose:
    async def test_nobody_signs_in_any_more_and_the_names_stay_taken(self, portal: Portal) -> None:
        alice = await portal.someone()
        other = await signed_in(portal, alice)

        await portal.ok("/user/close", alice, attributes={"password": PASSWORD})

        for token in (alice.token, other):
            await portal.refused(Code.UNAUTHORIZED, "/user/profile", token)
        await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username)
        )
        await portal.refused(
            Code.USERNAME_TAKEN, "/auth/account_check", attributes={"username": alice.username}
        )
        await portal.work()
        assert "Nobody can sign in to it any more" in mails_to(portal, alice.email)[-1]

    async def test_needs_the_password(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = {"password": "x"}
        await portal.refused(Code.LOGIN_PASSWORD_INVALID, "/user/close", alice, attributes=given)
        await portal.ok("/user/profile", alice)

    async def test_is_not_for_the_networks_staff(self, portal: Portal) -> None:
        given = {"password": PASSWORD}
        operator = await portal.operator()
        await portal.refused(Code.NOT_ALLOWED, "/user/close", operator, attributes=given)
