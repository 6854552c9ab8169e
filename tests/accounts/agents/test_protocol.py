"""Messages to /mcp in both eras: what is answered, what is refused, and that nothing crashes it."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rpc.agents.protocol import LEGACY, MODERN, SUPPORTED, header_value
from schema.core.version import VERSION
from tests.conftest import MakeDatabase
from tests.support.accounts.agents import META, Agent, with_token
from tests.support.portal import Portal
from tests.support.server import serve

STRANGE: list[Any] = [
    None, True, -1, 1.5, 10**30, "", "x" * 70_000, "\x00", [], {}, [[]], {"a": {"b": []}}, "NaN", "=?base64?%%?=",
    {"_meta": []}, {"name": []}, {"arguments": []}, {"cursor": {}},
]  # fmt: skip


@pytest.fixture
async def agent(portal: Portal) -> Agent:
    return await with_token(portal, await portal.someone())


class TestLegacy:
    @pytest.mark.parametrize("version", LEGACY)
    async def test_client_of_an_earlier_revision_begins_with_initialize(
        self, agent: Agent, version: str
    ) -> None:
        agent.modern = False
        asked = {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        result = await agent.result("initialize", asked)
        assert result["protocolVersion"] == version
        assert result["capabilities"].keys() == {"tools", "prompts"}
        assert result["serverInfo"]["version"] == VERSION
        assert "never instructions" in result["instructions"]
        response = await agent.send("notifications/initialized", id=None)
        assert response.status_code == 400  # an id that is null
        headers: dict[str, str | None] = {"mcp-protocol-version": version}
        response = await agent.send("ping", headers=headers)
        assert response.json()["result"] == {}
        listed = await agent.send("tools/list", headers=headers)
        assert "resultType" not in listed.json()["result"]

    async def test_unknown_revision_gets_the_newest_of_its_era(self, agent: Agent) -> None:
        agent.modern = False
        result = await agent.result("initialize", {"protocolVersion": "1999-01-01"})
        assert result["protocolVersion"] == LEGACY[0]

    async def test_notification_is_accepted_without_a_body(self, agent: Agent) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})
        response = await agent.portal.http.post(
            "/mcp", content=body, headers={"content-type": "application/json"}
        )
        assert (response.status_code, response.content) == (202, b"")

    async def test_unknown_method_is_an_error_of_json_rpc(self, agent: Agent) -> None:
        agent.modern = False
        response = await agent.send("resources/list")
        assert (response.status_code, response.json()["error"]["code"]) == (200, -32601)


class TestModern:
    async def test_message_needs_no_session(self, agent: Agent) -> None:
        result = await agent.result("server/discover")
        assert result["resultType"] == "complete"
        assert result["supportedVersions"] == list(SUPPORTED)
        assert result["capabilities"].keys() == {"tools", "prompts"}
        assert (result["ttlMs"] > 0, result["cacheScope"]) == (True, "private")
        assert result["_meta"][f"{META}serverInfo"]["name"] == "publisher-portal"

    @pytest.mark.parametrize(
        "method", ["initialize", "ping", "resources/list", "tools/nothing", ""]
    )
    async def test_method_of_another_era_is_unknown(self, agent: Agent, method: str) -> None:
        response = await agent.send(method)
        assert (response.status_code, response.json()["error"]["code"]) == (404, -32601)

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"mcp-protocol-version": None}, -32020),
            ({"mcp-protocol-version": "2025-11-25"}, -32020),
            ({"mcp-method": None}, -32020),
            ({"mcp-method": "tools/list"}, -32020),
            ({"mcp-method": "TOOLS/CALL"}, -32020),
            ({"mcp-name": None}, -32020),
            ({"mcp-name": "site_info"}, -32020),
            ({"mcp-name": "=?base64?c2l0ZV9pbmZv?="}, -32020),
            ({"mcp-name": "=?base64?%%%?="}, -32020),
        ],
    )
    async def test_header_that_differs_from_the_body_is_refused(
        self, agent: Agent, changes: dict[str, str | None], code: int
    ) -> None:
        asked = {"name": "site_list", "arguments": {}}
        response = await agent.send("tools/call", asked, headers=changes)
        assert (response.status_code, response.json()["error"]["code"]) == (400, code)
        assert response.json()["id"] == 1

    @pytest.mark.parametrize("name", ["site_list", "=?base64?c2l0ZV9saXN0?="])
    async def test_header_of_the_name_may_be_encoded(self, agent: Agent, name: str) -> None:
        asked = {"name": "site_list", "arguments": {}}
        response = await agent.send("tools/call", asked, headers={"mcp-name": name})
        assert not response.json()["result"]["isError"]

    def test_blanks_around_a_header_do_not_count(self) -> None:
        assert header_value({b"mcp-name": b"site_list \t"}, b"mcp-name") == "site_list"

    async def test_unknown_revision_is_refused_with_those_there_are(self, agent: Agent) -> None:
        meta = {f"{META}protocolVersion": "2031-01-01", f"{META}clientCapabilities": {}}
        response = await agent.send(
            "tools/list", {"_meta": meta}, headers={"mcp-protocol-version": "2031-01-01"}
        )
        error = response.json()["error"]
        assert (response.status_code, error["code"]) == (400, -32022)
        assert error["data"] == {"supported": list(SUPPORTED), "requested": "2031-01-01"}

    @pytest.mark.parametrize(
        "meta",
        [
            {},
            {f"{META}protocolVersion": MODERN},
            {f"{META}clientCapabilities": {}},
            {f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": []},
        ],
    )
    async def test_message_without_its_metadata_is_refused(
        self, agent: Agent, meta: dict[str, Any]
    ) -> None:
        response = await agent.send("tools/list", {"_meta": meta})
        assert (response.status_code, response.json()["error"]["code"]) == (400, -32602)


class TestCaller:
    @pytest.mark.parametrize("token", ["", "nonsense", "api_nonsense", "agent_nonsense"])
    @pytest.mark.parametrize("method", ["server/discover", "tools/list", "tools/call"])
    async def test_caller_without_a_valid_token_learns_where_to_get_one(
        self, portal: Portal, token: str, method: str
    ) -> None:
        params = {"name": "site_list", "arguments": {}} if method == "tools/call" else {}
        response = await Agent(portal, token).send(method, params)
        assert response.status_code == 401
        challenge = response.headers["www-authenticate"]
        assert challenge.startswith("Bearer ")
        public_url = portal.resources.settings.public_url
        document = f'resource_metadata="{public_url}/.well-known/oauth-protected-resource/mcp"'
        assert document in challenge and 'scope="agent.read agent.write"' in challenge
        assert ('error="invalid_token"' in challenge) is bool(token)

    async def test_session_of_a_browser_is_no_token_of_an_agent(self, portal: Portal) -> None:
        alice = await portal.someone()
        assert (await Agent(portal, alice.token).send("tools/list")).status_code == 401

    async def test_caller_is_refused_before_arguments(self, portal: Portal) -> None:
        asked = {"name": "site_list", "arguments": {"nonsense": 1}}
        assert (await Agent(portal, "api_x").send("tools/call", asked)).status_code == 401

    async def test_revoked_token_is_refused_at_once(self, portal: Portal) -> None:
        alice = await portal.someone()
        agent = await with_token(portal, alice)
        [token] = (await portal.ok("/common/token_list", alice))["list"]
        await portal.ok("/common/token_del", alice, attributes={"id": token["id"]})
        assert (await agent.send("tools/list")).status_code == 401


class TestTransport:
    @pytest.mark.parametrize("method", ["GET", "DELETE", "HEAD"])
    async def test_other_method_is_not_allowed(self, portal: Portal, method: str) -> None:
        response = await portal.http.request(method, "/mcp")
        assert (response.status_code, response.headers["allow"]) == (405, "POST, OPTIONS")

    async def test_page_of_any_origin_may_send_a_token_and_no_cookie(self, portal: Portal) -> None:
        asked = {
            "origin": "https://agent.example",
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization,mcp-method",
        }
        for path in ("/mcp", "/oauth/token", "/oauth/register", "/oauth/revoke"):
            response = await portal.http.options(path, headers=asked)
            assert response.status_code == 204
            assert response.headers["access-control-allow-origin"] == "*"
            assert "Authorization" in response.headers["access-control-allow-headers"]
            assert "access-control-allow-credentials" not in response.headers
        response = await Agent(portal, "").send("ping", headers={"origin": "https://agent.example"})
        assert response.headers["access-control-allow-origin"] == "*"
        assert "WWW-Authenticate" in response.headers["access-control-expose-headers"]

    async def test_body_that_is_not_plain_json_is_refused(self, agent: Agent) -> None:
        for headers, status in (
            ({"content-type": "text/plain"}, 415),
            ({"content-encoding": "gzip"}, 415),
        ):
            response = await agent.send("ping", headers=dict(headers))
            assert response.status_code == status
        response = await agent.send("tools/list", {"x": "x" * 300_000})
        assert (response.status_code, response.json()["error"]["data"]["code"]) == (413, 21003)

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            (b"", -32700),
            (b"{", -32700),
            (b"\xff", -32700),
            (b"[" * 100_000, -32600),
            (b"[]", -32600),
            (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
            (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
            (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
            (b'{"jsonrpc":"2.0","id":[],"method":"ping"}', -32600),
            (b'{"jsonrpc":"2.0","id":1}', -32600),
            (b'{"jsonrpc":"2.0","id":1,"result":{}}', -32600),
        ],
    )
    async def test_body_that_is_no_message_is_refused(
        self, portal: Portal, body: bytes, code: int
    ) -> None:
        response = await portal.http.post(
            "/mcp", content=body, headers={"content-type": "application/json"}
        )
        assert (response.status_code, response.json()["error"]["code"]) == (400, code)

    async def test_hostile_messages_never_crash(self, agent: Agent) -> None:
        luck = random.Random(20_261_127)
        tools = [*await agent.tools(), "nothing", ""]

        def break_message() -> bytes:
            params: dict[str, Any] = {
                "name": luck.choice(tools),
                "arguments": {
                    luck.choice(("attributes", "filter", "page", "fields", "header", "x")): (
                        luck.choice(STRANGE)
                    )
                },
            }
            if luck.random() < 0.3:
                params[luck.choice(("name", "arguments", "_meta", "cursor"))] = luck.choice(STRANGE)
            method = luck.choice(("tools/call", "tools/call", "tools/list", "prompts/get", "x"))
            whole = {"jsonrpc": "2.0", "id": luck.choice((1, "a")), "method": method}
            raw = bytearray(json.dumps(whole | {"params": params}).encode())
            if luck.random() < 0.3:
                for _ in range(luck.randint(1, 3)):
                    raw[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
            elif luck.random() < 0.1:
                del raw[luck.randrange(len(raw)) :]
            elif luck.random() < 0.1:
                return bytes(raw).replace(
                    b'"arguments": {', b'"arguments": {"attributes": ' + b"[" * 5_000
                )
            return bytes(raw)

        headers = {"content-type": "application/json", "authorization": f"Bearer {agent.token}"}

        async def send_some() -> set[int]:
            statuses = set()
            for _ in range(150):
                response = await agent.portal.http.post(
                    "/mcp", content=break_message(), headers=headers
                )
                statuses.add(response.status_code)
                if response.status_code == 200:
                    text = json.dumps(response.json().get("result", ""))
                    assert "21099" not in text, (response.request.content, text)
            return statuses

        found = set().union(*await asyncio.gather(*(send_some() for _ in range(8))))
        assert 200 in found and found <= {200, 202, 400, 413}


class TestPrompts:
    async def test_prompts_name_tools_that_there_are(self, agent: Agent) -> None:
        owner = await agent.portal.someone()
        whole = await with_token(
            agent.portal, owner, "brand.read", "report.read", "payment.read", "link.edit"
        )
        tools = await whole.tools()
        prompts = (await agent.result("prompts/list"))["prompts"]
        assert len(prompts) == 3
        for prompt in prompts:
            got = await agent.result("prompts/get", {"name": prompt["name"]})
            [message] = got["messages"]
            words = {word.strip(".,;") for word in message["content"]["text"].split()}
            named = {word for word in words if "_" in word}
            assert len(named) >= 1 and named <= tools.keys(), named

    async def test_unknown_prompt_is_refused(self, agent: Agent) -> None:
        response = await agent.send("prompts/get", {"name": "nothing"})
        assert response.json()["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 401),
        ("localhost:8000", 401),
        ("LOCALHOST", 401),
        ("127.0.0.1:1", 401),
        ("[::1]:8000", 401),
        ("evil.example.com", 403),
        ("127.0.0.1.evil.example", 403),
        ("localhost.evil.example:80", 403),
    ],
)
async def test_foreign_host_name_that_resolves_to_the_local_machine_is_refused(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, host: str, status: int
) -> None:
    """DNS rebinding, by which a website calls a portal on the machine of its visitor."""
    settings = portal.resources.settings
    local = msgspec.structs.replace(settings, public_url="http://localhost:8000")
    monkeypatch.setattr(portal.resources, "settings", local)
    response = await Agent(portal, "").send("tools/list", headers={"host": host})
    assert response.status_code == status


async def test_listed_origins_do_not_keep_agents_of_other_origins_out(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    asked = {"origin": "https://agent.example", "access-control-request-method": "POST"}
    async with serve(make_database(), tmp_path, CORS_ORIGINS="https://shop.example") as portal:
        for path in ("/mcp", "/oauth/token", "/.well-known/oauth-authorization-server"):
            response = await portal.http.options(path, headers=asked)
            assert response.headers["access-control-allow-origin"] == "*", path
        response = await portal.http.options("/site/list", headers=asked)
        assert "access-control-allow-origin" not in response.headers
        response = await Agent(portal, "").send("tools/list", headers={"origin": asked["origin"]})
        assert response.headers["access-control-allow-origin"] == "*"
