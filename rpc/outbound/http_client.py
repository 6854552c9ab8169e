"""The HTTP client for all outgoing calls: public addresses only, checked when connecting, limited in time and size."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import httpcore2
import httpx2
from httpcore2 import AsyncNetworkBackend, AsyncNetworkStream

from rpc.config.parsers import Network
from rpc.outbound.bounded_stream import connect
from rpc.outbound.name_lookup import is_local, look_ups

CONNECT_TIMEOUT = 5.0
DEADLINE = 9.0
"""How many seconds a whole response may take, redirects included: the call holds a database connection meanwhile."""
HOSTS_CHECKED_MAX = 3
"""How many names calls may look up at the same time, one for each caller: each call holds a database connection."""
MAX_RESPONSE_SIZE = 256 * 1024
"""The maximum size of a response body, in bytes; bounded_stream.py limits everything else that a server sends."""
PORTS = (80, 443)
LATIN_1 = frozenset({"iso-8859-1", "latin-1", "latin1", "windows-1252"})
"""Charsets that are read as Latin-1; all others are read as UTF-8."""
USER_AGENT = "publisher-portal"

# The special-purpose addresses of IANA's registries, and 168.63.129.16, which clouds use internally.
# Python's is_global lets several internal ones through.
CLOSED_4 = [
    ip_network(closed)
    for closed in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24",
        "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24",
        "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
    )
]  # fmt: skip
OPEN_6 = ip_network("2000::/3")
CLOSED_6 = [
    ip_network(closed)
    for closed in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
]
LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


def is_web_port(port: int) -> bool:
    """Whether web servers are called at a port."""
    return port in PORTS


class Forbidden(Exception):
    """An address, a port or a scheme that the portal must not call."""


class Unreachable(Exception):
    """No complete response arrived in time and within the size limit."""


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet."""
    ip = parse_address(address)
    if isinstance(ip, IPv4Address):
        return not any(ip in network for network in CLOSED_4)
    return ip is not None and ip in OPEN_6 and not any(ip in network for network in CLOSED_6)


def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """The IP address in a text, or None; an address with a scope, such as `fe80::1%eth0`, is refused."""
    try:
        return None if "%" in address else ip_address(address)
    except ValueError:
        return None


class GuardedBackend(AsyncNetworkBackend):
    """Resolves a name once, checks every address, and connects to exactly the address that was checked.

    The size of every response is bounded here, for all callers (rpc/outbound/bounded_stream.py).
    """

    def __init__(
        self, allowed: tuple[Network, ...], is_port: Callable[[int], bool] = is_web_port
    ) -> None:
        self._allowed = allowed
        self._is_port = is_port

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the parameter of httpcore
        *_: Any,
        **__: Any,
    ) -> AsyncNetworkStream:
        failed: Exception | None = None
        for address in await self.addresses(host, port):
            try:
                return await connect(address, port, timeout)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
        raise failed or httpcore2.ConnectError("the name has no address")

    async def addresses(self, host: str, port: int) -> list[str]:
        """The addresses of a name. Raises Forbidden if any of them may not be called."""
        if not self._is_port(port) and not self._allowed:
            raise Forbidden("servers of this kind are not called at this port")
        literal = parse_address(host)
        addresses = [str(literal)] if literal else await look_ups.resolve(host, port)
        for address in addresses:
            if not self.is_allowed(address) and not (self._is_port(port) and is_public(address)):
                raise Forbidden("the address is not public")
        return addresses

    def is_allowed(self, address: str) -> bool:
        """Whether the settings allow the address, on any port."""
        ip = parse_address(address)
        return ip is not None and any(ip in network for network in self._allowed)


