"""The description of all calls, for integrators and their tools."""

import asyncio
import gzip
from functools import cache

import msgspec

from handlers.flows.call_descriptions import describe_calls
from rpc import Request, Response, endpoint

HEADERS = [
    (b"cache-control", b"public, max-age=300"),
    (b"access-control-allow-origin", b"*"),
    (b"vary", b"accept-encoding"),
]


@endpoint("/openapi.json")
async def openapi(request: Request) -> Response:
    """Serve the OpenAPI 3.1 document of all calls, with the catalogue of codes."""
    settings = request.resources.settings
    # Describing all calls takes a second, during which a thread leaves others theirs.
    whole, compressed = await asyncio.to_thread(document, settings.public_url, settings.demo)
    media_type = b"application/json; charset=utf-8"
    if b"gzip" in request.headers.get(b"accept-encoding", b""):
        headers = [*HEADERS, (b"content-encoding", b"gzip")]
        return Response(200, compressed, headers, media_type)
    return Response(200, whole, list(HEADERS), media_type)


@cache
def document(public_url: str, demo: bool) -> tuple[bytes, bytes]:
    """The OpenAPI document as JSON, and compressed; built at the first request, when all calls are registered."""
    whole = msgspec.json.encode(describe_calls(public_url, demo=demo))
    return whole, gzip.compress(whole, 9, mtime=0)
