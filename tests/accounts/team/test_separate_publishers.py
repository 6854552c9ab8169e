"""What a person does in one of their publishers does not show in another."""

from typing import Any

import pytest

from rpc import Code
from schema.accounts.permission import Role
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.memberships import (
    add_membership,
    are_signed_out,
    join,
    switch,
)
from tests.support.portal import Portal


class TestApart:
    async def test_log_of_each_publisher_names_the_person(self, portal: Portal) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await join(portal, ana, owner, "manager")
        await portal.ok("/user/edit", member, attributes={"nickname": "Ana of Reed"})
        entries = (await portal.ok("/user/audit", owner))["list"]
        assert {(each["action"], each["person"]) for each in entries} >= {
            ("/user/edit", "Ana of Reed"),
            ("/auth/team_join", "Ana of Reed"),
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
