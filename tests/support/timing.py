"""Time in tests: how long something took beside something else of the same run, and when a test calls itself hung.

How fast the machine is at that moment decides no test: nothing else here reads a clock or names a limit in seconds
(tests/architecture/source/timing.py). What is a promise in seconds is measured by `make bench`.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import httpx2

HANG_SECONDS = 180.0
"""Whatever a test waits for has come by then, on any machine that is not broken; it fails if not."""
POLL_SECONDS = 0.02
SMALLEST = 0.005
"""Seconds below which a control says nothing: the collection of garbage takes as long."""


class Span:
    """How long something took. It can only be compared with another span of the same run, or be longer than a pause."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds

    def __lt__(self, other: object) -> bool:
        return self._seconds < other._seconds if isinstance(other, Span) else NotImplemented

    def __rmul__(self, factor: float) -> "Span":
        """A multiple of the time, but at least the same multiple of the clock's resolution."""
        return Span(factor * max(self._seconds, SMALLEST))

    def is_at_least(self, seconds: float) -> bool:
        """Whether it took so long or longer, which no slow machine can break."""
        return self._seconds >= seconds

    def __repr__(self) -> str:
        return f"{self._seconds:.4f} s"


@contextmanager
def measure(clock: Callable[[], float] = time.perf_counter) -> Iterator[Span]:
    """How long the block took, known at its end."""
    span, began = Span(), clock()
    try:
        yield span
    finally:
        span._seconds = clock() - began


def measure_cpu() -> AbstractContextManager[Span]:
    """How much processor time this process took for the block, which no other process changes."""
    return measure(time.process_time)


def measure_thread() -> AbstractContextManager[Span]:
    """How much processor time this thread took for the block, which no other thread changes."""
    return measure(time.thread_time)


async def least_cpu(work: Callable[[], object], rounds: int = 3) -> Span:
    """The least processor time that this process took for a call, or for the coroutine it returns."""
    spans = []
    for _ in range(rounds):
        with measure_cpu() as span:
            if inspect.isawaitable(done := work()):
                await done
        spans.append(span)
    return min(spans)


class Heartbeat:
    """Measures the processor time that this process spent at most between two turns of its event loop.

    That of all its threads: in one of them, too, an expression holds all others up until it is through.
    """

    def __init__(self) -> None:
        self.longest = Span()

    async def __aenter__(self) -> "Heartbeat":
        self._task = asyncio.create_task(self._beat())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(POLL_SECONDS)
        self._task.cancel()

    async def _beat(self) -> None:
        while True:
            with measure_cpu() as span:
                await asyncio.sleep(POLL_SECONDS / 4)
            self.longest = max(self.longest, span)


def no_hang() -> asyncio.Timeout:
    """A block that fails if it hangs."""
    return asyncio.timeout(HANG_SECONDS)


async def wait_until(true: Callable[[], Awaitable[bool] | bool]) -> None:
    """Wait until it is true."""
    async with no_hang():
        while not (await found if inspect.isawaitable(found := true()) else found):
            await asyncio.sleep(POLL_SECONDS)


async def wait_for_server(url: str) -> None:
    """Wait until a server that is being started answers anything at all."""
    async with httpx2.AsyncClient(trust_env=False, timeout=HANG_SECONDS) as client:

        async def answers() -> bool:
            try:
                await client.get(url)
            except httpx2.TransportError:
                return False
            return True

        await wait_until(answers)


def wait_without_loop(true: Callable[[], bool], alive: Callable[[], bool] = lambda: True) -> None:
    """Wait until it is true, in a test that has no event loop; `alive` says whether it still can become so."""
    ended = time.monotonic() + HANG_SECONDS
    while not true():
        assert alive(), "it has ended"
        assert time.monotonic() < ended, "it hangs"
        time.sleep(POLL_SECONDS)
