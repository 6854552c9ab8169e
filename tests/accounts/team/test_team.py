"""Members of a publisher: who is invited, who joins, who changes roles, and who goes."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from schema.accounts.permission import Role
from schema.accounts.team import MEMBERS_MAX
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.waits import pass_wait
from tests.support.portal import PASSWORD, Portal, Someone, unique

CHOSEN = "a fine new passphrase"
OTHERS = [role for role in Role if role is not Role.OWNER]


def address() -> str:
    return f"{unique('invited')}@example.com"


async def ask(portal: Portal, path: str, who: Someone, **attributes: Any) -> Any:
    return await portal.ok(path, who, attributes={"password": who.password, **attributes})


async def invite(portal: Portal, owner: Someone, email: str, role: str = "analyst") -> str:
    """Invite an address; the token of the newest link that was mailed to it."""
    await ask(portal, "/user/team_invite", owner, email=email, role=role)
    return (await links_to(portal, email))[-1]


def accepting(token: str, **changes: Any) -> dict[str, Any]:
    given = {"token": token, "username": unique("joined"), "password": CHOSEN}
    return given | {"confirm_password": CHOSEN} | changes


async def join(portal: Portal, owner: Someone, role: str = "analyst") -> Someone:
    """A member who was invited and joined."""
    email = address()
    given = accepting(await invite(portal, owner, email, role))
    signed_in = await portal.ok("/auth/team_accept", attributes=given)
    profile = await portal.ok("/user/profile", signed_in["token"])
    return Someone(
        token=signed_in["token"],
        uid=owner.uid,
        account_id=profile["id"],
        site_id=owner.site_id,
        username=given["username"],
        email=email,
        password=CHOSEN,
    )


async def team(portal: Portal, who: Someone | str) -> dict[str, Any]:
    found: dict[str, Any] = await portal.ok("/user/team_list", who)
    return found


async def roles(portal: Portal, who: Someone | str) -> dict[str, str]:
    return {each["username"]: each["role"] for each in (await team(portal, who))["members"]}


class TestInvite:
    async def test_invited_person_joins_and_works_with_their_role(self, portal: Portal) -> None:
        owner, email = await portal.someone(name="Reed Media"), address()
        token = await invite(portal, owner, email)
        [waiting] = (await team(portal, owner))["invitations"]
        assert (waiting["email"], waiting["role"], waiting["invited_by"]) == (
            email,
            "analyst",
            owner.username,
        )
        assert await portal.ok("/auth/team_check", attributes={"token": token}) == {
            "publisher": "Reed Media",
            "role": "analyst",
            "email": email,
            "invited_by": owner.username,
            "has_account": False,
        }
        [mail] = mails_to(portal, email)
        assert "Reed Media" in mail
        assert "analyst" in mail

        given = accepting(token)
        signed_in = await portal.ok("/auth/team_accept", attributes=given)

        profile = await portal.ok("/user/profile", signed_in["token"])
        assert (profile["uid"], profile["roles"], profile["login_email"]) == (
            owner.uid,
            ["analyst"],
            email,
        )
        assert profile["email_verified"] is True
        await portal.ok("/reports/case_list", signed_in["token"])
        await portal.refuses(Code.NOT_ALLOWED, "/tools/links", signed_in["token"])
        assert (await team(portal, owner))["invitations"] == []
        assert await roles(portal, owner) == {owner.username: "owner", given["username"]: "analyst"}
        again = {"account": email, "password": CHOSEN}
        await portal.ok("/auth/sign_in", attributes=again)

    async def test_email_of_a_member_is_refused(self, portal: Portal) -> None:
        owner = await portal.someone()
        given = {"email": owner.email, "role": "analyst", "password": owner.password}
        reply = await portal.refuses(Code.EMAIL_TAKEN, "/user/team_invite", owner, attributes=given)
        assert reply.refusal == {"field": "attributes.email"}
        assert "your team" in reply.message

    async def test_full_team_takes_no_further_invitation(self, portal: Portal) -> None:
        owner = await portal.someone()
        async with portal.db() as db:
            await db.execute(
                "insert into team_invitation (publisher_id, account_id, email, login, role, created_at, expires_at)"
                " select $1, $2, 'x', 'e:' || n, 'analyst', now(), now() from generate_series(2, $3::int) as n",
                *(owner.uid, owner.account_id, MEMBERS_MAX),
            )
        given = {"email": address(), "role": "analyst", "password": owner.password}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/user/team_invite", owner, attributes=given
        )
        assert reply.data == {"field": "attributes.email", "rule": "full", "limit": MEMBERS_MAX}

    async def test_invitation_waits_under_the_inviting_owner_only(self, portal: Portal) -> None:
        owner, other = await portal.someone(), await portal.someone()
        await invite(portal, owner, address())
        assert (await team(portal, other))["invitations"] == []
        [waiting] = (await team(portal, owner))["invitations"]
        await portal.refuses(
            Code.NOT_FOUND, "/user/team_withdraw", other, attributes={"id": waiting["id"]}
        )


class TestLink:
    async def test_invitation_link_works_once(self, portal: Portal) -> None:
        token = await invite(portal, await portal.someone(), address())
        await portal.ok("/auth/team_accept", attributes=accepting(token))
        await portal.refuses(Code.TRACK_USED, "/auth/team_check", attributes={"token": token})
        await portal.refuses(Code.TRACK_USED, "/auth/team_accept", attributes=accepting(token))

    async def test_two_people_with_one_invitation_link_become_one_member(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        token = await invite(portal, owner, address())
        replies = await asyncio.gather(
            *(portal.post("/auth/team_accept", attributes=accepting(token)) for _ in range(2))
        )
        codes = sorted(reply.code for reply in replies)
        assert codes[0] == 0
        assert codes[1] in (Code.TRACK_USED.number, Code.EMAIL_TAKEN.number)
        assert len(await roles(portal, owner)) == 2

    async def test_invitation_link_determines_the_email_address_of_the_account(
        self, portal: Portal
    ) -> None:
        token = await invite(portal, await portal.someone(), address())
        given = accepting(token, email=address())
        await portal.refuses(Code.REQUEST_INVALID, "/auth/team_accept", attributes=given)

    @pytest.mark.parametrize("reason", ["replaced", "withdrawn", "expired"])
    async def test_void_invitation_link_says_why(self, portal: Portal, reason: str) -> None:
        owner, email = await portal.someone(), address()
        token = await invite(portal, owner, email)
        if reason == "replaced":
            newer = await invite(portal, owner, email.upper(), "manager")
        elif reason == "withdrawn":
            [waiting] = (await team(portal, owner))["invitations"]
            await portal.ok("/user/team_withdraw", owner, attributes={"id": waiting["id"]})
        else:
            async with portal.db() as db:
                await db.execute(
                    "update team_invitation set expires_at = $2 where publisher_id = $1",
                    *(owner.uid, portal.resources.clock.now() - timedelta(seconds=1)),
                )
        for path, given in (
            ("/auth/team_check", {"token": token}),
            ("/auth/team_accept", accepting(token)),
        ):
            reply = await portal.refuses(Code.TOKEN_INVALID, path, attributes=given)
            assert reply.data == {"reason": reason}
        if reason == "replaced":
            of = await portal.ok("/auth/team_check", attributes={"token": newer})
            assert of["role"] == "manager"

    @pytest.mark.parametrize("token", ["nonsense", ""])
    async def test_forged_invitation_link_is_refused(self, portal: Portal, token: str) -> None:
        forged = token or portal.resources.tokens.make("invitation.v1", 1)[0]
        reply = await portal.refuses(
            Code.TOKEN_INVALID, "/auth/team_check", attributes={"token": forged}
        )
        assert reply.data == {"reason": "unknown"}

    async def test_invitation_by_an_owner_who_lost_the_role_or_was_locked_is_void(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        second = await portal.member(owner, Role.OWNER)
        token = await invite(portal, second, address())
        change = {"id": second.account_id, "role": "manager", "was": "owner"}
        await ask(portal, "/user/team_role", owner, **change)
        reply = await portal.refuses(
            Code.TOKEN_INVALID, "/auth/team_check", attributes={"token": token}
        )
        assert reply.data == {"reason": "withdrawn"}

        token = await invite(portal, owner, address())
        lock = {"uid": owner.uid, "kind": "lock", "reason": "Fraud"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=lock)
        await portal.refuses(Code.TOKEN_INVALID, "/auth/team_accept", attributes=accepting(token))

    async def test_account_follows_the_rules_of_sign_up(self, portal: Portal) -> None:
        owner, email = await portal.someone(), address()
        token = await invite(portal, owner, email)
        taken, path = accepting(token, username=owner.username), "/auth/team_accept"
        reply = await portal.refuses(Code.USERNAME_TAKEN, path, attributes=taken)
        assert reply.refusal == {"field": "attributes.username"}
        differing = accepting(token, confirm_password="another passphrase")
        await portal.refuses(Code.PASSWORDS_DIFFER, path, attributes=differing)
        short = accepting(token, password="short", confirm_password="short")
        await portal.refuses(Code.PASSWORD_INVALID, path, attributes=short)
        common = accepting(token, password="password1234", confirm_password="password1234")
        await portal.refuses(Code.PASSWORD_INVALID, path, attributes=common)

    async def test_address_that_signed_up_meanwhile_cannot_join(self, portal: Portal) -> None:
        token = await invite(portal, await portal.someone(), email := address())
        async with portal.db() as db:
            await db.execute("insert into login_directory values ($1, 0, 0)", f"e:{email}")
        await portal.refuses(Code.EMAIL_TAKEN, "/auth/team_accept", attributes=accepting(token))

    async def test_username_taken_in_the_same_moment_is_refused(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        owner = await portal.someone()
        token = await invite(portal, owner, address())

        async def none_taken(*_: object) -> set[str]:
            return set()

        monkeypatch.setattr("sql.accounts.login_directory.find_taken", none_taken)
        given = accepting(token, username=owner.username)
        await portal.refuses(Code.REGISTRATION_FAILED, "/auth/team_accept", attributes=given)
        await portal.ok("/auth/team_check", attributes={"token": token})


class TestRole:
    @pytest.mark.parametrize("role", OTHERS)
    async def test_changed_role_ends_all_access_at_once(self, portal: Portal, role: Role) -> None:
        owner = await portal.someone()
        other = await portal.member(owner, Role.OWNER)
        token = (await make(portal, other, scopes=["report.read"]))["token"]
        change = {"id": other.account_id, "role": role, "was": "owner"}
        await ask(portal, "/user/team_role", owner, **change)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
        await portal.refuses(Code.UNAUTHORIZED, "/reports/transactions", token)
        again = {"account": other.email, "password": PASSWORD}
        signed_in = await portal.ok("/auth/sign_in", attributes=again)
        assert (await portal.ok("/user/profile", signed_in["token"]))["roles"] == [role]
        await portal.work()
        [mail] = mails_to(portal, other.email, subject="Your access")
        assert role in mail

    async def test_change_of_a_role_that_changed_meanwhile_is_refused(self, portal: Portal) -> None:
        owner = await portal.someone()
        second, member = (
            await portal.member(owner, Role.OWNER),
            await portal.member(owner, Role.ANALYST),
        )
        replies = await asyncio.gather(
            *(
                portal.post(
                    "/user/team_role",
                    who,
                    attributes={
                        "id": member.account_id, "role": role, "was": "analyst", "password": PASSWORD,
                    },
                )
                for who, role in ((owner, "manager"), (second, "finance"))
            )
        )  # fmt: skip
        assert sorted(reply.code for reply in replies) == [0, Code.CHANGED_MEANWHILE.number]
        [won] = [
            role
            for reply, role in zip(replies, ("manager", "finance"), strict=True)
            if not reply.code
        ]
        assert (await roles(portal, owner))[member.username] == won

    async def test_saving_a_member_with_the_same_role_ends_no_session(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.ANALYST)
        same = {"id": member.account_id, "role": "analyst", "was": "analyst"}
        await ask(portal, "/user/team_role", owner, **same)
        await portal.ok("/user/profile", member)

    async def test_two_owners_who_demote_each_other_leave_one_owner(self, portal: Portal) -> None:
        for _ in range(5):
            one = await portal.someone()
            two = await portal.member(one, Role.OWNER)
            replies = await asyncio.gather(
                *(
                    portal.post(
                        "/user/team_role",
                        who,
                        attributes={
                            "id": whom.account_id, "role": "analyst", "was": "owner", "password": PASSWORD,
                        },
                    )
                    for who, whom in ((one, two), (two, one))
                )
            )  # fmt: skip
            refused = (
                Code.UNAUTHORIZED.number,
                Code.LOGIN_PASSWORD_INVALID.number,
                Code.NOT_ALLOWED.number,
            )
            codes = sorted(reply.code for reply in replies)
            assert codes[0] == 0
            assert codes[1] in refused
            async with portal.db() as db:
                query = "select count(*) from account where publisher_id = $1 and role = 'owner'"
                assert await db.fetchval(query, one.uid) == 1


class TestGoing:
    async def test_removed_member_loses_everything_and_can_be_invited_again(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        member = await join(portal, owner, "developer")
        token = (await make(portal, member, scopes=["link.edit"], password=CHOSEN))["token"]
        await ask(portal, "/user/team_remove", owner, id=member.account_id)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", member)
        await portal.refuses(Code.UNAUTHORIZED, "/tools/links", token)
        again = {"account": member.email, "password": CHOSEN}
        await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=again)
        assert await roles(portal, owner) == {owner.username: "owner"}
        await portal.work()
        assert len(mails_to(portal, member.email, subject="You were removed")) == 1

        newest = await invite(portal, owner, member.email)
        given = accepting(newest, username=member.username)
        await portal.ok("/auth/team_accept", attributes=given)

    async def test_member_can_leave_the_team(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.FINANCE)
        await ask(portal, "/user/team_leave", member)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", member)
        assert await roles(portal, owner) == {owner.username: "owner"}

    @pytest.mark.parametrize(
        ("path", "more"),
        [
            ("/user/team_leave", ()),
            ("/user/team_remove", ("id",)),
            ("/user/team_role", ("id", "role", "was")),
        ],
    )
    async def test_only_owner_cannot_give_up_the_role_or_leave(
        self, portal: Portal, path: str, more: tuple[str, ...]
    ) -> None:
        owner = await portal.someone()
        await portal.member(owner, Role.MANAGER)
        values = {"id": owner.account_id, "role": "manager", "was": "owner"}
        given = {"password": PASSWORD, **{name: values[name] for name in more}}
        reply = await portal.refuses(Code.STATE_FORBIDS, path, owner, attributes=given)
        assert "only owner" in reply.message
        await portal.member(owner, Role.OWNER)
        if path == "/user/team_remove":  # which is for others
            reply = await portal.refuses(Code.STATE_FORBIDS, path, owner, attributes=given)
            assert "leave the team" in reply.message
        else:
            await portal.ok(path, owner, attributes=given)

    async def test_two_owners_who_transfer_at_once_hand_over_once(self, portal: Portal) -> None:
        one = await portal.someone()
        other, heir = await portal.member(one, Role.OWNER), await portal.member(one, Role.MANAGER)
        given = {"id": heir.account_id, "password": PASSWORD}
        replies = await asyncio.gather(
            *(portal.post("/user/team_transfer", who, attributes=given) for who in (one, other))
        )
        assert [reply.code for reply in replies] == [0, 0]
        await pass_wait(portal, one.uid)
        again = {"account": heir.email, "password": PASSWORD}
        token = (await portal.ok("/auth/sign_in", attributes=again))["token"]
        seen = await roles(portal, token)
        assert seen[heir.username] == "owner"
        assert sorted((seen[one.username], seen[other.username])) == ["manager", "owner"]

    async def test_ownership_is_transferred_after_a_wait(self, portal: Portal) -> None:
        owner = await portal.someone()
        heir = await portal.member(owner, Role.MANAGER)
        given = {"id": heir.account_id, "password": "wrong"}
        await portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/user/team_transfer", owner, attributes=given
        )
        own = {"id": owner.account_id, "password": PASSWORD}
        await portal.refuses(Code.STATE_FORBIDS, "/user/team_transfer", owner, attributes=own)

        waits = await ask(portal, "/user/team_transfer", owner, id=heir.account_id)

        assert waits["waits_until"] is not None
        assert (await roles(portal, owner))[heir.username] == "manager"
        await pass_wait(portal, owner.uid)
        for who in (owner, heir):
            await portal.refuses(Code.UNAUTHORIZED, "/user/profile", who)
        again = {"account": heir.email, "password": PASSWORD}
        token = (await portal.ok("/auth/sign_in", attributes=again))["token"]
        members = (await portal.ok("/user/team_list", token))["members"]
        assert {each["username"]: each["role"] for each in members} == {
            owner.username: "manager",
            heir.username: "owner",
        }


class TestAccess:
    @pytest.mark.parametrize("role", OTHERS)
    async def test_only_owners_change_the_team(self, portal: Portal, role: Role) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, role)
        raised = {"id": member.account_id, "role": "owner", "was": role, "password": PASSWORD}
        await portal.refuses(Code.NOT_ALLOWED, "/user/team_role", member, attributes=raised)
        for path in ("team_invite", "team_withdraw", "team_remove", "team_transfer"):
            await portal.refuses(Code.NOT_ALLOWED, f"/user/{path}", member)
        assert (await roles(portal, owner))[member.username] == role

    async def test_members_see_one_another_and_owners_see_more(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.ANALYST)
        await invite(portal, owner, address())
        seen = await team(portal, member)
        assert [each["username"] for each in seen["members"]] == [owner.username, member.username]
        assert [(each["two_step"], each["last_seen"]) for each in seen["members"]] == [
            (None, None)
        ] * 2
        assert seen["invitations"] == []
        for each in (await team(portal, owner))["members"]:
            assert each["two_step"] is False
            assert each["last_seen"] is not None

    async def test_member_of_another_publisher_is_unknown(self, portal: Portal) -> None:
        owner, other = await portal.someone(), await portal.someone()
        theirs = await portal.member(other, Role.MANAGER)
        assert theirs.username not in await roles(portal, owner)
        change = {"id": theirs.account_id, "role": "analyst", "was": "manager"}
        for path, given in (
            ("/user/team_role", change),
            ("/user/team_remove", {"id": theirs.account_id}),
            ("/user/team_transfer", {"id": theirs.account_id}),
        ):
            reply = await portal.refuses(
                Code.NOT_FOUND, path, owner, attributes={**given, "password": PASSWORD}
            )
            assert reply.refusal == {"field": "attributes.id"}
        await portal.ok("/user/profile", theirs)

    @pytest.mark.parametrize(
        "path", ["team_invite", "team_role", "team_remove", "team_leave", "team_transfer"]
    )
    async def test_wrong_password_changes_nothing(self, portal: Portal, path: str) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.OWNER)
        values = {"id": member.account_id, "role": "analyst", "was": "owner", "email": address()}
        call = registry.find(f"/user/{path}", Procedure)
        names = call.attributes.__struct_fields__
        given = {name: value for name, value in values.items() if name in names}
        await portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, call.path, owner, attributes={**given, "password": "wrong"}
        )
        assert await roles(portal, member) == {owner.username: "owner", member.username: "owner"}

    async def test_staff_have_no_publishers_team(self, portal: Portal) -> None:
        await portal.refuses(Code.NOT_ALLOWED, "/user/team_list", await portal.operator())


class TestClosing:
    async def test_last_owner_closes_the_publisher_with_all_members(self, portal: Portal) -> None:
        owner = await portal.someone()
        members = [await portal.member(owner, role) for role in OTHERS]
        left = await portal.ok("/user/closing", owner)
        assert (left["members"], left["stays_open"]) == (len(OTHERS), False)
        await ask(portal, "/user/close", owner)
        for who in (owner, *members):
            again = {"account": who.email, "password": PASSWORD}
            await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=again)
            await portal.refuses(Code.UNAUTHORIZED, "/user/profile", who)

    async def test_one_of_two_owners_closes_only_their_own_account(self, portal: Portal) -> None:
        owner = await portal.someone()
        second = await portal.member(owner, Role.OWNER)
        assert (await portal.ok("/user/closing", owner))["stays_open"] is True
        await ask(portal, "/user/close", owner)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", owner)
        assert await roles(portal, second) == {second.username: "owner"}


class TestLog:
    async def test_owner_reads_all_and_members_their_own(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.ANALYST)
        await portal.ok("/user/edit", member, attributes={"nickname": "Kim"})
        await portal.ok("/user/edit", owner, attributes={"nickname": "Maya"})
        entries = (await portal.ok("/user/audit", owner))["list"]
        assert [(each["by"], each["person"]) for each in entries] == [
            ("you", "Maya"),
            ("member", "Kim"),
        ]
        [own] = (await portal.ok("/user/audit", member))["list"]
        assert (own["by"], own["person"], own["action"]) == ("you", "Kim", "/user/edit")

    async def test_role_change_is_logged_under_the_member_who_made_it(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.ANALYST)
        change = {"id": member.account_id, "role": "manager", "was": "analyst"}
        await ask(portal, "/user/team_role", owner, **change)
        [entry] = (await portal.ok("/user/audit", owner))["list"]
        assert (entry["action"], entry["person"]) == ("/user/team_role", owner.username)
        assert entry["details"] == {
            "member": member.username,
            "was": "analyst",
            "role": "manager",
            "sees": "all channels",
        }

    async def test_activity_log_does_not_attribute_a_wrong_password_to_the_member(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.ANALYST)
        wrong = {"account": member.email, "password": "not my password"}
        await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=wrong)
        [entry] = (await portal.ok("/user/audit", owner))["list"]
        assert (entry["by"], entry["person"]) == ("unknown", member.username)
