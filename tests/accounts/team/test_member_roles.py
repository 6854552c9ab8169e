"""What each role may do: every call is tried as every role, and compared with the role's list in this file."""

from collections.abc import Sequence

import pytest

from handlers._registry import registry
from rpc import Code
from rpc.calls.context import Member, Publisher
from rpc.calls.registry_entry import Procedure
from schema.accounts.permission import Role
from tests.accounts.tokens.test_api_tokens import make
from tests.support.portal import Portal, Someone

READS = {"brand.read", "report.read", "money.read", "team.read", "profile.edit"}
EVERYTHING = READS | {
    "site.edit", "link.edit", "postback.edit", "postback.general", "report.edit", "case.edit", "payment.read",
    "payment.edit", "payee.propose", "payee.edit", "schedule.edit", "token.edit", "team.edit", "account.edit",
}  # fmt: skip
GRANTED: dict[Role, set[str]] = {
    Role.OWNER: EVERYTHING,
    Role.MANAGER: {
        name
        for name in EVERYTHING
        if name.partition(".")[0] not in ("payment", "payee")
        and name not in ("schedule.edit", "team.edit", "account.edit")
    },
    Role.FINANCE: READS
    | {"payment.read", "payment.edit", "payee.propose", "postback.edit", "schedule.edit"},
    Role.ANALYST: READS | {"payment.read"},
    Role.DEVELOPER: READS | {"link.edit", "postback.edit", "postback.general", "token.edit"},
}
CALLS = [entry for entry in registry.entries(Procedure) if entry.context in (Member, Publisher)]
LAST = {"/auth/sign_out"}
"""Calls that end the session that makes them."""


async def differences(
    portal: Portal, who: Someone, role: Role, calls: Sequence[Procedure]
) -> list[str]:
    """The calls that are refused to a role though it has their permission, or open though it has not."""
    found = []
    for call in sorted(calls, key=lambda each: each.path in LAST):
        reply = await portal.post(call.path, who, attributes={"surely_unknown": 1})
        open_to_role = PERMISSION_OF.get(call.path, "") in GRANTED[role] | {""}
        if (reply.code != Code.NOT_ALLOWED.number) != open_to_role:
            found.append(call.path)
    return found


PERMISSION_OF = {call.path: call.permission for call in CALLS}


@pytest.mark.parametrize("role", Role)
async def test_role_opens_exactly_the_calls_of_its_permissions(portal: Portal, role: Role) -> None:
    who = await portal.member(await portal.someone(), role)
    assert await differences(portal, who, role, CALLS) == []
    profile = await portal.ok("/user/profile", await portal.member(who, role))
    assert {*profile["permissions"]} == GRANTED[role]


async def test_call_that_lost_its_permission_is_found(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    lost = registry.find("/payments/cancel", Procedure)
    monkeypatch.setattr(lost, "permission", "")
    who = await portal.member(await portal.someone(), Role.DEVELOPER)
    assert await differences(portal, who, Role.DEVELOPER, [lost]) == [lost.path]


OWN_ACCOUNT = {
    "/agents/request_decide", "/agents/request_info", "/agents/requests",
    "/auth/session_end", "/auth/sessions", "/auth/sign_out", "/auth/team_join", "/common/download_del",
    "/common/download_list",
    "/common/download_retry", "/common/token_list", "/home/banners", "/home/help", "/home/help_article",
    "/home/notice", "/home/notice_read", "/home/notices", "/home/refer", "/home/search", "/payments/method_fields",
    "/sandbox/switch",
    "/payments/vat_fields", "/tools/api_info", "/tools/api_menu", "/user/app_list", "/user/audit", "/user/avatar_edit",
    "/user/change_stop", "/user/changes", "/user/close", "/user/publishers", "/user/publisher_switch",
    "/user/email_edit", "/user/export", "/user/passkey_begin", "/user/passkey_del", "/user/passkey_list",
    "/user/passkey_save", "/user/password_edit", "/user/profile", "/user/third_bind",
    "/user/third_list", "/user/third_unbind", "/user/two_step_begin", "/user/two_step_confirm", "/user/two_step_end",
}  # fmt: skip


def test_calls_without_permission_are_about_the_account_itself() -> None:
    """Each was looked at: it shows and changes only what is the caller's own, or what everybody may read."""
    assert {call.path for call in CALLS if not call.permission} == OWN_ACCOUNT


class TestProfile:
    @pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
    async def test_member_edits_their_own_name_and_mails(self, portal: Portal, role: Role) -> None:
        who = await portal.member(await portal.someone(), role)
        wanted = {"nickname": "Kim", "notifications": {"payments": False}}
        await portal.ok("/user/edit", who, attributes=wanted)
        profile = await portal.ok("/user/profile", who)
        assert (profile["nickname"], profile["notifications"]["payments"]) == ("Kim", False)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("company", {"name": "Mine now", "country": "GB"}),
            ("time_zone", "Europe/Paris"),
            ("currency", "EUR"),
        ],
    )
    async def test_member_who_is_no_owner_cannot_edit_the_publisher(
        self, portal: Portal, name: str, value: object
    ) -> None:
        who = await portal.member(await portal.someone(), Role.MANAGER)
        given = {"nickname": "Kim", name: value}
        reply = await portal.refuses(Code.NOT_ALLOWED, "/user/edit", who, attributes=given)
        assert reply.refusal == {"field": f"attributes.{name}"}
        assert (await portal.ok("/user/profile", who))["nickname"] == ""


