"""Postback deliveries: sending tests, listing the log, and redelivery."""

from uuid import uuid4

import msgspec

import sql.postbacks.delivery
import sql.postbacks.delivery_queue
from handlers.flows.delivery_query import delivery_query
from handlers.postback.postback_checks import (
    ADDRESS_CODES,
    check_address,
    check_draft,
    get_own_postback,
    get_postback,
    hidden_events,
)
from rpc import Code, Fault, Publisher, Rule, procedure, query
from schema.core.envelope import CursorPage, Listing, Page
from schema.core.event import EventChanges, EventType
from schema.network import retention
from schema.postbacks.delivery import (
    Delivery,
    DeliveryFilter,
    Event,
    RecentDeliveries,
    Redelivery,
    RedeliveryAsk,
)
from schema.postbacks.macro import SIGNATURE, Macro, format_value, macro_values
from schema.postbacks.postback import (
    DeliveryRef,
    Destination,
    Postback,
    PostbackDraft,
    PostbackTest,
    Preview,
)
from schema.postbacks.postback_types import POSTBACK_TYPES, sample_event
from schema.reports.event_feed import read_changes

ORDER_EVENTS = (EventType.ORDER_CREATED, EventType.ORDER_UPDATED, EventType.ORDER_SETTLED)
OF_CHANGES = ("settlement_id", "previous_status", "delta_amount", "delta_commission")
"""The values of an order's event that its order may not have, or not yet."""
OF_NOTHING = "`attributes.id` or `attributes.draft` must be given"


@query("/postback/test_info", permission="postback.edit", narrowed="channels", raises=ADDRESS_CODES)
async def test_info(ctx: Publisher, attributes: PostbackTest) -> Preview:
    """Show the macros with sample values or those of a past order, and the resulting request."""
    destination, about = await resolve_destination(ctx, attributes)
    event = await build_event(ctx, attributes, about)
    request = destination.build_request(event, [], ctx.now)
    values = macro_values(event)
    macros = [
        Macro(macro.name, macro.text, format_value(values.get(macro.name)))
        for macro in POSTBACK_TYPES.macros
        if macro.name != SIGNATURE
    ]
    return Preview(macros=macros, method=request.method, url=request.url, body=request.body)


@procedure(
    "/postback/do_test", permission="postback.edit", narrowed="channels", raises=ADDRESS_CODES
)
async def do_test(ctx: Publisher, attributes: PostbackTest) -> DeliveryRef:
    """Send one test delivery, signed if the postback is saved. /postback/deliveries shows its outcome."""
    await ctx.resources.shared_limits.postback_test.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    destination, about = await resolve_destination(ctx, attributes)
    event = await build_event(ctx, attributes, about)
    delivery_id = str(uuid4())
    await sql.postbacks.delivery.add_test(
        ctx.db,
        ctx.publisher_id,
        delivery_id=delivery_id,
        postback_id=attributes.id or 0,
        event=event,
        destination=destination,
        now=ctx.now,
    )
    return DeliveryRef(delivery_id)


@query("/postback/recent", permission="postback.edit", narrowed="channels")
async def recent(ctx: Publisher) -> Listing[RecentDeliveries]:
    """List the outcomes of each postback's last 50 deliveries, not counting tests."""
    rows = await sql.postbacks.delivery.recent(ctx.db, ctx.publisher_id, hidden_events(ctx))
    return Listing(rows, len(rows))


@query("/postback/deliveries", permission="postback.edit", narrowed="channels", heavy=True)
async def deliveries(ctx: Publisher, filter: DeliveryFilter, page: Page) -> CursorPage[Delivery]:
    """List deliveries of the last 30 days, tests included, latest first, each with its attempts."""
    question = msgspec.structs.replace(
        delivery_query(ctx.account.time_zone, filter), without=hidden_events(ctx)
    )
    return await sql.postbacks.delivery.page(ctx.db, ctx.publisher_id, question, page)


