"""Bounds of a redirect, without any framework: nothing recorded, an INSERT that each visitor waits for, and a
COPY that all wait for who came while the one before was written."""

import asyncio
import json
import os
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import asyncpg
from workload import URL, WORK

LINKS: dict[str, int] = dict(json.loads(os.environ["LINKS"]))
"""Whose each code is: the portal reads that from the code itself."""
CONNECTIONS = 20
HEADERS = [(b"cache-control", b"no-store"), (b"content-length", b"0")]
STILL = [*HEADERS, (b"location", b"https://bench1.example/p/1?click_ref=" + b"0" * 32)]
pool: Any = None
writer: Any = None
routes: dict[str, Any] = {}
gathered: list[tuple[tuple[Any, ...], asyncio.Future[None]]] = []
writing: asyncio.Task[None] | None = None
COLUMNS = [
    "publisher_id",
    "click_time",
    "click_id",
    "link_id",
    "site_id",
    "mid",
    "country",
    "device",
    "verdict",
    "visitor",
]


async def app(scope: Any, receive: Any, send: Any) -> None:
    global pool, writer
    if scope["type"] == "lifespan":
        await receive()
        pool = await asyncpg.create_pool(URL, min_size=CONNECTIONS, max_size=CONNECTIONS)
        writer = await asyncpg.connect(URL)
        await send({"type": "lifespan.startup.complete"})
        return
    prefix, _, code = scope["path"][1:].partition("/")
    headers = STILL
    if prefix == "each":
        headers = [*HEADERS, (b"location", await insert_click(code))]
    elif prefix == "group":
        headers = [*HEADERS, (b"location", await queue_click(code))]
    status = 302 if code else 404
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def insert_click(code: str) -> bytes:
    click_id = uuid4()
    async with pool.acquire() as db:
        route = await db.fetchrow(WORK["route"], LINKS[code], code)
        await db.execute(
            WORK["click"],
            *(route["publisher_id"], datetime.now(UTC), click_id),
            *(route["link_id"], route["site_id"], route["mid"], os.urandom(16)),
        )
    return f"{route['target_url']}?{route['click_param']}={click_id.hex}".encode()


async def queue_click(code: str) -> bytes:
    """The link is looked up once and then remembered, whatever becomes of it."""
    global writing
    route = routes.get(code)
    if route is None:
        route = routes[code] = await pool.fetchrow(WORK["route"], LINKS[code], code)
    click_id = uuid4()
    row = (
        *(route["publisher_id"], datetime.now(UTC), click_id),
        *(route["link_id"], route["site_id"], route["mid"]),
        *("XX", "desktop", "valid", os.urandom(16)),
    )
    stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    gathered.append((row, stored))
    if writing is None:
        writing = asyncio.create_task(write())
    await stored
    return f"{route['target_url']}?{route['click_param']}={click_id.hex}".encode()


async def write() -> None:
    """Copy the gathered clicks, and repeat once they are committed."""
    global writing
    while gathered:
        together = gathered.copy()
        gathered.clear()
        await writer.copy_records_to_table(
            "click", records=[row for row, _ in together], columns=COLUMNS
        )
        for _, stored in together:
            stored.set_result(None)
    writing = None
