"""Sends postbacks, each as one request; of the response, the head is used, and the beginning of a refusal is kept."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpcore2
from msgspec import Struct

from rpc.config.parsers import Network
from rpc.outbound.http_client import (
    CONNECT_TIMEOUT,
    USER_AGENT,
    Forbidden,
    GuardedBackend,
    ssl_context,
)
from rpc.outbound.name_lookup import HostUnknown
from schema.postbacks.delivery import ANSWER_MAX, DeliveryError, read_answer
from schema.postbacks.retry_schedule import HTTP_GONE

DEADLINE = 15.0
"""How many seconds a whole attempt may take (trust.md C)."""
BODY_SECONDS = 1.0
"""How many seconds a receiver may take to finish its response after the status."""
BODY_MAX = 64 * 1024
KEPT_MAX = 4 * ANSWER_MAX
"""How many bytes of a refusal are kept: a character has four at most."""
REDIRECTS = range(300, 400)
SUCCESSES = range(200, 300)
SCHEMES = (b"http", b"https")


class Outcome(Struct, frozen=True, kw_only=True):
    """The outcome of a postback's request."""

    status_code: int | None = None
    ms: int
    error: DeliveryError | None = None
    retry_after: timedelta | None = None
    answer: str | None = None
    """What the receiver said to a request that it did not accept."""


class PostbackClient:
    """Calls receivers through the guarded backend, each time on a new connection whose address is checked."""

    def __init__(self, allowed: tuple[Network, ...]) -> None:
        self._backend = GuardedBackend(allowed)

    async def send(
        self, method: str, url: str, headers: dict[str, str], body: str | None
    ) -> Outcome:
        """Send one request. It follows no redirect, and never raises network errors."""
        begun = time.monotonic()
        status: int | None = None
        wait: timedelta | None = None
        beginning = bytearray()
        error: DeliveryError | None
        whole: dict[str | bytes, str | bytes] = {
            "user-agent": USER_AGENT,
            "accept-encoding": "identity",
            "connection": "close",
        }
        whole.update(headers.items())
        try:
            async with (
                asyncio.timeout(DEADLINE),
                self._connection(url) as connection,
                connection.stream(
                    method,
                    url,
                    headers=whole,
                    content=None if body is None else body.encode(),
                    extensions={"timeout": {"connect": CONNECT_TIMEOUT}},
                ) as response,
            ):
                status = response.status
                wait = retry_after(response.headers)
                with suppress(TimeoutError, httpcore2.NetworkError, httpcore2.ProtocolError):
                    async with asyncio.timeout(BODY_SECONDS):
                        assert isinstance(response.stream, AsyncIterable)
                        await read_body(response.stream, beginning)
            error = error_of(status)
        except Forbidden:
            error = "forbidden"
        except (TimeoutError, httpcore2.TimeoutException):
            error = "timeout" if status is None else error_of(status)
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.UnsupportedProtocol,
                ValueError, OSError, BaseExceptionGroup) as failure:  # fmt: skip
            error = network_error(failure) if status is None else error_of(status)
        ms = round((time.monotonic() - begun) * 1_000)
        answer = read_answer(bytes(beginning)) if error else None
        return Outcome(status_code=status, ms=ms, error=error, retry_after=wait, answer=answer)

    def _connection(self, url: str) -> httpcore2.AsyncHTTPConnection:
        """A connection for one request. There is no pool, because each of its requests would look at all open
        connections.
        """
        address = httpcore2.URL(url)
        if address.scheme not in SCHEMES:
            raise httpcore2.UnsupportedProtocol("only http and https can be called")
        return httpcore2.AsyncHTTPConnection(
            address.origin, ssl_context=ssl_context(), network_backend=self._backend
        )


async def read_body(stream: AsyncIterable[bytes], beginning: bytearray) -> None:
    """Keep the beginning of a response, and let the receiver finish a small one, so that it need not see its
    connection reset."""
    size = 0
    async for piece in stream:
        beginning += piece[: KEPT_MAX - len(beginning)]
        size += len(piece)
        if size > BODY_MAX:
            return


def network_error(failure: BaseException) -> DeliveryError:
    """Why there was no response, from the chain of causes."""
    cause: BaseException | None = failure
    while cause is not None:
        if isinstance(cause, HostUnknown):
            return "host_unknown"
        if isinstance(cause, ConnectionRefusedError):
            return "refused"
        if isinstance(cause, ssl.SSLError):
            return "tls"
        cause = cause.__cause__
    return "unreachable"


def error_of(status: int) -> DeliveryError | None:
    """The error that a receiver's HTTP status means; None if the event has been received."""
    if status in SUCCESSES:
        return None
    if status in REDIRECTS:
        return "redirect"
    return "gone" if status == HTTP_GONE else "status"


def retry_after(headers: list[tuple[bytes, bytes]]) -> timedelta | None:
    """How long the receiver asks to be left alone, in seconds or until a date (RFC 9110, section 10.2.3)."""
    header = next((value for name, value in headers if name.lower() == b"retry-after"), b"")
    text = header.decode("ascii", "replace").strip()
    if text.isdigit():
        return timedelta(seconds=min(int(text[:10]), 10**7))
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # for example a year or an offset of 20 digits
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(until - datetime.now(UTC), timedelta())
