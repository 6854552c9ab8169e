"""Websites that verify a channel slowly, wrongly or not at all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from rpc import Code
from schema.channels.channel_proof import META_NAME
from tests.support.portal import Portal, Someone


@dataclass
class Website:
    """A publisher's own server: a page for each path, or where that leads."""

    url: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    raw: dict[str, bytes] = field(default_factory=dict)
    """Bodies that are no text."""
    moved: dict[str, str] = field(default_factory=dict)
    met: int = 0
    charset: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.met += 1
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        if to := self.moved.get(path):
            head, body = f"302 Found\r\nLocation: {to}", b""
        else:
            body = self.raw.get(path, self.pages.get(path, "").encode())
            head = "200 OK" if path in self.pages or path in self.raw else "404 Not Found"
            head += f"\r\nContent-Type: text/html{self.charset}"
        writer.write(
            f"HTTP/1.1 {head}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
            + body
        )
        await writer.drain()
        writer.close()


@asynccontextmanager
async def website() -> AsyncIterator[Website]:
    own = Website()
    server = await asyncio.start_server(own.serve, "127.0.0.1", 0)
    own.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield own


def meta(value: str) -> str:
    return f'<!doctype html><html><head><META name="{META_NAME}" content="{value}"></head><body>Hi'


async def verify(portal: Portal, who: Someone, site: dict[str, Any], method: str) -> Any:
    return await portal.ok("/site/verify", who, attributes={"id": site["id"], "method": method})


async def refuse_to_verify(
    portal: Portal, who: Someone, site: dict[str, Any], method: str, why: str
) -> None:
    given = {"id": site["id"], "method": method}
    reply = await portal.refuses(Code.SITE_VALIDATION_FAILED, "/site/verify", who, attributes=given)
    assert why in reply.message
    now = await portal.ok("/site/info", who, attributes={"id": site["id"]})
    assert now["verified"] is False
