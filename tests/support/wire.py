"""Raw HTTP requests, and the heads of their answers."""

import asyncio
import json
from typing import Any

import httpx2

from schema.core.envelope import APP_ID
from tests.support.clicks.agents import any_firefox
from tests.support.portal import Portal, Someone
from tests.support.timing import no_hang


def call(path: str, who: Someone | str, **attributes: str) -> bytes:
    """A call as it travels."""
    token = who if isinstance(who, str) else who.token
    req = {"header": {"token": token}, "attributes": attributes}
    body = json.dumps({"appId": APP_ID, "req": req})
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: portal.test",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", body]).encode()


def visit(path: str, *further: str, method: str = "GET", version: str = "1.1") -> bytes:
    agent = f"User-Agent: {any_firefox()}"
    lines = [f"{method} {path} HTTP/{version}", "Host: portal.test", agent, *further]
    return "\r\n".join([*lines, "", ""]).encode()


def port_of(portal: Portal) -> int:
    return httpx2.URL(portal.url).port or 80


async def exchange(
    portal: Portal, requests: bytes, count: int, *, cut: bool = False
) -> list[bytes]:
    """The heads of n answers to requests sent in one piece, and the rest where the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(portal))
    writer.write(requests)
    if cut:
        writer.close()
        return []
    async with no_hang():
        heads = []
        for _ in range(count):
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            if not requests.startswith(b"HEAD"):
                await reader.readexactly(length)
            heads.append(head)
        if b"close" in heads[-1]:
            assert await reader.read() == b""
    writer.close()
    return heads


def statuses(heads: list[bytes]) -> list[str]:
    return [head.split()[1].decode() for head in heads]


async def stored_clicks(portal: Portal, who: Someone) -> list[Any]:
    async with portal.db() as db:
        return list(await db.fetch("select * from click_all where publisher_id = $1", who.uid))
