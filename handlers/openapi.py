"""The description of all calls, for integrators and their tools."""

from functools import cache

import msgspec

from rpc import Request, Response, door
from rpc.calls.registry import registry
from rpc.openapi.document import openapi_document


@door("/openapi.json")
async def openapi(_: Request) -> Response:
    """Serve the OpenAPI 3.1 document of all calls, with the catalogue of codes."""
    headers = [(b"cache-control", b"public, max-age=300"), (b"access-control-allow-origin", b"*")]
    return Response(200, document(), headers, b"application/json; charset=utf-8")


@cache
def document() -> bytes:
    """Built with the first request, by when the registry is complete."""
    return msgspec.json.encode(openapi_document(registry))
