"""Global Postback: requests that tell a publisher's own servers of events."""

from datetime import datetime
from uuid import uuid4

import sql.accounts.publisher
import sql.tools.delivery
import sql.tools.postback
from handlers.flows.postbacks.deliveries import delivery_query
from handlers.flows.postbacks.postback_checks import (
    build_event,
    check_draft,
    get_postback,
    new_secret,
    resolve_destination,
    show_secret,
)
from rpc import Code, Fault, Publisher, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, require_password
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Listing, Page
from schema.core.event import EventType
from schema.network import retention
from schema.tools.delivery import (
    Delivery,
    DeliveryFilter,
    DeliveryId,
    Redelivery,
    RedeliveryAsk,
)
from schema.tools.macro import SIGNATURE, Macro, format_value, parse_address
from schema.tools.postback import (
    CLICK_POSTBACKS_MAX,
    POSTBACKS_MAX,
    DeliveryRef,
    Postback,
    PostbackDraft,
    PostbackRef,
    PostbackTest,
    PostbackTypes,
    Preview,
    Secret,
    SecretAsk,
    StateChange,
)
from schema.tools.postback_types import POSTBACK_TYPES
from sql.accounts.account import Login
from sql.core.outbox import notify

DELIVERIES = "postback/deliveries"
ADDRESS_CODES = [Code.SITE_INVALID, Code.MERCHANT_NOT_FOUND, Code.URL_FORBIDDEN]


@query("/postback/list", permission="postback.edit")
async def list_(ctx: Publisher) -> Listing[Postback]:
    """List postbacks with their state and how many of their deliveries succeed."""
    rows = await sql.tools.postback.all_of(ctx.db, ctx.publisher_id)
    return Listing(rows, len(rows))


@query("/postback/get_type", permission="postback.edit")
async def get_type(_ctx: Publisher) -> PostbackTypes:
    """List event types, ways of delivery, macros, platforms and templates of common trackers."""
    return POSTBACK_TYPES


@procedure(
    "/postback/do_info",
    permission="postback.edit",
    raises=[*ADDRESS_CODES, Code.CHANGED_MEANWHILE],
)
async def do_info(ctx: Publisher, attributes: PostbackDraft) -> Postback:
    """Save a postback: update the one whose id is given, or create one, which is active at once."""
    draft = attributes
    await check_draft(ctx, draft)
    receiver = parse_address(draft.link_url).receiver
    postback_id = draft.id
    await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    if draft.event_type == EventType.CLICK:
        await check_click_postbacks(ctx, postback_id)
    if postback_id is None:
        if await sql.tools.postback.count(ctx.db, ctx.publisher_id) >= POSTBACKS_MAX:
            why = f"cannot be created: you already have {POSTBACKS_MAX} postbacks, the most there can be"
            raise Fault(Code.REQUEST_INVALID, field="attributes.id", why=why)
        stored = new_secret(ctx)
        postback_id = await sql.tools.postback.add(
            ctx.db,
            ctx.publisher_id,
            draft,
            receiver=receiver,
            row_key=stored.row_key,
            secret=stored.secret,
            now=ctx.now,
        )
    elif not await sql.tools.postback.replace(
        ctx.db, ctx.publisher_id, postback_id, draft, receiver=receiver, now=ctx.now
    ):
        await get_postback(ctx, postback_id)
        raise Fault(Code.CHANGED_MEANWHILE, field="attributes.updated_at")
    await log_change(ctx, postback_id)
    return await get_postback(ctx, postback_id)


async def check_click_postbacks(ctx: Publisher, besides: int | None) -> None:
    """Refuse one more postback of clicks than there can be."""
    kind = EventType.CLICK
    number = await sql.tools.postback.count(ctx.db, ctx.publisher_id, kind, besides)
    if number >= CLICK_POSTBACKS_MAX:
        why = f"cannot be 10: you have {CLICK_POSTBACKS_MAX} postbacks of clicks, which is the most there can be"
        raise Fault(Code.REQUEST_INVALID, field="attributes.event_type", why=why)


@query("/postback/test_info", permission="postback.edit", raises=ADDRESS_CODES)
async def test_info(ctx: Publisher, attributes: PostbackTest) -> Preview:
    """Show the macros with sample values or those of a past order, and the request they produce."""
    destination, about = await resolve_destination(ctx, attributes)
    event = await build_event(ctx, attributes, about)
    request = destination.build_request(event, [], ctx.now)
    macros = [
        Macro(macro.name, macro.text, format_value(event.get(macro.name)))
        for macro in POSTBACK_TYPES.macros
        if macro.name != SIGNATURE
    ]
    return Preview(macros=macros, method=request.method, url=request.url, body=request.body)


