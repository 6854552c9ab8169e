"""The description of all calls, for integrators and their tools."""

import asyncio
from functools import cache
from html import escape
from typing import Any

import msgspec

from handlers.flows.call_descriptions import describe_calls
from handlers.flows.json_document import HEADERS, JsonDocument
from rpc import Request, Response, endpoint
from rpc.openapi.releases import changes_by_release, describe_release
from schema.core.api_version import API_VERSION


@endpoint("/openapi.json")
async def openapi(request: Request) -> Response:
    """Serve the OpenAPI 3.1 document of all calls, with the catalogue of codes."""
    settings = request.resources.settings
    # Describing all calls takes a second, during which a thread leaves others theirs.
    described = await asyncio.to_thread(document, settings.public_url, settings.demo)
    return described.respond(request)


@endpoint("/openapi/changes.atom")
async def changes(request: Request) -> Response:
    """Serve the feed of the API's releases, newest first (RFC 4287)."""
    feed = changes_feed(request.resources.settings.public_url)
    return Response(200, feed, [HEADERS[0]], b"application/atom+xml; charset=utf-8")


@cache
def changes_feed(public_url: str) -> bytes:
    page = f"{public_url}/tools/apis/guides/changes"
    entries = [
        f"<entry><title>API version {version}</title><id>{page}#{version}</id>"
        f'<updated>{version}T00:00:00Z</updated><link href="{page}"/>'
        f"<content>{escape(chr(10).join(describe_release(version)))}</content></entry>"
        for version in changes_by_release()
    ]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>API changelog</title>'
        f"<author><name>Publisher portal</name></author><id>{page}</id>"
        f'<link rel="self" href="{public_url}/openapi/changes.atom"/><link href="{page}"/>'
        f"<updated>{API_VERSION}T00:00:00Z</updated>{''.join(entries)}</feed>\n"
    ).encode()


@cache
def document(public_url: str, demo: bool) -> JsonDocument:
    """The OpenAPI document; built at the first request, when all calls are registered."""
    described = describe_calls(public_url, demo=demo)
    components = described["components"]
    schemas = order_by_likeness(components["schemas"])
    return JsonDocument.of({**described, "components": {**components, "schemas": schemas}})


def order_by_likeness(schemas: dict[str, Any]) -> dict[str, Any]:
    """The schemas, each before the one that repeats most of its properties: gzip looks back no further than 32 kB."""
    properties = {
        name: {msgspec.json.encode(each) for each in schema.get("properties", {}).items()}
        for name, schema in schemas.items()
    }
    ordered: dict[str, Any] = {}
    before: set[bytes] = set()
    while properties:
        name = max(properties, key=lambda other: sum(map(len, before & properties[other])))
        before = properties.pop(name)
        ordered[name] = schemas[name]
    return ordered
