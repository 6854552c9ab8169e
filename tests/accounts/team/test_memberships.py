"""One person in several publishers: joining with the account they have, switching, and going."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from schema.accounts.account import Role
from tests.accounts.team.test_team import accepting, address, ask, roles
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.login_changes import FRESH, change_of_password, sign_in
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.memberships import (
    add_membership,
    invite,
    join,
    publishers,
    switch,
)
from tests.support.accounts.password_resets import choice_of_password, request_reset
from tests.support.accounts.sign_up import credentials
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal, Someone, unique

JOIN, SWITCH = "/auth/team_join", "/user/publisher_switch"


async def uid_of(portal: Portal, who: Someone | str) -> int:
    """The publisher for which a session acts."""
    uid: int = (await portal.ok("/user/profile", who))["uid"]
    return uid


async def are_signed_out(portal: Portal, *people: Someone) -> bool:
    """Whether the sessions of all these people have ended."""
    replies = [await portal.post("/user/profile", who) for who in people]
    return {reply.code for reply in replies} == {Code.UNAUTHORIZED.number}


async def stop_closing(portal: Portal, who: Someone) -> None:
    """Stop the closing of somebody's account with the mailed link."""
    await portal.work()
    text = mails_to(portal, who.email, subject="The account of")[-1]
    token = text.split("stop-change?token=")[1].split()[0]
    await portal.ok("/auth/change_stop", attributes={"token": token})