class TestTokens:
    async def test_token_has_no_scope_that_its_maker_lacks(self, portal: Portal) -> None:
        developer = await portal.member(await portal.someone(), Role.DEVELOPER)
        wide = {
            "name": "Wide",
            "scopes": ["report.read", "payment.read"],
            "password": developer.password,
        }
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/common/gen_token", developer, attributes=wide
        )
        assert reply.refusal == {"field": "attributes.scopes"}
        assert "payment.read" not in reply.message

    async def test_members_see_and_revoke_only_their_own_tokens(self, portal: Portal) -> None:
        owner = await portal.someone()
        one, two = [await portal.member(owner, Role.DEVELOPER) for _ in range(2)]
        made = await make(portal, one, scopes=["link.edit"])
        assert (await portal.ok("/common/token_list", two))["list"] == []
        await portal.refuses(
            Code.NOT_FOUND, "/common/token_del", two, attributes={"id": made["id"]}
        )
        taken = {
            "id": made["id"],
            "name": "Mine",
            "scopes": ["link.edit"],
            "password": two.password,
        }
        await portal.refuses(Code.NOT_FOUND, "/common/gen_token", two, attributes=taken)

        [seen] = (await portal.ok("/common/token_list", owner))["list"]
        assert (seen["id"], seen["maker"]) == (made["id"], one.username)
        await portal.ok("/common/token_del", owner, attributes={"id": made["id"]})
        await portal.refuses(Code.UNAUTHORIZED, "/tools/links", made["token"])

    async def test_token_ends_with_its_makers_role(self, portal: Portal) -> None:
        owner = await portal.someone()
        maker = await portal.member(owner, Role.DEVELOPER)
        token = (await make(portal, maker, scopes=["link.edit"]))["token"]
        await portal.ok("/tools/links", token)
        change = {"id": maker.account_id, "role": "analyst", "was": "developer"}
        await portal.ok("/user/team_role", owner, attributes={**change, "password": owner.password})
        await portal.refuses(Code.UNAUTHORIZED, "/tools/links", token)


class TestNotices:
    async def test_notices_about_payments_are_hidden_without_payment_read(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await db.execute(
                "insert into notice (publisher_id, event, kind, title, body, published_at, updated_at)"
                " select $1, event, 'product', event, '', $2, $2 from unnest(array['payment', 'case']) as of (event)",
                owner.uid,
                now,
            )
        for role, titles in ((Role.FINANCE, {"payment", "case"}), (Role.MANAGER, {"case"})):
            who = await portal.member(owner, role)
            listed = (await portal.ok("/home/notices", who))["list"]
            assert {
                each["title"] for each in listed if each["title"] in ("payment", "case")
            } == titles
