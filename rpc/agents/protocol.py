"""Messages of the Model Context Protocol, in both of its eras, and the headers that must agree with them.

Until 2025-11-25 a client begins with `initialize`; since 2026-07-28 every message stands alone, and says its revision
and what its client can do. https://modelcontextprotocol.io/specification/2026-07-28
"""

import binascii
from base64 import b64decode
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

MODERN = "2026-07-28"
LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26")
SUPPORTED = (MODERN, *LEGACY)
META = "io.modelcontextprotocol/"
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The methods whose header Mcp-Name repeats a parameter."""
BASE64_PREFIX, BASE64_SUFFIX = "=?base64?", "?="

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
INTERNAL_ERROR = -32603
HEADER_MISMATCH, UNKNOWN_VERSION = -32020, -32022
STATUS = {PARSE_ERROR: 400, INVALID_REQUEST: 400, HEADER_MISMATCH: 400, UNKNOWN_VERSION: 400}
"""The HTTP status of errors about a message as such; that of all others is 200."""


class Message(Struct, frozen=True):
    """A request, or a notification if it has no id."""

    jsonrpc: Literal["2.0"]
    method: Annotated[str, Meta(max_length=100)]
    id: int | Annotated[str, Meta(max_length=500)] | UnsetType = UNSET
    params: Raw = Raw()


class Params(Struct, frozen=True):
    """The parameters of all methods together; unknown ones are ignored."""

    name: str = ""
    uri: str = ""
    arguments: Raw = Raw()
    cursor: str | None = None
    version: str = field(name="protocolVersion", default="")
    meta: dict[str, Any] = field(name="_meta", default_factory=dict)


class ProtocolError(Exception):
    """Why a message is refused: it is wrong as a message, not as a call."""

    def __init__(
        self, code: int, message: str, *, status: int | None = None, data: object = UNSET
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = STATUS.get(code, 200) if status is None else status
        self.data = data

    def to_error(self) -> dict[str, object]:
        error: dict[str, object] = {"code": self.code, "message": str(self)}
        return error if self.data is UNSET else error | {"data": self.data}


MESSAGES = msgspec.json.Decoder(Message)
PARAMS = msgspec.json.Decoder(Params)


def read_message(body: bytes) -> Message:
    """The message in a body. Raises ProtocolError if it is neither a request nor a notification."""
    try:
        return MESSAGES.decode(body)
    except msgspec.ValidationError as error:
        text = f"Send one JSON-RPC 2.0 request or notification: {error}"
        raise ProtocolError(INVALID_REQUEST, text) from None
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise ProtocolError(PARSE_ERROR, f"The body is not valid JSON in UTF-8: {error}") from None


def read_params(message: Message) -> Params:
    raw = bytes(message.params)
    if not raw or raw == b"null":
        return Params()
    try:
        return PARAMS.decode(raw)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise ProtocolError(INVALID_PARAMS, f"Wrong parameters: {error}") from None


def is_modern(headers: dict[bytes, bytes], message: Message, params: Params) -> bool:
    """Whether a message needs no session. Raises ProtocolError if its headers disagree with it, or for its revision."""
    stated = params.meta.get(f"{META}protocolVersion")
    header = header_value(headers, b"mcp-protocol-version")
    if stated is None and (message.method == "initialize" or header is None or header in LEGACY):
        return False
    if header is not None and stated is not None:
        check_equal("MCP-Protocol-Version", header, stated)
    if header is not None and header not in SUPPORTED:
        raise unknown_version(header)
    if not isinstance(stated, str) or not isinstance(
        params.meta.get(f"{META}clientCapabilities"), dict
    ):
        text = f"`_meta` must have `{META}protocolVersion` and `{META}clientCapabilities`"
        raise ProtocolError(INVALID_PARAMS, text, status=400)
    check_equal("MCP-Protocol-Version", header, stated)
    if stated != MODERN:
        raise unknown_version(stated)
    check_equal("Mcp-Method", header_value(headers, b"mcp-method"), message.method)
    if message.method in NAMED:
        name = header_value(headers, b"mcp-name")
        check_equal("Mcp-Name", name and decode_name(name), getattr(params, NAMED[message.method]))
    return True


def header_value(headers: dict[bytes, bytes], name: bytes) -> str | None:
    """A header without surrounding blanks, which the HTTP parser keeps after a value."""
    value = headers.get(name)
    return None if value is None else value.decode("latin-1").strip()


def check_equal(name: str, header: str | None, stated: object) -> None:
    if header is None:
        raise ProtocolError(HEADER_MISMATCH, f"The header {name} is required")
    if header != stated:
        text = f"The header {name} is {header[:100]!r}, which is not what the body says"
        raise ProtocolError(HEADER_MISMATCH, text)


def decode_name(value: str) -> str:
    """A name that was encoded because it is not of plain ASCII characters, or the name itself."""
    if not (value.startswith(BASE64_PREFIX) and value.endswith(BASE64_SUFFIX)):
        return value
    encoded = value.removeprefix(BASE64_PREFIX).removesuffix(BASE64_SUFFIX)
    try:
        return b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise ProtocolError(HEADER_MISMATCH, "The header Mcp-Name is not valid Base64") from None


def unknown_version(requested: str) -> ProtocolError:
    data = {"supported": list(SUPPORTED), "requested": requested[:100]}
    return ProtocolError(UNKNOWN_VERSION, "Unsupported protocol version", data=data)


def encode_result(id: int | str, result: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"jsonrpc": "2.0", "id": id, "result": result})


def encode_error(id: int | str | None, error: ProtocolError) -> bytes:
    whole = {"jsonrpc": "2.0", "id": id, "error": error.to_error()}
    return msgspec.json.encode(whole)
