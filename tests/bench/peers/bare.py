"""The ceiling: one ASGI function without any framework, structs decoded by msgspec, connections kept in a list."""

from datetime import UTC, datetime
from typing import Any

import asyncpg
import msgspec
from workload import POOL_SIZE, URL, WORK, owner


class Header(msgspec.Struct):
    token: str = ""


class Page(msgspec.Struct):
    perPage: int = 20
    curPage: int = 1


class Request(msgspec.Struct):
    header: Header
    page: Page


class Envelope(msgspec.Struct):
    appId: int
    req: Request


class Item(msgspec.Struct):
    id: int
    name: str


DECODER, ENCODER = msgspec.json.Decoder(Envelope), msgspec.json.Encoder()
STILL = [Item(number, f"Channel {number}") for number in range(1, 11)]
free: list[Any] = []


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await receive()
        free.extend([await asyncpg.connect(URL) for _ in range(4 * POOL_SIZE)])
        await send({"type": "lifespan.startup.complete"})
        return
    if scope["method"] != "POST":
        await answer(send, b"{}")
        return
    asked = DECODER.decode((await receive())["body"])
    rows = STILL if scope["path"] == "/still" else await sites(asked)
    await answer(send, ENCODER.encode({"code": 0, "message": "ok", "data": {"list": rows}}))


async def sites(envelope: Envelope) -> list[Item]:
    publisher_id, hash = owner(envelope.req.header.token)
    db = free.pop()
    try:
        session = await db.fetchrow(WORK["session"], publisher_id, hash)
        assert session["ended_at"] is None and session["locked_at"] is None
        assert session["expires_at"] > datetime.now(UTC)
        rows = await db.fetch(WORK["sites"], publisher_id, envelope.req.page.perPage)
        return [Item(*row) for row in rows]
    finally:
        free.append(db)


async def answer(send: Any, body: bytes) -> None:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
