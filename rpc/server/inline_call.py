"""Calls that arrive whole and small, as nearly all do: run from where they arrive, as a task only once they wait."""

import asyncio
from collections.abc import Coroutine, Generator, Iterable
from types import coroutine
from typing import Any

from rpc.calls.dispatch import Dispatcher
from rpc.calls.registry_entry import Procedure
from rpc.http.request import headers_by_name
from rpc.server.inline_protocol import InlineProtocol, InlineRequest

SMALL = 1 << 16
"""The largest body, in bytes, that is collected for its call; the call itself reads a larger one."""


class InlineCall(InlineRequest):
    """One call, from its first byte to its response."""

    __slots__ = ("_dispatcher", "_headers", "_procedure", "_raw", "_task")

    def __init__(
        self,
        protocol: InlineProtocol,
        dispatcher: Dispatcher,
        procedure: Procedure,
        headers: dict[bytes, bytes],
    ) -> None:
        super().__init__(protocol)
        self.body = self._raw = bytearray()
        self._dispatcher = dispatcher
        self._procedure = procedure
        self._headers = headers
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Run a call that only reads until its first wait, and as a task from there: a call that never waits needs
        none.

        Python 3.12 calls that an eager task; it saves 3 µs. Until the first wait there is no current task for
        asyncio.timeout to find; calls that write use it, so they are tasks from the start.
        """
        run: Coroutine[Any, Any, None] = self._run()
        if self._procedure.reads:
            try:
                run = resume(run, run.send(None))
            except StopIteration:
                return
        self._task = self.protocol.loop.create_task(run)
        self.protocol.tasks.add(self._task)

    async def _run(self) -> None:
        protocol = self.protocol
        try:
            response = await self._dispatcher.respond(
                self._procedure.path, protocol.client, self._headers, bytes(self._raw)
            )
            self.send(response.head, response.content)
        except BaseException:
            protocol.transport.close()
            raise
        finally:
            if self._task is not None:
                protocol.tasks.discard(self._task)


@coroutine
def resume(run: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Continue a coroutine that was run up to its first wait, which is for `awaited`."""
    while True:
        try:
            yield awaited
            break
        except BaseException as error:
            try:
                awaited = run.throw(error)
            except StopIteration:
                return
    yield from run


class InlineCalls:
    """Recognizes the calls that do not need uvicorn's cycle."""

    def __init__(self, dispatcher: Dispatcher, procedures: Iterable[Procedure]) -> None:
        self._dispatcher = dispatcher
        self._procedures = {procedure.path.encode(): procedure for procedure in procedures}

    def inline_request(self, protocol: InlineProtocol, url: bytes) -> InlineCall | None:
        procedure = self._procedures.get(url)
        if procedure is None:
            return None
        headers = headers_by_name(protocol.headers)
        size = headers.get(b"content-length")
        if size is None or int(size) > SMALL or b"transfer-encoding" in headers:
            return None
        return InlineCall(protocol, self._dispatcher, procedure, headers)
