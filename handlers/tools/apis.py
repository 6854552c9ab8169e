"""Tools: the pages about the API."""

from functools import cache

from msgspec import structs

from handlers.flows.call_descriptions import find_requests
from rpc import Code, Fault, Member, query
from rpc.calls.registry import registry
from rpc.openapi.reference import api_items
from schema.accounts.api_reference import ApiItem, ApiRef
from schema.core.field_errors import missing_field


@query("/tools/api_menu", permission=None, narrowed="channels")
async def api_menu(ctx: Member) -> list[ApiItem]:
    """List the pages about the API: guides, and every call that a token can make."""
    settings = ctx.resources.settings
    items = pages(settings.public_url, settings.demo)
    return [structs.replace(item, params=None) for item in items]


@query("/tools/api_info", permission=None, narrowed="channels")
async def api_info(ctx: Member, attributes: ApiRef) -> ApiItem:
    """Get a page about the API, with the parameters, response, codes and examples of its call."""
    if attributes.id is None and attributes.front_path is None:
        raise missing_field("id")
    settings = ctx.resources.settings
    for item in pages(settings.public_url, settings.demo):
        if attributes.id == item.id or attributes.front_path == item.front_path:
            return item
    raise Fault(Code.NOT_FOUND)


@cache
def pages(public_url: str, demo: bool) -> list[ApiItem]:
    """The pages about the API, built at the first request, when all calls are registered."""
    return api_items(registry, public_url, find_requests(public_url, demo=demo))
