"""What is answered where no call is reached: a request that is not HTTP, too large, too slow, or one too many."""

from random import getrandbits

import msgspec

from rpc.http.request import Headers, Receive, Scope, Send
from rpc.http.response_head import SharedHeaders, head, with_common_headers
from schema.core.envelope import Reply
from schema.core.errors import Code

RETRY_AFTER = 2
"""Seconds."""
ERRORS = {
    400: Reply(Code.REQUEST_INVALID.number, f"{Code.REQUEST_INVALID.message}: it is not HTTP/1.1"),
    408: Reply(Code.REQUEST_INVALID.number, f"{Code.REQUEST_INVALID.message}: it came too slowly"),
    431: Reply(Code.TOO_LARGE.number, "The request's headers are too large"),
    503: Reply(Code.UNAVAILABLE.number, Code.UNAVAILABLE.message),
}
"""By HTTP status; each ends its connection."""
JSON = SharedHeaders(
    (
        (b"content-type", b"application/json; charset=utf-8"),
        (b"cross-origin-resource-policy", b"same-site"),
        (b"connection", b"close"),
    )
)


def error_response(status: int) -> tuple[bytes, bytes]:
    """Head (but for its end) and body of the answer with this status."""
    body = msgspec.json.encode(ERRORS[status])
    return head(status, JSON, own_headers(status), len(body)), body


async def unavailable(scope: Scope, _: Receive, send: Send) -> None:
    """An ASGI application: this process has too many connections or requests already."""
    body = msgspec.json.encode(ERRORS[503])
    own = own_headers(503)
    fixed = with_common_headers(JSON, tuple(name for name, _ in own))
    headers = [*fixed, *own, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    content = b"" if scope["method"] == "HEAD" else body
    await send({"type": "http.response.body", "body": content})


def own_headers(status: int) -> Headers:
    own = [(b"x-request-id", b"%016x" % getrandbits(64))]
    if status == 503:
        own.append((b"retry-after", b"%d" % RETRY_AFTER))
    return own
