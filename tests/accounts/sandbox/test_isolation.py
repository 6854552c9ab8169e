"""Nobody but its members sees a sandbox, and nothing of the account can be reached from it."""

from datetime import timedelta
from typing import Any

import pytest

from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from schema.accounts.sandbox import OF_LIVE_ACCOUNT
from schema.core.sandbox import SANDBOX_FROM, is_live
from tests.support.accounts.sandboxes import as_in, enter, lead
from tests.support.client import Someone
from tests.support.portal import PASSWORD, Portal

BRAND = "sandbox-bakery"
IN_SANDBOX = {
    "/auth/sign_out", "/common/download_del", "/common/download_list",
    "/common/download_retry", "/home/help", "/home/help_article", "/home/notice", "/home/notice_read",
    "/home/notices", "/home/search", "/payments/vat_fields", "/payments/vat_standing", "/sandbox/switch",
    "/site/info", "/site/list", "/tools/api_info", "/tools/api_menu", "/user/audit", "/user/changes", "/user/profile",
    "/user/publishers",
}  # fmt: skip
"""The calls about an account that can be made in a sandbox."""
FOR_PUBLISHERS = {"/brands/find", "/brands/facets"}


def needs_nothing(entry: Procedure) -> bool:
    return entry.defaults.get("attributes", ()) is not None


async def operators_figures(portal: Portal) -> dict[str, Any]:
    """What every call for the staff that reads says without arguments."""
    operator = await portal.operator()
    return {
        entry.path: (await portal.post(entry.path, operator)).data
        for entry in registry.entries(Procedure)
        if entry.context.who == "O" and entry.reads and needs_nothing(entry)
    }


