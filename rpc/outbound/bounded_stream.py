"""Bounds on what a server may send on our connections, and on how much is parsed before others have their turn.

The HTTP library parses whatever one read brings without a pause: 64 kB of one-byte chunks, of header lines or of HTTP
1xx take 0.2 s during which nobody else is served, and without a bound a response goes on until its deadline.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import anyio
import anyio.abc
import anyio.streams.tls
import httpcore2
from httpcore2 import AsyncNetworkStream

WIRE_MAX = 512 * 1024
"""How many bytes a server may send on a connection, including TLS; each request has its own connection."""
HEAD_MAX = 64 * 1024
"""The maximum size of a response's head, in bytes."""
HEAD_LINES_MAX = 256
"""The maximum number of lines in heads and trailers; parsing one costs as much as a kilobyte of a body."""
INTERIM_MAX = 5
"""The maximum number of HTTP 1xx responses before the final one (RFC 9110, section 15.2)."""
CHUNK_LINE_MAX = 4 * 1024
"""The maximum size of a line with a chunk's size and extensions, in bytes (RFC 9112, section 7.1.1)."""
PIECES_MAX = 4_096
"""The maximum number of lines, chunks and reads of a response: a page of 256 kB may come in chunks of 64 bytes."""
READ_SIZE = 4 * 1024
BYTES_A_TURN = 16 * 1024
PIECES_A_TURN = 32
"""How many pieces are parsed at once, in about a millisecond."""
PAUSE = 0.001
"""Seconds between two turns, of all connections of this process together."""


class TooMuch(httpcore2.ReadError):
    """Raised if a server sends more than any useful response needs."""


LOCKS: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def take_turn() -> None:
    """Let others work first; connections with much to parse go one after another."""
    async with LOCKS.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        await asyncio.sleep(PAUSE)


class AnswerMeter:
    """Follows the framing of HTTP/1.1 (RFC 9112) as far as is needed to know what a response costs to parse.

    It checks nothing else: what it misreads, the parser refuses.
    """

    def __init__(self) -> None:
        self.pieces = 0
        self._read: Callable[[bytes, int], int] = self._read_head
        self._line = bytearray()
        self._head = bytearray()
        self._head_size = self._head_lines = self._interim = self._left = 0

    def measure(self, data: bytes) -> int:
        """How many bytes of `data`, from its start, are parsed in one turn. Raises TooMuch."""
        at, until = 0, self.pieces + PIECES_A_TURN
        while at < len(data) and self.pieces < until:
            at = self._read(data, at)
        if self.pieces > PIECES_MAX:
            raise TooMuch("the answer comes in too many pieces")
        return at

    def _take_line(self, data: bytes, at: int, longest: int) -> tuple[int, bytes | None]:
        """The position after the line and, if the line is complete, its bytes."""
        end = data.find(b"\n", at) + 1
        self._line += data[at : end or len(data)]
        if len(self._line) > longest:
            raise TooMuch("a line of the answer is too long")
        if not end:
            return len(data), None
        line = bytes(self._line)
        self._line.clear()
        self.pieces += 1
        return end, line

    def _count_line(self) -> None:
        self._head_lines += 1
        if self._head_lines > HEAD_LINES_MAX:
            raise TooMuch("the answer has too many header lines")

    def _read_head(self, data: bytes, at: int) -> int:
        end, line = self._take_line(data, at, HEAD_MAX)
        self._head_size += end - at
        if self._head_size > HEAD_MAX:
            raise TooMuch("the head of the answer is too large")
        if line is None:
            return end
        self._count_line()
        self._head += line
        if not line.strip(b"\r\n"):
            self._end_head(bytes(self._head))
            self._head.clear()
        return end

    def _end_head(self, head: bytes) -> None:
        status = head.partition(b"\n")[0].split()[1:2]
        if status and status[0].startswith(b"1") and status[0] != b"101":
            self._interim += 1
            if self._interim > INTERIM_MAX:
                raise TooMuch("the answer begins with too many of HTTP 1xx")
            return
        # The word may be on a folded line; where it means nothing, the first line is not a size.
        self._read = self._read_chunk_size if b"chunked" in head.lower() else self._read_rest

    def _read_chunk_size(self, data: bytes, at: int) -> int:
        end, line = self._take_line(data, at, CHUNK_LINE_MAX)
        if line is None:
            return end
        try:
            size = int(line.partition(b";")[0], 16)
        except ValueError:
            size = -1
        self._left = size + len(b"\r\n")
        if size < 0:
            self._read = self._read_rest
        elif size == 0:
            self._read = self._read_trailers
        else:
            self._read = self._read_chunk
        return end

    def _read_chunk(self, data: bytes, at: int) -> int:
        size = min(self._left, len(data) - at)
        self._left -= size
        if not self._left:
            self._read = self._read_chunk_size
        return at + size

    def _read_trailers(self, data: bytes, at: int) -> int:
        end, line = self._take_line(data, at, HEAD_MAX)
        if line is not None:
            self._count_line()
        return end

    def _read_rest(self, data: bytes, _: int) -> int:
        return len(data)


