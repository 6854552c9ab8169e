"""A request outside the envelope: its parameters, its body and the address of its client."""

from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from schema.core.errors import Code, Fault

if TYPE_CHECKING:
    from rpc.process.resources import Resources

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
Client = tuple[str, int] | None
"""The address and port that a request came from, where they are known."""

MAX_ADDRESS_LENGTH = 45
"""Of an IPv6 address that has an IPv4 address within."""
MAX_BODY_SIZE = 1_000_000
MAX_FIELDS = 100


class Request:
    """A request as the handler of an endpoint sees it; `path_param` is the value of the path's parameter."""

    __slots__ = ("_headers", "_query", "path_param", "receive", "resources", "scope")

    def __init__(
        self, resources: "Resources", scope: Scope, receive: Receive, path_param: str
    ) -> None:
        self.resources = resources
        self.scope = scope
        self.receive = receive
        self.path_param = path_param
        self._headers: dict[bytes, bytes] | None = None
        self._query: dict[str, str] | None = None

    @property
    def method(self) -> str:
        return str(self.scope["method"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        """Headers by lower-case name; the last one if a name appears twice."""
        if self._headers is None:
            self._headers = dict(self.scope["headers"])
        return self._headers

    def header(self, name: bytes) -> str:
        """A header by its lower-case name; empty if it was not sent."""
        return self.headers.get(name, b"").decode("latin-1")

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the query; the last one if a name appears twice."""
        if self._query is None:
            self._query = parse_parameters(self.scope.get("query_string", b""))
        return self._query

    async def form(self) -> dict[str, str]:
        """The parameters of the query and of a form in the body, which take precedence."""
        return self.query | parse_parameters(await read_body(self.receive))

    @property
    def ip(self) -> str:
        return client_address(
            self.scope.get("client"), self.headers, self.resources.settings.trusted_proxies
        )


def parse_parameters(text: bytes) -> dict[str, str]:
    try:
        pairs = parse_qsl(
            text.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS
        )
    except ValueError:  # UnicodeDecodeError too
        raise Fault(Code.REQUEST_INVALID, "The parameters are not URL-encoded UTF-8") from None
    return dict(pairs)


async def read_body(receive: Receive) -> bytes:
    """The whole body. Raises TOO_LARGE without reading further, and REQUEST_INVALID if the client disconnects."""
    message = await receive()
    if not message.get("more_body", False):
        whole: bytes = message.get("body", b"")
        if len(whole) > MAX_BODY_SIZE:
            raise Fault(Code.TOO_LARGE)
        return whole
    chunks, size = [message["body"]], len(message["body"])
    while message.get("more_body", False):
        if size > MAX_BODY_SIZE:
            raise Fault(Code.TOO_LARGE)
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Fault(Code.REQUEST_INVALID, "The body ended early")
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
    if size > MAX_BODY_SIZE:
        raise Fault(Code.TOO_LARGE)
    return b"".join(chunks)


def client_address(client: Client, headers: dict[bytes, bytes], trusted: tuple[Any, ...]) -> str:
    """The address of the client: the right-most one in X-Forwarded-For that is not a trusted proxy."""
    peer = str(client[0]) if client else ""
    if not trusted:
        return peer
    hops = [
        hop.strip() for hop in headers.get(b"x-forwarded-for", b"").decode("latin-1").split(",")
    ]
    while hops and is_within(peer, trusted):
        hop = hops.pop()
        if not is_address(hop):
            break
        peer = hop
    return peer


def is_within(text: str, networks: tuple[Any, ...]) -> bool:
    return is_address(text) and any(ip_address(text) in network for network in networks)


def is_address(text: str) -> bool:
    """Whether it is an IP address. A zone, which may be as long as one likes, is not part of one."""
    if len(text) > MAX_ADDRESS_LENGTH or "%" in text:
        return False
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def network_of(address: str) -> str:
    """Under what limits count an address: an IPv4 address itself, or the /64 that one IPv6 host is given."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