class TestNetwork:
    async def test_figures_of_the_staff_do_not_change_by_lives_of_a_sandbox(
        self, portal: Portal
    ) -> None:
        who = await portal.someone()
        await portal.work()
        before = await operators_figures(portal)
        inside = await enter(portal, who)
        for path in ("approve", "reject", "returned", "part_return_after_paid", "never_decided"):
            await lead(portal, inside, path)
        waiting = await lead(portal, inside, "approve", whole=False)
        for _ in range(5):
            given = {"life_id": waiting["life_id"], "whole": False}
            waiting = await portal.ok("/sandbox/advance", inside, attributes=given)
        assert waiting["stage"] == "requested"
        await portal.work()
        after = await operators_figures(portal)

        assert len(before) > 20
        changed = {path for path in before if before[path] != after[path]}
        assert changed - {"/network/retention"} == set()
        assert (await portal.ok("/network/pay", await portal.operator()))["payments"] == 0

    async def test_staff_cannot_name_a_sandbox(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        life = await lead(portal, inside, "approve")
        operator = await portal.operator()
        for path, given in (
            ("/network/account_info", {"uid": inside.uid}),
            ("/network/order_info", {"oid": life["oid"]}),
            ("/network/payment_info", {"payment_id": life["payment_id"]}),
            ("/network/settlement_info", {"settlement_id": life["settlement_id"]}),
        ):
            reply = await portal.post(path, operator, attributes=given)
            assert reply.code in (Code.NOT_FOUND.number, Code.REQUEST_INVALID.number), path
        review = {"oids": [life["oid"]], "status": "Rejected", "reason_code": "other", "note": "-"}
        rows = (await portal.ok("/network/orders_review", operator, attributes=review))["list"]
        assert [row["outcome"] for row in rows] == ["refused"]

    async def test_staff_can_neither_change_a_brand_of_sandboxes_nor_get_its_key(
        self, portal: Portal
    ) -> None:
        await enter(portal, await portal.someone())
        operator = await portal.operator()
        draft = {
            "mcid": BRAND,
            "name": "Mine",
            "site_url": "https://mine.example",
            "domains": ["mine.example"],
            "commission_groups": [{"name": "All", "pays": "percent", "value": "1"}],
        }
        await portal.refuses(
            Code.REQUEST_INVALID, "/network/brand_save", operator, attributes=draft
        )
        for path in ("/network/brand_key", "/network/brand_info"):
            await portal.refuses(Code.BRAND_UNKNOWN, path, operator, attributes={"mcid": BRAND})
        await portal.refuses(
            Code.BRAND_UNKNOWN, "/network/brands", operator, filter={"mcid": BRAND}
        )


class TestPublishers:
    async def test_live_publisher_sees_no_brand_of_sandboxes(self, portal: Portal) -> None:
        who = await portal.someone()
        live = await portal.brand()
        await enter(portal, who)

        found = await portal.ok("/brands/find", who, filter={"keyword": "Sandbox"})
        assert not [row for row in found["list"] if row["mcid"].startswith("sandbox-")]
        await portal.refuses(Code.BRAND_UNKNOWN, "/brands/info", who, attributes={"mcid": BRAND})
        rows = (await portal.ok("/brands/apply", who, attributes={"mcids": [BRAND]}))["list"]
        assert [row["code"] for row in rows] == [Code.BRAND_UNKNOWN.number]
        given = {"mcid": BRAND, "target_url": f"https://www.example.com/{BRAND}/"}
        await portal.refuses(Code.BRAND_UNKNOWN, "/tools/link_code", who, attributes=given)
        search = await portal.ok("/home/search", who, attributes={"keyword": "Sandbox Bakery"})
        assert BRAND not in str(search)
        await portal.ok("/brands/info", who, attributes={"mcid": live.mcid})

    async def test_sandbox_has_its_own_brands_and_no_others(self, portal: Portal) -> None:
        who = await portal.someone()
        live = await portal.brand()
        inside = await enter(portal, who)

        found = await portal.ok("/brands/find", inside)
        assert {row["mcid"].partition("-")[0] for row in found["list"]} == {"sandbox"}
        assert found["total"] == 6
        facets = await portal.ok("/brands/facets", inside)
        assert sum(each["count"] for each in facets["categories"]) == 6
        for path in ("/brands/info", "/reports/why"):
            reply = await portal.post(path, inside, attributes={"mcid": live.mcid})
            assert reply.code != 0, path
        given = {"mcid": BRAND, "target_url": f"https://www.example.com/{BRAND}/cake"}
        made = await portal.ok("/tools/link_code", inside, attributes=given)
        await portal.click(made["code"])


class TestAccount:
    async def test_calls_about_the_account_are_refused_in_words(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        opened = set()
        for entry in registry.entries(Procedure):
            if entry.context.who != "M":
                continue
            reply = await portal.post(entry.path, inside, attributes={"surely_unknown": 1})
            if reply.code != Code.NOT_ALLOWED.number:
                opened.add(entry.path)
            else:
                assert "switch back" in reply.message, entry.path

        assert opened == IN_SANDBOX

    async def test_no_call_of_a_publisher_changes_payees_or_answers_of_the_staff(
        self, portal: Portal
    ) -> None:
        inside = await enter(portal, await portal.someone())
        profile = await portal.ok("/user/profile", inside)
        assert profile["sandbox"]
        assert not OF_LIVE_ACCOUNT & {*profile["permissions"]}
        for path in ("/payments/method_save", "/reports/case_open", "/payments/schedule"):
            reply = await portal.refuses(Code.NOT_ALLOWED, path, inside)
            assert "switch back" in reply.message

    async def test_session_of_a_sandbox_ends_with_what_it_mirrors(self, portal: Portal) -> None:
        for statement in (
            "update account set security_stamp = security_stamp + 1",
            "update account set locked_at = now()",
            "update account set closed_at = now()",
        ):
            who = await portal.someone()
            inside = await enter(portal, who)
            async with portal.db() as db:
                await db.execute(f"{statement} where publisher_id = $1", who.uid)
            await portal.refuses(Code.UNAUTHORIZED, "/user/profile", inside)

    async def test_role_of_a_member_is_the_live_one(self, portal: Portal) -> None:
        analyst = await portal.member(await portal.someone(), "analyst")
        inside = await enter(portal, analyst)

        assert (await portal.ok("/user/profile", inside))["roles"] == ["analyst"]
        await portal.refuses(Code.NOT_ALLOWED, "/sandbox/reset", inside)


class TestSwitch:
    async def test_live_session_continues_beside_the_sandbox_session(self, portal: Portal) -> None:
        who = await portal.someone()
        inside = await enter(portal, who)

        assert not is_live(inside.uid) and inside.uid >= SANDBOX_FROM
        assert (await portal.ok("/user/profile", who))["sandbox"] is False
        left = await portal.ok("/sandbox/switch", inside, attributes={"sandbox": False})
        assert left == {"token": None, "expires_at": None}
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", inside)
        await portal.ok("/user/profile", who)

    async def test_members_share_one_sandbox(self, portal: Portal) -> None:
        owner = await portal.someone()
        developer = await portal.member(owner, "developer")

        assert (await enter(portal, owner)).uid == (await enter(portal, developer)).uid

    async def test_staff_have_no_sandbox(self, portal: Portal) -> None:
        given = {"sandbox": True}
        await portal.refuses(
            Code.NOT_ALLOWED, "/sandbox/switch", await portal.operator(), attributes=given
        )

    @pytest.mark.parametrize("path", ["advance", "lives", "mails", "reset"])
    async def test_live_session_is_refused_in_words(self, portal: Portal, path: str) -> None:
        who = await portal.someone()
        reply = await portal.refuses(Code.NOT_ALLOWED, f"/sandbox/{path}", who)
        assert "test_" in reply.message


class TestTokens:
    async def test_token_of_a_sandbox_works_there_only(self, portal: Portal) -> None:
        who = await portal.someone()
        inside = await enter(portal, who)
        today = portal.resources.clock.now().date()
        days = {"start_date": str(today - timedelta(days=90)), "end_date": str(today)}
        token = await make_token(portal, inside)
        live = await make_token(portal, who, password=PASSWORD)

        assert (token[:5], live[:4]) == ("test_", "api_")
        own = await as_token(portal, token)
        assert (await lead(portal, own, "approve"))["stage"] == "paid"
        assert (await portal.ok("/reports/transactions", token, filter=days))["total"] == 1
        assert (await portal.ok("/reports/transactions", live, filter=days))["total"] == 0
        reply = await portal.refuses(
            Code.NOT_ALLOWED, "/sandbox/advance", live, attributes={"path": "approve"}
        )
        assert "test_" in reply.message
        for changed in (f"api_{token[5:]}", f"test_{live[4:]}"):
            await portal.refuses(Code.UNAUTHORIZED, "/reports/transactions", changed, filter=days)

    async def test_reset_ends_tokens_and_sessions_and_begins_empty(self, portal: Portal) -> None:
        who = await portal.someone()
        inside = await enter(portal, who)
        token = await make_token(portal, inside)
        await lead(portal, inside, "approve")
        opened = await portal.ok("/sandbox/reset", inside)
        anew = await as_in(portal, who, opened["token"])

        assert anew.uid != inside.uid
        assert (await portal.ok("/sandbox/lives", anew))["list"] == []
        for old in (token, inside):
            await portal.refuses(Code.UNAUTHORIZED, "/sandbox/lives", old)
        assert (await enter(portal, who)).uid == anew.uid


async def make_token(portal: Portal, who: Someone, **attributes: Any) -> str:
    given = {"name": "script", "scopes": ["report.read"], **attributes}
    return str((await portal.ok("/common/gen_token", who, attributes=given))["token"])


async def as_token(portal: Portal, token: str) -> Someone:
    return Someone(token=token)
