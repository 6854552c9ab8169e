"""Passwords, sessions and the account log of Login Information, and closing an account."""

from datetime import timedelta

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.support.accounts.login_changes import FRESH, change_of_password, sign_in
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.sign_up import credentials
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal, unique


class TestPasswordEdit:
    async def test_password_change_ends_every_other_session(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        other = await sign_in(portal, alice)

        await portal.ok("/user/password_edit", alice, attributes=change_of_password())

        await portal.ok("/user/profile", alice)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username, FRESH))

    async def test_password_change_with_a_wrong_current_password_is_refused(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        given = change_of_password(old="x")
        await portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/user/password_edit", alice, attributes=given
        )
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

    async def test_change_to_a_weak_or_differing_password_is_refused(self, portal: Portal) -> None:
        alice, path = await portal.someone(site=False), "/user/password_edit"
        weak, differing = (
            change_of_password(new="password1234"),
            change_of_password(confirm_password="another"),
        )
        await portal.refuses(Code.PASSWORD_INVALID, path, alice, attributes=weak)
        await portal.refuses(Code.CONFIRM_PASSWORD_WRONG, path, alice, attributes=differing)

    async def test_password_change_revokes_reset_links(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        [token] = await links_to(portal, alice.email)

        await portal.ok("/user/password_edit", alice, attributes=change_of_password())

        await portal.refuses(
            Code.TOKEN_INVALID, "/auth/pwd_reset_check", attributes={"token": token}
        )
        await portal.work()
        assert "Your password was changed" in mails_to(portal, alice.email)[-1]

    async def test_guesses_of_the_current_password_are_limited(self, portal: Portal) -> None:
        alice, limits = await portal.someone(site=False), portal.resources.shared_limits
        portal.resources.shared_limits = limits._replace(
            password=SharedLimit(unique("password"), ((3, DAY),))
        )
        given = change_of_password(old="x")
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
    async def test_current_sessions_are_listed_with_their_device(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await sign_in(portal, alice)

        listed = (await portal.ok("/auth/sessions", alice))["list"]

        assert [session["device"] for session in listed if not session["current"]] == [
            "Firefox on Linux"
        ]
        assert sum(session["current"] for session in listed) == 1

    async def test_ended_and_expired_sessions_are_not_listed(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok("/auth/sign_out", await sign_in(portal, alice))
        await sign_in(portal, alice)
        async with portal.db() as db:
            await db.execute(
                f"update session set {earlier('last_seen', '$2')}"
                " where publisher_id = $1 and user_agent <> 'test'",
                alice.uid,
                timedelta(hours=3),
            )
        assert [one["current"] for one in (await portal.ok("/auth/sessions", alice))["list"]] == [
            True
        ]

    async def test_sessions_of_other_publishers_are_not_listed(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        await sign_in(portal, alice)
        assert len((await portal.ok("/auth/sessions", bob))["list"]) == 1


class TestSessionEnd:
    async def test_ending_another_session_keeps_the_callers_own(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        other = await sign_in(portal, alice)
        listed = (await portal.ok("/auth/sessions", alice))["list"]
        [id] = [session["id"] for session in listed if not session["current"]]

        await portal.ok("/auth/session_end", alice, attributes={"id": id})

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
        await portal.ok("/user/profile", alice)
        await portal.refuses(Code.NOT_FOUND, "/auth/session_end", alice, attributes={"id": id})

    async def test_session_of_another_account_cannot_be_ended(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        [session] = (await portal.ok("/auth/sessions", alice))["list"]
        for id in (session["id"], "nonsense", "00"):
            await portal.refuses(Code.NOT_FOUND, "/auth/session_end", bob, attributes={"id": id})
        await portal.ok("/user/profile", alice)


class TestAudit:
    async def test_activity_log_lists_sign_ins_account_changes_and_network_actions(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        await portal.ok("/user/password_edit", alice, attributes=change_of_password())
        decided = {"uid": alice.uid, "kind": "unlock"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=decided)

        log = await portal.ok("/user/audit", alice)

        assert [(row["action"], row["result"], row["by"]) for row in log["list"]] == [
            ("/network/account_lock", "ok", "network"),
            ("/user/password_edit", "ok", "you"),
            ("/auth/sign_in", "refused", "unknown"),
        ]
        assert [bool(row["ip"]) for row in log["list"]] == [False, True, True]
        assert (log["total"], log["next"]) == (3, None)

    async def test_activity_log_is_paged_by_cursor_without_gaps(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        for _ in range(5):
            await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        whole = (await portal.ok("/user/audit", alice))["list"]

        first = await portal.ok("/user/audit", alice, page={"perPage": 2})
        second = await portal.ok("/user/audit", alice, page={"perPage": 2, "cursor": first["next"]})

        assert first["list"] + second["list"] == whole[:4]
        assert (first["total"], second["total"]) == (5, 5)
        await portal.refuses(
            Code.REQUEST_INVALID, "/user/audit", alice, page={"cursor": "nonsense"}
        )

    async def test_activity_log_of_other_publishers_is_not_listed(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        assert (await portal.ok("/user/audit", bob))["list"] == []


class TestClose:
    async def test_closed_account_cannot_sign_in_and_keeps_its_username(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        other = await sign_in(portal, alice)

        await portal.ok("/user/close", alice, attributes={"password": PASSWORD})

        for token in (alice.token, other):
            await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username)
        )
        await portal.refuses(
            Code.USERNAME_TAKEN, "/auth/account_check", attributes={"username": alice.username}
        )
        await portal.work()
        assert "was closed" in mails_to(portal, alice.email)[-1]

    async def test_closing_an_account_requires_the_password(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = {"password": "x"}
        await portal.refuses(Code.LOGIN_PASSWORD_INVALID, "/user/close", alice, attributes=given)
        await portal.ok("/user/profile", alice)

    async def test_operator_account_cannot_be_closed(self, portal: Portal) -> None:
        given = {"password": PASSWORD}
        operator = await portal.operator()
        await portal.refuses(Code.NOT_ALLOWED, "/user/close", operator, attributes=given)
