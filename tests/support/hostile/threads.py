"""A server in a thread of its own, so that it does not share the event loop under test."""

import asyncio
import ssl
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from tests.support.postbacks.receiver import Answer, Receiver
from tests.support.timing import Span, measure_thread


@contextmanager
def serving(answer: Answer, tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver that answers from another thread."""
    receiver, loop, ready = Receiver(answer), asyncio.new_event_loop(), threading.Event()

    async def serve() -> None:
        server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=tls)
        receiver.port = server.sockets[0].getsockname()[1]
        ready.set()
        await stopping.wait()
        server.close()
        connections = asyncio.all_tasks() - {asyncio.current_task()}
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        # A transport closes its socket in the turn of the loop after its task has ended.
        await asyncio.sleep(0)

    stopping = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield receiver
    finally:
        loop.call_soon_threadsafe(stopping.set)
        thread.join()
        loop.close()


class LoopWatch:
    """The longest time for which nobody else had the loop, of the processor's."""

    longest = Span()


@asynccontextmanager
async def watching() -> AsyncIterator[LoopWatch]:
    """Take each turn of the loop, and note how long it took to come round."""
    watch = LoopWatch()

    async def take_turns() -> None:
        while True:
            with measure_thread() as span:
                await asyncio.sleep(0)
            watch.longest = max(watch.longest, span)

    watcher = asyncio.create_task(take_turns())
    await asyncio.sleep(0)
    try:
        yield watch
    finally:
        watcher.cancel()
