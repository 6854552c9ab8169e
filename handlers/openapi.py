"""The description of all calls, for integrators and their tools."""

from functools import cache

import msgspec

from rpc import Request, Response, endpoint
from rpc.calls.registry import registry
from rpc.openapi.document import openapi_document


@endpoint("/openapi.json")
async def openapi(request: Request) -> Response:
    """Serve the OpenAPI 3.1 document of all calls, with the catalogue of codes."""
    headers = [(b"cache-control", b"public, max-age=300"), (b"access-control-allow-origin", b"*")]
    content = document(request.resources.settings.public_url)
    return Response(200, content, headers, b"application/json; charset=utf-8")


@cache
def document(public_url: str) -> bytes:
    """The OpenAPI document as JSON, built at the first request, when all calls are registered."""
    return msgspec.json.encode(openapi_document(registry, public_url))
