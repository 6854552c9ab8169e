"""Cases that agents prepare: checked as if they were opened, kept for a person, and never sent by the agent."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

import sql.network.retention
from rpc import Code
from schema.orders.prepared_case import DRAFTS_KEPT, DRAFTS_MAX
from tests.support.accounts.agents import Agent, connect_agent, with_token
from tests.support.databases import earlier
from tests.support.orders.cases import Claim, claims
from tests.support.portal import Portal, Someone

TOOL, LIST, DELETE = "reports_case_draft", "/reports/case_draft_list", "/reports/case_draft_del"


async def drafts(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = (await portal.ok(LIST, who))["list"]
    return rows


@pytest.fixture
async def it(portal: Portal) -> Claim:
    return await claims(portal)


@pytest.fixture
async def agent(portal: Portal, it: Claim) -> Agent:
    return await connect_agent(portal, it.who, "agent.read", "agent.write")


async def test_draft_is_listed_and_no_case_is_opened(
    portal: Portal, it: Claim, agent: Agent
) -> None:
    saved = await agent.data(TOOL, attributes=it.draft())
    assert saved["url"] == f"{portal.resources.settings.public_url}/reports/cases"
    [row] = await drafts(portal, it.who)
    assert row["id"] == saved["id"] and row["agent"] == "An agent"
    given = it.draft()
    for name in ("kind", "mcid", "order_id", "currency", "amount", "note"):
        assert row[name] == given[name]
    assert (await portal.ok("/reports/case_list", it.who))["total"] == 0
    await portal.work()
    assert (await portal.ok("/reports/case_list", it.who))["total"] == 0
    log = (await portal.ok("/user/audit", it.who))["list"]
    assert (log[0]["action"], log[0]["details"]["agent"]) == ("/reports/case_draft", "An agent")
    # A person opens it with what is listed.
    fields = {name: row[name] for name in given}
    await portal.ok("/reports/case_open", it.who, attributes=fields)
    await portal.ok(DELETE, it.who, attributes={"id": row["id"]})
    assert await drafts(portal, it.who) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "nonsense"}, {"note": ""}, {"note": None}, {"mcid": None}, {"mcid": "nothing"}, {"order_id": " "},
        {"amount": "-1"}, {"currency": "ZZZ"}, {"order_time": "2199-01-01T00:00:00Z"}, {"oid": 1},
        {"topic": "account"}, {"kind": "incorrect"}, {"unknown": 1}, {"click_ref": "nothing"},
    ],
)  # fmt: skip
async def test_what_cannot_be_opened_is_refused(
    portal: Portal, it: Claim, agent: Agent, changed: dict[str, Any]
) -> None:
    reply = await portal.post("/reports/case_open", it.who, attributes=it.draft(**changed))
    assert reply.code != 0
    refused = await agent.refusal(TOOL, attributes=it.draft(**changed))
    assert refused == {"code": reply.code, "message": reply.message, "data": reply.data}
    assert await drafts(portal, it.who) == []


async def test_files_and_what_has_an_open_case_are_refused(
    portal: Portal, it: Claim, agent: Agent
) -> None:
    files = [{"file_url": "/files/x.png", "name": "x.png"}]
    refused = await agent.refusal(TOOL, attributes=it.draft(evidence=files))
    assert refused["data"]["field"] == "attributes.evidence"
    opened = await it.open()
    refused = await agent.refusal(TOOL, attributes=it.draft())
    assert refused["code"] == Code.STATE_FORBIDS.number
    assert str(opened["case_id"]) in refused["message"]


async def test_same_draft_is_kept_once(portal: Portal, it: Claim, agent: Agent) -> None:
    saved = await asyncio.gather(*(agent.data(TOOL, attributes=it.draft()) for _ in range(4)))
    assert len({each["id"] for each in saved}) == 1
    assert len(await drafts(portal, it.who)) == 1


async def test_drafts_are_bounded(portal: Portal, it: Claim, agent: Agent) -> None:
    async with portal.db() as db:
        await db.execute(
            "insert into case_draft (publisher_id, account_id, agent, draft, created_at) select $1, $2, 'x',"
            " jsonb_build_object('kind', 'question', 'topic', 'account', 'note', n::text), now()"
            " from generate_series(1, $3) as n",
            *(it.who.uid, it.who.account_id, DRAFTS_MAX),
        )
    refused = await agent.refusal(TOOL, attributes=it.draft())
    assert refused["data"]["rule"] == "full"
    assert len(await drafts(portal, it.who)) == DRAFTS_MAX


async def test_draft_ends_after_a_month(portal: Portal, it: Claim, agent: Agent) -> None:
    await agent.data(TOOL, attributes=it.draft())
    async with portal.db() as db:
        await db.execute(
            f"update case_draft set {earlier('created_at', '$2')} where publisher_id = $1",
            *(it.who.uid, DRAFTS_KEPT + timedelta(minutes=1)),
        )
        assert await drafts(portal, it.who) == []
        await sql.network.retention.purge_publishers(db, portal.resources.clock.now())
        count = "select count(*) from case_draft where publisher_id = $1"
        assert await db.fetchval(count, it.who.uid) == 0


async def test_draft_is_the_publishers_and_of_nobody_else(
    portal: Portal, it: Claim, agent: Agent
) -> None:
    saved = await agent.data(TOOL, attributes=it.draft())
    given = {"id": saved["id"]}
    other = await portal.someone()
    assert await drafts(portal, other) == []
    await portal.refuses(Code.NOT_FOUND, DELETE, other, attributes=given)
    colleague = await portal.member(it.who, "manager")
    assert len(await drafts(portal, colleague)) == 1
    narrowed = await portal.member(it.who, "manager", site_ids=[await portal.site(it.who.uid)])
    assert await drafts(portal, narrowed) == []
    await portal.refuses(Code.NOT_FOUND, DELETE, narrowed, attributes=given)
    await portal.refuses(Code.NOT_ALLOWED, LIST, await portal.member(it.who, "analyst"))
    unpaid = await portal.member(it.who, "manager", with_money=False)
    assert "amount" not in (await drafts(portal, unpaid))[0]
    await portal.ok(DELETE, colleague, attributes=given)
    await portal.refuses(Code.NOT_FOUND, DELETE, it.who, attributes=given)


async def test_token_has_no_such_tool_and_no_agent_opens_or_deletes(
    portal: Portal, it: Claim, agent: Agent
) -> None:
    token = await with_token(portal, it.who, "link.edit", "report.read")
    assert TOOL not in await token.tools()
    refused = await token.refusal(TOOL, attributes=it.draft())
    assert refused["code"] == Code.NOT_ALLOWED.number
    for name in ("reports_case_open", "reports_case_draft_del", "reports_case_draft_list"):
        response = await agent.send("tools/call", {"name": name, "arguments": {}})
        assert response.json()["error"]["message"] == f"Unknown tool: {name}"
