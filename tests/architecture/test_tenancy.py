"""Nobody sees or changes another publisher's rows: every path of the registry is tried (trust.md T1)."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest
from msgspec import inspect

import sql.brands.site
from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from tests.architecture.test_statements import TENANT
from tests.support.hostile.shapes import fields, request
from tests.support.portal import Portal, SomeBrand, Someone, unique

PROCEDURES = list(registry.entries(Procedure))
CANARY = "canary-7919"
AMOUNT = "7919.31"
ID_FIELDS = {"id", "site_id", "link_id", "oid", "uid", "click_ref", "code", "order_id"}
PRIVILEGED = [
    "publisher_id", "uid", "account_id", "role", "roles", "permissions", "status", "is_admin", "admin",
    "operator", "verified", "email_verified", "email_verified_at", "locked_at", "password_hash",
    "default_site_id", "commission", "sale_comm", "rate", "balance", "paid", "approved", "settled",
    "settlement_id", "payment_id", "created_at", "updated_at", "deleted_at", "terms_id", "verdict",
    "impersonated_by", "operator_id", "two_step", "referer_uid", "kind", "session", "token", "owner",
    "company_id", "tenant_id",
]  # fmt: skip


@dataclass
class Estate:
    """A publisher that owns something of everything, each with a canary, and where it all is."""

    who: Someone
    brand: SomeBrand
    ids: dict[str, Any]


@pytest.fixture(scope="session")
async def estate(portal: Portal) -> Estate:
    who = await portal.someone(name=CANARY, company={"name": CANARY, "country": "GB"})
    brand = await portal.brand()
    await portal.ok("/brands/apply", who, attributes={"mcids": [brand.mcid], "message": CANARY})
    link = await portal.link(who, brand, uid1=CANARY, note=CANARY, path=unique(CANARY))
    ref = await portal.click(link["code"])
    order = {
        "order_id": unique(CANARY),
        "currency": "GBP",
        "click_ref": ref,
        "coupon": CANARY,
        "items": [{"item_id": CANARY, "amount": AMOUNT, "category": CANARY}],
    }
    [reported] = (await portal.ok("/network/conversions", brand, attributes={"orders": [order]}))[
        "list"
    ]
    assert reported["outcome"] == "created", reported
    method = {
        "kind": "paypal", "country": "GB", "currency": "GBP", "entity": "person",
        "fields": {"holder": CANARY, "email": f"{CANARY}@example.com"}, "password": who.password,
    }  # fmt: skip
    await portal.ok("/payments/method_save", who, attributes=method)
    async with portal.db() as db:
        await db.execute("update site set name = $2 where publisher_id = $1", who.uid, CANARY)
    ids = {
        "id": who.site_id,
        "site_id": who.site_id,
        "site_ids": [who.site_id],
        "link_id": link["link_id"],
        "oid": reported["oid"],
        "oids": [reported["oid"]],
        "uid": who.uid,
        "click_ref": ref,
        "code": link["code"],
        "order_id": order["order_id"],
        "mcid": brand.mcid,
        "mcids": [brand.mcid],
        "mid": brand.mid,
        "start_date": "2026-01-01",
        "end_date": "2030-01-01",
    }
    return Estate(who, brand, ids)


async def fingerprint(portal: Portal, uid: int) -> dict[str, str]:
    """A hash of all rows of a publisher, by table. When a session was last seen is nobody's secret."""
    found = {}
    async with portal.db() as db:
        for table in sorted(TENANT):
            rows = await db.fetch(
                f"select (to_jsonb(t) - 'last_seen')::text as row from {table} t"
                " where publisher_id = $1 order by 1",
                uid,
            )
            found[table] = sha256("\n".join(row["row"] for row in rows).encode()).hexdigest()
    return found


