"""Two bounds of a redirect, without any framework: nothing recorded, and an INSERT that each visitor waits for."""

import json
import os
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import asyncpg
from asked import URL, WORK

LINKS: dict[str, int] = dict(json.loads(os.environ["LINKS"]))
"""Whose each code is: the portal reads that from the code itself."""
CONNECTIONS = 20
HEADERS = [(b"cache-control", b"no-store"), (b"content-length", b"0")]
STILL = [*HEADERS, (b"location", b"https://bench1.example/p/1?click_ref=" + b"0" * 32)]
pool: Any = None


async def app(scope: Any, receive: Any, send: Any) -> None:
    global pool
    if scope["type"] == "lifespan":
        await receive()
        pool = await asyncpg.create_pool(URL, min_size=CONNECTIONS, max_size=CONNECTIONS)
        await send({"type": "lifespan.startup.complete"})
        return
    door, _, code = scope["path"][1:].partition("/")
    headers = STILL
    if door == "each":
        headers = [*HEADERS, (b"location", await inserted(code))]
    status = 302 if code else 404
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def inserted(code: str) -> bytes:
    click_id = uuid4()
    async with pool.acquire() as db:
        route = await db.fetchrow(WORK["route"], LINKS[code], code)
        await db.execute(
            WORK["click"],
            *(route["publisher_id"], datetime.now(UTC), click_id),
            *(route["link_id"], route["site_id"], route["mid"], os.urandom(16)),
        )
    return f"{route['target_url']}?{route['click_param']}={click_id.hex}".encode()
