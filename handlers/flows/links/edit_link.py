"""Changing a tracking link, retiring it, and bringing it back."""

import msgspec

import sql.clicks.link
import sql.clicks.link_brand
import sql.clicks.link_change
import sql.reports.link_totals
import sql.tools.link_check
from handlers.flows.links.check_link import (
    check_fallback,
    check_path,
    check_target,
    path_taken,
)
from handlers.flows.links.make_link import approved_site, check_coupon
from rpc import Code, Fault, Publisher
from schema.brands.brand import Relation
from schema.clicks.link_change import LinkEdit
from schema.clicks.target import to_ascii_url
from sql.clicks.link_change import LinkState

RETIRED_ALREADY = "this link is retired already"
IN_USE = "this link is in use already"
HAS_RESULTS = "this link has clicks or orders; retire it instead"


async def edit_link(ctx: Publisher, edit: LinkEdit) -> None:
    """Change what is given of a link. It keeps its code and every path it ever had: they have been published."""
    link = await get_locked(ctx, edit.link_id)
    if edit.retired is not None and edit.retired == link.is_retired:
        text = RETIRED_ALREADY if link.is_retired else IN_USE
        raise Fault(
            Code.STATE_FORBIDS, f"{Code.STATE_FORBIDS.message}: {text}", field="attributes.retired"
        )
    retired = link.is_retired if edit.retired is None else edit.retired
    changed = msgspec.structs.replace(
        link,
        site_id=await changed_site(ctx, link, edit),
        path=await changed_path(ctx, link, edit),
        target_url=link.target_url if edit.target_url is None else to_ascii_url(edit.target_url),
        fallback_url=changed_fallback(link, edit),
        uids=edit.uids_over(link.uids),
        note=link.note if edit.note is None else edit.note,
        coupon=link.coupon if edit.coupon is None else edit.coupon,
        retired_at=(link.retired_at or ctx.now) if retired else None,
    )
    await check_change(ctx, link, changed, edit)
    await sql.clicks.link_change.replace(ctx.db, ctx.publisher_id, changed)
    if changed.target_url != link.target_url:  # what was found of the old one is over
        await sql.tools.link_check.set_target(
            ctx.db, ctx.publisher_id, link.link_id, changed.target_url, ctx.now
        )
    elif changed.site_id != link.site_id or (link.fallback_url and not changed.fallback_url):
        await sql.tools.link_check.ask(ctx.db, ctx.publisher_id, [link.link_id], ctx.now)
    if changed.fallback_url and changed.fallback_url != link.fallback_url:
        await sql.tools.link_check.mark_fixed(ctx.db, ctx.publisher_id, link.link_id)


def changed_fallback(link: LinkState, edit: LinkEdit) -> str | None:
    """The new fallback; an empty one takes it away."""
    if edit.fallback_url is None:
        return link.fallback_url
    return to_ascii_url(edit.fallback_url) if edit.fallback_url else None


async def changed_site(ctx: Publisher, link: LinkState, edit: LinkEdit) -> int:
    """The new channel, which must be approved if it is another one."""
    if edit.site_id is None or edit.site_id == link.site_id:
        return link.site_id
    return await approved_site(ctx, edit.site_id)


async def changed_path(ctx: Publisher, link: LinkState, edit: LinkEdit) -> str | None:
    """The new path, claimed if it is another one; an empty one keeps the present path."""
    path = check_path(edit.path)
    if path is None or path == link.path:
        return link.path
    if not await sql.clicks.link.claim_path(ctx.db, ctx.publisher_id, path, link.code):
        raise path_taken(path)
    return path


async def check_change(ctx: Publisher, link: LinkState, changed: LinkState, edit: LinkEdit) -> None:
    """Refuse a target, fallback, channel or coupon that a new link could not have."""
    moved = changed.site_id != link.site_id
    coupon = changed.coupon != link.coupon and bool(changed.coupon)
    fallback = edit.fallback_url if changed.fallback_url != link.fallback_url else None
    if edit.target_url is None and not fallback and not moved and not coupon:
        return
    brand = await sql.clicks.link_brand.get_for_site(
        ctx.db, ctx.publisher_id, changed.site_id, mcid=None, mid=link.mid, today=ctx.now.date()
    )
    if brand is None:
        raise Fault(Code.NOT_FOUND, field="attributes.link_id")
    if edit.target_url is not None:
        check_target(brand, edit.target_url, ctx.resources.settings.public_url)
    if fallback:
        public_url = ctx.resources.settings.public_url
        check_fallback(brand, fallback, changed.target_url, public_url)
    if moved and brand.relationship != Relation.JOINED:
        raise Fault(Code.RELATIONSHIP_NOT_APPROVED, field="attributes.site_id")
    if coupon:
        await check_coupon(ctx, brand, changed.coupon)


async def delete_link(ctx: Publisher, link_id: int) -> None:
    """Delete a link that brought nothing: one that did is kept, so that reports can name it."""
    link = await get_locked(ctx, link_id)
    totals = await sql.reports.link_totals.of_links(ctx.db, ctx.publisher_id, [link.link_id])
    if totals[link.link_id].clicks or totals[link.link_id].orders:
        raise Fault(Code.STATE_FORBIDS, f"{Code.STATE_FORBIDS.message}: {HAS_RESULTS}")
    await sql.clicks.link_change.remove(ctx.db, ctx.publisher_id, link_id, ctx.now)


async def get_locked(ctx: Publisher, link_id: int) -> LinkState:
    """The publisher's link, which nobody else changes until this call ends."""
    link = await sql.clicks.link_change.lock(ctx.db, ctx.publisher_id, link_id)
    if link is None:
        raise Fault(Code.NOT_FOUND, field="attributes.link_id")
    return link
