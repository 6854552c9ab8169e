"""Apps that are connected to an account, and what ends them."""

from rpc import Code
from tests.support.accounts.agents import connect_agent, register
from tests.support.accounts.memberships import join
from tests.support.accounts.payments import paypal, save_method
from tests.support.client import PASSWORD
from tests.support.databases import earlier
from tests.support.portal import Portal

NEW = "another long password"


class TestEnd:
    async def test_user_disconnects_an_app(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        agent = await connect_agent(portal, alice)
        [app] = (await portal.ok("/user/app_list", alice))["list"]
        assert app["name"] == "An agent" and app["scopes"] == ["agent.read"]
        assert (await portal.ok("/user/app_list", bob))["list"] == []
        await portal.refuses(Code.NOT_FOUND, "/user/app_end", bob, attributes={"id": app["id"]})
        assert await agent.data("site_list")
        [used] = (await portal.ok("/user/app_list", alice))["list"]
        assert used["last_used_at"] is not None
        await portal.ok("/user/app_end", alice, attributes={"id": app["id"]})
        assert (await agent.send("tools/list")).status_code == 401
        await portal.refuses(Code.NOT_FOUND, "/user/app_end", alice, attributes={"id": app["id"]})

    async def test_app_of_another_member_cannot_be_ended(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        agent = await connect_agent(portal, member)
        [app] = (await portal.ok("/user/app_list", member))["list"]
        await portal.refuses(Code.NOT_FOUND, "/user/app_end", owner, attributes={"id": app["id"]})
        assert await agent.data("site_list")

    async def test_app_revokes_its_tokens(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        for name in ("access_token", "refresh_token"):
            tokens = await app.connect(alice)
            response = await portal.http.post("/oauth/revoke", data={"token": tokens[name]})
            assert (response.status_code, response.json()) == (200, {})
            assert (await app.agent(tokens).send("tools/list")).status_code == 401
        unknown = await portal.http.post("/oauth/revoke", data={"token": "nonsense"})
        assert unknown.status_code == 200

    async def test_password_change_disconnects_every_app(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        tokens = await app.connect(alice)
        change = {"old": PASSWORD, "password": NEW, "confirm_password": NEW}
        await portal.ok("/user/password_edit", alice, attributes=change)
        assert (await app.agent(tokens).send("tools/list")).status_code == 401
        assert (await app.renew(tokens["refresh_token"])).status_code == 400
        assert (await portal.ok("/user/app_list", alice))["list"] == []

    async def test_authorization_code_issued_before_a_password_change_is_refused(
        self, portal: Portal
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        change = {"old": PASSWORD, "password": NEW, "confirm_password": NEW}
        await portal.ok("/user/password_edit", alice, attributes=change)
        assert (await app.redeem(code)).status_code == 400

    async def test_role_change_disconnects_the_apps_of_a_member(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        other = await connect_agent(portal, owner)
        agent = await connect_agent(portal, member)
        role = {"id": member.account_id, "was": "manager", "role": "analyst", "password": PASSWORD}
        await portal.ok("/user/team_role", owner, attributes=role)
        assert (await agent.send("tools/list")).status_code == 401
        assert await other.data("site_list")

    async def test_apps_of_a_removed_member_and_of_a_locked_publisher_are_disconnected(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        agents = [await connect_agent(portal, who) for who in (owner, member)]
        gone = {"id": member.account_id, "password": PASSWORD}
        await portal.ok("/user/team_remove", owner, attributes=gone)
        assert [(await agent.send("tools/list")).status_code for agent in agents] == [200, 401]
        lock = {"uid": owner.uid, "kind": "lock", "reason": "test"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=lock)
        assert (await agents[0].send("tools/list")).status_code == 401

    async def test_app_acts_only_for_the_publisher_in_which_it_was_allowed(
        self, portal: Portal
    ) -> None:
        """Somebody who works for two publishers; the credentials of both are in the first."""
        owner, maya = await portal.someone(), await portal.someone()
        home = await connect_agent(portal, maya)
        there = await join(portal, maya, owner, "manager")
        agent = await connect_agent(portal, there)
        [row] = (await agent.data("site_list"))["list"]
        assert row["id"] == owner.site_id
        assert [row["id"] for row in (await home.data("site_list"))["list"]] == [maya.site_id]
        assert (await portal.ok("/user/app_list", there))["total"] == 1
        change = {"old": PASSWORD, "password": NEW, "confirm_password": NEW}
        await portal.ok("/user/password_edit", there, attributes=change)
        for each in (agent, home):
            assert (await each.send("tools/list")).status_code == 401

    async def test_app_connected_after_a_stopped_change_is_disconnected(
        self, portal: Portal
    ) -> None:
        """What a thief would leave behind: an app, allowed after payment details were changed."""
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        before = await connect_agent(portal, member)
        async with portal.db() as db:
            await db.execute(
                f"update agent_grant set {earlier('created_at', '25 hours')} where publisher_id = $1",
                owner.uid,
            )
        await save_method(portal, owner, paypal("thief@example.com"))
        after = await connect_agent(portal, member)
        [change] = (await portal.ok("/user/changes", owner))["list"]
        await portal.ok("/user/change_stop", owner, attributes={"id": change["id"]})
        assert await before.data("site_list")
        assert (await after.send("tools/list")).status_code == 401

    async def test_twenty_first_app_disconnects_the_first(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        first = await app.connect(alice)
        for _ in range(20):
            await app.connect(alice)
        assert (await app.agent(first).send("tools/list")).status_code == 401
        assert (await portal.ok("/user/app_list", alice))["total"] == 20
