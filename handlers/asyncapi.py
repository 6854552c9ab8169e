"""The description of the events that postbacks send, for integrators and their tools."""

import asyncio
from functools import cache

from handlers.flows.json_document import JsonDocument
from rpc import Request, Response, endpoint
from rpc.openapi.asyncapi import asyncapi_document


@endpoint("/asyncapi.json")
async def asyncapi(request: Request) -> Response:
    """Serve the AsyncAPI 3 document of all events."""
    described = await asyncio.to_thread(document, request.resources.settings.public_url)
    return described.respond(request)


@cache
def document(public_url: str) -> JsonDocument:
    return JsonDocument.of(asyncapi_document(public_url))
