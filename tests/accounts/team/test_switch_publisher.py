"""A person switches between their publishers."""

import asyncio
from datetime import timedelta

from rpc import Code
from schema.accounts.permission import Role
from tests.accounts.team.test_team import ask
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.login_changes import sign_in
from tests.support.accounts.memberships import (
    add_membership,
    are_signed_out,
    join,
    publishers,
    switch,
    uid_of,
)
from tests.support.accounts.sign_up import credentials
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal

SWITCH = "/user/publisher_switch"


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

    async def test_member_of_one_publisher_has_no_publisher_to_switch_to(
        self, portal: Portal
    ) -> None:
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
            await portal.refuses(
                Code.NOT_ALLOWED, "/auth/team_join", who, attributes={"token": "a" * 40}
            )
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
