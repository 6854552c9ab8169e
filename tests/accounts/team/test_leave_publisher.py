"""A person leaves one of their publishers, or a publisher is closed, and the others remain."""

from dataclasses import replace

from rpc import Code
from schema.accounts.permission import Role
from tests.accounts.team.test_team import accepting, ask, roles
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.login_changes import FRESH, change_of_password, sign_in
from tests.support.accounts.mails import mails_to
from tests.support.accounts.memberships import (
    add_membership,
    are_signed_out,
    invite,
    join,
    publishers,
    stop_closing,
    switch,
    uid_of,
)
from tests.support.accounts.sign_up import credentials
from tests.support.portal import PASSWORD, Portal


class TestGoing:
    async def test_member_removed_from_a_second_publisher_still_works_at_home(
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

    async def test_credentials_are_restored_to_a_reopened_publisher_without_another_home(
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
