"""Requests of agents: what an app asks for is made once its person approves it, as that person, and never otherwise."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

import sql.network.retention
from handlers._registry import registry
from handlers.agents.changes import DESCRIPTIONS
from rpc import Code, Fault
from rpc.agents.tools import find_tools, name_of
from schema.accounts.agent_request import (
    ARGUMENTS_BYTES_MAX,
    REQUEST_LIFETIME,
    REQUESTS_LISTED,
    REQUESTS_MAX,
)
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.agents import Agent, connect_agent, with_token
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.client import SomeBrand
from tests.support.databases import earlier
from tests.support.portal import Portal, Someone

TOOLS = {name: tool for name, tool in find_tools(registry).items() if tool.agents == "request"}
DECIDE = "/agents/request_decide"


@dataclass
class Asking:
    """A publisher with a link, and an agent that may ask for changes of it."""

    portal: Portal
    who: Someone
    brand: SomeBrand
    agent: Agent
    link_id: int

    async def ask(self, tool: str = "tools_link_edit", **attributes: Any) -> int:
        """The id of a request, by default for another note of the link."""
        given = attributes or {"link_id": self.link_id, "note": "From an agent"}
        made: dict[str, Any] = await self.agent.data(tool, attributes=given)
        return int(made["request_id"])

    async def info(self, id: int, who: Someone | None = None) -> Any:
        return await self.portal.ok("/agents/request_info", who or self.who, attributes={"id": id})

    async def state(self, id: int, who: Someone | None = None) -> str:
        return str((await self.info(id, who))["state"])

    async def decide(self, id: int, *, approve: bool = True) -> Any:
        """What came of the call; None if it was declined."""
        given = {"id": id, "approve": approve}
        decided = await self.portal.ok(DECIDE, self.who, attributes=given)
        assert decided["state"] == ("approved" if approve else "declined")
        return decided["outcome"]

    async def link(self) -> dict[str, Any] | None:
        rows = (await self.portal.ok("/tools/links", self.who))["list"]
        return next((row for row in rows if row["link_id"] == self.link_id), None)

    async def log(self) -> list[tuple[str, str, str]]:
        """The activity log without the connection: what was called, with what result, and by which agent."""
        entries = (await self.portal.ok("/user/audit", self.who))["list"]
        return [
            (entry["action"], entry["result"], entry["details"].get("agent", ""))
            for entry in entries
            if entry["action"] != "/user/app_allow"
        ]

    async def age(self, id: int, by: timedelta) -> None:
        async with self.portal.db() as db:
            times = f"{earlier('created_at', '$2')}, {earlier('expires_at', '$2')}"
            await db.execute(f"update agent_request set {times} where request_id = $1", id, by)


async def asking(portal: Portal, who: Someone | None = None) -> Asking:
    owner = who or await portal.someone()
    brand = await portal.brand()
    await portal.join(owner, brand)
    link = await portal.link(owner, brand)
    agent = await connect_agent(portal, owner, "agent.read", "agent.write")
    return Asking(portal, owner, brand, agent, link["link_id"])


@pytest.fixture
async def it(portal: Portal) -> Asking:
    return await asking(portal)


class TestAsking:
    async def test_tool_returns_the_page_of_a_request_and_changes_nothing(self, it: Asking) -> None:
        given = {"link_id": it.link_id, "note": "From an agent"}
        result = await it.agent.call("tools_link_edit", attributes=given)
        note, _ = (content["text"] for content in result["content"])
        assert "nothing has changed" in note and "Ask your person to open `url`" in note
        made = await it.agent.data("tools_link_edit", attributes=given)
        public_url = it.portal.resources.settings.public_url
        assert made["url"] == f"{public_url}/agents/{made['request_id']}"
        link = await it.link()
        assert link is not None and link["note"] == ""
        assert await it.log() == []

    async def test_same_open_request_is_not_made_twice(self, it: Asking) -> None:
        first = await it.ask()
        assert await it.ask() == first
        assert await it.ask(link_id=it.link_id, note="Another") != first
        await it.decide(first, approve=False)
        assert await it.ask() != first

    async def test_idempotency_key_returns_the_same_request_after_its_decision(
        self, it: Asking
    ) -> None:
        given = {"link_id": it.link_id, "note": "x"}
        ask = {"attributes": given, "idempotency_key": "k1"}
        made = await it.agent.data("tools_link_edit", **ask)
        await it.decide(made["request_id"])
        assert await it.agent.data("tools_link_edit", **ask) == made
        # Neither the call itself nor another app gets this answer.
        reply = await it.portal.post("/tools/link_edit", it.who, attributes=given, key="k1")
        assert (reply.code, reply.data) == (0, None)
        other = await connect_agent(it.portal, it.who, "agent.write")
        second = await other.data("tools_link_edit", **ask)
        assert second["request_id"] != made["request_id"]

    @pytest.mark.parametrize(
        "attributes",
        [
            {}, {"link_id": "x"}, {"link_id": 999_999_999, "note": "x"}, {"link_id": 0}, {"link_id": None},
            {"link_id": "own", "nonsense": 1}, {"link_id": "own", "target_url": "nonsense"},
            {"link_id": "own", "target_url": "https://elsewhere.example/"}, {"link_id": "own", "note": "x" * 5_000},
            {"link_id": "own", "retired": False}, {"link_id": "own", "site_id": 999_999_999},
        ],
    )  # fmt: skip
    async def test_what_the_call_refuses_is_refused_at_once(
        self, it: Asking, attributes: dict[str, Any]
    ) -> None:
        given = {
            name: it.link_id if value == "own" else value for name, value in attributes.items()
        }
        reply = await it.portal.post("/tools/link_edit", it.who, attributes=given)
        assert reply.code != 0
        refused = await it.agent.refusal("tools_link_edit", attributes=given)
        assert refused == {"code": reply.code, "message": reply.message, "data": reply.data}
        assert (await it.portal.ok("/agents/requests", it.who))["list"] == []

    async def test_argument_that_no_request_takes_is_refused_by_its_name(self, it: Asking) -> None:
        for part in ({"fields": ["id"]}, {"page": {"cursor": "20.0.p1"}}, {"x": 1}):
            given = {"attributes": {"link_id": it.link_id, "note": "x"}, **part}
            refused = await it.agent.refusal("tools_link_edit", **given)
            assert refused["data"]["field"].startswith(next(iter(part)))

    async def test_request_of_which_nothing_can_be_done_is_refused(self, it: Asking) -> None:
        refused = await it.agent.refusal("tools_broken_ignore", attributes={"ids": [it.link_id]})
        assert refused["code"] == Code.REQUEST_INVALID.number
        assert refused["message"].startswith("None of it can be done")
        [row] = refused["data"]["list"]
        assert row["id"] == it.link_id
        refused = await it.agent.refusal("brands_apply", attributes={"mcids": ["nothing"]})
        assert "Brand does not exist" in refused["message"]

    async def test_arguments_that_nobody_would_read_are_refused(self, it: Asking) -> None:
        brand = await it.portal.brand()
        mcids = [brand.mcid, *(f"{n:03}" + "\u00e9" * 97 for n in range(99))]
        assert len("".join(mcids).encode()) > ARGUMENTS_BYTES_MAX
        refused = await it.agent.refusal("brands_apply", attributes={"mcids": mcids})
        assert refused["code"] == Code.REQUEST_INVALID.number
        assert "A person is to read the arguments" in refused["message"]

    async def test_requests_that_wait_are_bounded(self, it: Asking) -> None:
        async with it.portal.db() as db:
            await db.execute(
                "insert into agent_request (publisher_id, account_id, grant_id, path, arguments, created_at,"
                " expires_at) select $1, $2, (select max(grant_id) from agent_grant where publisher_id = $1),"
                "        '/tools/link_del', jsonb_build_object('attributes', jsonb_build_object('link_id', n)), now(),"
                "        now() + interval '1 day' from generate_series(1, $3) as n",
                *(it.who.uid, it.who.account_id, REQUESTS_MAX),
            )
        refused = await it.agent.refusal(
            "tools_link_edit", attributes={"link_id": it.link_id, "note": "x"}
        )
        assert refused["code"] == Code.TOO_MANY_REQUESTS.number
        assert "/settings/login" in refused["message"]
        async with it.portal.db() as db:
            await db.execute(
                f"update agent_request set {earlier('expires_at', '2 days')} where publisher_id = $1",
                it.who.uid,
            )
        await it.ask()

    async def test_many_at_once_stay_within_the_bound_and_do_not_repeat(self, it: Asking) -> None:
        ids = await asyncio.gather(*(it.ask() for _ in range(8)))
        assert len({*ids}) == 1

    async def test_api_token_does_not_get_the_tools_and_makes_the_call_itself(
        self, it: Asking
    ) -> None:
        agent = await with_token(it.portal, it.who, "link.edit", "report.read", "brand.read")
        assert not TOOLS.keys() & (await agent.tools()).keys()
        given = {"link_id": it.link_id, "note": "x"}
        refused = await agent.refusal("tools_link_edit", attributes=given)
        assert refused["code"] == Code.NOT_ALLOWED.number and "OAuth" in refused["message"]
        await it.portal.ok("/tools/link_edit", agent.token, attributes=given)

    async def test_app_without_the_scope_asks_nothing(self, it: Asking) -> None:
        agent = await connect_agent(it.portal, it.who, "agent.read")
        assert not TOOLS.keys() & (await agent.tools()).keys()
        arguments = {"attributes": {"link_id": it.link_id}}
        asked = {"name": "tools_link_edit", "arguments": arguments}
        assert (await agent.send("tools/call", asked)).status_code == 403

    async def test_app_of_an_analyst_asks_nothing(self, it: Asking) -> None:
        analyst = await it.portal.member(it.who, "analyst")
        agent = await connect_agent(it.portal, analyst, "agent.read", "agent.write")
        assert not TOOLS.keys() & (await agent.tools()).keys()
        refused = await agent.refusal("tools_link_del", attributes={"link_id": it.link_id})
        assert refused["code"] == Code.NOT_ALLOWED.number


class TestDeciding:
    async def test_approved_call_is_made_as_the_person_by_the_agent(self, it: Asking) -> None:
        target = f"https://{it.brand.mcid}.example/p/2"
        id = await it.ask(link_id=it.link_id, target_url=target, note="New")
        shown = await it.info(id)
        before = f"https://{it.brand.mcid}.example/p/1"
        assert shown["state"] == "pending" and shown["app"] == "An agent"
        assert shown["arguments"]["attributes"]["target_url"] == target
        assert [(c["field"], c["before"], c["after"]) for c in shown["changes"]] == [
            ("target_url", before, target), ("note", None, "New"),
        ]  # fmt: skip
        assert await it.decide(id) == {"code": 0, "message": "ok", "refused": []}
        link = await it.link()
        assert link is not None and (link["target_url"], link["note"]) == (target, "New")
        assert (await it.log())[0] == ("/tools/link_edit", "ok", "An agent")
        decided = await it.info(id)
        assert decided["state"] == "approved" and decided["decided_at"]
        assert decided["changes"] == shown["changes"]  # as they were when it was decided

    async def test_declined_call_is_not_made(self, it: Asking) -> None:
        id = await it.ask()
        assert await it.decide(id, approve=False) is None
        link = await it.link()
        assert link is not None and link["note"] == ""
        assert await it.state(id) == "declined"
        assert (await it.log())[0] == (DECIDE, "ok", "")

    @pytest.mark.parametrize("first", [True, False])
    @pytest.mark.parametrize("second", [True, False])
    async def test_second_decision_is_refused_in_words(
        self, it: Asking, first: bool, second: bool
    ) -> None:
        id = await it.ask()
        await it.decide(id, approve=first)
        given = {"id": id, "approve": second}
        refused = await it.portal.refuses(Code.STATE_FORBIDS, DECIDE, it.who, attributes=given)
        assert ("approved already" if first else "declined already") in refused.message

    async def test_double_click_makes_one_call(self, it: Asking) -> None:
        id = await it.ask("tools_link_del", link_id=it.link_id)
        given = {"id": id, "approve": True}
        replies = await asyncio.gather(
            *(it.portal.post(DECIDE, it.who, attributes=given) for _ in range(6))
        )
        assert sorted(reply.code for reply in replies) == [0] + [Code.STATE_FORBIDS.number] * 5
        assert [action for action, _, _ in await it.log()].count("/tools/link_del") == 1
        assert await it.link() is None

    async def test_refusal_of_the_call_is_the_outcome(self, it: Asking) -> None:
        id = await it.ask("tools_link_del", link_id=it.link_id)
        link = await it.link()
        assert link is not None
        await it.portal.click(link["code"])
        await it.portal.work()
        outcome = await it.decide(id)
        assert outcome["code"] == Code.STATE_FORBIDS.number
        assert "retire it instead" in outcome["message"]
        assert await it.link() is not None
        shown = await it.info(id)
        assert (shown["state"], shown["outcome"]) == ("approved", outcome)
        assert (await it.log())[0] == (DECIDE, "failed", "")

    async def test_what_the_request_names_may_be_gone(self, it: Asking) -> None:
        id = await it.ask()
        await it.portal.ok("/tools/link_del", it.who, attributes={"link_id": it.link_id})
        assert (await it.info(id))["changes"] == []
        assert (await it.decide(id))["code"] == Code.NOT_FOUND.number

    async def test_request_expires_after_a_day(self, it: Asking) -> None:
        id = await it.ask()
        await it.age(id, REQUEST_LIFETIME - timedelta(minutes=1))
        assert await it.state(id) == "pending"
        await it.age(id, timedelta(minutes=2))
        assert await it.state(id) == "expired"
        for approve in (True, False):
            given = {"id": id, "approve": approve}
            refused = await it.portal.refuses(Code.STATE_FORBIDS, DECIDE, it.who, attributes=given)
            assert "expired after 24 hours" in refused.message
        assert await it.ask() != id

    async def test_request_ends_with_its_app(self, it: Asking) -> None:
        id = await it.ask()
        [app] = (await it.portal.ok("/user/app_list", it.who))["list"]
        await it.portal.ok("/user/app_end", it.who, attributes={"id": app["id"]})
        assert await it.state(id) == "ended"
        given = {"id": id, "approve": True}
        refused = await it.portal.refuses(Code.STATE_FORBIDS, DECIDE, it.who, attributes=given)
        assert "connection of this app has ended" in refused.message

    async def test_request_ends_with_the_stamp_of_credentials(self, it: Asking) -> None:
        id = await it.ask()
        async with it.portal.db() as db:
            # The stamp alone, so that the session of the test goes on.
            await db.execute(
                "update agent_grant set security_stamp = security_stamp - 1 where publisher_id = $1",
                it.who.uid,
            )
        assert await it.state(id) == "ended"
        given = {"id": id, "approve": True}
        await it.portal.refuses(Code.STATE_FORBIDS, DECIDE, it.who, attributes=given)

    async def test_request_ends_with_an_app_that_was_not_used(self, it: Asking) -> None:
        id = await it.ask()
        async with it.portal.db() as db:
            await db.execute(
                f"update agent_grant set {earlier('renewed_at', '31 days')} where publisher_id = $1",
                it.who.uid,
            )
        assert await it.state(id) == "ended"

    async def test_call_has_the_persons_role_when_it_is_decided(self, it: Asking) -> None:
        id = await it.ask()
        async with it.portal.db() as db:
            await db.execute(
                "update account set role = 'analyst' where publisher_id = $1 and account_id = $2",
                *(it.who.uid, it.who.account_id),
            )
        assert (await it.decide(id))["code"] == Code.NOT_ALLOWED.number
        link = None
        async with it.portal.db() as db:
            link = await db.fetchval("select note from link where link_id = $1", it.link_id)
        assert link == ""

    async def test_changed_role_ends_what_waits(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        it = await asking(portal, member)
        id = await it.ask()
        change = {
            "id": member.account_id,
            "role": "developer",
            "was": "manager",
            "password": owner.password,
        }
        await portal.ok("/user/team_role", owner, attributes=change)
        async with portal.db() as db:
            ended = await db.fetchval(
                "select agent.security_stamp <> account.security_stamp from agent_grant as agent"
                " join account using (publisher_id, account_id) where publisher_id = $1 and account_id = $2",
                *(owner.uid, member.account_id),
            )
        assert ended
        reply = await portal.post(DECIDE, member, attributes={"id": id, "approve": True})
        assert reply.code in (Code.UNAUTHORIZED.number, Code.STATE_FORBIDS.number)

    async def test_call_has_the_persons_channels_when_it_is_decided(self, portal: Portal) -> None:
        owner = await portal.someone()
        other_site = await portal.site(owner.uid)
        member = await portal.member(owner, "manager")
        it = await asking(portal, member)
        id = await it.ask()
        async with portal.db() as db:
            await db.execute(
                "update account set site_ids = $3 where publisher_id = $1 and account_id = $2",
                *(owner.uid, member.account_id, [other_site]),
            )
        assert (await it.info(id))[
            "changes"
        ] == []  # the link is in a channel that they no longer see
        assert (await it.decide(id))["code"] == Code.NOT_FOUND.number

    async def test_narrowed_member_asks_and_decides_within_their_channels(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        brand, site_id = await portal.brand(), await portal.site(owner.uid)
        await portal.join(owner, brand)
        await portal.join(owner, brand, site_id=site_id)
        whole = await portal.link(owner, brand)
        member = await portal.member(owner, "manager", site_ids=[site_id])
        own = await portal.link(member, brand, site_id=site_id)
        agent = await connect_agent(portal, member, "agent.read", "agent.write")
        assert {*TOOLS} - {*await agent.tools()} == {"reports_books_del"}
        it = Asking(portal, member, brand, agent, own["link_id"])
        foreign = {"link_id": whole["link_id"], "note": "x"}
        refused = await agent.refusal("tools_link_edit", attributes=foreign)
        assert refused["code"] == Code.NOT_FOUND.number
        assert (await it.decide(await it.ask()))["code"] == 0

    async def test_refusal_that_may_pass_leaves_the_request(
        self, it: Asking, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        brand = await it.portal.brand()
        id = await it.ask("brands_apply", mcids=[brand.mcid])
        limit = it.portal.resources.shared_limits.relationship

        async def spend(*_: object, **__: object) -> None:
            raise Fault(Code.TOO_MANY_REQUESTS, wait=9)

        monkeypatch.setattr(type(limit), "spend", spend)
        given = {"id": id, "approve": True}
        await it.portal.refuses(Code.TOO_MANY_REQUESTS, DECIDE, it.who, attributes=given)
        monkeypatch.undo()
        assert await it.state(id) == "pending"
        assert (await it.decide(id))["code"] == 0


class TestWhoMayDecide:
    async def test_another_member_and_another_publisher_find_nothing(self, it: Asking) -> None:
        id = await it.ask()
        others = [await it.portal.member(it.who, "owner"), await it.portal.someone()]
        for other in others:
            assert (await it.portal.ok("/agents/requests", other))["list"] == []
            for path, more in (("/agents/request_info", {}), (DECIDE, {"approve": True})):
                given = {"id": id, **more}
                await it.portal.refuses(Code.NOT_FOUND, path, other, attributes=given)
        assert await it.state(id) == "pending"

    async def test_no_token_and_no_app_can_decide(self, it: Asking) -> None:
        id = await it.ask()
        made = await make(it.portal, it.who, scopes=["link.edit", "report.read", "brand.read"])
        for path, more in (
            ("/agents/requests", None),
            ("/agents/request_info", {"id": id}),
            (DECIDE, {"id": id, "approve": True}),
        ):
            req = {} if more is None else {"attributes": more}
            await it.portal.refuses(Code.NOT_ALLOWED, path, made["token"], **req)
            await it.portal.refuses(Code.UNAUTHORIZED, path, it.agent.token, **req)
            name = path.strip("/").replace("/", "_")
            response = await it.agent.send("tools/call", {"name": name, "arguments": req})
            assert response.json()["error"]["message"] == f"Unknown tool: {name}"
        assert await it.state(id) == "pending"

    async def test_staff_signed_in_as_the_person_cannot_decide(self, it: Asking) -> None:
        id = await it.ask()
        operator = await it.portal.operator()
        token = await enter(it.portal, await issue_code(it.portal, operator, uid=it.who.uid))
        for path, req in (
            ("/agents/requests", {}),
            ("/agents/request_info", {"attributes": {"id": id}}),
            (DECIDE, {"attributes": {"id": id, "approve": True}}),
        ):
            await it.portal.refuses(Code.NOT_ALLOWED, path, token, **req)
        assert await it.state(id) == "pending"

    async def test_reading_decides_nothing(self, it: Asking) -> None:
        id = await it.ask()
        for _ in range(2):
            await it.portal.http.get(f"/agents/{id}")
            await it.portal.http.get(DECIDE, params={"id": id, "approve": "true"})
        assert await it.state(id) == "pending"

    @pytest.mark.parametrize(
        "attributes",
        [{}, {"id": 1}, {"approve": True}, {"id": 0, "approve": True}, {"id": 1, "approve": "yes"},
         {"id": 1, "approve": None}, {"id": 1, "approve": True, "x": 1}],
    )  # fmt: skip
    async def test_malformed_decision_is_refused(
        self, it: Asking, attributes: dict[str, Any]
    ) -> None:
        await it.portal.refuses(Code.REQUEST_INVALID, DECIDE, it.who, attributes=attributes)


class TestList:
    async def test_what_waits_stands_first_and_old_requests_leave(self, it: Asking) -> None:
        waits = await it.ask()
        decided = await it.ask(link_id=it.link_id, note="2")
        await it.decide(decided)
        old = await it.ask(link_id=it.link_id, note="3")
        await it.age(old, REQUESTS_LISTED + timedelta(minutes=1))
        rows = (await it.portal.ok("/agents/requests", it.who))["list"]
        assert [(row["id"], row["state"], row["path"]) for row in rows] == [
            (waits, "pending", "/tools/link_edit"), (decided, "approved", "/tools/link_edit"),
        ]  # fmt: skip
        async with it.portal.db() as db:
            await sql.network.retention.purge_publishers(db, it.portal.resources.clock.now())
        given = {"id": old}
        await it.portal.refuses(Code.NOT_FOUND, "/agents/request_info", it.who, attributes=given)
        assert await it.state(waits) == "pending"


class TestEachTool:
    """Every call that apps can ask for: asked, described, approved, and done."""

    def test_every_one_has_a_description_and_can_be_tried_out(self) -> None:
        assert {tool.path for tool in TOOLS.values()} == DESCRIPTIONS.keys()
        for tool in TOOLS.values():
            assert tool.atomic and not (tool.secret or tool.hashes or tool.heavy), tool.path
            assert tool.parameters.keys() == {"attributes"}, tool.path
            assert tool.narrowed != "account", tool.path

    async def arguments(self, it: Asking, tool: str) -> dict[str, Any]:
        portal, who = it.portal, it.who
        other = await portal.brand()
        async with portal.db() as db:
            await db.execute(
                "insert into link_check (publisher_id, link_id, found, type, state, next_check_at, suggestion,"
                " first_seen_at, checked_at) values ($1, $2, 6, 6, 'open', now(), $3, now(), now())"
                " on conflict (publisher_id, link_id) do update set found = 6, type = 6, state = 'open',"
                " suggestion = excluded.suggestion, first_seen_at = now(), checked_at = now()",
                *(who.uid, it.link_id, f"https://{it.brand.mcid}.example/better"),
            )
            comparison = await db.fetchval(
                "insert into book_comparison (publisher_id, account_id, name, file, mapping, amounts, mids, currency,"
                " digest, status, created_at, ended_at) values ($1, 1, 'books.csv', '',"
                " '{\"columns\": {}}', 'sale', '{}', 'GBP', '',"
                " 2, now(), now()) returning comparison_id",
                who.uid,
            )
        given: dict[str, dict[str, Any]] = {
            "tools_link_edit": {
                "link_id": it.link_id,
                "target_url": f"https://{it.brand.mcid}.example/p/2",
                "uid1": "a",
                "retired": True,
                "site_id": who.site_id,
            },
            "tools_link_del": {"link_id": it.link_id},
            "tools_broken_fix": {"ids": [it.link_id]},
            "tools_broken_ignore": {"ids": [it.link_id]},
            "tools_broken_check": {"ids": [it.link_id]},
            "brands_apply": {"mcids": [other.mcid, "nothing"], "message": "Hello"},
            "brands_leave": {"mcid": it.brand.mcid},
            "reports_books_del": {"id": comparison},
        }
        return given[tool]

    @pytest.mark.parametrize("tool", sorted(TOOLS))
    async def test_request_is_described_and_its_call_made(self, it: Asking, tool: str) -> None:
        given = await self.arguments(it, tool)
        before = await self.everything(it)
        id = await it.ask(tool, **given)
        assert await self.everything(it) == before  # trying it out left nothing
        shown = await it.info(id)
        assert shown["arguments"]["attributes"].items() >= given.items()
        found = {(c["field"], c["before"], c["after"]) for c in shown["changes"]}
        page = f"https://{it.brand.mcid}.example"
        assert found == {
            "tools_link_edit": {
                ("target_url", f"{page}/p/1", f"{page}/p/2"), ("uid1", None, "a"), ("retired", "no", "yes"),
            },
            "tools_link_del": {("deleted", None, None)},
            "tools_broken_fix": {("target_url", f"{page}/p/1", f"{page}/better")},
            "tools_broken_ignore": {("ignored", "no", "yes")},
            "tools_broken_check": {("checked", None, None)},
            "brands_apply": {("relationship", "none", "joined")},
            "brands_leave": {("relationship", "joined", "ended")},
            "reports_books_del": {("deleted", None, None)},
        }[tool]  # fmt: skip
        assert all(change["subject"] for change in shown["changes"])
        outcome = await it.decide(id)
        refused = ["nothing: Brand does not exist"] if tool == "brands_apply" else []
        assert outcome == {"code": 0, "message": "ok", "refused": refused}
        assert await self.everything(it) != before
        assert (await it.log())[0] == (TOOLS[tool].path, "ok", "An agent")
        assert name_of(TOOLS[tool]) == tool

    async def everything(self, it: Asking) -> list[Any]:
        """What the calls write, and the jobs and events that they queue."""
        async with it.portal.db() as db:
            return [
                [dict(row) for row in await db.fetch(statement, it.who.uid)]
                for statement in (
                    "select * from link where publisher_id = $1 order by link_id",
                    "select * from link_check where publisher_id = $1 order by link_id",
                    "select * from relationship where publisher_id = $1 order by site_id, mid",
                    "select comparison_id from book_comparison where publisher_id = $1",
                    "select event_type, event from event where publisher_id = $1 order by event_id",
                )
            ]