@procedure("/postback/do_test", permission="postback.edit", raises=ADDRESS_CODES)
async def do_test(ctx: Publisher, attributes: PostbackTest) -> DeliveryRef:
    """Send one test, signed if the postback is saved; /postback/deliveries shows the outcome."""
    await ctx.resources.shared_limits.postback_test.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    destination, about = await resolve_destination(ctx, attributes)
    event = await build_event(ctx, attributes, about)
    delivery_id = str(uuid4())
    await sql.tools.delivery.add_test(
        ctx.db,
        ctx.publisher_id,
        delivery_id=delivery_id,
        postback_id=attributes.id or 0,
        event=event,
        destination=destination,
        now=ctx.now,
    )
    return DeliveryRef(delivery_id)


@procedure("/postback/del", permission="postback.edit")
async def del_(ctx: Publisher, attributes: PostbackRef) -> None:
    """Delete a postback with its queue and its log."""
    if not await sql.tools.postback.remove(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await log_change(ctx, attributes.id)


@procedure("/postback/set_state", permission="postback.edit")
async def set_state(ctx: Publisher, attributes: StateChange) -> Postback:
    """Pause a postback, or resume it: whatever waits in its queue is then sent."""
    if not await sql.tools.postback.set_state(
        ctx.db, ctx.publisher_id, attributes.id, attributes.state, ctx.now
    ):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await notify(ctx.db)
    await log_change(ctx, attributes.id)
    return await get_postback(ctx, attributes.id)


@procedure(
    "/postback/secret",
    permission="postback.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
    secret=True,
)
async def secret(ctx: Publisher, attributes: SecretAsk) -> Secret:
    """Show the secret once, or make a new one; the old one keeps working for 24 hours."""
    await get_postback(ctx, attributes.id)
    owner = await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        shown = await show_secret(ctx, attributes.id, rotate=attributes.rotate)
        await log_change(ctx, attributes.id)
    return shown


@query("/postback/deliveries", permission="postback.edit")
async def deliveries(ctx: Publisher, filter: DeliveryFilter, page: Page) -> History[Delivery]:
    """List deliveries of the last 30 days, tests included, latest first, each with its attempts."""
    question = delivery_query(ctx.account.time_zone, filter)
    after = decode_cursor(page.cursor, DELIVERIES, (datetime, DeliveryId)) if page.cursor else None
    rows = await sql.tools.delivery.page(
        ctx.db,
        ctx.publisher_id,
        question,
        size=page.size + 1,
        offset=0 if after else page.offset,
        after=after,
    )
    last = rows[page.size - 1] if len(rows) > page.size else None
    return History(
        rows[: page.size],
        await sql.tools.delivery.count(ctx.db, ctx.publisher_id, question),
        encode_cursor(DELIVERIES, (last.created_at, last.id)) if last else None,
    )


@procedure("/postback/redeliver", permission="postback.edit", raises=[Code.DATES_REVERSED])
async def redeliver(ctx: Publisher, attributes: RedeliveryAsk) -> Redelivery:
    """Send deliveries again, chosen by id or by day. They keep their ids."""
    since = ctx.now - retention.DELIVERIES
    if attributes.ids is not None:
        count = await sql.tools.delivery.redeliver(
            ctx.db, ctx.publisher_id, attributes.ids, since=since, now=ctx.now
        )
        if count == 0:
            text = "Not found: deliveries are kept for 30 days"
            raise Fault(Code.NOT_FOUND, text, field="attributes.ids")
        return Redelivery(count)
    if attributes.start_date is None or attributes.end_date is None:
        why = "must be given, or `attributes.start_date` and `attributes.end_date`"
        raise Fault(Code.REQUEST_INVALID, field="attributes.ids", why=why)
    if attributes.start_date > attributes.end_date:
        raise Fault(Code.DATES_REVERSED, field="attributes.end_date")
    question = delivery_query(ctx.account.time_zone, attributes)
    if question.end is not None and question.end <= since:
        why = "is more than 30 days ago; deliveries are kept for 30 days"
        raise Fault(Code.REQUEST_INVALID, field="attributes.end_date", why=why)
    if attributes.id is not None:
        await get_postback(ctx, attributes.id)
    count = await sql.tools.delivery.redeliver_range(
        ctx.db, ctx.publisher_id, question, since=since, now=ctx.now
    )
    return Redelivery(count)


async def log_change(ctx: Publisher, postback_id: int) -> None:
    """Record a change in the account log."""
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), postback_id=str(postback_id))
