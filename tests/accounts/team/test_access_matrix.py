"""Every call as everybody: each role, narrowed or not, with money or not, by session, token or impersonation.

The calls come from the registry, and who may make them from the lists of test_member_roles.py and test_narrowing.py, so
that a new call is tried without a new test. The company is the hostile estate, whose rows all have a canary; narrowed
members see another channel of it, which is empty.
"""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import schema.core.without_money
from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from schema.accounts.api_token import SCOPES
from schema.accounts.permission import IN_PERSON, OF_WHOLE_PUBLISHER, Role
from sql.core.narrowing import HIDDEN, NARROWED
from tests.accounts.team.test_member_roles import CALLS, GRANTED
from tests.accounts.team.test_without_money import NO_AMOUNTS
from tests.architecture.test_narrowing import REFUSED
from tests.architecture.test_tenancy import aim
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.memberships import add_membership
from tests.support.hostile.estate import AMOUNT, CANARY, EARNED, SALES, Estate, build
from tests.support.portal import Portal, Someone

OTHERS = [role for role in Role if role is not Role.OWNER]
OF_THE_COMPANY = {
    "/user/profile",
    "/user/publishers",
    "/auth/sessions",
    "/brands/coupons",
    "/brands/info",
}
"""Calls that show narrowed members the company's name, or codes that belong to it as a whole."""
DECIMAL = re.compile(r"-?\d+\.\d+")
IMPERSONATED = {"owner", "manager of a channel", "analyst without money"}
AT_ONCE = 16
WATCHED = sorted({*NARROWED, *HIDDEN} - {"audit", "terms"})


@dataclass(frozen=True)
class Person:
    """Somebody who makes calls, and what they may make of them."""

    who: Someone
    role: Role
    narrowed: bool = False
    with_money: bool = True
    by_token: bool = False
    impersonated: bool = False

    def may_make(self, call: Procedure) -> bool:
        granted = set(GRANTED[self.role])
        if self.impersonated:
            granted -= IN_PERSON
        if self.narrowed:
            granted -= OF_WHOLE_PUBLISHER
            if "postback.general" not in granted:  # of payments, which have no channel
                granted -= {"postback.edit"}
        if not self.with_money:
            granted -= {"money.read", "payment.read"}
        if self.by_token:
            granted &= {*SCOPES}
        if self.narrowed and call.path in REFUSED:
            return False
        return call.permission in granted or (not call.permission and not self.by_token)


@dataclass(frozen=True)
class Crowd:
    estate: Estate
    site_id: int
    """The channel that the narrowed members see."""
    people: dict[str, Person]


@pytest.fixture(scope="module")
async def crowd(portal: Portal) -> AsyncIterator[Crowd]:
    estate = await build(portal)
    owner, people = estate.who, {}
    site_id = await portal.site(owner.uid)
    for role in Role:
        for limits in limits_of(role, site_id):
            who = await portal.member(owner, role, **limits)
            narrowed = limits.get("site_ids") is not None
            with_money = limits.get("with_money", True)
            name = f"{role}{' of a channel' * narrowed}{' without money' * (not with_money)}"
            person = Person(who, role, narrowed=narrowed, with_money=with_money)
            people[name] = person
            if "token.edit" in GRANTED[role]:
                people[f"token of {name}"] = await token_of(portal, person)
            if name in IMPERSONATED:
                code = await issue_code(portal, await portal.operator(), email=who.email)
                staff = Someone(token=await enter(portal, code), uid=owner.uid)
                people[f"staff as {name}"] = Person(
                    staff, role, narrowed=narrowed, with_money=with_money, impersonated=True
                )
    for role in (Role.MANAGER, Role.ANALYST):
        elsewhere = await portal.someone()
        who = await add_membership(portal, elsewhere, owner, role)
        people[f"{role} who owns another publisher"] = Person(who, role)
    who = await add_membership(
        portal, await portal.someone(), owner, Role.MANAGER, site_ids=[site_id]
    )
    people["manager of a channel who owns another publisher"] = Person(
        who, Role.MANAGER, narrowed=True
    )
    yield Crowd(estate, site_id, people)


