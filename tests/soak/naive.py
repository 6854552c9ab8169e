"""The obvious redirect: answer at once, insert when there is time. A control, which loses clicks."""

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import uvicorn

pool: "asyncpg.Pool[asyncpg.Record]"
inserting: set[asyncio.Task[Any]] = set()


async def app(scope: dict[str, Any], _: object, send: Callable[[Any], Awaitable[None]]) -> None:
    ref = secrets.token_hex(8)
    inserting.add(task := asyncio.create_task(insert(ref)))
    task.add_done_callback(inserting.discard)
    headers = [(b"location", ref.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 302, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def insert(ref: str) -> None:
    await pool.execute("insert into naive_click values ($1)", ref)


async def serve() -> None:
    global pool
    pool = await asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=1, max_size=2)
    config = uvicorn.Config(app, port=int(os.environ["PORT"]), lifespan="off", log_level="error")
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    asyncio.run(serve())
