"""Nobody sees or changes another publisher's rows: every path of the registry is tried (trust.md T1)."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import inspect

import sql.channels.channel
from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from schema.accounts.permission import Role
from tests.architecture.test_statements import TENANT, statement_of
from tests.support.accounts.memberships import add_membership, add_session
from tests.support.hostile.estate import AMOUNT, CANARY, DAYS, EARNED, SALES, Estate, build
from tests.support.hostile.shapes import fields, request
from tests.support.portal import PASSWORD, Portal

PROCEDURES = list(registry.entries(Procedure))
SEEDS = 8
"""Requests that are made of each call."""
PRIVILEGED = [
    "publisher_id", "uid", "account_id", "role", "roles", "permissions", "status", "is_admin", "admin",
    "operator", "verified", "email_verified", "email_verified_at", "locked_at", "password_hash",
    "default_site_id", "commission", "sale_comm", "rate", "balance", "paid", "approved", "settled",
    "settlement_id", "payment_id", "created_at", "updated_at", "deleted_at", "terms_id", "verdict",
    "impersonated_by", "operator_id", "two_step", "referer_uid", "kind", "session", "token", "owner",
    "company_id", "tenant_id",
]  # fmt: skip


@pytest.fixture(scope="session")
async def estate(portal: Portal) -> Estate:
    return await build(portal)


FINGERPRINT = " union all ".join(
    f"select '{table}', md5(string_agg(row, chr(10) order by row))"
    f" from (select (to_jsonb(t) - 'last_seen')::text as row from {table} t where publisher_id = $1) rows"
    for table in sorted(TENANT)
)


async def fingerprint(portal: Portal, uid: int) -> dict[str, str]:
    """A hash of all rows of a publisher, by table. The last use of a session does not count."""
    async with portal.db() as db:
        return dict(await db.fetch(FINGERPRINT, uid))


def aim(
    procedure: Procedure, estate: Estate, luck: random.Random, *, at_all: bool = False
) -> dict[str, Any]:
    """A request in which every id is one of the estate's, or only one is, or none, with the caller's own password."""
    asked, ids = request(procedure, luck), estate.ids_of(procedure.path)
    asked.get("page", {}).pop("cursor", None)  # which would be none of the list's
    for part, kind in procedure.parameters.items():
        own = {field.encode_name: field.required for field in inspect.type_info(kind).fields}
        names = sorted(own.keys() & ids.keys())
        only = None if at_all else luck.choice([*names, None, ""])
        for name in names:
            if only not in (None, name) and not own[name]:
                asked[part].pop(name, None)  # so that no other id is refused before this one
            elif not is_text(kind, name):
                asked[part][name] = ids[name]
            elif name != "uid" and (name != "id" or isinstance(ids[name], str)):
                asked[part][name] = str(ids[name])  # the others are labels, or no id of a row
        if "password" in own:
            asked[part]["password"] = PASSWORD
            asked[part].pop("stepup", None)
    return asked


def is_text(kind: Any, name: str) -> bool:
    [found] = [field.type for field in inspect.type_info(kind).fields if field.encode_name == name]
    return "StrType" in repr(found) and not re.search("ListType|DictType", repr(found))


async def expect_refusal(portal: Portal, code: Code, path: str, who: Any, **req: Any) -> None:
    reply = await portal.post(path, who, **req)
    assert reply.code == code.number, (path, reply)


def open_to(*who: str) -> list[Any]:
    return [pytest.param(p, id=p.path) for p in PROCEDURES if p.context.who in who]


@pytest.mark.parametrize("procedure", open_to("G", "M", "P"))
async def test_publisher_neither_sees_nor_changes_rows_of_another(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    bob = await portal.someone()
    before = await fingerprint(portal, estate.who.uid)

    for seed in range(SEEDS):
        reply = await portal.post(
            procedure.path, bob, **aim(procedure, estate, random.Random(seed))
        )
        answer = f"{reply.message} {reply.data}"
        assert reply.status != 500, reply
        assert CANARY not in answer.replace(str(estate.ids["order_id"]), "")
        assert AMOUNT not in answer
        assert EARNED not in answer
        assert SALES not in answer

    assert await fingerprint(portal, estate.who.uid) == before


@pytest.mark.parametrize("procedure", open_to("M", "P", "O", "B"))
async def test_call_with_a_missing_invalid_or_foreign_kind_of_token_is_refused(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    asked = aim(procedure, estate, random.Random(1))
    keys = {"B": estate.who.token}.get(procedure.context.who, estate.brand.token)

    for token in (None, "", "nonsense", estate.who.token[:-1], keys):
        await expect_refusal(portal, Code.UNAUTHORIZED, procedure.path, token, **asked)


@pytest.mark.parametrize("procedure", open_to("O"))
async def test_publisher_cannot_make_operator_calls(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    before = await fingerprint(portal, estate.who.uid)
    bob = await portal.someone()
    for who in (bob, estate.who):
        asked = aim(procedure, estate, random.Random(1))
        await expect_refusal(portal, Code.NOT_ALLOWED, procedure.path, who, **asked)
    assert await fingerprint(portal, estate.who.uid) == before


@pytest.mark.parametrize("procedure", open_to("P"))
async def test_publisher_call_without_a_default_site_is_refused(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    carol = await portal.someone(site=False)
    asked = aim(procedure, estate, random.Random(1))
    await expect_refusal(portal, Code.DEFAULT_SITE_NOT_SET, procedure.path, carol, **asked)


@pytest.mark.parametrize("procedure", open_to("G", "M", "P", "O", "B"))
async def test_unknown_field_of_a_call_is_refused(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    who = {"O": await portal.operator(), "B": estate.brand}.get(
        procedure.context.who, await portal.someone()
    )
    before = await fingerprint(portal, estate.who.uid)
    for part in ("attributes", "filter"):
        kind = procedure.parameters.get(part)
        own = {path[0] for path, _ in fields(inspect.type_info(kind))} if kind else set()
        for name in set(PRIVILEGED) - own:
            asked = aim(procedure, estate, random.Random(1))
            asked.setdefault(part, {})[name] = 1
            reply = await portal.post(procedure.path, who, **asked)
            assert reply.code == Code.REQUEST_INVALID.number, (name, reply)
            assert f"{part}.{name}" in reply.message
    assert await fingerprint(portal, estate.who.uid) == before


SEEN_BY_THE_OWNER: list[tuple[str, str, dict[str, Any]]] = [
    ("/site/list", CANARY, {}),
    ("/tools/links", CANARY, {}),
    ("/brands/coupons", CANARY, {}),
    ("/brands/applications", CANARY, {}),
    ("/reports/transactions", CANARY, {"filter": DAYS}),
    ("/reports/transactions", AMOUNT, {"filter": DAYS}),
    ("/reports/performance", SALES, {"filter": DAYS}),
    ("/reports/view_list", CANARY, {}),
    ("/reports/case_list", CANARY, {}),
    ("/reports/events", CANARY, {}),
    ("/postback/list", CANARY, {}),
    ("/postback/deliveries", "event_id", {}),
    ("/postback/recent", "marks", {}),
    ("/common/token_list", CANARY, {}),
    ("/common/download_list", CANARY, {}),
    ("/home/notices", CANARY, {}),
    ("/payments/settlements", EARNED, {}),
    ("/payments/summary", EARNED, {}),
    ("/payments/methods", "paypal", {}),
    ("/user/team_list", CANARY, {}),
]


@pytest.mark.parametrize(("path", "canary", "req"), SEEN_BY_THE_OWNER)
async def test_owner_of_attacked_rows_sees_its_own_data(
    portal: Portal, estate: Estate, path: str, canary: str, req: dict[str, Any]
) -> None:
    """The control: the owner sees the canaries."""
    assert canary in str(await portal.ok(path, estate.who, **req))


ROWS_OF_OUTCOMES = {"/tools/broken_check"}
"""The answer has a row for each id, with its own outcome."""
BY_ID = [
    "/site/info", "/reports/transaction", "/home/notice", "/payments/settlement_orders", "/payments/invoice",
    "/postback/test_info", "/tools/broken_check", "/reports/view_del", "/reports/case_withdraw",
    "/common/token_del", "/common/download_del", "/postback/set_state", "/postback/del", "/user/media_kit_del",
    "/user/team_withdraw", "/user/team_remove", "/auth/session_end",
]  # fmt: skip


async def test_ids_used_in_tenancy_attacks_exist_for_their_owner(portal: Portal) -> None:
    """The control: the same ids work for their owner, so the calls refuse the other publisher."""
    estate, stranger = await build(portal), await portal.someone()
    for path in BY_ID:
        procedure = registry.find(path, Procedure)
        asked = aim(procedure, estate, random.Random(1), at_all=True)
        before = await fingerprint(portal, estate.who.uid)

        reply = await portal.post(path, stranger, **asked)
        assert (reply.code == 0) == (path in ROWS_OF_OUTCOMES), (path, reply)
        assert await fingerprint(portal, estate.who.uid) == before, path

        reply = await portal.post(path, estate.who, **asked)
        assert reply.code == 0, (path, reply)


async def test_statement_without_its_publisher_would_leak_another_publishers_row(
    portal: Portal, estate: Estate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: with one clause gone, another publisher does see the canary."""
    whole: Callable[..., Any] = sql.channels.channel.text
    monkeypatch.setattr(
        sql.channels.channel,
        "text",
        lambda statement, **values: whole(
            re.sub(
                r"(\w+\.)?publisher_id = :publisher_id",
                ":publisher_id > 0",
                statement_of(statement),
            ),
            **values,
        ),
    )
    bob = await portal.someone()

    reply = await portal.post("/site/info", bob, attributes={"id": estate.who.site_id})

    assert CANARY in str(reply.data)


