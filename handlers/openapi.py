"""The calls, described for integrators and their tools."""

from functools import cache

import msgspec

from rpc import Request, Response, door
from rpc.calls.registry import registry
from rpc.openapi.document import openapi_document


@door("/openapi.json")
async def openapi(_: Request) -> Response:
    """OpenAPI 3.1 of every call, with the catalogue of codes."""
    headers = [(b"cache-control", b"public, max-age=300"), (b"access-control-allow-origin", b"*")]
    return Response(200, document(), headers, b"application/json; charset=utf-8")


@cache
def document() -> bytes:
    """Made once the registry is complete, which it is when the first request arrives."""
    return msgspec.json.encode(openapi_document(registry))
