"""Tracking links: created one by one, listed, edited, retired and brought back."""

import asyncio
from collections.abc import Mapping, Sequence

import msgspec

import sql.links.link
import sql.links.link_brand
import sql.links.link_change
import sql.links.link_check
import sql.reports.link_totals
from handlers.flows.filter_checks import check_sites, find_mids
from handlers.flows.network_day import network_day
from handlers.tools.links.custom_path import check_path, path_taken
from handlers.tools.links.make_link import (
    FAULTS,
    add_link,
    approved_site,
    check_coupon,
    find_promotion,
)
from handlers.tools.links.target_validation import check_fallback, check_target
from rpc import Code, Fault, Publisher, procedure, query
from rpc.files.qr_svg import link_qr
from schema.brands.brand import Relation
from schema.core.envelope import CursorPage, Page
from schema.core.money import ZERO, round_money
from schema.core.url import to_ascii_url
from schema.links.link import Link, LinkCode, LinkFilter, LinkMade, link_urls
from schema.links.link_change import LinkEdit, LinkNote, LinkRef
from sql.links.link import LinkRow
from sql.links.link_change import LinkState
from sql.reports.link_totals import LinkTotals

RETIRED_ALREADY = "this link is retired already"
IN_USE = "this link is in use already"
HAS_RESULTS = "this link has clicks or orders; retire it instead"


@procedure(
    "/tools/link_code",
    permission="link.edit",
    narrowed="channels",
    raises=FAULTS,
    agents="write",
)
async def link_code(ctx: Publisher, attributes: LinkCode) -> LinkMade:
    """Create a tracking link to a brand's page. Without `mcid` and `mid`, the page determines the joined brand."""
    link = await add_link(ctx, attributes, await find_promotion(ctx, attributes))
    return LinkMade(
        link_id=link.link_id,
        code=link.code,
        mcid=link.brand.mcid,
        brand_name=link.brand.name,
        target_url=attributes.target_url,
        tracking_url=link.long,
        tracking_url_short=link.short,
        qr=await asyncio.to_thread(link_qr, link.short),
        warnings=link.warnings,
    )


@query(
    "/tools/links",
    permission="link.edit",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID],
    heavy=True,
)
async def links(ctx: Publisher, filter: LinkFilter, page: Page) -> CursorPage[Link]:
    """List tracking links with their clicks, orders and commission, newest first."""
    await find_mids(ctx, [filter.mcid] if filter.mcid else [], "filter.mcid")
    await check_sites(ctx, [filter.site_id] if filter.site_id else [], "filter.site_id")
    listing = await sql.links.link.page(ctx.db, ctx.publisher_id, filter, page)
    totals = await sql.reports.link_totals.of_links(
        ctx.db, ctx.publisher_id, [row.link_id for row in listing.rows]
    )
    shown = await asyncio.to_thread(to_links, ctx, listing.rows, totals)
    return CursorPage(shown, listing.total, listing.next)


@procedure(
    "/tools/link_edit",
    permission="link.edit",
    narrowed="channels",
    raises=[Code.STATE_FORBIDS, *FAULTS],
    agents="request",
)
async def link_edit(ctx: Publisher, attributes: LinkEdit) -> None:
    """Edit a link's target, fallback, channel, labels, note, coupon or path; retire it, or bring it back.

    Published addresses keep working: a link keeps its code and every path it ever had.
    """
    edit = attributes
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
    await sql.links.link_change.replace(ctx.db, ctx.publisher_id, changed)
    if changed.target_url != link.target_url:  # findings about the old target no longer apply
        await sql.links.link_check.set_target(
            ctx.db, ctx.publisher_id, link.link_id, changed.target_url, ctx.now
        )
    elif changed.site_id != link.site_id or (link.fallback_url and not changed.fallback_url):
        await sql.links.link_check.ask(ctx.db, ctx.publisher_id, [link.link_id], ctx.now)
    if changed.fallback_url and changed.fallback_url != link.fallback_url:
        await sql.links.link_check.mark_fixed(ctx.db, ctx.publisher_id, link.link_id)


