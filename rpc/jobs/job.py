"""Background work: functions under `@job`, queued in the caller's transaction and run by a worker.

The queue is pgqueuer's. A job's name there is its path, its payload the JSON of its attributes.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rpc.calls.context import Worker
from rpc.calls.registry import Registry, registry
from rpc.calls.registry_entry import Entry
from rpc.monitoring.trace import current_trace
from sql.core.db import Connection

Payload = TypeVar("Payload")
JobHandler = Callable[[Worker, Payload], Awaitable[None]]
NOW = timedelta()


class Job(Entry, Generic[Payload]):
    """Background work: queued by a handler or, with `every`, periodically, and run by a worker."""

    caller: ClassVar[type] = Worker

    def __init__(
        self,
        path: str,
        handler: JobHandler[Payload],
        *,
        attempts: int,
        every: timedelta | None,
        atomic: bool,
        queue: str,
        retries: Sequence[timedelta] = (),
    ) -> None:
        super().__init__(path, handler)
        self.retries = retries
        self.attempts = len(retries) + 1 if retries else attempts
        self.every = every
        self.atomic = atomic
        self.queue = queue
        self.decoder = msgspec.json.Decoder(self.parameters["attributes"])

    def rules(self) -> dict[str, bool]:
        rules = super().rules()
        del rules["must take attributes, filter and page only"]
        return rules | {
            "must take `attributes` and nothing else": self.parameters.keys() == {"attributes"}
        }

    async def later(
        self, db: Connection, payload: Payload, *, after: timedelta = NOW, key: str | None = None
    ) -> bool:
        """Queue the job once the caller's transaction commits. False if one with the same key is already waiting."""
        # These modules take 15 MiB, which a command that queues nothing should not load.
        from pgqueuer.db import AsyncpgDriver
        from pgqueuer.queries import Queries

        trace_id = current_trace()
        [job_id] = await Queries(AsyncpgDriver(db)).enqueue(  # type: ignore[arg-type]
            self.path,
            msgspec.json.encode(payload),
            execute_after=after,
            dedupe_key=key,
            headers={"trace_id": trace_id} if trace_id else None,
            on_conflict="skip",
        )
        return job_id is not None

    def retry_delay(self, starts: int) -> timedelta:
        """The delay after a number of failed starts: as declared, or else 15 s, 1 min, 4 min, 16 min, …"""
        return (
            self.retries[starts - 1] if self.retries else timedelta(seconds=15 * 4 ** (starts - 1))
        )

    async def __call__(self, context: Worker, payload: bytes | None) -> None:
        await self.handler(context, self.decoder.decode(payload or b"{}"))


def job(
    path: str,
    *,
    attempts: int = 1,
    every: timedelta | None = None,
    atomic: bool = True,
    queue: str = "",
    retries: Sequence[timedelta] = (),
    to: Registry = registry,
) -> Callable[[JobHandler[Payload]], Job[Payload]]:
    """Declare a job, which runs in the background, up to `attempts` times if it fails; a Fault is final.

    `retries`: how long the job waits after each failed attempt, in place of `attempts`.

    If `atomic`, a failed run is rolled back; otherwise each statement is committed as it runs. A start that ended with
    the death of its worker counts as an attempt. Jobs with a `queue` of their own wait only for one another; a
    long-running job there should watch `Worker.stop`.
    """
    return lambda handler: to.add(
        Job[Any](
            path,
            handler,
            attempts=attempts,
            every=every,
            atomic=atomic,
            queue=queue,
            retries=retries,
        )
    )


def job_for(payload: type[Payload], registry: Registry = registry) -> Job[Payload]:
    """The job that takes this type of payload, for modules below the handlers, which cannot import the job."""
    jobs = [job for job in registry.entries(Job) if job.parameters["attributes"] is payload]
    if len(jobs) != 1:
        raise LookupError(f"{len(jobs)} jobs take {payload.__name__}, not one")
    return jobs[0]
