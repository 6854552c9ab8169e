"""A proxy in front of PostgreSQL that can be slow, silent or closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, urlsplit, urlunsplit


class Proxy:
    """Passes bytes on both ways, as its settings say at that moment."""

    server: asyncio.Server

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._socket = parse_qs(parts.query).get("host", [""])[0]
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 5432
        self._target = parts
        self.delay = 0.0
        """Seconds that bytes take in each direction."""
        self.open = asyncio.Event()
        """Cleared: nothing passes and nothing is said, as with a cable that was pulled."""
        self.open.set()
        self.refusing = False
        self._age = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The target's URL through this proxy."""
        port = self.server.sockets[0].getsockname()[1]
        who = f"{self._target.username or 'postgres'}"
        if self._target.password:
            who += f":{self._target.password}"
        return urlunsplit(("postgresql", f"{who}@127.0.0.1:{port}", self._target.path, "", ""))

    def cut(self) -> None:
        """Break every connection and refuse new ones until mend()."""
        self.refusing = True
        for writer in self._writers:
            writer.transport.abort()

    def strand(self) -> None:
        """Make every open connection hang, without closing it."""
        self._age += 1

    def mend(self) -> None:
        self.refusing = False
        self.open.set()
        self.delay = 0.0

    async def close(self) -> None:
        """Break every connection, and end all who wait on one."""
        self.server.close()
        self.cut()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)
        if self.refusing:
            writer.transport.abort()
            return
        with suppress(OSError, asyncio.CancelledError):
            if self._socket:
                there = await asyncio.open_unix_connection(f"{self._socket}/.s.PGSQL.{self._port}")
            else:
                there = await asyncio.open_connection(self._host, self._port)
            self._writers |= {writer, there[1]}
            try:
                await asyncio.gather(self._pump(reader, there[1]), self._pump(there[0], writer))
            finally:
                self._writers -= {writer, there[1]}
                there[1].close()
        writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        age = self._age
        while data := await reader.read(65_536):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self.open.wait()
            if age != self._age:
                await asyncio.get_running_loop().create_future()  # for ever
            writer.write(data)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def run_proxy(target: str, port: int = 0) -> AsyncIterator[Proxy]:
    """A proxy to the database of that URL."""
    proxy = Proxy(target)
    proxy.server = await asyncio.start_server(proxy.pass_on, "127.0.0.1", port)
    try:
        yield proxy
    finally:
        await proxy.close()
