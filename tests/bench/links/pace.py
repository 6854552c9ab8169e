"""A pace: so many requests or statements a second, each at its own time, whether or not those before are answered.

Read from standard input is a JSON object {port or url, per_second, seconds, cores, requests or values}; written are the
milliseconds that each took from when it was due. What was due and late because another was slow counts as slow itself.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg

CONNECTIONS = 32
LATEST = 20.0
INSERT = """
insert into link (publisher_id, code, site_id, mid, target_url, uid1, note, created_at)
values ($1, $2, $3, $4, $5, 'bench', '', now()) returning link_id
"""
Send = Callable[[int], Awaitable[None]]


async def send_at_pace(send: Send, per_second: float, seconds: float) -> list[float]:
    """Milliseconds from when each was due to its answer."""
    loop = asyncio.get_running_loop()
    began, times = loop.time() + 0.05, list[float]()

    async def one(number: int, due: float) -> None:
        await send(number)
        times.append((loop.time() - due) * 1000)

    tasks = []
    for number in range(int(per_second * seconds)):
        due = began + number / per_second
        await asyncio.sleep(max(0.0, due - loop.time()))
        tasks.append(asyncio.create_task(one(number, due)))
    async with asyncio.timeout(LATEST):
        await asyncio.gather(*tasks)
    return times


class Lines:
    """Connections that are kept open, each with one request at a time."""

    def __init__(self, port: int, requests: list[bytes]) -> None:
        self._port, self._requests = port, requests
        self._free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = (
            asyncio.Queue()
        )

    async def open(self) -> None:
        for _ in range(CONNECTIONS):
            self._free.put_nowait(await asyncio.open_connection("127.0.0.1", self._port))

    async def send(self, number: int) -> None:
        reader, writer = line = await self._free.get()
        writer.write(self._requests[number % len(self._requests)])
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        body = await reader.readexactly(length)
        self._free.put_nowait(line)
        if b'"code":0' not in body:
            sys.exit(body[:1_000].decode())


async def main(task: dict[str, Any]) -> list[float]:
    if "port" in task:
        lines = Lines(task["port"], [text.encode("latin-1") for text in task["requests"]])
        await lines.open()
        return await send_at_pace(lines.send, task["per_second"], task["seconds"])
    async with asyncpg.create_pool(task["url"], min_size=10, max_size=10) as pool:

        async def insert(number: int) -> None:
            uid, site_id, mid, target, prefix = task["values"]
            async with pool.acquire() as db, db.transaction():
                await db.fetchval(INSERT, uid, f"{prefix}{number}", site_id, mid, target)

        return await send_at_pace(insert, task["per_second"], task["seconds"])


if __name__ == "__main__":
    given = json.load(sys.stdin)
    with suppress(KeyError):
        os.sched_setaffinity(0, given["cores"])
    json.dump(asyncio.run(main(given)), sys.stdout)
