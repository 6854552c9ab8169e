"""What a door answers, and how it is sent."""

from collections.abc import Callable

import msgspec

from rpc.http.request import Headers, Scope, Send
from rpc.http.response_head import NOTHING_SHARED, Shared, answer, common
from rpc.outside.storage import Stream


class Answer(msgspec.Struct):
    """A plain HTTP answer; the headers every answer has are added on the way out."""

    status: int = 200
    body: bytes = b""
    headers: Headers | None = None
    media_type: bytes = b"text/plain; charset=utf-8"
    stream: Stream | None = None
    """In place of the body."""
    shared: Shared = NOTHING_SHARED
    """Further headers."""


Give = Callable[[Answer | Exception], None]
"""Is handed the answer of a door, or what came in between, once."""


async def deliver(given: Answer, scope: Scope, send: Send) -> None:
    """Send an answer; headers of its own take the place of the common ones."""
    own = own_headers(given)
    if given.stream is None:
        await answer(scope, send, given.status, given.shared, own, given.body)
    else:
        fixed = common(given.shared, tuple([name for name, _ in own]))
        await streamed(scope, send, given.status, [*fixed, *own], given.stream)


def own_headers(given: Answer) -> Headers:
    own = given.headers or []
    return [*own, (b"content-type", given.media_type)] if given.body or given.stream else own


async def streamed(scope: Scope, send: Send, status: int, headers: Headers, stream: Stream) -> None:
    """Send a body part by part, as fast as it is taken."""
    headers = [*headers, (b"content-length", b"%d" % stream.size)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if scope["method"] != "HEAD":
        async for part in stream.parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
