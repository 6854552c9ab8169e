"""Tools: tracking links."""

import asyncio

import sql.clicks.link
import sql.reports.link_totals
from handlers.flows.filter_checks import check_sites, find_mids
from handlers.flows.links.edit_link import delete_link, edit_link
from handlers.flows.links.link_bulk import make_row, preview_row
from handlers.flows.links.link_rows import to_links
from handlers.flows.links.make_link import FAULTS, make_link
from rpc import Code, Publisher, procedure, query
from rpc.files.qr_code import link_qr
from schema.clicks.link import Link, LinkCode, LinkFilter, LinkMade
from schema.clicks.link_bulk import BulkItem, BulkRow, LinkBulk, LinkPreview
from schema.clicks.link_change import LinkEdit, LinkRef
from schema.core.envelope import History, Page, Rows


@procedure("/tools/link_code", permission="link.edit", raises=FAULTS)
async def link_code(ctx: Publisher, attributes: LinkCode) -> LinkMade:
    """Create a tracking link to a brand's page."""
    link = await make_link(ctx, attributes)
    return LinkMade(
        link_id=link.link_id,
        code=link.code,
        tracking_url=link.long,
        tracking_url_short=link.short,
        qr=await asyncio.to_thread(link_qr, link.short),
        warnings=link.warnings,
    )


@procedure("/tools/link_bulk", permission="link.edit")
async def link_bulk(ctx: Publisher, attributes: LinkBulk) -> Rows[BulkRow]:
    """Create up to 100 tracking links. Each row has its own outcome; valid rows succeed even if others fail."""
    return Rows([await make_row(ctx, n, item) for n, item in enumerate(attributes.items, 1)])


@query("/tools/link_preview", permission="link.edit")
async def link_preview(ctx: Publisher, attributes: BulkItem) -> LinkPreview:
    """Check what /tools/link_code would answer, a refusal or warnings, without making the link."""
    return await preview_row(ctx, attributes)


@query("/tools/links", permission="link.edit", raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID])
async def links(ctx: Publisher, filter: LinkFilter, page: Page) -> History[Link]:
    """List tracking links with their clicks, orders and commission, newest first."""
    await find_mids(ctx, [filter.mcid] if filter.mcid else [], "filter.mcid")
    await check_sites(ctx, [filter.site_id] if filter.site_id else [], "filter.site_id")
    listing = await sql.clicks.link.page(ctx.db, ctx.publisher_id, filter, page)
    totals = await sql.reports.link_totals.of_links(
        ctx.db, ctx.publisher_id, [row.link_id for row in listing.rows]
    )
    shown = await asyncio.to_thread(to_links, ctx, listing.rows, totals)
    return History(shown, listing.total, listing.next)


@procedure(
    "/tools/link_edit",
    permission="link.edit",
    raises=[Code.STATE_FORBIDS, *FAULTS],
)
async def link_edit(ctx: Publisher, attributes: LinkEdit) -> None:
    """Change a link: its target, fallback, channel, labels, note, coupon or path. Retire it, or bring it back.

    Published addresses keep working: a link keeps its code and every path it ever had.
    """
    await edit_link(ctx, attributes)


@procedure("/tools/link_del", permission="link.edit", raises=[Code.STATE_FORBIDS])
async def link_del(ctx: Publisher, attributes: LinkRef) -> None:
    """Delete a link that has no clicks and no orders; one that has can be retired."""
    await delete_link(ctx, attributes.link_id)