def aim(procedure: Procedure, ids: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """A request in which every id is one of the estate's."""
    asked = request(procedure, luck)
    for part, kind in procedure.parameters.items():
        names = {path[0] for path, _ in fields(inspect.type_info(kind)) if len(path) == 1}
        for name in names & ids.keys():
            if not is_text(kind, name):
                asked[part][name] = ids[name]
            elif name not in {"uid", "id"}:  # those are a publisher's own label, or no id of a row
                asked[part][name] = str(ids[name])
    return asked


def is_text(kind: Any, name: str) -> bool:
    [found] = [field.type for field in inspect.type_info(kind).fields if field.name == name]
    return "StrType" in repr(found) and "ListType" not in repr(found)


def open_to(*who: str) -> list[Any]:
    return [pytest.param(p, id=p.path) for p in PROCEDURES if p.context.who in who]


@pytest.mark.parametrize("procedure", open_to("G", "M", "P"))
async def test_a_publisher_neither_sees_nor_changes_anothers_rows(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    bob = await portal.someone()
    before = await fingerprint(portal, estate.who.uid)

    for seed in range(6):
        reply = await portal.post(
            procedure.path, bob, **aim(procedure, estate.ids, random.Random(seed))
        )
        answer = f"{reply.message} {reply.data}"
        assert reply.status != 500, reply
        assert CANARY not in answer.replace(str(estate.ids["order_id"]), "")
        assert AMOUNT not in answer

    assert await fingerprint(portal, estate.who.uid) == before


@pytest.mark.parametrize("procedure", open_to("M", "P", "O", "B"))
async def test_nobody_comes_in_without_a_token_of_the_right_kind(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    asked = aim(procedure, estate.ids, random.Random(1))
    keys = {"B": estate.who.token}.get(procedure.context.who, estate.brand.token)

    for token in (None, "", "nonsense", estate.who.token[:-1], keys):
        await portal.refuses(Code.UNAUTHORIZED, procedure.path, token, **asked)


@pytest.mark.parametrize("procedure", open_to("O"))
async def test_a_publisher_is_no_operator(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    before = await fingerprint(portal, estate.who.uid)
    bob = await portal.someone()
    for who in (bob, estate.who):
        asked = aim(procedure, estate.ids, random.Random(1))
        await portal.refuses(Code.NOT_ALLOWED, procedure.path, who, **asked)
    assert await fingerprint(portal, estate.who.uid) == before


@pytest.mark.parametrize("procedure", open_to("P"))
async def test_without_a_default_site_a_publishers_call_is_refused(
    portal: Portal, estate: Estate, procedure: Procedure
) -> None:
    carol = await portal.someone(site=False)
    asked = aim(procedure, estate.ids, random.Random(1))
    await portal.refuses(Code.DEFAULT_SITE_NOT_SET, procedure.path, carol, **asked)


@pytest.mark.parametrize("procedure", open_to("G", "M", "P", "O", "B"))
async def test_a_field_that_is_none_of_the_calls_is_refused(
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
            asked = aim(procedure, estate.ids, random.Random(1))
            asked.setdefault(part, {})[name] = 1
            reply = await portal.post(procedure.path, who, **asked)
            assert reply.code == Code.REQUEST_INVALID.number, (name, reply)
            assert f"{part}.{name}" in reply.message
    assert await fingerprint(portal, estate.who.uid) == before


async def test_the_estate_is_seen_by_its_owner(portal: Portal, estate: Estate) -> None:
    """The control: the canaries are there to be found."""
    days = {"start_date": "2026-01-01", "end_date": "2030-01-01"}
    assert CANARY in str(await portal.ok("/site/list", estate.who))
    assert CANARY in str(await portal.ok("/tools/links", estate.who))
    assert CANARY in str(await portal.ok("/reports/transactions", estate.who, filter=days))
    assert AMOUNT in str(await portal.ok("/reports/performance", estate.who, filter=days))


async def test_a_statement_without_its_publisher_would_be_found(
    portal: Portal, estate: Estate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: with one clause gone, another publisher does see the canary."""
    whole: Callable[..., Any] = sql.brands.site.text
    monkeypatch.setattr(
        sql.brands.site,
        "text",
        lambda statement, *values: whole(
            re.sub(r"(\w+\.)?publisher_id = \$1", "$1 > 0", statement), *values
        ),
    )
    bob = await portal.someone()

    reply = await portal.post("/site/info", bob, attributes={"id": estate.who.site_id})

    assert CANARY in str(reply.data)