OF_THE_PERSON = {
    "/user/profile", "/user/publishers", "/user/publisher_switch", "/user/close", "/user/password_edit",
    "/user/email_edit", "/user/third_bind", "/user/third_unbind", "/user/two_step_begin", "/user/two_step_confirm",
    "/user/two_step_end", "/user/passkey_begin", "/user/passkey_save", "/user/passkey_del",
    "/auth/session_end", "/auth/sessions",
}  # fmt: skip
"""Calls that name a person's publishers, or are about how they sign in to all of them."""


async def test_person_of_two_publishers_sees_nothing_of_the_other(portal: Portal) -> None:
    """The person is an owner there; their session acts for a publisher of their own."""
    estate, bob = await build(portal), await portal.someone()
    there = await add_membership(portal, bob, estate.who, Role.OWNER)
    assert CANARY in str(await portal.ok("/site/list", there)), "the control"
    before = await fingerprint(portal, estate.who.uid)
    for procedure in PROCEDURES:
        if procedure.context.who not in ("M", "P") or procedure.path in OF_THE_PERSON:
            continue
        for seed in (1, 2):
            luck = random.Random(seed)
            asked = aim(procedure, estate, luck, at_all=seed == 1)
            who = bob
            if procedure.path in ENDS_THE_SESSION:
                async with portal.db() as db:
                    token = await add_session(portal, db, bob.uid, bob.account_id)
                who = replace(bob, token=token)
            reply = await portal.post(procedure.path, who, **asked)
            assert reply.status != 500, (procedure.path, reply)
            answer = f"{reply.message} {reply.data}".replace(str(estate.ids["order_id"]), "")
            found = [each for each in (CANARY, AMOUNT, EARNED, SALES) if each in answer]
            assert not found, (procedure.path, asked, reply)
    assert (await portal.post("/user/profile", bob)).code == 0
    after = await fingerprint(portal, estate.who.uid)
    assert {table for table in after if after[table] != before[table]} == set()


ENDS_THE_SESSION = {"/auth/sign_out", "/auth/session_end", "/user/team_leave", "/auth/team_join"}