class TestJoin:
    async def test_person_joins_with_the_account_and_the_password_that_they_have(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(name="Fern Reviews"), await portal.someone(name="Reed")
        token = await invite(portal, owner, ana.email)
        check = await portal.ok("/auth/team_check", attributes={"token": token})
        assert (check["publisher"], check["email"], check["has_account"]) == (
            "Reed",
            ana.email,
            True,
        )

        made = await portal.ok(JOIN, ana, attributes={"token": token})

        profile = await portal.ok("/user/profile", made["token"])
        assert (profile["uid"], profile["id"]) == (owner.uid, ana.account_id)
        assert (profile["roles"], profile["username"]) == (["analyst"], ana.username)
        assert [
            (each["name"], each["role"], each["current"]) for each in profile["publishers"]
        ] == [
            ("Fern Reviews", "owner", False),
            ("Reed", "analyst", True),
        ]
        assert await are_signed_out(portal, ana)
        assert await uid_of(portal, await sign_in(portal, ana)) == owner.uid
        assert await roles(portal, owner) == {owner.username: "owner", ana.username: "analyst"}

    async def test_invitation_does_not_say_whether_an_address_has_an_account(
        self, portal: Portal
    ) -> None:
        owner, stranger = await portal.someone(), await portal.someone()
        answers = [
            await portal.post(
                "/user/team_invite",
                owner,
                attributes={"email": email, "role": "analyst", "password": PASSWORD},
            )
            for email in (stranger.email, address())
        ]
        assert [reply.code for reply in answers] == [0, 0]
        waiting = (await portal.ok("/user/team_list", owner))["invitations"]
        assert {frozenset(each) for each in waiting} == {frozenset(waiting[0])}

    async def test_second_password_is_refused_for_an_address_with_an_account(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        token = await invite(portal, owner, ana.email)
        reply = await portal.refuses(
            Code.EMAIL_TAKEN, "/auth/team_accept", attributes=accepting(token)
        )
        assert "sign in with it" in reply.message
        assert await roles(portal, owner) == {owner.username: "owner"}

    async def test_invitation_is_accepted_once_and_by_the_invited_person_alone(
        self, portal: Portal
    ) -> None:
        ana, owner, other = [await portal.someone() for _ in range(3)]
        given = {"token": await invite(portal, owner, ana.email)}
        reply = await portal.refuses(Code.STATE_FORBIDS, JOIN, other, attributes=given)
        assert "another address" in reply.message
        assert ana.email not in reply.message

        second = replace(ana, token=await sign_in(portal, ana))
        replies = await asyncio.gather(
            *(portal.post(JOIN, who, attributes=given) for who in (ana, second))
        )
        assert sorted(reply.code for reply in replies)[0] == 0
        assert {reply.code for reply in replies} & {
            Code.TRACK_USED.number,
            Code.STATE_FORBIDS.number,
        }
        again = await sign_in(portal, ana)
        reply = await portal.refuses(Code.TRACK_USED, JOIN, again, attributes=given)
        assert "has been accepted" in reply.message

    async def test_withdrawn_and_forged_invitations_are_refused(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        token = await invite(portal, owner, ana.email)
        [waiting] = (await portal.ok("/user/team_list", owner))["invitations"]
        await portal.ok("/user/team_withdraw", owner, attributes={"id": waiting["id"]})
        reply = await portal.refuses(Code.TOKEN_INVALID, JOIN, ana, attributes={"token": token})
        assert reply.data == {"reason": "withdrawn"}
        await portal.refuses(Code.TOKEN_INVALID, JOIN, ana, attributes={"token": token[::-1]})

    async def test_member_cannot_join_again(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone(name="Reed")
        token = await invite(portal, owner, ana.email)
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        for who in (ana, member):
            reply = await portal.refuses(Code.STATE_FORBIDS, JOIN, who, attributes={"token": token})
            assert reply.message == "You work for Reed already"
        given = {"email": ana.email, "role": "manager", "password": PASSWORD}
        reply = await portal.refuses(Code.EMAIL_TAKEN, "/user/team_invite", owner, attributes=given)
        assert "your team" in reply.message

    async def test_staff_work_for_no_publisher(self, portal: Portal) -> None:
        owner, operator = await portal.someone(), await portal.new_operator()
        given = {"email": operator.email, "role": "analyst", "password": PASSWORD}
        await portal.refuses(Code.EMAIL_TAKEN, "/user/team_invite", owner, attributes=given)
        token = await invite(portal, owner, address())
        reply = await portal.refuses(
            Code.STATE_FORBIDS, JOIN, operator, attributes={"token": token}
        )
        assert "staff" in reply.message

    async def test_address_of_a_closed_account_cannot_be_invited(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        await ask(portal, "/user/close", ana)
        given = {"email": ana.email, "role": "analyst", "password": PASSWORD}
        reply = await portal.refuses(Code.EMAIL_TAKEN, "/user/team_invite", owner, attributes=given)
        assert "another address" in reply.message

    async def test_new_finance_member_of_a_second_publisher_moves_no_money_there(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await join(portal, ana, owner, "finance")
        permissions = (await portal.ok("/user/profile", member))["permissions"]
        assert "payment.edit" not in permissions
        assert "payment.read" in permissions
        home = await switch(portal, member, ana.uid)
        assert "payment.edit" in (await portal.ok("/user/profile", home))["permissions"]
        await portal.work()
        assert mails_to(portal, owner.email, subject=f"{ana.username} joined")


class TestSwitch:
    async def test_person_switches_between_publishers(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await join(portal, ana, owner, "manager")
        assert await publishers(portal, member) == {ana.uid: "owner", owner.uid: "manager"}

        home = await switch(portal, member, ana.uid)

        assert await are_signed_out(portal, member)
        assert await uid_of(portal, home) == ana.uid
        current = [
            each["uid"]
            for each in (await portal.ok("/user/publishers", home))["list"]
            if each["current"]
        ]
        assert current == [ana.uid]
        assert await uid_of(portal, await sign_in(portal, ana)) == ana.uid
        await switch(portal, home, owner.uid)
        assert await uid_of(portal, await sign_in(portal, ana)) == owner.uid

    async def test_person_of_one_publisher_has_nothing_to_switch_to(self, portal: Portal) -> None:
        ana = await portal.someone(name="Fern")
        assert (await portal.ok("/user/profile", ana))["publishers"] == []
        [only] = (await portal.ok("/user/publishers", ana))["list"]
        assert only == {"uid": ana.uid, "name": "Fern", "role": "owner", "current": True}

    async def test_switching_to_a_publisher_of_others_is_refused(self, portal: Portal) -> None:
        ana, other = await portal.someone(), await portal.someone()
        for uid in (other.uid, 999_999_999):
            reply = await portal.refuses(Code.NOT_FOUND, SWITCH, ana, attributes={"uid": uid})
            assert reply.data["field"] == "attributes.uid"

    async def test_ended_membership_is_refused_in_words(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        await add_membership(portal, ana, owner, Role.ANALYST)
        await ask(portal, "/user/team_remove", owner, id=ana.account_id)
        reply = await portal.refuses(Code.STATE_FORBIDS, SWITCH, ana, attributes={"uid": owner.uid})
        assert "no longer work for this publisher" in reply.message
        assert await publishers(portal, ana) == {ana.uid: "owner"}

    async def test_session_lasts_no_longer_after_a_switch(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        await add_membership(portal, ana, owner, Role.ANALYST)
        async with portal.db() as db:
            await db.execute(
                f"update session set {earlier('expires_at', '$2')} where publisher_id = $1",
                *(ana.uid, timedelta(hours=23)),
            )
        before = (await portal.ok("/user/profile", ana))["session_expires_at"]
        member = await switch(portal, ana, owner.uid)
        assert (await portal.ok("/user/profile", member))["session_expires_at"] == before

    async def test_tokens_and_staff_do_not_switch(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        await add_membership(portal, ana, owner, Role.ANALYST)
        token = (await make(portal, ana, scopes=["report.read"]))["token"]
        code = await issue_code(portal, await portal.new_operator(), email=ana.email)
        staff = await enter(portal, code)
        for who in (token, staff):
            await portal.refuses(Code.NOT_ALLOWED, SWITCH, who, attributes={"uid": owner.uid})
            await portal.refuses(Code.NOT_ALLOWED, JOIN, who, attributes={"token": "a" * 40})
        await portal.refuses(Code.NOT_ALLOWED, "/user/publishers", token)
        assert await publishers(portal, staff) == {ana.uid: "owner"}
        assert (await portal.ok("/user/profile", staff))["publishers"] == []

    async def test_switch_in_the_moment_of_a_removal_leaves_no_session(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        for _ in range(4):
            ana = await portal.someone()
            await add_membership(portal, ana, owner, Role.ANALYST)
            switched, removed = await asyncio.gather(
                portal.post(SWITCH, ana, attributes={"uid": owner.uid}),
                portal.post(
                    "/user/team_remove",
                    owner,
                    attributes={"id": ana.account_id, "password": PASSWORD},
                ),
            )
            assert removed.code == 0
            if switched.code == 0:
                token = switched.data["token"]
                await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)
            else:
                assert switched.code == Code.STATE_FORBIDS.number
                assert await uid_of(portal, ana) == ana.uid

    async def test_sign_in_in_the_moment_of_a_removal_from_home_is_not_lost(
        self, portal: Portal
    ) -> None:
        owner, reed = await portal.someone(), await portal.someone()
        for _ in range(4):
            ana = await portal.member(owner, Role.MANAGER)
            await add_membership(portal, ana, reed, Role.ANALYST)
            given = {"id": ana.account_id, "password": PASSWORD}
            signed_in, removed = await asyncio.gather(
                portal.post("/auth/sign_in", attributes=credentials(ana.username)),
                portal.post("/user/team_remove", owner, attributes=given),
            )
            assert removed.code == 0
            # Whoever comes between reads the credentials where they were, and tries again.
            assert signed_in.code in (0, Code.PASSWORD_WRONG.number)
            assert await uid_of(portal, await sign_in(portal, ana)) == reed.uid

    async def test_staff_sign_in_to_the_publisher_they_name_though_its_owners_home_is_another(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        await add_membership(portal, ana, owner, Role.OWNER)
        code = await issue_code(portal, await portal.new_operator(), uid=owner.uid)
        profile = await portal.ok("/user/profile", await enter(portal, code))
        assert (profile["uid"], profile["username"]) == (owner.uid, ana.username)

    async def test_narrowed_member_switches_to_a_publisher_of_their_own(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(
            portal, ana, owner, Role.MANAGER, site_ids=[owner.site_id or 0]
        )
        home = await switch(portal, member, ana.uid)
        assert (await portal.ok("/user/profile", home))["site_ids"] is None


class TestCredentials:
    """Whatever changes how somebody signs in ends their sessions in all publishers at once."""

    async def test_password_changed_at_one_publisher_counts_at_all(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.DEVELOPER)
        token = (await make(portal, ana, scopes=["report.read"]))["token"]

        await portal.ok("/user/password_edit", member, attributes=change_of_password())

        assert await are_signed_out(portal, ana)
        assert await uid_of(portal, member) == owner.uid
        await portal.ok("/reports/events", token)
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(ana.username)
        )
        await portal.ok("/auth/sign_in", attributes=credentials(ana.username, FRESH))
        for who in (member, await switch(portal, replace(member, password=FRESH), ana.uid)):
            if who.uid == ana.uid:
                actions = [each["action"] for each in (await portal.ok("/user/audit", who))["list"]]
                assert "/user/password_edit" in actions

    async def test_reset_password_ends_everything_everywhere(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.DEVELOPER)
        token = (await make(portal, member, scopes=["report.read"]))["token"]
        link = await request_reset(portal, ana)
        await portal.ok("/auth/pwd_reset", attributes=choice_of_password(link))
        assert await are_signed_out(portal, ana, member)
        await portal.refuses(Code.UNAUTHORIZED, "/reports/events", token)

    async def test_wrong_passwords_are_counted_over_all_publishers(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        limits, given = portal.resources.shared_limits, change_of_password(old="wrong one")
        portal.resources.shared_limits = limits._replace(
            password=SharedLimit(unique("password"), ((4, DAY),))
        )
        try:
            codes = [
                (await portal.post("/user/password_edit", who, attributes=given)).code
                for who in (ana, member) * 3
            ]
        finally:
            portal.resources.shared_limits = limits
        wrong, limited = Code.LOGIN_PASSWORD_INVALID.number, Code.TOO_MANY_REQUESTS.number
        assert codes == [wrong] * 4 + [limited] * 2

    async def test_changed_address_is_shown_at_all_publishers(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        new = address()
        given = {"email": new, "password": PASSWORD}
        await portal.ok("/user/email_edit", member, attributes=given)
        await portal.ok(
            "/auth/email_verify", attributes={"token": (await links_to(portal, new))[-1]}
        )
        assert await are_signed_out(portal, ana, member)
        members = (await portal.ok("/user/team_list", owner))["members"]
        assert {each["email"] for each in members} == {owner.email, new}
        token = (await portal.ok("/auth/sign_in", attributes=credentials(new)))["token"]
        assert (await portal.ok("/user/profile", token))["login_email"] == new

    async def test_lock_of_one_publisher_ends_sessions_everywhere_and_keeps_nobody_from_the_other(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        lock = {"uid": ana.uid, "kind": "lock", "reason": "A question"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=lock)
        assert await are_signed_out(portal, ana, member)
        token = await sign_in(portal, ana)
        assert await uid_of(portal, token) == owner.uid
        await portal.refuses(Code.USER_LOCKED, SWITCH, token, attributes={"uid": ana.uid})

    async def test_new_password_asked_by_the_network_is_asked_of_the_whole_person(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        given = {"uid": owner.uid, "kind": "new_password"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=given)
        assert await are_signed_out(portal, ana, member, owner)
        await portal.refuses(
            Code.PASSWORD_EXPIRED, "/auth/sign_in", attributes=credentials(ana.username)
        )

    async def test_role_at_one_publisher_changes_nothing_at_the_other(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        change = {"id": ana.account_id, "role": "developer", "was": "analyst"}
        await ask(portal, "/user/team_role", owner, **change)
        assert await are_signed_out(portal, member)
        assert await uid_of(portal, ana) == ana.uid
        assert await publishers(portal, ana) == {ana.uid: "owner", owner.uid: "developer"}


class TestGoing:
    async def test_member_removed_from_a_second_publisher_goes_on_at_home(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone(name="Reed")
        member = await join(portal, ana, owner, "developer")
        token = (await make(portal, member, scopes=["report.read"]))["token"]
        home = replace(ana, token=await sign_in(portal, ana))
        home = await switch(portal, home, ana.uid)

        await ask(portal, "/user/team_remove", owner, id=ana.account_id)

        assert await are_signed_out(portal, member)
        await portal.refuses(Code.UNAUTHORIZED, "/reports/events", token)
        assert await uid_of(portal, home) == ana.uid
        assert await uid_of(portal, await sign_in(portal, ana)) == ana.uid
        assert await roles(portal, owner) == {owner.username: "owner"}
        await portal.work()
        assert mails_to(portal, ana.email, subject="You were removed from the team")
        again = await join(portal, home, owner, "manager")
        assert await publishers(portal, again) == {ana.uid: "owner", owner.uid: "manager"}

    async def test_member_removed_from_the_home_publisher_signs_in_to_the_other(
        self, portal: Portal
    ) -> None:
        owner, reed = await portal.someone(), await portal.someone()
        ana = await portal.member(owner, Role.MANAGER)
        member = await add_membership(portal, ana, reed, Role.ANALYST)

        await ask(portal, "/user/team_remove", owner, id=ana.account_id)

        assert await are_signed_out(portal, ana)
        assert await uid_of(portal, member) == reed.uid
        signed_in = replace(member, token=await sign_in(portal, ana))
        assert await publishers(portal, signed_in) == {reed.uid: "analyst"}
        await portal.ok("/user/password_edit", signed_in, attributes=change_of_password())
        await portal.ok("/auth/sign_in", attributes=credentials(ana.email, FRESH))
        async with portal.db() as db:
            left = await db.fetchrow(
                "select password_hash, home_uid from account where publisher_id = $1 and account_id = $2",
                *(owner.uid, ana.account_id),
            )
        assert tuple(left) == ("", reed.uid)
        back = await join(portal, replace(signed_in, password=FRESH), owner, "developer")
        assert await publishers(portal, back) == {owner.uid: "developer", reed.uid: "analyst"}

    async def test_person_who_left_their_last_publisher_frees_their_address(
        self, portal: Portal
    ) -> None:
        owner, reed = await portal.someone(), await portal.someone()
        ana = await portal.member(owner, Role.MANAGER)
        member = await add_membership(portal, ana, reed, Role.ANALYST)
        await ask(portal, "/user/team_leave", ana)
        await ask(portal, "/user/team_leave", member)
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(ana.username)
        )
        token = await invite(portal, owner, ana.email)
        given = accepting(token, username=ana.username)
        await portal.ok("/auth/team_accept", attributes=given)

    async def test_closing_a_publisher_leaves_its_members_their_others(
        self, portal: Portal
    ) -> None:
        owner, reed = await portal.someone(name="Fern"), await portal.someone()
        ana = await portal.member(owner, Role.MANAGER)
        member = await add_membership(portal, ana, reed, Role.ANALYST)
        await ask(portal, "/user/close", owner)
        assert await are_signed_out(portal, ana, owner)
        assert await uid_of(portal, member) == reed.uid
        assert await uid_of(portal, await sign_in(portal, ana)) == reed.uid
        await portal.work()
        assert mails_to(portal, ana.email, subject="You were removed from the team of Fern")
        assert mails_to(portal, ana.email, subject="account is closed") == []

    async def test_closed_publisher_is_opened_again_with_its_members(self, portal: Portal) -> None:
        owner, reed = await portal.someone(), await portal.someone()
        ana = await portal.member(owner, Role.MANAGER)
        await add_membership(portal, ana, reed, Role.ANALYST)
        await ask(portal, "/user/close", owner)
        await stop_closing(portal, owner)
        back = await sign_in(portal, ana)
        assert await publishers(portal, back) == {owner.uid: "manager", reed.uid: "analyst"}
        assert await uid_of(portal, await sign_in(portal, owner)) == owner.uid

    async def test_stop_of_a_closing_brings_all_memberships_back(self, portal: Portal) -> None:
        owner, reed, sedge = [await portal.someone() for _ in range(3)]
        ana = await portal.member(owner, Role.OWNER)
        member = await add_membership(portal, ana, reed, Role.MANAGER)
        left = await add_membership(portal, ana, sedge, Role.ANALYST)
        async with portal.db() as db:
            await db.execute(
                "update account set site_ids = $3 where publisher_id = $1 and account_id = $2",
                *(reed.uid, ana.account_id, [reed.site_id]),
            )
        await ask(portal, "/user/team_leave", left)
        await ask(portal, "/user/close", member)
        assert await roles(portal, reed) == {reed.username: "owner"}
        await stop_closing(portal, ana)
        back = await sign_in(portal, ana)
        assert await publishers(portal, back) == {owner.uid: "owner", reed.uid: "manager"}
        again = await sign_in(portal, owner)
        assert await roles(portal, again) == {owner.username: "owner", ana.username: "owner"}
        there = await switch(portal, replace(ana, token=back), reed.uid)
        assert (await portal.ok("/user/profile", there))["site_ids"] == [reed.site_id]
        events = await portal.value(
            "select array_agg(body ->> 'kind' order by at) from event where publisher_id = $1 and event_type = 18",
            reed.uid,
        )
        assert events[-2:] == ["left", "joined"]

    async def test_stop_of_a_closing_resumes_mailed_views_and_leaves_tokens_ended(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        ana = await portal.member(owner, Role.MANAGER)
        view = {"report": "clicks", "name": "All", "filter": {}, "days": "last_7", "mailed": "week"}
        for who in (owner, ana):
            await portal.ok("/reports/view_save", who, attributes=view)
        token = (await make(portal, owner))["token"]
        await ask(portal, "/user/close", owner)
        mailed = "select count(*) from saved_view where publisher_id = $1 and mail_at is not null"
        assert await portal.value(mailed, owner.uid) == 0

        await stop_closing(portal, owner)

        assert await portal.value(mailed, owner.uid) == 2
        back = await sign_in(portal, owner)
        [shown] = (await portal.ok("/reports/view_list", back))["list"]
        assert shown["mailed"] == "week"
        await portal.refuses(Code.UNAUTHORIZED, "/reports/performance", token)
        await portal.work()
        [text] = mails_to(portal, owner.email, subject="was stopped")
        assert "API tokens, apps and addresses for spreadsheets stay ended" in text

    async def test_views_of_a_removed_member_are_mailed_no_more(self, portal: Portal) -> None:
        owner = await portal.someone()
        ana = await portal.member(owner, Role.MANAGER)
        view = {"report": "clicks", "name": "All", "filter": {}, "days": "last_7", "mailed": "week"}
        await portal.ok("/reports/view_save", ana, attributes=view)
        await ask(portal, "/user/team_remove", owner, id=ana.account_id)
        mailed = "select mailed from saved_view where publisher_id = $1"
        assert await portal.value(mailed, owner.uid) == "never"

    async def test_stop_of_a_closing_opens_no_membership_of_a_publisher_that_closed_meanwhile(
        self, portal: Portal
    ) -> None:
        owner, reed = await portal.someone(), await portal.someone()
        ana = await portal.member(owner, Role.OWNER)
        member = await add_membership(portal, ana, reed, Role.MANAGER)
        await ask(portal, "/user/close", member)
        await ask(portal, "/user/close", reed)
        await stop_closing(portal, ana)
        assert await publishers(portal, await sign_in(portal, ana)) == {owner.uid: "owner"}

    async def test_credentials_come_back_to_a_reopened_publisher_if_they_have_no_other_home(
        self, portal: Portal
    ) -> None:
        owner, reed = await portal.someone(), await portal.someone()
        ana = await portal.member(owner, Role.MANAGER)
        member = await add_membership(portal, ana, reed, Role.ANALYST)
        await ask(portal, "/user/close", owner)
        await ask(portal, "/user/team_leave", member)
        await stop_closing(portal, owner)
        back = await sign_in(portal, ana)
        assert await publishers(portal, back) == {owner.uid: "manager"}
        assert await roles(portal, await sign_in(portal, owner)) == {
            owner.username: "owner",
            ana.username: "manager",
        }

    async def test_person_closes_their_account_in_all_publishers(self, portal: Portal) -> None:
        owner, reed = await portal.someone(), await portal.someone(name="Reed")
        ana = await portal.member(owner, Role.OWNER)
        member = await add_membership(portal, ana, reed, Role.ANALYST)
        preview = await portal.ok("/user/closing", ana)
        assert (preview["stays_open"], preview["leaves"]) == (True, ["Reed"])
        await ask(portal, "/user/close", member)
        assert await are_signed_out(portal, ana, member)
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(ana.username)
        )
        assert await roles(portal, owner) == {owner.username: "owner"}
        assert await roles(portal, reed) == {reed.username: "owner"}

    async def test_last_owner_of_another_publisher_does_not_close_their_account(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(name="Fern"), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        given = {"password": PASSWORD}
        reply = await portal.refuses(Code.STATE_FORBIDS, "/user/close", member, attributes=given)
        assert "only owner of Fern" in reply.message
        assert await uid_of(portal, member) == owner.uid

    async def test_staff_do_not_close_their_accounts(self, portal: Portal) -> None:
        given = {"password": PASSWORD}
        await portal.refuses(
            Code.NOT_ALLOWED, "/user/close", await portal.new_operator(), attributes=given
        )


class TestApart:
    async def test_log_of_each_publisher_names_the_person(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await join(portal, ana, owner, "manager")
        await portal.ok("/user/edit", member, attributes={"nickname": "Ana of Reed"})
        entries = (await portal.ok("/user/audit", owner))["list"]
        assert {(each["action"], each["person"]) for each in entries} >= {
            ("/user/edit", "Ana of Reed"),
            (JOIN, "Ana of Reed"),
        }
        home = await switch(portal, member, ana.uid)
        own = (await portal.ok("/user/audit", home))["list"]
        assert {each["person"] for each in own} == {ana.username}
        assert "/user/edit" not in {each["action"] for each in own}

    async def test_tokens_and_mail_settings_are_of_one_publisher(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.DEVELOPER)
        token = await make(portal, member, scopes=["report.read"], name="Of Reed")
        await portal.ok("/user/edit", member, attributes={"notifications": {"payments": False}})
        assert (await portal.ok("/common/token_list", ana))["total"] == 0
        assert (await portal.ok("/user/profile", ana))["notifications"]["payments"] is True
        given = {"id": token["id"]}
        await portal.refuses(Code.NOT_FOUND, "/common/token_del", ana, attributes=given)

    async def test_sessions_of_all_publishers_are_listed_and_ended_anywhere(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(name="Fern Reviews"), await portal.someone(name="Reed")
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        narrowed = await add_membership(
            portal, ana, await portal.someone(name="Sedge"), Role.MANAGER
        )
        async with portal.db() as db:
            await db.execute(
                "update account set site_ids = '{1}' where publisher_id = $1 and account_id = $2",
                *(narrowed.uid, ana.account_id),
            )
        for who, name in ((ana, "Fern Reviews"), (member, "Reed"), (narrowed, "Sedge")):
            listed = (await portal.ok("/auth/sessions", who))["list"]
            assert {each["publisher"]: each["current"] for each in listed} == {
                each: each == name for each in ("Fern Reviews", "Reed", "Sedge")
            }
        [away] = [each for each in listed if each["publisher"] == "Reed"]
        stranger = await portal.someone()
        await portal.refuses(
            Code.NOT_FOUND, "/auth/session_end", stranger, attributes={"id": away["id"]}
        )
        await portal.ok("/auth/session_end", ana, attributes={"id": away["id"]})
        assert await are_signed_out(portal, member)
        assert not await are_signed_out(portal, narrowed)
        [entry, *_] = (await portal.ok("/user/audit", owner))["list"]
        assert (entry["action"], entry["person"]) == ("/auth/session_end", ana.username)
        await portal.refuses(
            Code.NOT_FOUND, "/auth/session_end", ana, attributes={"id": away["id"]}
        )

    async def test_staff_who_act_for_a_member_see_sessions_of_one_publisher(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone(name="Reed")
        await add_membership(portal, ana, owner, Role.ANALYST)
        operator = await portal.operator()
        acting = await enter(portal, await issue_code(portal, operator, uid=ana.uid))
        listed = (await portal.ok("/auth/sessions", acting))["list"]
        assert "Reed" not in {each["publisher"] for each in listed}
        assert len((await portal.ok("/auth/sessions", operator))["list"]) == 1

    @pytest.mark.parametrize("path", ["/payments/methods", "/user/team_list"])
    async def test_role_of_the_current_publisher_decides(self, portal: Portal, path: str) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.DEVELOPER)
        answers: dict[str, Any] = {
            "here": (await portal.post(path, member)).code,
            "home": (await portal.post(path, ana)).code,
        }
        allowed = 0 if path == "/user/team_list" else Code.NOT_ALLOWED.number
        assert answers == {"here": allowed, "home": 0}
