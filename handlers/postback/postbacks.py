"""Postbacks, the requests that notify a publisher's own servers of events, and their signing secrets."""

from datetime import timedelta
from uuid import uuid4

from msgspec import structs

import sql.accounts.publisher
import sql.postbacks.postback
from handlers.postback.postback_checks import (
    ADDRESS_CODES,
    check_draft,
    check_event_type,
    events_of,
    get_own_postback,
    get_postback,
    hidden_events,
)
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, require_reauth
from schema.core.envelope import Listing
from schema.core.event import EventType
from schema.postbacks.macro import parse_address
from schema.postbacks.postback import (
    CLICK_POSTBACKS_MAX,
    OLD_SECRET_HOURS,
    POSTBACKS_MAX,
    Postback,
    PostbackDraft,
    PostbackRef,
    PostbackTypes,
    Secret,
    SecretAsk,
    StateChange,
    StoredSecrets,
    associated_data,
)
from schema.postbacks.postback_types import POSTBACK_TYPES
from schema.postbacks.signature import make_secret
from sql.accounts.account import Login
from sql.core.outbox import notify


@query("/postback/list", permission="postback.edit", narrowed="channels")
async def list_(ctx: Publisher) -> Listing[Postback]:
    """List postbacks with their state and how many of their deliveries succeed."""
    rows = await sql.postbacks.postback.all_of(ctx.db, ctx.publisher_id, without=hidden_events(ctx))
    return Listing(rows, len(rows))


@query("/postback/get_type", permission="postback.edit", narrowed="channels")
async def get_type(ctx: Publisher) -> PostbackTypes:
    """List event types, delivery methods, macros, platforms and templates for common trackers.

    The event types are those whose postbacks you may manage.
    """
    own = events_of(ctx)
    kinds = [each for each in POSTBACK_TYPES.event_types if each.id in own]
    return structs.replace(POSTBACK_TYPES, event_types=kinds)


@procedure(
    "/postback/do_info",
    permission="postback.edit",
    narrowed="channels",
    raises=[*ADDRESS_CODES, Code.CHANGED_MEANWHILE],
)
async def do_info(ctx: Publisher, attributes: PostbackDraft) -> Postback:
    """Save a postback: update the one with the given id, or create one, which is active at once."""
    draft = attributes
    if draft.id is not None:
        # Events that are in the queue already would be sent to the draft's address.
        saved = await get_postback(ctx, draft.id)
        check_event_type(ctx, saved.event_type, "attributes.event_type")
    await check_draft(ctx, draft)
    receiver = parse_address(draft.link_url).receiver
    postback_id = draft.id
    await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    if draft.event_type == EventType.CLICK:
        await check_click_postbacks(ctx, postback_id)
    if postback_id is None:
        if await sql.postbacks.postback.count(ctx.db, ctx.publisher_id) >= POSTBACKS_MAX:
            why = f"cannot be created: your publisher already has {POSTBACKS_MAX} postbacks, the most there can be"
            raise Fault(
                Code.REQUEST_INVALID,
                field="attributes.id",
                rule=Rule.FULL,
                why=why,
                limit=POSTBACKS_MAX,
            )
        stored = new_secret(ctx)
        postback_id = await sql.postbacks.postback.add(
            ctx.db,
            ctx.publisher_id,
            draft,
            receiver=receiver,
            row_key=stored.row_key,
            secret=stored.secret,
            now=ctx.now,
        )
    elif not await sql.postbacks.postback.replace(
        ctx.db, ctx.publisher_id, postback_id, draft, receiver=receiver, now=ctx.now
    ):
        await get_postback(ctx, postback_id)
        raise Fault(Code.CHANGED_MEANWHILE, field="attributes.updated_at")
    await log_change(ctx, postback_id)
    return await get_postback(ctx, postback_id)


@procedure("/postback/del", permission="postback.edit", narrowed="channels")
async def del_(ctx: Publisher, attributes: PostbackRef) -> None:
    """Delete a postback with its queued deliveries and its log."""
    await get_own_postback(ctx, attributes.id)
    if not await sql.postbacks.postback.remove(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await log_change(ctx, attributes.id)


@procedure("/postback/set_state", permission="postback.edit", narrowed="channels")
async def set_state(ctx: Publisher, attributes: StateChange) -> Postback:
    """Pause or resume a postback. Resuming also sends the deliveries that are waiting in its queue."""
    await get_own_postback(ctx, attributes.id)
    if not await sql.postbacks.postback.set_state(
        ctx.db, ctx.publisher_id, attributes.id, attributes.state, ctx.now
    ):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await notify(ctx.db)
    await log_change(ctx, attributes.id)
    return await get_postback(ctx, attributes.id)


@procedure(
    "/postback/secret",
    permission="postback.edit",
    narrowed="channels",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
    secret=True,
)
async def secret(ctx: Publisher, attributes: SecretAsk) -> Secret:
    """Show a postback's signing secret once, or generate a new one. The old secret keeps working for 24 hours."""
    await get_own_postback(ctx, attributes.id)
    owner = await require_reauth(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        shown = await show_secret(ctx, attributes.id, rotate=attributes.rotate)
        await log_change(ctx, attributes.id)
    return shown


async def check_click_postbacks(ctx: Publisher, besides: int | None) -> None:
    """Raise REQUEST_INVALID if the publisher has the maximum number of click postbacks, not counting `besides`."""
    kind = EventType.CLICK
    number = await sql.postbacks.postback.count(ctx.db, ctx.publisher_id, kind, besides)
    if number >= CLICK_POSTBACKS_MAX:
        why = f"cannot be 10: your publisher has {CLICK_POSTBACKS_MAX} postbacks of clicks, the most there can be"
        raise Fault(
            Code.REQUEST_INVALID,
            field="attributes.event_type",
            rule=Rule.FULL,
            why=why,
            limit=CLICK_POSTBACKS_MAX,
        )


async def log_change(ctx: Publisher, postback_id: int) -> None:
    """Record a change in the account log."""
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), postback_id=str(postback_id))


def new_secret(ctx: Publisher) -> StoredSecrets:
    """Generate a postback's first secret, marked as not shown yet."""
    row_key = str(uuid4())
    sealed = ctx.resources.encryption.seal(
        make_secret(), associated_data(ctx.publisher_id, row_key)
    )
    return StoredSecrets(
        row_key=row_key, secret=sealed, secret_shown_at=None, old_secret=None, old_secret_until=None
    )


async def show_secret(ctx: Publisher, postback_id: int, *, rotate: bool) -> Secret:
    """The secret if it was never shown, a new one if `rotate`, else None. A replaced secret stays valid for a day."""
    stored = await sql.postbacks.postback.lock_secrets(ctx.db, ctx.publisher_id, postback_id)
    if stored is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    if stored.secret_shown_at is not None and not rotate:
        return Secret(None, stored.secret_shown_at, stored.old_secret_until)
    row, keys = associated_data(ctx.publisher_id, stored.row_key), ctx.resources.encryption
    plain = make_secret() if rotate else keys.open(stored.secret, row)
    after = StoredSecrets(
        row_key=stored.row_key,
        secret=keys.seal(plain, row),
        secret_shown_at=ctx.now,
        old_secret=stored.secret if rotate else stored.old_secret,
        old_secret_until=ctx.now + timedelta(hours=OLD_SECRET_HOURS)
        if rotate
        else stored.old_secret_until,
    )
    await sql.postbacks.postback.set_secrets(ctx.db, ctx.publisher_id, postback_id, after)
    return Secret(plain, ctx.now, after.old_secret_until)
