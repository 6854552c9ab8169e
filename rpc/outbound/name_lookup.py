"""Resolves host names. Callers share a look-up, so that a name server that does not answer blocks only one thread."""

import asyncio
import socket
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

import httpcore2

PATIENCE = 5.0
"""How many seconds a caller waits for an answer."""
NAMES_AT_ONCE = 512
"""How many names are looked up at once. A look-up holds its thread until the system gives up, ten seconds or more."""


class LookUp:
    """A name that is being looked up, and how many wait for it."""

    def __init__(self, answers: Future[list[Any]]) -> None:
        self.answers = answers
        self.waiting = 0

    async def result(self) -> list[Any]:
        """The system's answer; a look-up that has not begun is dropped with its last caller."""
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def wake(_: Future[list[Any]]) -> None:
            with suppress(RuntimeError):  # the loop may have ended meanwhile
                loop.call_soon_threadsafe(done.set)

        self.answers.add_done_callback(wake)
        self.waiting += 1
        try:
            await done.wait()
            return self.answers.result()
        finally:
            self.waiting -= 1
            if self.waiting == 0:
                self.answers.cancel()


def is_local(host: str) -> bool:
    """Whether a name is this machine's by definition (RFC 6761, section 6.3)."""
    name = host.lower().removesuffix(".")
    return name == "localhost" or name.endswith(".localhost")


class HostUnknown(httpcore2.ConnectError):
    """A name without an address."""


class LookUps:
    """Look-ups in threads of their own, as asyncio has only six on two cores."""

    def __init__(self, names: int) -> None:
        self._threads = ThreadPoolExecutor(names, thread_name_prefix="look-up")
        self._under_way: dict[tuple[str, int], LookUp] = {}

    async def resolve(self, host: str, port: int) -> list[str]:
        """The addresses of a name, deduplicated."""
        try:
            async with asyncio.timeout(PATIENCE):
                answers = await self._find(host, port).result()
        except TimeoutError as error:
            raise httpcore2.ConnectError("the name servers do not answer") from error
        except (OSError, UnicodeError) as error:
            raise HostUnknown("the name cannot be resolved") from error
        return list(dict.fromkeys(str(answer[4][0]) for answer in answers))

    def _find(self, host: str, port: int) -> LookUp:
        key = host, port
        if look_up := self._under_way.get(key):
            return look_up
        ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        look_up = self._under_way[key] = LookUp(self._threads.submit(ask))
        look_up.answers.add_done_callback(lambda _: self._under_way.pop(key, None))
        return look_up


look_ups = LookUps(NAMES_AT_ONCE)
