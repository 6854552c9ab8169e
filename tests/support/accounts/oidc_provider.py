"""A real OpenID Connect provider in a process of its own, and a user at its login."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import httpx2

from tests.support.timing import wait_for_server


@dataclass(frozen=True)
class Provider:
    url: str

    def setting(self, *names: str) -> str:
        """What OIDC_PROVIDERS is to say, for a portal that knows it under each of these names."""
        return json.dumps(
            [
                {
                    "name": name,
                    "label": name.title(),
                    "issuer": self.url,
                    "client_id": f"portal-{name}",
                    "client_secret": "s3cret",
                }
                for name in names
            ]
        )

    async def person(self, sub: str, **claims: Any) -> str:
        """Somebody with an account there."""
        async with httpx2.AsyncClient(trust_env=False) as client:
            answer = await client.put(f"{self.url}/users/{quote(sub)}", json=claims)
        assert answer.status_code == 204, answer.text
        return sub

    async def consent(self, url: str, sub: str) -> dict[str, str]:
        """Somebody agrees at the address a browser was sent to; the parameters it is sent back with."""
        async with httpx2.AsyncClient(trust_env=False) as client:
            answer = await client.post(url, data={"sub": sub})
        assert answer.status_code == 302, answer.text
        found = parse_qs(urlsplit(answer.headers["location"]).query)
        return {name: values[0] for name, values in found.items()}


@asynccontextmanager
async def run_provider(port: int) -> AsyncIterator[Provider]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "oidc_provider_mock", "--port", str(port),
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    provider = Provider(f"http://127.0.0.1:{port}")
    try:
        await wait_for_server(provider.url)
        yield provider
    finally:
        process.terminate()
        await process.wait()
