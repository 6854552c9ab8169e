"""Notices and banners."""

import sql.home.banner
import sql.home.notice
from rpc import Code, Fault, Member, Publisher, procedure, query
from schema.accounts.permission import PAYMENT_READ
from schema.core.envelope import Page, Results
from schema.home.banner import Banner
from schema.home.notice import Notice, NoticeFilter, NoticeRef, Notices, NoticesRead
from schema.home.own_notice import NoticeEvent
from sql.home.notice import Reader


@query("/home/notices", permission=None, narrowed="channels")
async def notices(ctx: Member, filter: NoticeFilter, page: Page) -> Notices:
    """List notices for you and for all publishers, newest first, and count the unread ones by kind."""
    return await sql.home.notice.page(ctx.db, await reader(ctx), filter, page)


@query("/home/notice", permission=None, narrowed="channels", raises=[Code.NOTICE_UNKNOWN])
async def notice(ctx: Member, attributes: NoticeRef) -> Notice:
    """Get a notice. /home/notice_read marks it as read."""
    notice_row = await sql.home.notice.get(ctx.db, await reader(ctx), attributes.id)
    if notice_row is None:
        raise Fault(Code.NOTICE_UNKNOWN)
    return notice_row


@procedure("/home/notice_read", permission=None, narrowed="channels", raises=[Code.NOTICE_UNKNOWN])
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


@query("/home/banners", permission=None, narrowed="channels")
async def banners(ctx: Publisher) -> Results[Banner]:
    """List the banners to show above the dashboard now."""
    return Results(await sql.home.banner.live(ctx.db, ctx.now))


async def reader(ctx: Member) -> Reader:
    """The signed-in account as a reader; notices about payments are for those who may see payments."""
    hidden = "" if PAYMENT_READ in ctx.permissions else NoticeEvent.PAYMENT
    return await sql.home.notice.get_reader(
        ctx.db, ctx.publisher_id, ctx.account.id, hidden, ctx.now
    )
