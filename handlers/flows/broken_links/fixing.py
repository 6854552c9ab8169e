"""Gives broken links another target, or a fallback for their visitors in the meantime."""

import sql.clicks.link_brand
import sql.tools.broken_link
import sql.tools.link_check
from handlers.flows.links.check_link import check_fallback
from rpc import Code, Fault, Publisher
from schema.clicks.target import to_ascii_url
from schema.tools.broken_link import BrokenFix, LinkOutcome
from sql.tools.broken_link import FixableLink


async def fix(ctx: Publisher, wish: BrokenFix) -> list[LinkOutcome]:
    """Fix each link independently: an error in one does not affect the others."""
    ids = list(dict.fromkeys(wish.ids))
    links = await sql.tools.broken_link.find_fixable(ctx.db, ctx.publisher_id, ids)
    outcomes = []
    for link_id in ids:
        try:
            await fix_one(ctx, links.get(link_id), wish)
            outcomes.append(LinkOutcome(link_id, 0, "ok"))
        except Fault as fault:
            outcomes.append(LinkOutcome(link_id, fault.number, str(fault)))
    return outcomes


async def fix_one(ctx: Publisher, link: FixableLink | None, wish: BrokenFix) -> None:
    if link is None:
        raise Fault(Code.NOT_FOUND)
    mine = ctx.publisher_id
    if wish.fallback is not None:
        address = await check_address(ctx, link, wish.fallback)
        await sql.tools.link_check.set_fallback(ctx.db, mine, link.link_id, address)
        return
    if wish.target_url is None and link.suggestion is None:
        text = f"{Code.STATE_FORBIDS.message}: there is no suggestion, give a target or a fallback"
        raise Fault(Code.STATE_FORBIDS, text)
    address = await check_address(ctx, link, wish.target_url or link.suggestion or "")
    await sql.tools.link_check.set_target(ctx.db, mine, link.link_id, address, ctx.now)


async def check_address(ctx: Publisher, link: FixableLink, address: str) -> str:
    """The address, if the brand accepts links to it and it does not lead back to the broken link."""
    brand = await sql.clicks.link_brand.get_for_site(
        ctx.db, ctx.publisher_id, link.site_id, mcid=None, mid=link.mid, today=ctx.now.date()
    )
    if brand is None:
        raise Fault(Code.MERCHANT_NOT_FOUND)
    check_fallback(brand, address, link.target_url, ctx.resources.settings.public_url)
    return to_ascii_url(address)
