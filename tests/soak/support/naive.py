"""Simple implementations as controls: an INSERT before the redirect, workers that lose jobs, an unbounded cache."""

import asyncio
import os
import secrets
import sys
from collections.abc import Awaitable, Callable
from functools import lru_cache
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


async def work() -> None:
    db = await asyncpg.connect(os.environ["DATABASE_URL"])
    while True:
        job = await db.fetchval(
            "delete from naive_job where id = (select id from naive_job limit 1 for update skip locked)"
            " returning id"
        )
        await asyncio.sleep(0.01)  # the work
        await db.execute("insert into naive_sent values ($1)", job)


async def send() -> None:
    """Take deliveries off the queue, and send each after that, two at once."""
    db = await asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=2, max_size=2)

    async def one_after_another() -> None:
        while True:
            number = await db.fetchval(
                "delete from naive_delivery where id = (select id from naive_delivery limit 1"
                " for update skip locked) returning id"
            )
            reader, writer = await asyncio.open_connection("127.0.0.1", int(os.environ["RECEIVER"]))
            writer.write(b"GET /?id=%d HTTP/1.1\r\nhost: x\r\n\r\n" % number)
            await reader.read()
            writer.close()

    await asyncio.gather(one_after_another(), one_after_another())


@lru_cache(maxsize=50_000)
def remember_absence(_: str) -> None:
    """Nothing was found, which is remembered."""


async def remember(
    scope: dict[str, Any], _: object, send: Callable[[Any], Awaitable[None]]
) -> None:
    remember_absence(scope["path"])
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


if __name__ == "__main__":
    if "remember" in sys.argv:
        uvicorn.run(remember, port=int(os.environ["PORT"]), lifespan="off", log_level="critical")
    else:
        tasks = {"work": work, "send": send}
        asyncio.run(next((tasks[name] for name in tasks if name in sys.argv), serve)())
