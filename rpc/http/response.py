"""The response of an endpoint, and how it is sent."""

from collections.abc import Callable

import msgspec

from rpc.files.storage import Stream
from rpc.http.request import Headers, Scope, Send
from rpc.http.response_head import (
    NO_SHARED_HEADERS,
    SharedHeaders,
    send_response,
    with_common_headers,
)


class Response(msgspec.Struct):
    """A plain HTTP response; the headers that every response has are added when it is sent."""

    status: int = 200
    body: bytes = b""
    headers: Headers | None = None
    media_type: bytes = b"text/plain; charset=utf-8"
    stream: Stream | None = None
    """A large body, sent chunk by chunk in place of `body`."""
    shared: SharedHeaders = NO_SHARED_HEADERS
    """Headers that many responses have in common."""


Respond = Callable[[Response | Exception], None]
"""Called once, with the response of an endpoint or the error that prevented it."""


async def deliver(response: Response, scope: Scope, send: Send) -> None:
    """Send a response; its own headers override the common ones."""
    own = own_headers(response)
    if response.stream is None:
        await send_response(scope, send, response.status, response.shared, own, response.body)
    else:
        fixed = with_common_headers(response.shared, tuple([name for name, _ in own]))
        await send_stream(scope, send, response.status, [*fixed, *own], response.stream)


def own_headers(response: Response) -> Headers:
    own = response.headers or []
    return (
        [*own, (b"content-type", response.media_type)] if response.body or response.stream else own
    )


async def send_stream(
    scope: Scope, send: Send, status: int, headers: Headers, stream: Stream
) -> None:
    """Send a body chunk by chunk, as fast as the client reads."""
    headers = [*headers, (b"content-length", b"%d" % stream.size)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if scope["method"] != "HEAD":
        async for chunk in stream.chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
