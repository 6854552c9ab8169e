"""Bursts of requests that cost a server memory or time: `python -m tests.support.hostile.bursts KIND PORT SCALE`.

They come from one address, and from a process of their own, so that who measures others is not measured with them.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count

from tests.support.timing import HANG_SECONDS

ATTACKER = "127.0.0.66"
LINES = 50
"""Connections at once, of the hundred that one address may hold."""
LONG = 8_000
HOST = b"Host: portal.test\r\n"
CALL = b"Content-Type: application/json\r\nContent-Length: %d\r\n"
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
numbers = count()


@asynccontextmanager
async def connect(port: int) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def send(port: int, parts: list[bytes], *, read: bool = True, stay: float = 0.2) -> None:
    """Parts on one connection, as far as the server takes them; it may close whenever it likes."""
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        async with connect(port) as (reader, writer):
            reading = asyncio.create_task(read_all(reader)) if read else None
            try:
                async with asyncio.timeout(stay if reading is None else HANG_SECONDS):
                    for part in parts:
                        writer.write(part)
                        await writer.drain()
                    writer.write(b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n")
                    await (reading or asyncio.sleep(stay))
            finally:
                if reading is not None:
                    reading.cancel()


async def read_all(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


async def each(port: int, whole: Callable[[int], bytes], requests: int) -> None:
    """So many requests over all the connections, their answers read."""
    share = requests // 8
    await asyncio.gather(
        *(send(port, [whole(next(numbers)) for _ in range(share)]) for _ in range(8))
    )


def post(path: bytes, body: bytes, further: bytes = b"") -> bytes:
    return b"POST %b HTTP/1.1\r\n%b%b%b\r\n%b" % (path, HOST, further, CALL % len(body), body)


def envelope(token: str = "", **req: object) -> bytes:
    return json.dumps({"appId": 36, "req": {"header": {"token": token}, **req}}).encode()


async def unread(port: int, scale: float) -> None:
    """Requests sent ahead whose answers nobody reads: 85 MiB of them became 4.8 GiB."""
    ahead = (
        b"GET / HTTP/1.1\r\n\r\n" * 200 + post(b"/user/profile", envelope("x" * 100)) * 20
    ) * 10
    await asyncio.gather(
        *(send(port, [ahead] * 40, read=False, stay=2 * scale) for _ in range(LINES))
    )


async def tracks(port: int, scale: float) -> None:
    """Links of as many long codes: 50,000 left 390 MiB."""
    await each(
        port,
        lambda number: b"GET /track/%s HTTP/1.1\r\n\r\n" % f"{number:x<{LONG}}".encode(),
        int(10_000 * scale),
    )


async def codes(port: int, scale: float) -> None:
    """Links of as many codes of the right form."""
    await each(
        port,
        lambda number: b"GET /s/%014d HTTP/1.1\r\nUser-Agent: %d\r\n\r\n" % (number, number),
        int(10_000 * scale),
    )


async def tokens(port: int, scale: float) -> None:
    """Forged tokens, in envelopes and in headers."""

    def whole(number: int) -> bytes:
        bearer = b"Authorization: Bearer %b\r\n" % f"{number:x<{LONG}}".encode()
        body = envelope() if number % 2 else envelope(f"{number:x<250}.y")
        return post(b"/user/profile", body, bearer if number % 2 else b"")

    await each(port, whole, int(10_000 * scale))


async def paths(port: int, scale: float) -> None:
    """Calls and files of as many long paths."""

    def whole(number: int) -> bytes:
        path = f"/{number:x<{LONG}}.js".encode()
        if number % 2:
            return b"POST %b HTTP/1.1\r\nContent-Length: 0\r\n\r\n" % path
        return b"GET /assets%b HTTP/1.1\r\n\r\n" % path

    await each(port, whole, int(10_000 * scale))


async def headers(port: int, scale: float) -> None:
    """Headers without an end, and many small ones."""
    start = b"GET /health HTTP/1.1\r\n"
    endless = [
        start + b"X: " + b"x" * 1_000_000,
        start + b"a:\r\n" * 250_000,
        start + b"x" * 1_000_000,
    ]
    for _ in range(max(1, int(4 * scale))):
        await asyncio.gather(*(send(port, [endless[n % 3]] * 3) for n in range(LINES)))


async def halves(port: int, scale: float) -> None:
    """Half requests, of headers and of bodies, on connections that stay a while."""
    half = [
        b"GET /health HTTP/1.1\r\n" + b"X: y\r\n" * 2_000,
        b"POST /user/profile HTTP/1.1\r\n" + CALL % 900_000 + b"\r\n" + b"x" * 800_000,
        b"POST /common/upload HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        b'Content-Length: 5000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        + b"x"
        * 900_000,
    ]
    await asyncio.gather(
        *(send(port, [half[n % 3]], read=False, stay=2 * scale) for n in range(LINES))
    )


async def bodies(port: int, scale: float) -> None:
    """The largest bodies that are read, of the most and the deepest values."""
    start = b'{"appId":36,"req":{"more":'
    whole = [
        start + b"[" + b"[]," * 320_000 + b"1]}}",
        start + b"[" * 900_000,
        start + b'{"' + b'":1,"'.join(b"%d" % n for n in range(80_000)) + b'":1}}}',
        start + b'"' + b"\\u00e9" * 150_000 + b'"}}',
    ]
    for _ in range(max(1, int(12 * scale))):
        await asyncio.gather(
            *(send(port, [post(b"/user/profile", whole[n % 4])] * 2) for n in range(8))
        )


async def idle(port: int, scale: float) -> None:
    """Ten times as many connections as one address may hold, that say nothing."""
    await asyncio.gather(*(send(port, [], read=False, stay=2 * scale) for _ in range(1_000)))


KINDS: dict[str, Callable[[int, float], Awaitable[None]]] = {
    one.__name__: one for one in (unread, tracks, codes, tokens, paths, headers, halves, bodies, idle)
}  # fmt: skip


async def burst(
    kind: str, port: int, scale: float, module: str = __name__, **environment: str
) -> None:
    """One burst, by a process of its own, which takes what others leave: an attacker has a machine of its own."""
    command = ("nice", "-n", "19", sys.executable, "-m", module, kind, str(port), str(scale))
    process = await asyncio.create_subprocess_exec(*command, env=os.environ | environment)
    try:
        assert await process.wait() == 0, kind
    finally:
        with suppress(ProcessLookupError):
            process.kill()


if __name__ == "__main__":
    asyncio.run(KINDS[sys.argv[1]](int(sys.argv[2]), float(sys.argv[3])))  # type: ignore[arg-type]
