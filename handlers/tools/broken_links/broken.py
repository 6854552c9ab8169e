"""Tools: broken links, and the job that looks for them."""

from datetime import timedelta

from msgspec import structs

import sql.home.notice
import sql.links.broken_link_list
import sql.links.link_brand
import sql.links.link_check
from handlers.flows.filter_checks import check_sites, find_mids
from handlers.flows.network_day import network_day
from handlers.tools.broken_links.link_check_job import check_due
from handlers.tools.links.target_validation import check_fallback
from rpc import Code, Fault, Publisher, Worker, job, procedure, query
from rpc.jobs.account_mail import notify_team
from schema.core.cursor import overlap_start
from schema.core.envelope import Listing, Nothing, Page, Results
from schema.core.money import round_money
from schema.core.url import to_ascii_url
from schema.home.own_notice import links_notice
from schema.links.broken_link import (
    LINKS_MAILED,
    OWN_EPC_DAYS,
    BrokenFix,
    BrokenLink,
    BrokenLinkFilter,
    BrokenMail,
    IgnoredLinks,
    LinkIds,
    LinkOutcome,
)
from schema.links.broken_type import BROKEN_TYPES, BrokenTypes
from sql.links.broken_link_list import FixableLink

LINK_QUEUE = "links"
"""A queue of its own, so that checks do not wait behind mails, nor mails behind checks that hang."""


@query("/tools/get_broken_type", permission="link.edit", narrowed="channels")
async def get_broken_type(_ctx: Publisher) -> BrokenTypes:
    """List the problems a link can have, and the states of a broken link."""
    return BROKEN_TYPES


@query(
    "/tools/broken_links",
    permission="link.edit",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID],
    heavy=True,
)
async def broken_links(ctx: Publisher, filter: BrokenLinkFilter, page: Page) -> Listing[BrokenLink]:
    """List broken links with what was found and the commission at risk, highest first."""
    await find_mids(ctx, [filter.mcid] if filter.mcid else [], "filter.mcid")
    await check_sites(ctx, [filter.site_id] if filter.site_id else [], "filter.site_id")
    if filter.after is not None:
        filter = structs.replace(filter, after=overlap_start(filter.after))
    rows = await sql.links.broken_link_list.page(
        ctx.db, ctx.publisher_id, filter, page, since=ctx.now.date() - OWN_EPC_DAYS
    )
    total = await sql.links.broken_link_list.count(ctx.db, ctx.publisher_id, filter)
    return Listing([round_earnings(row) for row in rows], total)


@procedure(
    "/tools/broken_check",
    permission="link.edit",
    sandbox=False,
    narrowed="channels",
    agents="request",
)
async def broken_check(ctx: Publisher, attributes: LinkIds) -> Results[LinkOutcome]:
    """Check links again, ahead of the scheduled checks. /tools/broken_links shows the outcome."""
    own = await sql.links.broken_link_list.find_own(ctx.db, ctx.publisher_id, attributes.ids)
    await sql.links.link_check.ask(ctx.db, ctx.publisher_id, sorted(own), ctx.now)
    await check_links.later(ctx.db, Nothing(), key="/tools/check_links:asked")
    return Results(outcomes(attributes.ids, own, Code.NOT_FOUND))


@procedure("/tools/broken_fix", permission="link.edit", narrowed="channels", agents="request")
async def broken_fix(ctx: Publisher, attributes: BrokenFix) -> Results[LinkOutcome]:
    """Fix broken links with a new target, the suggested target, or a fallback for their visitors."""
    ids = list(dict.fromkeys(attributes.ids))
    links = await sql.links.broken_link_list.find_fixable(ctx.db, ctx.publisher_id, ids)
    rows = []
    for link_id in ids:
        try:
            await fix_one(ctx, links.get(link_id), attributes)
            rows.append(outcome(link_id, None))
        except Fault as fault:
            rows.append(LinkOutcome(link_id, fault.number, str(fault)))
    await check_links.later(ctx.db, Nothing(), key="/tools/check_links:asked")
    return Results(rows)


