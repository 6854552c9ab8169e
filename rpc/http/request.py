"""A request outside the envelope: its parameters, its body and the address of its client."""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from schema.core.envelope import BODY_BYTES_MAX
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
"""The length of an IPv6 address with an IPv4 address in it."""
MAX_PARAMETERS = 4_000
"""The maximum number of a form's parameters.

A query cannot have more, because the length of a request's head is limited.
"""
SEPARATOR_ENTITY = re.compile(rb"(?:amp|#0*38|#x26);", re.IGNORECASE)
"""The rest of `&amp;` at the start of a parameter, where HTML was pasted as a URL."""
FORWARDED_FOR = b"x-forwarded-for"
MAPPED_IPV4 = "::ffff:"
HOP = re.compile(
    r'"?(?:\[(?P<v6>[^\]"]+)\]|(?P<v4>[0-9.]+)|(?P<bare>[0-9A-Fa-f:.]+))(?::[0-9]{1,5})?"?'
)
"""An address in a forwarding header: with a port or quoted, and in brackets if it is IPv6 (RFC 7239, section 6)."""


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
        """Headers by lower-case name."""
        if self._headers is None:
            self._headers = headers_by_name(self.scope["headers"])
        return self._headers

    def header(self, name: bytes) -> str:
        """A header by its lower-case name; empty if it was not sent."""
        return self.headers.get(name, b"").decode("latin-1")

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the query; the last one if a name appears twice. No query is refused."""
        if self._query is None:
            self._query = dict(self.query_pairs)
        return self._query

    @property
    def query_pairs(self) -> list[tuple[str, str]]:
        """The parameters of the query, as often as they were sent."""
        return parse_parameters(self.scope.get("query_string", b""))

    async def form(self) -> list[tuple[str, str]]:
        """The parameters of the query, then those of a form in the body, as often as they were sent."""
        return [*self.query_pairs, *parse_parameters(await read_body(self.receive))]

    @property
    def ip(self) -> str:
        return client_address(
            self.scope.get("client"), self.headers, self.resources.settings.trusted_proxies
        )


def parse_parameters(text: bytes) -> list[tuple[str, str]]:
    """The parameters of a URL-encoded text; each is read by itself, so that no other is lost with it."""
    if text.count(b"&") >= MAX_PARAMETERS:
        raise Fault(Code.REQUEST_INVALID, f"There are more than {MAX_PARAMETERS} parameters")
    parts = [pair.partition(b"=") for pair in text.split(b"&") if pair]
    return [
        (decode_component(SEPARATOR_ENTITY.sub(b"", name, count=1)), decode_component(value))
        for name, _, value in parts
    ]


def decode_component(text: bytes) -> str:
    """A name or a value of a URL-encoded text: UTF-8 or, where nothing in it is UTF-8, Windows-1252.

    A character that is cut or broken becomes U+FFFD.
    """
    raw = unquote_to_bytes(text.replace(b"+", b" "))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        replaced = raw.decode(errors="replace")
    is_utf_8 = any(letter > "\x7f" and letter != "\ufffd" for letter in replaced)
    return replaced if is_utf_8 else raw.decode("cp1252", "replace")


async def read_body(receive: Receive) -> bytes:
    """The whole body. Raises TOO_LARGE without reading further, and REQUEST_INVALID if the client disconnects."""
    message = await receive()
    if not message.get("more_body", False):
        whole: bytes = message.get("body", b"")
        if len(whole) > BODY_BYTES_MAX:
            raise Fault(Code.TOO_LARGE)
        return whole
    chunks, size = [message["body"]], len(message["body"])
    while message.get("more_body", False):
        if size > BODY_BYTES_MAX:
            raise Fault(Code.TOO_LARGE)
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Fault(Code.REQUEST_INVALID, "The body ended early")
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
    if size > BODY_BYTES_MAX:
        raise Fault(Code.TOO_LARGE)
    return b"".join(chunks)


def headers_by_name(headers: Headers) -> dict[bytes, bytes]:
    """The headers by lower-case name. The last one of a name counts; only X-Forwarded-For is joined to one list.

    Source: RFC 9110, section 5.3.
    """
    by_name = dict(headers)
    if len(by_name) != len(headers) and FORWARDED_FOR in by_name:
        lists = (value for name, value in headers if name == FORWARDED_FOR)
        by_name[FORWARDED_FOR] = b",".join(lists)
    return by_name


def client_address(client: Client, headers: dict[bytes, bytes], trusted: tuple[Any, ...]) -> str:
    """The address of the client: the right-most one in X-Forwarded-For that is not a trusted proxy.

    An IPv4 address has one spelling, also where a socket for both families writes it as `::ffff:203.0.113.7`.
    """
    peer = str(client[0]) if client else ""
    if peer.startswith(MAPPED_IPV4):
        peer = normalize_address(peer) or peer
    if not trusted:
        return peer
    hops = headers.get(FORWARDED_FOR, b"").decode("latin-1").split(",")
    while hops and is_within(peer, trusted):
        hop = HOP.fullmatch(hops.pop().strip())
        address = hop and normalize_address(hop["v6"] or hop["v4"] or hop["bare"])
        if not address:
            break
        peer = address
    return peer


def normalize_address(text: str) -> str | None:
    """An IP address in its canonical form, or None for anything else."""
    if not is_address(text):
        return None
    address = ip_address(text)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def is_within(text: str, networks: tuple[Any, ...]) -> bool:
    address = normalize_address(text)
    return address is not None and any(ip_address(address) in network for network in networks)


def is_address(text: str) -> bool:
    """Whether a text is an IP address; with a zone, which may be of any length, it is not."""
    if len(text) > MAX_ADDRESS_LENGTH or "%" in text:
        return False
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def network_of(address: str) -> str:
    """The network under which limits count an address: an IPv4 address itself, or the /64 of an IPv6 host."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
