"""The calls, described for integrators and their tools."""

from functools import cache

import msgspec

from rpc import Answer, Door, door
from rpc.calls.openapi import described
from rpc.calls.registry import registry


@door("/openapi.json")
async def openapi(_: Door) -> Answer:
    """OpenAPI 3.1 of every call, with the catalogue of codes."""
    headers = [(b"cache-control", b"public, max-age=300"), (b"access-control-allow-origin", b"*")]
    return Answer(200, document(), headers, b"application/json; charset=utf-8")


@cache
def document() -> bytes:
    """Made once the registry is complete, which it is when the first request arrives."""
    return msgspec.json.encode(described(registry))
