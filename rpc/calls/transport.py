"""The HTTP side of a call: content type, origin and bearer token; status, headers and compression of its response."""

import gzip
from typing import NamedTuple

from rpc.http.request import Headers
from rpc.http.response_head import SharedHeaders, head
from rpc.process.resources import Resources
from schema.core.errors import Code, Fault

COMPRESS_FROM = 2_048
HTTP_STATUS = {
    Code.TOO_LARGE: 413,
    Code.TOO_MANY_REQUESTS: 429,
    Code.UNAVAILABLE: 503,
    Code.CRASHED: 500,
}
"""The codes that concern transport; every other refusal has status 200."""
SHARED_HEADERS = SharedHeaders(
    (
        (b"content-type", b"application/json; charset=utf-8"),
        (b"cross-origin-resource-policy", b"same-site"),
    )
)
JSON = b"application/json"


class RawResponse(NamedTuple):
    """The HTTP response to a call."""

    status: int
    headers: Headers
    """Headers besides those that every call has."""
    content: bytes

    @property
    def head(self) -> bytes:
        return head(self.status, SHARED_HEADERS, self.headers, len(self.content))


class UnsupportedMediaType(Fault):
    """The body is of another type than the call takes, or compressed: HTTP 415."""


def status_of(fault: Fault) -> int:
    """The HTTP status of a refusal."""
    return 415 if isinstance(fault, UnsupportedMediaType) else HTTP_STATUS.get(fault.code, 200)


def check_transport(headers: dict[bytes, bytes], resources: Resources) -> None:
    """Accept JSON only, which a form on a page of another site cannot send, and check the origin."""
    content_type = headers.get(b"content-type", b"")
    if content_type != JSON and content_type.partition(b";")[0].strip().lower() != JSON:
        raise UnsupportedMediaType(
            Code.REQUEST_INVALID, "Send the body as Content-Type: application/json"
        )
    check_encoding(headers)
    check_origin(headers, resources)


def check_encoding(headers: dict[bytes, bytes]) -> None:
    """Refuse a compressed body: a small one can expand without end."""
    encoding = headers.get(b"content-encoding", b"").strip().lower()
    if encoding not in (b"", b"identity"):
        raise UnsupportedMediaType(
            Code.REQUEST_INVALID, "Send the body as it is, without Content-Encoding"
        )


def check_origin(headers: dict[bytes, bytes], resources: Resources) -> None:
    """Raise NOT_ALLOWED for a request from a page of another site."""
    origin = headers.get(b"origin")
    if origin is not None and not resources.is_own_origin(
        origin.decode("latin-1"), headers.get(b"host", b"")
    ):
        raise Fault(Code.NOT_ALLOWED, "Calls from pages of another origin are not allowed")


def bearer_token(headers: dict[bytes, bytes]) -> str:
    scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def build_response(
    content: bytes,
    request_id: str,
    request_headers: dict[bytes, bytes],
    own: Headers,
    *,
    status: int = 200,
    wait: float | None = None,
) -> RawResponse:
    """The response with a call's own headers: what is left of its rate, and cookies."""
    headers = [(b"x-request-id", request_id.encode()), *own]
    if len(content) >= COMPRESS_FROM and b"gzip" in request_headers.get(b"accept-encoding", b""):
        content = gzip.compress(content, 3)
        headers.append((b"content-encoding", b"gzip"))
    if wait is not None:
        headers.append((b"retry-after", str(max(1, round(wait + 0.5))).encode()))
    return RawResponse(status, headers, content)
