"""API tokens: who creates them, what they permit, and what ends them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from schema.accounts.api_token import ROTATION_OVERLAP, TOKENS_MAX, Scope
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.mails import mails_to
from tests.support.client import PASSWORD, Someone
from tests.support.portal import Portal

ALL = [scope.value for scope in Scope]


def draft(**changes: Any) -> dict[str, Any]:
    return {"name": "Nightly report", "scopes": ALL, "password": PASSWORD} | changes


async def make(portal: Portal, who: Someone, **changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = await portal.ok("/common/gen_token", who, attributes=draft(**changes))
    return made


class TestScopes:
    async def test_api_token_permits_only_the_calls_of_its_scope(self, portal: Portal) -> None:
        who = await portal.someone()
        tokens = {scope: (await make(portal, who, scopes=[scope]))["token"] for scope in ALL}
        for entry in registry.entries(Procedure):
            if entry.context.who not in ("M", "P"):
                continue
            for scope, token in tokens.items():
                reply = await portal.post(entry.path, token, attributes={"surely_unknown": 1})
                refused = reply.code == Code.NOT_ALLOWED.number
                assert refused == (entry.permission != scope), (entry.path, scope, reply)

    async def test_refusal_names_the_scope_that_an_api_token_lacks(self, portal: Portal) -> None:
        who = await portal.someone()
        token = (await make(portal, who, scopes=["brand.read"]))["token"]
        reply = await portal.refuses(Code.NOT_ALLOWED, "/payments/summary", token)
        assert reply.message == "Not allowed: this token lacks the scope `payment.read`"
        assert reply.data == {"scope": "payment.read"}
        reply = await portal.refuses(Code.NOT_ALLOWED, "/common/token_list", token)
        assert reply.message == "Not allowed: no API token can make this call"
        assert reply.data is None

    async def test_every_token_scope_is_a_permission_of_the_owner(self, portal: Portal) -> None:
        who = await portal.someone()
        assert {*ALL} <= {*(await portal.ok("/user/profile", who))["permissions"]}

    async def test_api_token_reads_only_its_own_publisher(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        token = (await make(portal, alice))["token"]
        rows = (await portal.ok("/site/list", token))["list"]
        assert [row["id"] for row in rows] == [alice.site_id] != [bob.site_id]

    async def test_channel_of_an_api_token_is_the_default_of_its_calls(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        second = await portal.site(alice.uid)
        brand = await portal.brand()
        await portal.join(alice, brand)
        token = (await make(portal, alice, site_id=second))["token"]
        found = await portal.ok("/brands/info", token, attributes={"mcid": brand.mcid})
        assert found["relationship"] == 0
        own = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})
        assert own["relationship"] == 2


class TestCreation:
    async def test_creation_of_an_api_token_requires_the_password_and_sends_a_mail(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/common/gen_token", alice, attributes=draft(password="no")
        )
        assert (await portal.ok("/common/token_list", alice))["total"] == 0
        made = await make(portal, alice)
        await portal.work()
        [mail] = mails_to(portal, alice.email)
        assert "Nightly report" in mail and made["token"] not in mail

    async def test_token_or_operator_session_cannot_make_or_delete_tokens(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        made = await make(portal, alice)
        staff = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        for token in (made["token"], staff):
            for path, attributes in (
                ("/common/gen_token", draft()),
                ("/common/token_del", {"id": made["id"]}),
            ):
                await portal.refuses(Code.NOT_ALLOWED, path, token, attributes=attributes)

    @pytest.mark.parametrize(
        ("changes", "code", "field"),
        [
            ({"scopes": []}, Code.REQUEST_INVALID, "scopes"),
            ({"scopes": ["account.edit"]}, Code.REQUEST_INVALID, "scopes[0]"),
            ({"name": ""}, Code.REQUEST_INVALID, "name"),
            ({"expires_at": "2020-01-01T00:00:00Z"}, Code.REQUEST_INVALID, "expires_at"),
            ({"id": 1}, Code.NOT_FOUND, "id"),
            ({"site_id": 1}, Code.SITE_INVALID, "site_id"),
        ],
    )
    async def test_api_token_with_an_invalid_field_is_refused(
        self, portal: Portal, changes: dict[str, Any], code: Code, field: str
    ) -> None:
        alice = await portal.someone()
        reply = await portal.refuses(code, "/common/gen_token", alice, attributes=draft(**changes))
        assert reply.refusal == {"field": f"attributes.{field}"}
        assert (await portal.ok("/common/token_list", alice))["total"] == 0

    async def test_number_of_api_tokens_is_limited(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await make(portal, alice)
        async with portal.db() as db:
            await db.execute(
                "insert into api_token (publisher_id, account_id, name, hash, scopes, created_at)"
                " select publisher_id, account_id, name, sha256(n::text::bytea), scopes, created_at"
                "   from api_token, generate_series(2, $2) n where publisher_id = $1",
                alice.uid, TOKENS_MAX,
            )  # fmt: skip
        await portal.refuses(Code.REQUEST_INVALID, "/common/gen_token", alice, attributes=draft())
        await portal.ok("/common/token_del", alice, attributes={"id": made["id"]})
        await make(portal, alice)


class TestExpiry:
    async def test_revoked_api_token_is_refused_from_the_next_call(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        made = await make(portal, alice)
        await portal.ok("/site/list", made["token"])
        await portal.refuses(
            Code.NOT_FOUND, "/common/token_del", bob, attributes={"id": made["id"]}
        )
        await portal.ok("/site/list", made["token"])
        await portal.ok("/common/token_del", alice, attributes={"id": made["id"]})
        await portal.refuses(Code.UNAUTHORIZED, "/site/list", made["token"])

    async def test_former_secret_of_a_rotated_api_token_works_for_a_day(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await make(portal, alice)
        rotated = await make(portal, alice, id=made["id"], scopes=["brand.read"])
        assert rotated["id"] == made["id"] and rotated["token"] != made["token"]
        for token in (made["token"], rotated["token"]):
            await portal.ok("/site/list", token)
            await portal.refuses(Code.NOT_ALLOWED, "/tools/links", token)
        async with portal.db() as db:
            await db.execute(
                "update api_token set previous_until = $2 where publisher_id = $1",
                alice.uid, datetime.now(UTC) - ROTATION_OVERLAP,
            )  # fmt: skip
        await portal.refuses(Code.UNAUTHORIZED, "/site/list", made["token"])
        await portal.ok("/site/list", rotated["token"])

    async def test_former_secret_of_a_rotated_api_token_does_not_gain_wider_scopes(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await make(portal, alice, scopes=["brand.read", "link.edit"])
        wider = ["brand.read", "payment.read", "report.read"]
        rotated = await make(portal, alice, id=made["id"], scopes=wider)
        await portal.ok("/payments/balance", rotated["token"])
        await portal.ok("/site/list", made["token"])
        for path in ("/payments/balance", "/reports/view_list", "/tools/links"):
            await portal.refuses(Code.NOT_ALLOWED, path, made["token"])
        again = await make(portal, alice, id=made["id"], scopes=[*wider, "link.edit"])
        await portal.ok("/tools/links", again["token"])
        await portal.ok("/payments/balance", rotated["token"])
        await portal.refuses(Code.NOT_ALLOWED, "/tools/links", rotated["token"])
        await portal.refuses(Code.UNAUTHORIZED, "/site/list", made["token"])

    async def test_former_secret_of_an_api_token_without_stored_scopes_has_the_new_ones(
        self, portal: Portal
    ) -> None:
        """The column is null in rows of an older version."""
        alice = await portal.someone()
        made = await make(portal, alice, scopes=["brand.read"])
        await make(portal, alice, id=made["id"], scopes=["brand.read"])
        async with portal.db() as db:
            await db.execute(
                "update api_token set previous_scopes = null where publisher_id = $1", alice.uid
            )
        await portal.ok("/site/list", made["token"])

    async def test_rotation_of_an_api_token_keeps_the_expiry_unless_another_is_given(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        month, year = (
            (datetime.now(UTC) + timedelta(days=days)).replace(microsecond=0) for days in (30, 365)
        )
        made = await make(portal, alice, expires_at=month.isoformat())
        for changes, expected in (
            ({}, month),
            ({"expires_at": year.isoformat()}, year),
            ({}, year),
            ({"expires_at": None}, None),
            ({}, None),
        ):
            await make(portal, alice, id=made["id"], **changes)
            [row] = (await portal.ok("/common/token_list", alice))["list"]
            found = row["expires_at"] and datetime.fromisoformat(row["expires_at"])
            assert found == expected, changes

    async def test_expired_api_token_answers_token_expired(self, portal: Portal) -> None:
        alice = await portal.someone()
        soon = datetime.now(UTC) + timedelta(seconds=60)
        token = (await make(portal, alice, expires_at=soon.isoformat()))["token"]
        await portal.ok("/site/list", token)
        async with portal.db() as db:
            await db.execute(
                "update api_token set expires_at = $2 where publisher_id = $1",
                alice.uid, datetime.now(UTC) - timedelta(seconds=1),
            )  # fmt: skip
        await portal.refuses(Code.TOKEN_EXPIRED, "/site/list", token)
        assert (await portal.ok("/common/token_list", alice))["total"] == 0

    async def test_account_lock_revokes_api_tokens_for_good(self, portal: Portal) -> None:
        alice, bob, operator = [await portal.someone() for _ in range(2)] + [
            await portal.new_operator()
        ]
        token, others = [(await make(portal, who))["token"] for who in (alice, bob)]
        for kind in ("lock", "unlock"):
            lock = {"uid": alice.uid, "kind": kind}
            await portal.ok("/network/account_lock", operator, attributes=lock)
            await portal.refuses(Code.UNAUTHORIZED, "/site/list", token)
        await portal.ok("/site/list", others)

    async def test_new_password_keeps_api_tokens_and_closing_the_account_revokes_them(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        token = (await make(portal, alice))["token"]
        new = "another-long-passphrase"
        change = {"old": PASSWORD, "password": new, "confirm_password": new}
        await portal.ok("/user/password_edit", alice, attributes=change)
        await portal.ok("/site/list", token)
        await portal.ok("/user/close", alice, attributes={"password": new})
        await portal.refuses(Code.UNAUTHORIZED, "/site/list", token)

    @pytest.mark.parametrize("token", ["api_", "api_x", "api_" + "a" * 300, "api_ü"])
    async def test_malformed_api_token_is_refused(self, portal: Portal, token: str) -> None:
        await portal.refuses(Code.UNAUTHORIZED, "/site/list", token)

    async def test_session_and_api_token_are_not_interchangeable(self, portal: Portal) -> None:
        alice = await portal.someone()
        token = (await make(portal, alice))["token"]
        await portal.refuses(Code.UNAUTHORIZED, "/site/list", "api_" + alice.token)
        await portal.refuses(Code.UNAUTHORIZED, "/site/list", token.removeprefix("api_"))


async def test_list_of_api_tokens_shows_their_last_use(portal: Portal) -> None:
    alice = await portal.someone()
    made = await make(portal, alice, name="Feed")
    [row] = (await portal.ok("/common/token_list", alice))["list"]
    assert row["last_used_at"] is None and row["name"] == "Feed" and "token" not in row
    await portal.ok("/site/list", made["token"])
    [row] = (await portal.ok("/common/token_list", alice))["list"]
    assert row["last_used_at"] is not None
