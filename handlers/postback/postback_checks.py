"""Checks made before a postback is saved or tested."""

import sql.channels.channel
import sql.postbacks.postback
from rpc import Code, Fault, Publisher, Rule
from rpc.outbound.http_client import Forbidden
from schema.accounts.permission import PAYMENT_READ, POSTBACK_GENERAL
from schema.channels.channel import PLATFORM_IDS
from schema.core.event import PAYMENT_EVENTS, EventType
from schema.postbacks.macro import parse_address
from schema.postbacks.postback import Postback, PostbackDraft, manageable_events

ADDRESS_CODES = [Code.SITE_INVALID, Code.MERCHANT_NOT_FOUND, Code.URL_FORBIDDEN]
OF_PAYMENTS = f"Postbacks of payments need the permission `{PAYMENT_READ}` too, which a token has by its scope"
OF_OTHER_EVENTS = (
    "Your role manages postbacks of payments only; ask an owner, a manager or a developer"
)
OF_ALL_CHANNELS = (
    "You see some channels: your postbacks report events that are about one of them, such as orders, clicks and"
    " broken links"
)


def events_of(ctx: Publisher) -> frozenset[EventType]:
    """The types of events whose postbacks and deliveries the caller may see and change."""
    return manageable_events(ctx.permissions, narrowed=ctx.site_ids is not None)


def hidden_events(ctx: Publisher) -> list[EventType]:
    """The types of events whose postbacks and deliveries the caller neither sees nor changes."""
    return sorted(frozenset(EventType) - events_of(ctx))


def check_event_type(ctx: Publisher, kind: EventType, field: str) -> None:
    """Raise NOT_ALLOWED for a type of events whose postbacks the caller may not manage."""
    if kind in events_of(ctx):
        return
    if kind in PAYMENT_EVENTS:
        raise Fault(Code.NOT_ALLOWED, OF_PAYMENTS, field=field)
    why = OF_ALL_CHANNELS if POSTBACK_GENERAL in ctx.permissions else OF_OTHER_EVENTS
    raise Fault(Code.NOT_ALLOWED, why, field=field)


async def get_postback(ctx: Publisher, postback_id: int) -> Postback:
    """The publisher's own postback with this id."""
    postback = await sql.postbacks.postback.get(ctx.db, ctx.publisher_id, postback_id)
    if postback is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    return postback


async def get_own_postback(ctx: Publisher, postback_id: int) -> Postback:
    """The publisher's own postback with this id, for a caller who may change it.

    Raises NOT_ALLOWED if that depends on what it sends.
    """
    postback = await get_postback(ctx, postback_id)
    check_event_type(ctx, postback.event_type, "attributes.id")
    return postback


async def check_draft(ctx: Publisher, draft: PostbackDraft, prefix: str = "") -> None:
    """Refuse an address that cannot be called, unknown macros, and ids that do not exist or are not the publisher's."""
    for flaw in draft.find_destination_flaws():
        raise (flaw.prefix(prefix) if prefix else flaw).to_fault()
    at = f"attributes.{prefix}." if prefix else "attributes."
    check_event_type(ctx, draft.event_type, f"{at}event_type")
    if ctx.site_ids is not None and draft.site_id is None:
        why = "must be one of your channels, because you see some of them"
        raise Fault(Code.REQUEST_INVALID, field=f"{at}site_id", rule=Rule.REQUIRED, why=why)
    if draft.site_id is not None and not await sql.channels.channel.all_exist(
        ctx.db, ctx.publisher_id, [draft.site_id]
    ):
        raise Fault(Code.SITE_INVALID, field=f"{at}site_id")
    if draft.mids and await sql.postbacks.postback.known_mids(ctx.db, draft.mids) != set(
        draft.mids
    ):
        raise Fault(Code.MERCHANT_NOT_FOUND, field=f"{at}mids")
    if draft.medium_id is not None and draft.medium_id not in PLATFORM_IDS.values():
        raise Fault(
            Code.REQUEST_INVALID,
            field=f"{at}medium_id",
            rule=Rule.UNKNOWN,
            why="is not one of /postback/get_type",
        )
    await check_address(ctx, draft.link_url, f"{at}link_url")


async def check_address(ctx: Publisher, url: str, field: str) -> None:
    """Raise URL_FORBIDDEN for an address that deliveries may not reach. Each delivery is checked again."""
    address = parse_address(url)
    try:
        await ctx.resources.http_client.check_host(
            address.host.strip("[]"), address.port, caller=ctx.publisher_id
        )
    except Forbidden:
        text = f"{Code.URL_FORBIDDEN.message}: only public addresses are called, on port 80 or 443"
        raise Fault(Code.URL_FORBIDDEN, text, field=field) from None