@procedure("/tools/broken_ignore", permission="link.edit", narrowed="channels", agents="request")
async def broken_ignore(ctx: Publisher, attributes: IgnoredLinks) -> Results[LinkOutcome]:
    """Ignore broken links until another problem is found with them, or stop ignoring them."""
    changed_ids = await sql.links.link_check.ignore(
        ctx.db, ctx.publisher_id, attributes.ids, attributes.ignored
    )
    own = await sql.links.broken_link_list.find_own(ctx.db, ctx.publisher_id, attributes.ids)
    rows = [
        outcome(link_id, None if link_id in changed_ids else refusal(link_id in own))
        for link_id in dict.fromkeys(attributes.ids)
    ]
    return Results(rows)


@job(
    "/tools/check_links",
    attempts=3,
    every=timedelta(minutes=1),
    atomic=False,
    queue=LINK_QUEUE,
)
async def check_links(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Check the links that are due: each every six hours, those with most clicks first."""
    if await check_due(ctx):
        await check_links.later(ctx.db, Nothing())  # without a key, which this one may have


@job("/tools/mail_broken", attempts=5)
async def mail_broken(ctx: Worker, attributes: BrokenMail) -> None:
    """Mail a publisher the links that were found broken since a time, and add a notice about them."""
    uid = attributes.publisher_id
    rows = await sql.links.broken_link_list.find_since(ctx.db, uid, attributes.since)
    if not rows:
        return
    notice = links_notice(len(rows), rows[0].brand_name)
    await sql.home.notice.add_own(ctx.db, uid, notice, ctx.now)
    lines = [f"{row.brand_name}: {row.title}, {row.target_url}" for row in rows[:LINKS_MAILED]]
    values = {"count": str(len(rows)), "lines": "\n".join(lines)}
    await notify_team(ctx, uid, "links_broken", mailing="links", **values)


async def fix_one(ctx: Publisher, link: FixableLink | None, wish: BrokenFix) -> None:
    if link is None:
        raise Fault(Code.NOT_FOUND)
    mine = ctx.publisher_id
    if wish.fallback is not None:
        address = await check_address(ctx, link, wish.fallback)
        await sql.links.link_check.set_fallback(ctx.db, mine, link.link_id, address)
        return
    if wish.target_url is None and link.suggestion is None:
        text = f"{Code.STATE_FORBIDS.message}: there is no suggestion, give a target or a fallback"
        raise Fault(Code.STATE_FORBIDS, text)
    address = await check_address(ctx, link, wish.target_url or link.suggestion or "")
    await sql.links.link_check.set_target(ctx.db, mine, link.link_id, address, ctx.now)


async def check_address(ctx: Publisher, link: FixableLink, address: str) -> str:
    """Return the address if the brand accepts links to it and it does not lead back to the broken link."""
    brand = await sql.links.link_brand.get_for_site(
        ctx.db, ctx.publisher_id, link.site_id, mcid=None, mid=link.mid, today=network_day(ctx)
    )
    if brand is None:
        raise Fault(Code.MERCHANT_NOT_FOUND, "Brand not found")
    check_fallback(brand, address, link.target_url, ctx.resources.settings.public_url)
    return to_ascii_url(address)


def round_earnings(row: BrokenLink) -> BrokenLink:
    """Round the commission at risk to the smallest unit of its currency."""
    if row.at_risk is None:
        return row
    return structs.replace(row, at_risk=round_money(row.at_risk, row.currency))


def refusal(own: bool) -> Code:
    return Code.STATE_FORBIDS if own else Code.NOT_FOUND


def outcomes(ids: list[int], changed_ids: set[int], otherwise: Code) -> list[LinkOutcome]:
    return [
        outcome(link_id, None if link_id in changed_ids else otherwise)
        for link_id in dict.fromkeys(ids)
    ]


def outcome(link_id: int, code: Code | None) -> LinkOutcome:
    if code is None:
        return LinkOutcome(link_id, 0, "ok")
    return LinkOutcome(link_id, code.number, code.message)
