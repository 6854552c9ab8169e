"""Calls for the network's staff: the notices, banners and help articles that publishers see."""

import sql.home.article
import sql.home.banner
import sql.network.notice
import sql.network.publisher
from handlers.network.publisher_names import name_publishers
from handlers.network.stale_save import refuse_stale
from rpc import Code, Fault, Operator, procedure, query
from schema.core.envelope import CursorPage, Listing, Page
from schema.core.errors import Flaw, Rule
from schema.home.article import ArticleDraft, NetworkArticle
from schema.home.banner import BannerDraft, BannerFilter, BannerSaved, NetworkBanner
from schema.home.notice import (
    NetworkNotice,
    NetworkNoticeFilter,
    NetworkNoticeRef,
    NoticeDraft,
    NoticeSaved,
)

SLUG_TAKEN = Flaw("slug", Rule.TAKEN, "belongs to an article already: change that one")
"""The error for an article that is to be created and exists."""


@query("/network/notices", permission="news.edit")
async def notices(
    ctx: Operator, filter: NetworkNoticeFilter, page: Page
) -> CursorPage[NetworkNotice]:
    """List all notices, newest first, including those scheduled for later and those no longer shown."""
    part = await sql.network.notice.page(ctx.db, filter, page)
    return CursorPage(await name_publishers(ctx.db, part.rows), part.total, part.next)


@query("/network/notice_info", permission="news.edit", raises=[Code.NOTICE_UNKNOWN])
async def notice_info(ctx: Operator, attributes: NetworkNoticeRef) -> NoticeDraft:
    """Get a notice in the form that /network/notice_save accepts."""
    draft = await sql.network.notice.get_draft(ctx.db, attributes.uid, attributes.id)
    if draft is None:
        raise Fault(Code.NOTICE_UNKNOWN)
    return draft


@procedure(
    "/network/notice_save",
    permission="news.edit",
    raises=[Code.NOTICE_UNKNOWN, Code.USER_NOT_FOUND, Code.CHANGED_MEANWHILE],
)
async def notice_save(ctx: Operator, attributes: NoticeDraft) -> NoticeSaved:
    """Publish a notice to every publisher or to one, or update the one with the given id."""
    for flaw in attributes.find_flaws(attributes.published_at or ctx.now):
        raise flaw.to_fault()
    if attributes.id is not None:
        stored = await sql.network.notice.lock(ctx.db, attributes.uid, attributes.id)
        if stored is None:
            raise Fault(Code.NOTICE_UNKNOWN)
        refuse_stale(attributes.was, attributes, stored)
        await sql.network.notice.replace(ctx.db, attributes.id, attributes, ctx.now)
        return NoticeSaved(attributes.id)
    owners = [] if attributes.uid is None else [(attributes.uid, None)]
    if await sql.network.publisher.find_unknown(ctx.db, owners):
        raise Fault(Code.USER_NOT_FOUND, field="attributes.uid")
    return NoticeSaved(await sql.network.notice.add(ctx.db, attributes, ctx.now))


@query("/network/banners", permission="news.edit")
async def banners(ctx: Operator, filter: BannerFilter, page: Page) -> Listing[NetworkBanner]:
    """List all banners, newest first, including those scheduled for later and those no longer shown."""
    rows = await sql.home.banner.page(ctx.db, filter, page)
    return Listing(rows, await sql.home.banner.count(ctx.db, filter))


@procedure("/network/banner_save", permission="news.edit", raises=[Code.CHANGED_MEANWHILE])
async def banner_save(ctx: Operator, attributes: BannerDraft) -> BannerSaved:
    """Add a banner that is shown above every dashboard for a time, or update the one with the given id."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    if attributes.id is None:
        return BannerSaved(await sql.home.banner.add(ctx.db, attributes, ctx.now))
    stored = await sql.home.banner.lock(ctx.db, attributes.id)
    if stored is None:
        raise Fault(Code.NOT_FOUND)
    refuse_stale(attributes.was, attributes, stored)
    await sql.home.banner.replace(ctx.db, attributes.id, attributes, ctx.now)
    return BannerSaved(attributes.id)


@query("/network/articles", permission="news.edit")
async def articles(ctx: Operator, page: Page) -> Listing[NetworkArticle]:
    """List all help articles in reading order, including hidden ones."""
    every_article = await sql.home.article.every(ctx.db)
    return Listing(every_article[page.offset : page.offset + page.size], len(every_article))


@procedure("/network/article_save", permission="news.edit", raises=[Code.CHANGED_MEANWHILE])
async def article_save(ctx: Operator, attributes: ArticleDraft) -> None:
    """Save a help article: replace the one with the same slug, or add it."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    stored = await sql.home.article.lock(ctx.db, attributes.slug)
    if stored is not None:
        if attributes.create:
            raise SLUG_TAKEN.to_fault()
        refuse_stale(attributes.was, attributes, stored)
    await sql.home.article.put(ctx.db, attributes, ctx.now)
