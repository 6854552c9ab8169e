"""A person joins another publisher with the account that they have."""

import asyncio
from dataclasses import replace

from rpc import Code
from schema.accounts.permission import Role
from tests.accounts.team.test_team import accepting, address, ask, roles
from tests.support.accounts.login_changes import sign_in
from tests.support.accounts.mails import mails_to
from tests.support.accounts.memberships import (
    add_membership,
    are_signed_out,
    invite,
    join,
    switch,
    uid_of,
)
from tests.support.portal import PASSWORD, Portal

JOIN = "/auth/team_join"


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