def limits_of(role: Role, site_id: int) -> Iterator[dict[str, Any]]:
    yield {}
    if role is not Role.OWNER:
        yield {"site_ids": [site_id]}
    if role is Role.ANALYST:
        yield {"with_money": False}
        yield {"site_ids": [site_id], "with_money": False}


async def token_of(portal: Portal, person: Person) -> Person:
    """The person's token with every scope that it can have."""
    profile = await portal.ok("/user/profile", person.who)
    scopes = [name for name in SCOPES if name in profile["permissions"]]
    given = {"name": "Wide", "scopes": scopes, "password": person.who.password}
    made = await portal.ok("/common/gen_token", person.who, attributes=given)
    who = Someone(token=made["token"], uid=person.who.uid)
    return Person(who, person.role, narrowed=person.narrowed, by_token=True)


async def wrongly_open(portal: Portal, person: Person, calls: Sequence[Procedure]) -> list[str]:
    """The calls that are open to a person who may not make them, or closed to one who may."""
    found = []
    for some in in_batches(calls, AT_ONCE):
        replies = await asyncio.gather(
            *(portal.post(call.path, person.who, attributes={"surely_unknown": 1}) for call in some)
        )
        for call, reply in zip(some, replies, strict=True):
            if (reply.code != Code.NOT_ALLOWED.number) != person.may_make(call):
                found.append(f"{call.path}: {reply.code} {reply.message}")
    return found


def in_batches(calls: Sequence[Procedure], size: int) -> list[Sequence[Procedure]]:
    return [calls[first : first + size] for first in range(0, len(calls), size)]


async def test_each_call_is_open_to_the_listed_callers_only(portal: Portal, crowd: Crowd) -> None:
    assert len(crowd.people) == 22
    wrong = {
        name: found
        for name, person in crowd.people.items()
        if (found := await wrongly_open(portal, person, CALLS))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("name", "path", "attribute", "value"),
    [
        ("developer", "/payments/cancel", "permission", ""),
        ("manager of a channel", "/reports/books_list", "narrowed", "channels"),
        ("token of developer", "/site/save", "permission", "report.read"),
        ("staff as owner", "/payments/request", "permission", "payment.read"),
        ("finance", "/payments/proposal_confirm", "permission", "payee.propose"),
        ("manager", "/reports/schedule_list", "permission", "report.read"),
        ("finance of a channel", "/reports/schedule_log", "narrowed", "channels"),
        ("staff as owner", "/payments/method_propose", "permission", "payment.read"),
    ],
)
async def test_call_that_is_open_by_mistake_is_found(
    portal: Portal,
    crowd: Crowd,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    path: str,
    attribute: str,
    value: str,
) -> None:
    """The control: a handler without its permission, or open to narrowed members."""
    call = registry.find(path, Procedure)
    expected = crowd.people[name].may_make(call)
    monkeypatch.setattr(call, attribute, value)
    if attribute == "narrowed":
        monkeypatch.setattr(call, "permission", "report.read")
    reply = await portal.post(path, crowd.people[name].who, attributes={"surely_unknown": 1})
    assert (reply.code != Code.NOT_ALLOWED.number) != expected


FINGERPRINT = " union all ".join(
    f"select '{table}', md5(string_agg(row, chr(10) order by row)) from ("
    f"select row::text from (select to_jsonb(t) - 'number' as row from {table} t where publisher_id = $1) rows"
    f" where row ->> 'site_id' is distinct from $2) rows"
    for table in WATCHED
)


async def fingerprint(portal: Portal, crowd: Crowd) -> dict[str, str]:
    """A hash of all rows of the company's other channels and of its money, by table.

    The number of an event does not count: it is given when the feed is read, whoever reads it.
    """
    async with portal.db() as db:
        rows = await db.fetch(FINGERPRINT, crowd.estate.who.uid, str(crowd.site_id))
        return dict(rows)


