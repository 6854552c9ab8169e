"""What a person signs in with is the same in all their publishers."""

from dataclasses import replace

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from schema.accounts.permission import Role
from tests.accounts.team.test_team import address, ask
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.login_changes import FRESH, change_of_password, sign_in
from tests.support.accounts.mails import links_to
from tests.support.accounts.memberships import (
    add_membership,
    are_signed_out,
    publishers,
    switch,
    uid_of,
)
from tests.support.accounts.password_resets import choice_of_password, request_reset
from tests.support.accounts.sign_up import credentials
from tests.support.portal import PASSWORD, Portal, unique


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

    async def test_locked_publisher_ends_sessions_everywhere_and_leaves_other_publishers_accessible(
        self, portal: Portal
    ) -> None:
        ana, owner = await portal.someone(), await portal.someone()
        member = await add_membership(portal, ana, owner, Role.ANALYST)
        lock = {"uid": ana.uid, "kind": "lock", "reason": "A question"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=lock)
        assert await are_signed_out(portal, ana, member)
        token = await sign_in(portal, ana)
        assert await uid_of(portal, token) == owner.uid
        await portal.refuses(
            Code.USER_LOCKED, "/user/publisher_switch", token, attributes={"uid": ana.uid}
        )

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