@procedure(
    "/postback/redeliver",
    permission="postback.edit",
    narrowed="channels",
    raises=[Code.DATES_REVERSED],
    heavy=True,
)
async def redeliver(ctx: Publisher, attributes: RedeliveryAsk) -> Redelivery:
    """Send deliveries again, chosen by id or by day. They keep their ids."""
    since = ctx.now - retention.DELIVERIES
    if attributes.ids is not None:
        count = await sql.postbacks.delivery.redeliver(
            ctx.db,
            ctx.publisher_id,
            attributes.ids,
            without=hidden_events(ctx),
            since=since,
            now=ctx.now,
        )
        if count == 0:
            text = "Not found: deliveries are kept for 30 days"
            raise Fault(Code.NOT_FOUND, text, field="attributes.ids")
        return Redelivery(count)
    if attributes.start_date is None or attributes.end_date is None:
        why = "must be given, or `attributes.start_date` and `attributes.end_date`"
        raise Fault(Code.REQUEST_INVALID, field="attributes.ids", rule=Rule.REQUIRED, why=why)
    if attributes.start_date > attributes.end_date:
        raise Fault(Code.DATES_REVERSED, field="attributes.end_date")
    question = msgspec.structs.replace(
        delivery_query(ctx.account.time_zone, attributes), without=hidden_events(ctx)
    )
    if question.end is not None and question.end <= since:
        why = "is more than 30 days ago; deliveries are kept for 30 days"
        raise Fault(
            Code.REQUEST_INVALID,
            field="attributes.end_date",
            rule=Rule.TOO_OLD,
            why=why,
            limit=retention.DELIVERIES.days,
        )
    if attributes.id is not None:
        await get_postback(ctx, attributes.id)
    count = await sql.postbacks.delivery.redeliver_range(
        ctx.db, ctx.publisher_id, question, since=since, now=ctx.now
    )
    return Redelivery(count)


async def resolve_destination(
    ctx: Publisher, ask: PostbackTest
) -> tuple[Destination, PostbackDraft | Postback]:
    """The destination of a test, and the postback or draft being tested."""
    saved = None if ask.id is None else await get_own_postback(ctx, ask.id)
    about = ask.draft or saved
    if about is None:
        raise Fault(Code.REQUEST_INVALID, OF_NOTHING, field="attributes.id", rule=Rule.REQUIRED)
    if ask.draft is not None:
        await check_draft(ctx, ask.draft, "draft")
    else:
        await check_address(ctx, about.link_url, "attributes.id")
    destination = Destination(
        delivery_type=about.delivery_type, link_url=about.link_url, parameters=about.parameters
    )
    return destination, about


async def build_event(ctx: Publisher, ask: PostbackTest, about: PostbackDraft | Postback) -> Event:
    """Build the event that a test delivery sends, with sample values or those of a real order.

    What an order of its own does not have, such as the status before a change, is that of the sample.
    """
    event_id, kind = str(uuid4()), about.event_type
    sample = sample_event(kind)
    if about.site_id is not None and sample["site_id"] is not None:
        sample |= {"site_id": about.site_id}
    if ask.oid is None:
        at = ctx.now.isoformat().replace("+00:00", "Z")
        return sample | {"event_id": event_id, "event_time": at}
    event = await sql.postbacks.delivery_queue.order_event(
        ctx.db, ctx.publisher_id, ask.oid, event_id=event_id, event_type=kind, now=ctx.now
    )
    if event is None:
        raise Fault(Code.NOT_FOUND, field="attributes.oid")
    if kind not in ORDER_EVENTS:
        return event
    changes = {name: event[name] or sample[name] for name in OF_CHANGES if sample[name] is not None}
    whole = event | changes
    whole["changes"] = msgspec.to_builtins(msgspec.convert(read_changes(whole), EventChanges))
    if kind is EventType.ORDER_SETTLED:
        return whole | {"items": [], "item_id": None}
    return whole | {"settlement_id": None} | changes