async def leaks(
    portal: Portal, crowd: Crowd, who: Someone, calls: Sequence[Procedure], seed: int
) -> list[str]:
    """The calls that tell something of the other channel, when asked by every id of it."""
    found = []
    for call in calls:
        asked = aim(call, crowd.estate, random.Random(seed), at_all=bool(seed % 2))
        reply = await portal.post(call.path, who, **asked)
        assert reply.status != 500, (call.path, reply)
        answer = f"{reply.message} {reply.data}".replace(str(crowd.estate.ids["order_id"]), "")
        leaks = [each for each in (AMOUNT, EARNED, SALES) if each in answer]
        if CANARY in answer and call.path not in OF_THE_COMPANY:
            leaks.append(CANARY)
        if leaks:
            found.append(f"{call.path} {asked}: {leaks}")
    return found


ENDS_SESSIONS = {
    "/auth/sign_out", "/auth/session_end", "/user/team_leave", "/user/email_edit", "/user/password_edit",
    "/user/two_step_begin", "/user/two_step_confirm", "/user/two_step_end", "/common/gen_token",
    "/user/close", "/user/publisher_switch", "/auth/team_join",
}  # fmt: skip
"""Calls after which a person may have to be another one."""


@pytest.mark.parametrize("role", OTHERS)
async def test_narrowed_member_neither_sees_nor_changes_another_channel(
    portal: Portal, crowd: Crowd, role: Role
) -> None:
    calls = [call for call in CALLS if call.path not in ENDS_SESSIONS]
    before, found = await fingerprint(portal, crowd), []
    for seed in (1, 2) if role is Role.MANAGER else (1,):
        who = await portal.member(crowd.estate.who, role, site_ids=[crowd.site_id])
        found += await leaks(portal, crowd, who, calls, seed)
        assert (await portal.post("/user/profile", who)).code == 0
    token = crowd.people.get(f"token of {role} of a channel")
    found += await leaks(portal, crowd, token.who, calls, 1) if token else []
    assert found == []
    after = await fingerprint(portal, crowd)
    assert {table for table in after if after[table] != before[table]} == set()


async def test_calls_that_are_not_narrowed_are_found(
    portal: Portal, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: nothing narrows the statements of a session."""
    monkeypatch.setattr("rpc.calls.context.narrow", lambda db, _: db)
    who = crowd.people["manager of a channel"].who
    calls = [call for call in CALLS if call.reads and call.narrowed == "channels"]
    found = " ".join(
        [leak for seed in (1, 3, 5) for leak in await leaks(portal, crowd, who, calls, seed)]
    )
    for path in ("/site/info", "/site/list", "/reports/transaction", "/brands/applications"):
        assert path in found


async def shown_amounts(portal: Portal, crowd: Crowd, name: str) -> list[str]:
    """The calls that show a person an amount."""
    who, found = crowd.people[name].who, []
    for call in CALLS:
        if call.reads or call.path == "/reports/why":
            asked = aim(call, crowd.estate, random.Random(1), at_all=True)
            reply = await portal.post(call.path, who, **asked)
            found += [f"{call.path}: {each}" for each in decimals_in(reply.data)]
    return found


def decimals_in(value: Any, name: str = "") -> Iterator[str]:
    """The names of the decimal numbers in a reply, except those that are no amounts."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from decimals_in(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from decimals_in(inner, name)
    elif isinstance(value, str) and DECIMAL.fullmatch(value) and name not in NO_AMOUNTS:
        yield name


async def test_analyst_without_money_is_shown_no_amount(portal: Portal, crowd: Crowd) -> None:
    assert await shown_amounts(portal, crowd, "analyst without money") == []
    assert await shown_amounts(portal, crowd, "analyst of a channel without money") == []
    assert len(await shown_amounts(portal, crowd, "analyst")) > 20


async def test_amounts_that_are_not_marked_are_found(
    portal: Portal, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: no field is marked."""
    schema.core.without_money.shown_fields.cache_clear()
    monkeypatch.setattr("schema.core.without_money.is_money", lambda _: False)
    try:
        found = await shown_amounts(portal, crowd, "analyst without money")
    finally:
        schema.core.without_money.shown_fields.cache_clear()
    assert len(found) > 20
