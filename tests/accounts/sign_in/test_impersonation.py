"""An operator's session as a publisher: how it is opened, what it may not do, who sees it."""

import asyncio
import random
from dataclasses import replace
from datetime import timedelta

import pytest

from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.login_changes import change_of_password
from tests.support.hostile.files import send_all
from tests.support.hostile.shapes import request
from tests.support.portal import PASSWORD, Portal, Someone, unique

WATCHED = ("account", "one_time_token", "third_identity", "payment_method", "method_proposal")


PROCEDURES = [each for each in registry.entries(Procedure) if each.context.who in "MP"]


ENDS = {"/auth/sign_out", "/auth/session_end"}


async def protected_rows(portal: Portal, uid: int) -> list[str]:
    """Tables that an operator's session must not change."""
    async with portal.db() as db:
        return [
            str(row["row"])
            for table in WATCHED
            for row in await db.fetch(
                f"select to_jsonb(t) - 'used_at' - 'nickname' - 'language' as row"
                f" from {table} t where publisher_id = $1 order by 1",
                uid,
            )
        ]


class TestAutologin:
    async def test_impersonation_link_used_twenty_times_at_once_signs_in_once(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        given = {"provider": "autologin", "code": await issue_code(portal, operator, uid=alice.uid)}
        replies = await asyncio.gather(
            *(portal.post("/auth/third_check", attributes=given) for _ in range(20))
        )
        codes = sorted(reply.code for reply in replies)
        assert codes == [0] + [Code.THIRD_PARTY_UNKNOWN.number] * 19

    async def test_expired_forged_or_replaced_impersonation_link_is_refused(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        older = await issue_code(portal, operator, uid=alice.uid)
        late = await issue_code(portal, operator, uid=alice.uid)
        async with portal.db() as db:
            assert timedelta(seconds=60) == await db.fetchval(
                "select expires_at - created_at from one_time_token"
                " where publisher_id = $1 and purpose = 'autologin' and expires_at > $2 limit 1",
                alice.uid,
                portal.resources.clock.now(),
            )
            await db.execute(
                "update one_time_token set expires_at = $2 where publisher_id = $1",
                alice.uid,
                portal.resources.clock.now(),
            )
        for code in (older, late, late[:-1] + "x", alice.token, "x"):
            given = {"provider": "autologin", "code": code}
            await portal.refuses(Code.THIRD_PARTY_UNKNOWN, "/auth/third_check", attributes=given)

    async def test_token_of_an_impersonation_link_is_refused_as_any_other_token(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        code = await issue_code(portal, operator, uid=alice.uid)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", code)
        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": code}
        )

    async def test_publisher_sees_operator_reason_and_calls_in_the_log(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        await portal.ok("/site/list", token)
        await portal.post("/site/info", token, attributes={"id": 2**40})

        found = (await portal.ok("/user/audit", alice))["list"]

        seen = [(entry["action"], entry["by"]) for entry in found]
        for action in ("/auth/sign_in_admin", "/auth/third_check", "/site/list", "/site/info"):
            assert (action, "network") in seen
        assert {"reason": "A question"} in [entry["details"] for entry in found]

    async def test_operator_session_cannot_change_the_picture_or_end_sessions(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        picture = (await send_all(portal, alice))["url"]
        listed = (await portal.ok("/auth/sessions", alice))["list"]
        [own] = [session["id"] for session in listed if session["current"]]
        for path, given in (
            ("/user/avatar_edit", {"avatar": picture}),
            ("/user/avatar_edit", {"avatar": ""}),
            ("/auth/session_end", {"id": own}),
        ):
            await portal.refuses(Code.NOT_ALLOWED, path, token, attributes=given)

        await portal.ok("/user/avatar_edit", alice, attributes={"avatar": picture})
        await portal.ok("/auth/sign_out", token)

    async def test_locking_a_publisher_ends_the_session_of_an_operator_signed_in_as_it(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        given = {"uid": alice.uid, "kind": "lock"}
        await portal.ok("/network/account_lock", operator, attributes=given)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)

    @pytest.mark.parametrize("procedure", [pytest.param(p, id=p.path) for p in PROCEDURES])
    async def test_impersonation_session_changes_no_protected_row_and_its_calls_are_recorded(
        self, portal: Portal, procedure: Procedure
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        before = await protected_rows(portal, alice.uid)

        for seed in range(4):
            asked = request(procedure, random.Random(seed))
            for field in ("password", "old"):
                if field in asked.get("attributes", {}):
                    asked["attributes"][field] = PASSWORD
            reply = await portal.post(procedure.path, token, **asked)
            assert reply.status != 500, reply
            if procedure.path in ENDS:
                break

        assert await protected_rows(portal, alice.uid) == before
        async with portal.db() as db:
            written = await db.fetchval(
                "select count(*) from audit where publisher_id = $1 and operator_id = $2"
                " and action = $3 and result = 'called'",
                alice.uid,
                operator.account_id,
                procedure.path,
            )
        assert written == (1 if procedure.path in ENDS else 4)


async def test_operator_calls_in_an_impersonation_session_are_refused_and_recorded(
    portal: Portal,
) -> None:
    alice, operator = await portal.someone(), await portal.operator()
    token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
    paths = [each for each in registry.entries(Procedure) if each.context.who == "O"]
    for procedure in paths:
        asked = request(procedure, random.Random(1))
        await portal.refuses(Code.NOT_ALLOWED, procedure.path, token, **asked)
    await send_all(portal, replace(alice, token=token))
    assert await called_paths(portal, alice, operator) >= {each.path for each in paths} | {
        "/common/upload"
    }


async def called_paths(portal: Portal, alice: Someone, operator: Someone) -> set[str]:
    """The paths that one of the staff called as a publisher."""
    async with portal.db() as db:
        rows = await db.fetch(
            "select action from audit"
            " where publisher_id = $1 and operator_id = $2 and result = 'called'",
            alice.uid,
            operator.account_id,
        )
    return {row["action"] for row in rows}


async def test_session_of_the_owner_changes_protected_rows(portal: Portal) -> None:
    """The control: the same call, made by the owner, changes these tables."""
    alice = await portal.someone()
    before = await protected_rows(portal, alice.uid)
    new = f"{unique('walnut')} bicycle harvest"
    given = {"old": PASSWORD, "password": new, "confirm_password": new}
    await portal.ok("/user/password_edit", alice, attributes=given)
    assert await protected_rows(portal, alice.uid) != before


class TestOperatorCredentials:
    async def test_new_password_of_an_operator_ends_their_publisher_sessions(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        unused = await issue_code(portal, operator, uid=alice.uid)
        await portal.ok("/user/profile", token)

        await portal.ok("/user/password_edit", operator, attributes=change_of_password())

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)
        await portal.refuses(
            Code.THIRD_PARTY_UNKNOWN,
            "/auth/third_check",
            attributes={"provider": "autologin", "code": unused},
        )
        await portal.ok("/user/profile", alice)
