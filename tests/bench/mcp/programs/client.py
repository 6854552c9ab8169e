"""The official Python client: from 401 by OAuth to a tool's result, and with an API token in both of its modes.

The environment names the portal, a person's session and password, and an API token.
"""

import asyncio
import json
import os
from base64 import urlsafe_b64decode
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

URL = os.environ["PORTAL_URL"]
BACK = "http://127.0.0.1:3333/callback"


class Storage:
    """Keeps tokens and the registration in memory."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Person:
    """Opens the page that the client leads to, and allows the app."""

    answer = None

    async def visit(self, url):
        async with httpx2.AsyncClient() as http:
            page = (await http.get(url)).headers["location"]
            ask = parse_qs(urlsplit(page).query)["ask"][0]
            question = json.loads(urlsafe_b64decode(ask + "=" * (-len(ask) % 4)))
            given = {
                "question": question,
                "scopes": ["agent.read", "agent.write"],
                "password": os.environ["PORTAL_PASSWORD"],
            }
            header = {"token": os.environ["PORTAL_SESSION"]}
            body = {"appId": 36, "req": {"header": header, "attributes": given}}
            reply = (await http.post(f"{URL}/user/app_allow", json=body)).json()
        assert reply["code"] == 0, reply
        values = parse_qs(urlsplit(reply["data"]["redirect_to"]).query)
        self.answer = {name: value[0] for name, value in values.items()}

    async def tell(self):
        return AuthorizationCodeResult(**self.answer)


async def use(http, **options):
    transport = streamable_http_client(f"{URL}/mcp", http_client=http)
    async with Client(transport, **options) as client:
        tools = await client.list_tools()
        result = await client.call_tool("site_list", {})
        assert not result.is_error, result
        sites = json.loads(result.content[-1].text)
        refused = await client.call_tool("brands_info", {"attributes": {"mcid": "nothing"}})
        assert refused.is_error, refused
        prompts = await client.list_prompts()
    return {"tools": len(tools.tools), "sites": len(sites["list"]), "prompts": len(prompts.prompts)}


async def main():
    person = Person()
    provider = OAuthClientProvider(
        f"{URL}/mcp",
        OAuthClientMetadata(client_name="Python client", redirect_uris=[BACK]),
        Storage(),
        redirect_handler=person.visit,
        callback_handler=person.tell,
    )
    found = {}
    async with httpx2.AsyncClient(auth=provider) as http:
        found["OAuth"] = await use(http)
    headers = {"authorization": f"Bearer {os.environ['PORTAL_TOKEN']}"}
    for mode in ("auto", "legacy"):
        async with httpx2.AsyncClient(headers=headers) as http:
            found[mode] = await use(http, mode=mode)
    print(json.dumps(found))


asyncio.run(main())
