"""Agents for tests: messages to /mcp in both eras, and apps that get their tokens by OAuth 2.1."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2

from rpc.agents.protocol import MODERN
from tests.accounts.tokens.test_api_tokens import make
from tests.support.client import PASSWORD, Someone
from tests.support.portal import Portal

META = "io.modelcontextprotocol/"
BACK = "http://127.0.0.1:4999/callback"
BOTH = "agent.read agent.write"


@dataclass
class Agent:
    """Sends messages with a token; `modern`: each stands alone, as since 2026-07-28."""

    portal: Portal
    token: str
    modern: bool = True

    async def send(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        headers: dict[str, str | None] | None = None,
        **message: Any,
    ) -> httpx2.Response:
        """The response to a request; a header that is None is left out."""
        params = dict(params or {})
        sent: dict[str, str | None] = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "authorization": f"Bearer {self.token}" if self.token else None,
        }
        if self.modern:
            params.setdefault(
                "_meta",
                {f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {}},
            )
            sent |= {"mcp-protocol-version": MODERN, "mcp-method": method}
            if "name" in params:
                sent["mcp-name"] = str(params["name"])
        whole = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params, **message}
        given = {
            name: value for name, value in (sent | (headers or {})).items() if value is not None
        }
        return await self.portal.http.post("/mcp", content=json.dumps(whole), headers=given)

    async def result(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """The result of a request that must have one."""
        response = await self.send(method, params)
        assert response.status_code == 200, response.text
        answer = response.json()
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return await self.result("tools/call", {"name": tool, "arguments": arguments})

    async def data(self, tool: str, **arguments: Any) -> Any:
        """The data that a tool returns, which must not be refused."""
        result = await self.call(tool, **arguments)
        assert not result["isError"], result
        return json.loads(result["content"][-1]["text"])

    async def refusal(self, tool: str, **arguments: Any) -> Any:
        """What a tool says that refuses."""
        result = await self.call(tool, **arguments)
        assert result["isError"], result
        return json.loads(result["content"][0]["text"])

    async def tools(self) -> dict[str, Any]:
        """All tools by name, from every page."""
        found: list[dict[str, Any]] = []
        cursor: dict[str, Any] = {}
        while True:
            page = await self.result("tools/list", cursor)
            found += page["tools"]
            if "nextCursor" not in page:
                return {tool["name"]: tool for tool in found}
            cursor = {"cursor": page["nextCursor"]}


async def with_token(portal: Portal, who: Someone, *scopes: str, modern: bool = True) -> Agent:
    """An agent with an API token of somebody."""
    made = await make(portal, who, scopes=list(scopes) or ["brand.read", "report.read"])
    return Agent(portal, made["token"], modern=modern)


@dataclass
class App:
    """An app that registered itself, on its way to tokens."""

    portal: Portal
    client_id: str
    redirect_uri: str = BACK
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    @property
    def challenge(self) -> str:
        return challenge_of(self.verifier)

    def question(self, **changes: str | None) -> dict[str, str]:
        """The parameters with which the app sends its person's browser; those that are None are left out."""
        usual: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "code_challenge": self.challenge,
            "code_challenge_method": "S256",
            "scope": BOTH,
            "state": "s1",
            "resource": f"{self.portal.resources.settings.public_url}/mcp",
        }
        return {name: value for name, value in (usual | changes).items() if value is not None}

    async def authorize(self, **changes: str | None) -> httpx2.Response:
        return await self.portal.http.get(
            "/oauth/authorize", params=self.question(**changes), follow_redirects=False
        )

    async def ask(self, who: Someone, scopes: list[str], **changes: str | None) -> dict[str, str]:
        """The app's question, answered by somebody: what its address then receives."""
        response = await self.authorize(**changes)
        assert response.status_code == 302, response.text
        page = urlsplit(response.headers["location"])
        assert page.path == "/connect"
        ask = parse_qs(page.query)["ask"][0]
        question = json.loads(urlsafe_b64decode(ask + "=" * (-len(ask) % 4)))
        answer = {"question": question, "scopes": scopes, "password": PASSWORD}
        allowed = await self.portal.ok("/user/app_allow", who, attributes=answer)
        back = allowed["redirect_to"]
        assert back.startswith(f"{self.redirect_uri}?")
        return {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}

    async def token(self, **form: str) -> httpx2.Response:
        return await self.portal.http.post(
            "/oauth/token", data={"client_id": self.client_id, **form}
        )

    async def redeem(self, code: str, **changes: str) -> httpx2.Response:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": self.verifier,
        }
        return await self.token(**(form | changes))

    async def renew(self, refresh_token: str) -> httpx2.Response:
        return await self.token(grant_type="refresh_token", refresh_token=refresh_token)

    async def connect(self, who: Someone, *scopes: str) -> dict[str, Any]:
        """The tokens of the app once somebody has allowed it."""
        answer = await self.ask(who, list(scopes) or ["agent.read"])
        response = await self.redeem(answer["code"])
        assert response.status_code == 200, response.text
        tokens: dict[str, Any] = response.json()
        return tokens

    def agent(self, tokens: dict[str, Any]) -> Agent:
        return Agent(self.portal, tokens["access_token"])


def challenge_of(verifier: str) -> str:
    return urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()


async def register(portal: Portal, **metadata: Any) -> App:
    """A new app that registered itself."""
    given = {"client_name": "An agent", "redirect_uris": [BACK], **metadata}
    response = await portal.http.post("/oauth/register", json=given)
    assert response.status_code == 201, response.text
    return App(portal, response.json()["client_id"], redirect_uri=given["redirect_uris"][0])


async def connect_agent(portal: Portal, who: Someone, *scopes: str) -> Agent:
    """An agent of an app that somebody has just allowed."""
    app = await register(portal)
    return app.agent(await app.connect(who, *scopes))


async def question_of(app: App, **changes: str | None) -> dict[str, str]:
    """An app's question, as the page sends it."""
    names = ("client_id", "redirect_uri", "code_challenge", "scope", "resource", "state")
    question = app.question(**changes)
    return {name: question[name] for name in names if name in question}
