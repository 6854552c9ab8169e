"""Endpoints that pages of every origin may call: with a token in a header, never with cookies."""

from rpc.http.request import Headers
from rpc.http.response import Response

ANY_ORIGIN = (b"access-control-allow-origin", b"*")
EXPOSED: Headers = [
    ANY_ORIGIN,
    (b"access-control-expose-headers", b"WWW-Authenticate, X-Request-Id, Retry-After"),
]
"""The headers of every response of such an endpoint."""
PREFLIGHT_SECONDS = b"3600"
REQUEST_HEADERS = (
    b"Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id,"
    b" Last-Event-ID"
)


def preflight_response(methods: bytes) -> Response:
    """The response to OPTIONS, with which a browser asks before it sends a token."""
    headers = [
        ANY_ORIGIN,
        (b"access-control-allow-methods", methods),
        (b"access-control-allow-headers", REQUEST_HEADERS),
        (b"access-control-max-age", PREFLIGHT_SECONDS),
        (b"allow", methods),
    ]
    return Response(204, b"", headers)
