"""The OpenAPI document of this portal, as it is served, written for the web and compared with released ones."""

from typing import Any

from handlers.flows.example_requests import find_requests
from rpc.calls.registry import registry
from rpc.openapi.document import openapi_document


def describe_calls(public_url: str = "", *, demo: bool = False) -> dict[str, Any]:
    """The document, with an example of what each call takes."""
    return openapi_document(registry, public_url, find_requests(public_url, demo=demo))
