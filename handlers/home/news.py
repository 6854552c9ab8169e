"""Help, notices, banners, and the search over everything."""

import sql.home.article
import sql.home.banner
import sql.home.notice
import sql.home.search
from rpc import Code, Fault, Member, Publisher, procedure, query
from schema.core.envelope import Listing, Page, Rows
from schema.home.article import (
    Article,
    ArticleRef,
    ArticleRow,
    HelpSearch,
    Section,
    search_articles,
)
from schema.home.banner import Banner
from schema.home.notice import Notice, NoticeFilter, NoticeRef, Notices, NoticesRead
from schema.home.search import SearchResult, SearchText
from sql.home.notice import Reader


@query("/home/notices")
async def notices(ctx: Member, filter: NoticeFilter, page: Page) -> Notices:
    """List notices for you and for all publishers, newest first, and count the unread ones by kind."""
    return await sql.home.notice.page(ctx.db, await reader(ctx), filter, page)


@query("/home/notice", raises=[Code.NOTICE_UNKNOWN])
async def notice(ctx: Member, attributes: NoticeRef) -> Notice:
    """Get a notice. /home/notice_read marks it as read."""
    notice_row = await sql.home.notice.get(ctx.db, await reader(ctx), attributes.id)
    if notice_row is None:
        raise Fault(Code.NOTICE_UNKNOWN)
    return notice_row


@procedure("/home/notice_read", raises=[Code.NOTICE_UNKNOWN])
async def notice_read(ctx: Member, attributes: NoticesRead) -> None:
    """Mark notices as read. Repeating it changes nothing."""
    person = await reader(ctx)
    if attributes.ids is None:
        ids = await sql.home.notice.unread_ids(ctx.db, person)
    else:
        ids = attributes.ids
        if not await sql.home.notice.find_visible(ctx.db, person, ids) >= set(ids):
            raise Fault(Code.NOTICE_UNKNOWN, field="attributes.ids")
    if ctx.operator_id is None:  # what staff read in somebody's name, that person has not read
        await sql.home.notice.mark_read(ctx.db, person, ids)


@query("/home/banners")
async def banners(ctx: Publisher) -> Rows[Banner]:
    """List the banners to show above the dashboard now."""
    return Rows(await sql.home.banner.live(ctx.db, ctx.now))


@query("/home/help")
async def help_(ctx: Member, attributes: HelpSearch) -> Listing[ArticleRow]:
    """List the help articles, or those that contain all words of a keyword, best matches first."""
    matches = search_articles(await readable(ctx), attributes.keyword)
    return Listing(matches, len(matches))


@query("/home/help_article")
async def help_article(ctx: Member, attributes: ArticleRef) -> Article:
    """Get a help article."""
    for article in await readable(ctx):
        if article.slug == attributes.slug:
            return article
    raise Fault(Code.NOT_FOUND)


@query("/home/search")
async def search(ctx: Member, attributes: SearchText) -> SearchResult:
    """Find brands by name, and your own orders by number, links and channels: at most five of each."""
    keyword, uid = attributes.keyword.strip(), ctx.publisher_id
    if not keyword:
        return SearchResult(brands=[], orders=[], links=[], channels=[])
    brands = await sql.home.search.brands(ctx.db, keyword)
    mcids = [each.mcid for each in brands]
    return SearchResult(
        brands=brands,
        orders=await sql.home.search.orders(ctx.db, uid, keyword),
        links=await sql.home.search.links(ctx.db, uid, keyword, mcids),
        channels=await sql.home.search.channels(ctx.db, uid, keyword),
    )


async def readable(ctx: Member) -> list[Article]:
    """The published articles; those about the network's own work are for its staff only."""
    articles = await sql.home.article.list_published(ctx.db)
    staff = "operator" in ctx.account.roles
    return [each for each in articles if staff or each.section is not Section.NETWORK]


async def reader(ctx: Member) -> Reader:
    return await sql.home.notice.get_reader(ctx.db, ctx.publisher_id, ctx.account.id, ctx.now)
