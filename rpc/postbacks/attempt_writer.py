"""Stores what became of attempts, several at once."""

import asyncio
from collections import defaultdict

import sql.tools.delivery_queue
from rpc.postbacks.failure_rules import Connect
from schema.tools.delivery import Result


class AttemptWriter:
    """Stores attempts: those of a publisher that end while others are being stored go together."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._waiting: defaultdict[int, list[tuple[Result, asyncio.Future[None]]]] = defaultdict(
            list
        )
        self._writing: dict[int, asyncio.Task[None]] = {}

    async def save(self, publisher_id: int, result: Result) -> None:
        """Record an attempt, and return once it is stored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[publisher_id].append((result, done))
        if publisher_id not in self._writing:
            self._writing[publisher_id] = asyncio.create_task(self._write(publisher_id))
        await done

    async def _write(self, publisher_id: int) -> None:
        try:
            while publisher_id in self._waiting:
                await self._store(publisher_id)
        finally:
            del self._writing[publisher_id]

    async def _store(self, publisher_id: int) -> None:
        part: list[tuple[Result, asyncio.Future[None]]] = []
        error: Exception | None = None
        try:
            async with self._connect() as db:
                part = self._waiting.pop(publisher_id)
                results = [result for result, _ in part]
                await sql.tools.delivery_queue.save(db, publisher_id, results)
        except Exception as failed:
            error = failed
            part = part or self._waiting.pop(publisher_id)
        for _, done in part:
            if done.cancelled():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
