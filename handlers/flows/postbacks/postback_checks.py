"""What is checked before a postback is saved or tested, and its secrets."""

from datetime import timedelta
from uuid import uuid4

import sql.brands.site
import sql.tools.delivery_queue
import sql.tools.postback
from rpc import Code, Fault, Publisher
from rpc.outbound.http_client import Forbidden
from schema.brands.site import PLATFORM_IDS
from schema.tools.delivery import Event
from schema.tools.macro import parse_address
from schema.tools.postback import (
    OLD_SECRET_HOURS,
    Destination,
    Postback,
    PostbackDraft,
    PostbackTest,
    Secret,
    StoredSecrets,
    associated_data,
)
from schema.tools.postback_types import sample_event
from schema.tools.signature import make_secret

OF_NOTHING = "`attributes.id` or `attributes.draft` must be given"


async def get_postback(ctx: Publisher, postback_id: int) -> Postback:
    """The publisher's own postback with this id."""
    postback = await sql.tools.postback.get(ctx.db, ctx.publisher_id, postback_id)
    if postback is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    return postback


async def check_draft(ctx: Publisher, draft: PostbackDraft, prefix: str = "") -> None:
    """Refuse an address that cannot be called, unknown macros, and ids that do not exist or are not the publisher's."""
    for flaw in draft.find_destination_flaws():
        raise (flaw.prefix(prefix) if prefix else flaw).to_fault()
    at = f"attributes.{prefix}." if prefix else "attributes."
    if draft.site_id is not None and not await sql.brands.site.all_exist(
        ctx.db, ctx.publisher_id, [draft.site_id]
    ):
        raise Fault(Code.SITE_INVALID, field=f"{at}site_id")
    if draft.mids and await sql.tools.postback.known_mids(ctx.db, draft.mids) != set(draft.mids):
        raise Fault(Code.MERCHANT_NOT_FOUND, field=f"{at}mids")
    if draft.medium_id is not None and draft.medium_id not in PLATFORM_IDS.values():
        raise Fault(
            Code.REQUEST_INVALID, field=f"{at}medium_id", why="is not one of /postback/get_type"
        )
    await check_address(ctx, draft.link_url, f"{at}link_url")


async def check_address(ctx: Publisher, url: str, field: str) -> None:
    """Refuse an address that no delivery may reach; each delivery is checked again as it connects."""
    address = parse_address(url)
    try:
        await ctx.resources.http_client.check_host(
            address.host.strip("[]"), address.port, caller=ctx.publisher_id
        )
    except Forbidden:
        text = f"{Code.URL_FORBIDDEN.message}: only public addresses are called, on port 80 or 443"
        raise Fault(Code.URL_FORBIDDEN, text, field=field) from None


async def resolve_destination(
    ctx: Publisher, ask: PostbackTest
) -> tuple[Destination, PostbackDraft | Postback]:
    """Where a test goes, and the postback or draft it is about."""
    saved = None if ask.id is None else await get_postback(ctx, ask.id)
    about = ask.draft or saved
    if about is None:
        raise Fault(Code.REQUEST_INVALID, OF_NOTHING, field="attributes.id")
    if ask.draft is not None:
        await check_draft(ctx, ask.draft, "draft")
    else:
        await check_address(ctx, about.link_url, "attributes.id")
    destination = Destination(
        delivery_type=about.delivery_type, link_url=about.link_url, parameters=about.parameters
    )
    return destination, about


async def build_event(ctx: Publisher, ask: PostbackTest, about: PostbackDraft | Postback) -> Event:
    """The event of a test: samples, or the values of a real order."""
    event_id, kind = str(uuid4()), about.event_type
    if ask.oid is None:
        at = ctx.now.isoformat().replace("+00:00", "Z")
        return sample_event(kind) | {"event_id": event_id, "event_time": at}
    event = await sql.tools.delivery_queue.order_event(
        ctx.db, ctx.publisher_id, ask.oid, event_id=event_id, event_type=kind, now=ctx.now
    )
    if event is None:
        raise Fault(Code.NOT_FOUND, field="attributes.oid")
    return event


def new_secret(ctx: Publisher) -> StoredSecrets:
    """The first secret of a postback, not shown yet."""
    row_key = str(uuid4())
    sealed = ctx.resources.encryption.seal(
        make_secret(), associated_data(ctx.publisher_id, row_key)
    )
    return StoredSecrets(
        row_key=row_key, secret=sealed, secret_shown_at=None, old_secret=None, old_secret_until=None
    )


async def show_secret(ctx: Publisher, postback_id: int, *, rotate: bool) -> Secret:
    """The secret, if it was never shown, or a new one; the one before stays in force for a day."""
    stored = await sql.tools.postback.lock_secrets(ctx.db, ctx.publisher_id, postback_id)
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
    await sql.tools.postback.set_secrets(ctx.db, ctx.publisher_id, postback_id, after)
    return Secret(plain, ctx.now, after.old_secret_until)