class Wire(anyio.abc.ByteStream):
    """A connection below TLS, on which a server can send any number of records without content."""

    def __init__(self, stream: anyio.abc.ByteStream) -> None:
        self._stream = stream
        self._size = 0
        self._turn_at = BYTES_A_TURN

    async def receive(self, max_bytes: int = READ_SIZE) -> bytes:
        if self._size >= self._turn_at:
            self._turn_at = self._size + BYTES_A_TURN
            await take_turn()
        data = await self._stream.receive(min(max_bytes, READ_SIZE))
        self._size += len(data)
        if self._size > WIRE_MAX:
            raise TooMuch("the answer is too large")
        return data

    async def send(self, item: bytes) -> None:
        await self._stream.send(item)

    async def send_eof(self) -> None:
        await self._stream.send_eof()

    async def aclose(self) -> None:
        await self._stream.aclose()

    @property
    def extra_attributes(self) -> Mapping[Any, Callable[[], Any]]:
        return self._stream.extra_attributes


class BoundedStream(AsyncNetworkStream):
    """The stream through which the HTTP library reads a connection."""

    def __init__(self, stream: anyio.abc.ByteStream) -> None:
        self._stream = stream
        self._meter = AnswerMeter()
        self._turn_at = PIECES_A_TURN
        self._pending = b""

    async def read(
        self,
        max_bytes: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the parameter of httpcore
    ) -> bytes:
        """The next piece of the response, no larger than can be parsed in a turn; empty at the end."""
        if not self._pending:
            self._pending = await self._receive(max_bytes, timeout)
            self._meter.pieces += 1
        if self._meter.pieces >= self._turn_at:
            self._turn_at = self._meter.pieces + PIECES_A_TURN
            await take_turn()
        end = self._meter.measure(self._pending[:max_bytes])
        piece, self._pending = self._pending[:end], self._pending[end:]
        return piece

    async def _receive(self, max_bytes: int, seconds: float | None) -> bytes:
        try:
            with anyio.fail_after(seconds):
                return await self._stream.receive(min(max_bytes, READ_SIZE))
        except TimeoutError as error:
            raise httpcore2.ReadTimeout(str(error)) from error
        except anyio.EndOfStream:
            return b""
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError) as error:
            raise httpcore2.ReadError(str(error)) from error

    async def write(
        self,
        buffer: bytes,
        timeout: float | None = None,  # noqa: ASYNC109 - the parameter of httpcore
    ) -> None:
        if not buffer:
            return
        try:
            with anyio.fail_after(timeout):
                await self._stream.send(buffer)
        except TimeoutError as error:
            raise httpcore2.WriteTimeout(str(error)) from error
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError) as error:
            raise httpcore2.WriteError(str(error)) from error

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: Any,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the parameter of httpcore
    ) -> AsyncNetworkStream:
        try:
            with anyio.fail_after(timeout):
                stream = await anyio.streams.tls.TLSStream.wrap(
                    self._stream,
                    ssl_context=ssl_context,
                    hostname=server_hostname,
                    standard_compatible=False,
                    server_side=False,
                )
        except TimeoutError as error:
            await self.aclose()
            raise httpcore2.ConnectTimeout(str(error)) from error
        # An SSLError is an OSError.
        except (anyio.BrokenResourceError, anyio.EndOfStream, OSError, TooMuch) as error:
            await self.aclose()
            raise httpcore2.ConnectError(str(error)) from error
        except BaseException:
            await self.aclose()
            raise
        return BoundedStream(stream)

    def get_extra_info(self, info: str) -> Any:
        """The data that the HTTP library reads about a connection: here, the protocol negotiated by TLS."""
        if info == "ssl_object":
            return self._stream.extra(  # noqa: S610 - a method of anyio
                anyio.streams.tls.TLSAttribute.ssl_object, None
            )
        return None


async def connect(address: str, port: int, seconds: float | None) -> BoundedStream:
    """Open a connection to an address that has been checked. Raises httpcore's ConnectError or ConnectTimeout."""
    try:
        with anyio.fail_after(seconds):
            stream = await anyio.connect_tcp(address, port)
    except TimeoutError as error:
        raise httpcore2.ConnectTimeout(str(error)) from error
    except OSError as error:
        raise httpcore2.ConnectError(str(error)) from error
    return BoundedStream(Wire(stream))