class GuardedTransport(httpx2.AsyncHTTPTransport):
    """Sends every request, each redirect included, through the guarded backend."""

    def __init__(self, allowed: tuple[Network, ...] = ()) -> None:
        # httpx has no parameter for the network backend, so the pool is created here.
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=ssl_context(),
            max_connections=20,
            max_keepalive_connections=0,  # each connection is checked again
            network_backend=GuardedBackend(allowed),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.scheme not in ("http", "https") or request.url.userinfo:
            raise Forbidden("only http and https URLs without a user name are allowed")
        request.headers["accept-encoding"] = (
            "identity"  # a small compressed response can expand without end
        )
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            raise httpx2.DecodingError("the response is compressed", request=request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        limited = httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=LimitedStream(response.stream),
            extensions=response.extensions,
        )
        limited.encoding = encoding_of(response.charset_encoding)
        return limited


class LimitedStream(httpx2.AsyncByteStream):
    """A body that is read only up to a maximum size."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_RESPONSE_SIZE:
                raise httpx2.ReadError("the response is too large")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def encoding_of(charset: str | None) -> str:
    """The encoding by which the text of a response is decoded, with errors replaced.

    It is never the codec that the response names: `punycode` takes seconds for 250 kB, and `zlib` or `idna` are not
    even for text.
    """
    return "latin-1" if (charset or "").strip().lower() in LATIN_1 else "utf-8"


class HttpClient:
    """Requests data from other servers; `allowed` are networks that may be called although they are not public."""

    def __init__(self, allowed: tuple[Network, ...] = ()) -> None:
        self.allowed = allowed
        self._checking: set[int] = set()

    def client_options(
        self, *, max_redirects: int = 0, deadline: float = DEADLINE
    ) -> dict[str, Any]:
        """The options of any httpx client that goes through the guarded backend."""
        return {
            "transport": GuardedTransport(self.allowed),
            "timeout": httpx2.Timeout(deadline, connect=CONNECT_TIMEOUT),
            "follow_redirects": max_redirects > 0,
            "max_redirects": max_redirects,
            "trust_env": False,
            "headers": {"user-agent": USER_AGENT},
        }

    async def check_host(
        self,
        host: str,
        port: int,
        *,
        caller: int,
        is_port: Callable[[int], bool] = is_web_port,
    ) -> None:
        """Raise Forbidden if a host may not be called at this port. One that cannot be resolved now may be later.

        A name is not looked up while other look-ups wait, whose server may hang: it is checked when it is called.
        """
        backend = GuardedBackend(self.allowed, is_port)
        if parse_address(host) is not None:
            await backend.addresses(host, port)
        elif not (is_port(port) or is_local(host) or any(not n.is_loopback for n in self.allowed)):
            raise Forbidden("servers of this kind are not called at this port")
        elif caller not in self._checking and len(self._checking) < HOSTS_CHECKED_MAX:
            self._checking.add(caller)
            try:
                await backend.addresses(host, port)
            except httpcore2.ConnectError:
                return
            finally:
                self._checking.discard(caller)

    async def get(self, url: str, *, max_redirects: int = 0) -> httpx2.Response:
        """The complete response of a server. Raises Forbidden, or Unreachable with the reason."""
        return await self.request("GET", url, max_redirects=max_redirects)

    async def request(
        self,
        method: str,
        url: str,
        *,
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
        max_redirects: int = 0,
        deadline: float = DEADLINE,
    ) -> httpx2.Response:
        """The complete response to any request, in time. Raises Forbidden, or Unreachable with the reason."""
        try:
            async with (
                asyncio.timeout(deadline),
                httpx2.AsyncClient(
                    **self.client_options(max_redirects=max_redirects, deadline=deadline)
                ) as client,
            ):
                return await client.request(method, url, headers=headers, content=body)
        except Forbidden:
            raise
        except TimeoutError:
            raise Unreachable("it took too long") from None
        # A port out of range raises a group of errors, and a malformed host name a ValueError.
        except (
            httpx2.HTTPError,
            httpx2.InvalidURL,
            ValueError,
            OSError,
            BaseExceptionGroup,
        ) as error:
            raise Unreachable(type(error).__name__) from None


@cache
def ssl_context() -> ssl.SSLContext:
    """The TLS context, cached because loading the certificates takes 20 ms."""
    return httpx2.create_ssl_context(trust_env=False)
