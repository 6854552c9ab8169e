"""Background work: functions under `@job`, queued in the caller's transaction and run by a worker.

The queue is pgqueuer's. A job's name there is its path, its payload the JSON of its attributes.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rpc.calls.context import Worker
from rpc.calls.entries import Entry
from rpc.calls.registry import Registry, registry
from sql.core.db import Connection

Payload = TypeVar("Payload")
JobHandler = Callable[[Worker, Payload], Awaitable[None]]
NOW = timedelta()


class Job(Entry, Generic[Payload]):
    """Background work: queued by a handler, or `every` so often, and run by a worker."""

    caller: ClassVar[type] = Worker

    def __init__(
        self,
        path: str,
        handler: JobHandler[Payload],
        *,
        attempts: int,
        every: timedelta | None,
        atomic: bool,
    ) -> None:
        super().__init__(path, handler)
        self.attempts = attempts
        self.every = every
        self.atomic = atomic
        self.decoder = msgspec.json.Decoder(self.parameters["attributes"])

    def rules(self) -> dict[str, bool]:
        rules = super().rules()
        del rules["takes attributes, filter and page, no more"]
        return rules | {
            "takes attributes and nothing else": self.parameters.keys() == {"attributes"}
        }

    async def later(
        self, db: Connection, payload: Payload, *, after: timedelta = NOW, key: str | None = None
    ) -> bool:
        """Queue it, should the caller's transaction commit. False if one of its key still waits."""
        # Fifteen MiB of modules, which a command that queues nothing does without.
        from pgqueuer.db import AsyncpgDriver
        from pgqueuer.queries import Queries

        [queued] = await Queries(AsyncpgDriver(db)).enqueue(  # type: ignore[arg-type]
            self.path,
            msgspec.json.encode(payload),
            execute_after=after,
            dedupe_key=key,
            on_conflict="skip",
        )
        return queued is not None

    async def __call__(self, context: Worker, payload: bytes | None) -> None:
        await self.handler(context, self.decoder.decode(payload or b"{}"))


def job(
    path: str,
    *,
    attempts: int = 1,
    every: timedelta | None = None,
    atomic: bool = True,
    to: Registry = registry,
) -> Callable[[JobHandler[Payload]], Job[Payload]]:
    """Run in the background, up to `attempts` times if it fails, but once if by a Fault.

    If `atomic`, what a failed run wrote is undone; else each statement stands as it is run. A start
    that ended with the worker's death counts as an attempt.
    """
    return lambda handler: to.add(
        Job[Any](path, handler, attempts=attempts, every=every, atomic=atomic)
    )


def job_for(payload: type[Payload], registry: Registry = registry) -> Job[Payload]:
    """The job that takes such a payload, for what stands below the handlers and cannot import it."""
    found = [each for each in registry.entries(Job) if each.parameters["attributes"] is payload]
    if len(found) != 1:
        raise LookupError(f"{len(found)} jobs take {payload.__name__}, not one")
    return found[0]
