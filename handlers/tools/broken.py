"""Tools: broken links, and the job that looks for them."""

from datetime import timedelta

from msgspec import structs

import sql.accounts.profile
import sql.tools.broken_link
import sql.tools.link_check
from handlers.flows.broken_links.checking import check_due
from handlers.flows.broken_links.fixing import fix
from handlers.flows.filter_checks import check_sites, find_mids
from rpc import Code, Publisher, Worker, job, procedure, query
from rpc.jobs.notify import notify_account
from schema.core.cursor import overlap_start
from schema.core.envelope import Listing, Nothing, Page, Rows
from schema.core.money import round_money
from schema.tools.broken_link import (
    BrokenFix,
    BrokenLink,
    BrokenLinkFilter,
    BrokenMail,
    IgnoredLinks,
    LinkIds,
    LinkOutcome,
)
from schema.tools.broken_type import BROKEN_TYPES, BrokenTypes

SHOWN_IN_MAIL = 5
LINK_QUEUE = "links"
"""A queue of its own, so that checks do not wait behind mails, nor mails behind checks that hang."""


@query("/tools/get_broken_type", permission="link.edit")
async def get_broken_type(_ctx: Publisher) -> BrokenTypes:
    """List the problems a link can have, and the states of a broken link."""
    return BROKEN_TYPES


@query(
    "/tools/broken_links", permission="link.edit", raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID]
)
async def broken_links(ctx: Publisher, filter: BrokenLinkFilter, page: Page) -> Listing[BrokenLink]:
    """List broken links with what was found and the commission at risk, highest first."""
    await find_mids(ctx, [filter.mcid] if filter.mcid else [], "filter.mcid")
    await check_sites(ctx, [filter.site_id] if filter.site_id else [], "filter.site_id")
    if filter.after is not None:
        filter = structs.replace(filter, after=overlap_start(filter.after))
    rows = await sql.tools.broken_link.page(ctx.db, ctx.publisher_id, filter, page)
    total = await sql.tools.broken_link.count(ctx.db, ctx.publisher_id, filter)
    return Listing([round_earnings(row) for row in rows], total)


@procedure("/tools/broken_check", permission="link.edit")
async def broken_check(ctx: Publisher, attributes: LinkIds) -> Rows[LinkOutcome]:
    """Check links again, ahead of all others; /tools/broken_links shows the outcome."""
    own = await sql.tools.broken_link.find_own(ctx.db, ctx.publisher_id, attributes.ids)
    await sql.tools.link_check.ask(ctx.db, ctx.publisher_id, sorted(own), ctx.now)
    await check_links.later(ctx.db, Nothing(), key="/tools/check_links:asked")
    return Rows(outcomes(attributes.ids, own, Code.NOT_FOUND))


@procedure("/tools/broken_fix", permission="link.edit")
async def broken_fix(ctx: Publisher, attributes: BrokenFix) -> Rows[LinkOutcome]:
    """Give broken links a new target, their suggestion, or a fallback for their visitors."""
    rows = await fix(ctx, attributes)
    await check_links.later(ctx.db, Nothing(), key="/tools/check_links:asked")
    return Rows(rows)


@procedure("/tools/broken_ignore", permission="link.edit")
async def broken_ignore(ctx: Publisher, attributes: IgnoredLinks) -> Rows[LinkOutcome]:
    """Take broken links off the list until something else is wrong with them, or put them back."""
    changed_ids = await sql.tools.link_check.ignore(
        ctx.db, ctx.publisher_id, attributes.ids, attributes.ignored
    )
    own = await sql.tools.broken_link.find_own(ctx.db, ctx.publisher_id, attributes.ids)
    rows = [
        outcome(link_id, None if link_id in changed_ids else refusal(link_id in own))
        for link_id in dict.fromkeys(attributes.ids)
    ]
    return Rows(rows)


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
    """Mail a publisher the links that have turned out to be broken since a time."""
    uid = attributes.publisher_id
    rows = await sql.tools.broken_link.find_since(ctx.db, uid, attributes.since)
    if not rows:
        return
    lines = [f"{row.brand_name}: {row.title}, {row.target_url}" for row in rows[:SHOWN_IN_MAIL]]
    values = {"count": str(len(rows)), "lines": "\n".join(lines)}
    for login in await sql.accounts.profile.subscribed_accounts(ctx.db, uid, "links"):
        await notify_account(ctx, login, "links_broken", **values)


def round_earnings(row: BrokenLink) -> BrokenLink:
    """In whole units of its currency."""
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