@procedure("/tools/link_note", permission="link.edit", narrowed="channels", agents="write")
async def link_note(ctx: Publisher, attributes: LinkNote) -> None:
    """Write the note of a link, in place of the one it has. An empty text removes it."""
    link = await get_locked(ctx, attributes.link_id)
    changed = msgspec.structs.replace(link, note=attributes.note)
    await sql.links.link_change.replace(ctx.db, ctx.publisher_id, changed)


@procedure(
    "/tools/link_del",
    permission="link.edit",
    narrowed="channels",
    raises=[Code.STATE_FORBIDS],
    agents="request",
)
async def link_del(ctx: Publisher, attributes: LinkRef) -> None:
    """Delete a link that has no clicks and no orders. A link that has some can be retired instead."""
    link = await get_locked(ctx, attributes.link_id)
    totals = await sql.reports.link_totals.of_links(ctx.db, ctx.publisher_id, [link.link_id])
    if totals[link.link_id].clicks or totals[link.link_id].orders:
        raise Fault(Code.STATE_FORBIDS, f"{Code.STATE_FORBIDS.message}: {HAS_RESULTS}")
    await sql.links.link_change.remove(ctx.db, ctx.publisher_id, link.link_id, ctx.now)


def to_links(
    ctx: Publisher, rows: Sequence[LinkRow], totals: Mapping[int, LinkTotals]
) -> list[Link]:
    """Build the links of a list. Run this in a thread, because QR codes take time."""
    return [to_link(ctx, row, totals[row.link_id]) for row in rows]


def to_link(ctx: Publisher, row: LinkRow, totals: LinkTotals) -> Link:
    long, short = link_urls(ctx.resources.settings.public_url, row.code, row.path)
    currency = ctx.account.currency
    return Link(
        link_id=row.link_id,
        code=row.path or row.code,
        mcid=row.mcid,
        brand_name=row.brand_name,
        site_id=row.site_id,
        target_url=row.target_url,
        fallback_url=row.fallback_url,
        tracking_url=long,
        tracking_url_short=short,
        qr=link_qr(short),
        uid1=row.uid1,
        uid2=row.uid2,
        uid3=row.uid3,
        uid4=row.uid4,
        uid5=row.uid5,
        note=row.note,
        coupon=row.coupon,
        retired=row.retired,
        clicks=totals.clicks,
        orders=totals.orders,
        commission=round_money(totals.commission or ZERO, currency),
        currency=currency,
        created_at=row.created_at,
    )


def changed_fallback(link: LinkState, edit: LinkEdit) -> str | None:
    """The link's fallback after an edit. An empty one removes it."""
    if edit.fallback_url is None:
        return link.fallback_url
    return to_ascii_url(edit.fallback_url) if edit.fallback_url else None


async def changed_site(ctx: Publisher, link: LinkState, edit: LinkEdit) -> int:
    """The link's channel after an edit. It must be approved if it is another one."""
    if edit.site_id is None or edit.site_id == link.site_id:
        return link.site_id
    return await approved_site(ctx, edit.site_id)


async def changed_path(ctx: Publisher, link: LinkState, edit: LinkEdit) -> str | None:
    """The link's custom path after an edit, claimed if it is another one. An empty one keeps the current path."""
    path = check_path(edit.path)
    if path is None or path == link.path:
        return link.path
    if not await sql.links.link.claim_path(ctx.db, ctx.publisher_id, path, link.code):
        raise path_taken(path)
    return path


async def check_change(ctx: Publisher, link: LinkState, changed: LinkState, edit: LinkEdit) -> None:
    """Refuse a target, fallback, channel or coupon that a new link could not have."""
    moved = changed.site_id != link.site_id
    coupon = changed.coupon != link.coupon and bool(changed.coupon)
    fallback = edit.fallback_url if changed.fallback_url != link.fallback_url else None
    if edit.target_url is None and not fallback and not moved and not coupon:
        return
    brand = await sql.links.link_brand.get_for_site(
        ctx.db, ctx.publisher_id, changed.site_id, mcid=None, mid=link.mid, today=network_day(ctx)
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


async def get_locked(ctx: Publisher, link_id: int) -> LinkState:
    """Lock one of the publisher's links until the call ends, and return it. Raises NOT_FOUND."""
    link = await sql.links.link_change.lock(ctx.db, ctx.publisher_id, link_id)
    if link is None:
        raise Fault(Code.NOT_FOUND, field="attributes.link_id")
    return link
