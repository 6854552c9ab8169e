"""Channel management: the sites where a publisher promotes."""

import sql.accounts.publisher
import sql.brands.media_kit
import sql.brands.relationship
import sql.brands.site
from handlers.flows.owned_files import own_kits, own_logo
from rpc import Code, Fault, Guest, Member, procedure, query
from rpc.calls.audit import record
from rpc.outside.site_proof import NotProven, prove
from schema.brands.ownership import SiteProof
from schema.brands.site import SITE_TYPES, Channel, Site, SiteDraft, SiteRef, SiteStatus, SiteTypes
from schema.core.envelope import Listing, Page
from sql.accounts.account import Login

JOINED = "the channel still works with brands; leave them first"
DEFAULT = "it is the default channel; make another one the default first"


@query("/site/list")
async def list_(ctx: Member, page: Page) -> Listing[Site]:
    """The publisher's channels, the default one first."""
    return await sql.brands.site.page(ctx.db, ctx.publisher_id, page)


@query("/site/info", raises=[Code.SITE_NOT_FOUND])
async def info(ctx: Member, attributes: SiteRef) -> Site:
    """One channel."""
    return await known(ctx, attributes.id)


@procedure("/site/save", raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR])
async def save(ctx: Member, attributes: SiteDraft) -> Site:
    """Save a channel: in place of the one whose id is given, else as a new one."""
    ctx.allow("site.edit")
    for flaw in attributes.unknown():
        raise flaw.fault()
    default = await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    new = SiteStatus.of_new(ctx.resources.settings.site_review)
    site_id = attributes.id
    if site_id is None:
        site_id = await sql.brands.site.add(
            ctx.db, ctx.publisher_id, attributes, status=new, now=ctx.now
        )
    else:
        site = await known(ctx, site_id)
        if site.status is SiteStatus.DISABLED:
            raise Fault(Code.SITE_STATUS_ERROR)
        status = site.status if site.still_approved(attributes) else new
        await sql.brands.site.replace(ctx.db, ctx.publisher_id, site, attributes, status=status)
    await put_files(ctx, site_id, attributes)
    if default is None:
        await sql.accounts.publisher.set_default_site(ctx.db, ctx.publisher_id, site_id)
    return await known(ctx, site_id)


@procedure("/site/set_default", raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR])
async def set_default(ctx: Member, attributes: SiteRef) -> Site:
    """Make a channel the one that stands wherever a call names none."""
    ctx.allow("site.edit")
    await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    site = await known(ctx, attributes.id)
    if site.status in (SiteStatus.REJECTED, SiteStatus.DISABLED):
        raise Fault(Code.SITE_STATUS_ERROR)
    await sql.accounts.publisher.set_default_site(ctx.db, ctx.publisher_id, site.id)
    return await known(ctx, site.id)


@procedure("/site/del", raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR])
async def del_(ctx: Member, attributes: SiteRef) -> None:
    """Delete a channel that works with no brand any more. What it earned stays in the reports."""
    ctx.allow("site.edit")
    default = await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    # From here on no brand can be joined: applying waits for whoever holds the site.
    if not await sql.brands.site.remove(ctx.db, ctx.publisher_id, attributes.id, ctx.now):
        raise Fault(Code.SITE_NOT_FOUND)
    if await sql.brands.relationship.joined(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.SITE_STATUS_ERROR, f"{Code.SITE_STATUS_ERROR.message}: {JOINED}")
    if attributes.id == default:
        if await sql.brands.site.any_left(ctx.db, ctx.publisher_id):
            raise Fault(Code.SITE_STATUS_ERROR, f"{Code.SITE_STATUS_ERROR.message}: {DEFAULT}")
        await sql.accounts.publisher.set_default_site(ctx.db, ctx.publisher_id, None)
    await sql.brands.relationship.end_waiting(ctx.db, ctx.publisher_id, attributes.id, ctx.now)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), site_id=str(attributes.id))


@procedure("/site/verify", raises=[Code.SITE_NOT_FOUND, Code.SITE_VALIDATION_FAILED], atomic=False)
async def verify(ctx: Member, attributes: SiteProof) -> Site:
    """Look on a channel's website for its proof, and remember that it was there."""
    ctx.allow("site.edit")
    site = await known(ctx, attributes.id)
    await ctx.resources.shared_limits.site_verify.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    try:
        await prove(ctx.resources.http_client, site.website, site.proof, attributes.method)
    except NotProven as found:
        raise Fault(
            Code.SITE_VALIDATION_FAILED, f"{Code.SITE_VALIDATION_FAILED.message}: {found}"
        ) from None
    async with ctx.db.transaction():
        if not await sql.brands.site.verify(ctx.db, ctx.publisher_id, site, ctx.now):
            raise Fault(Code.SITE_NOT_FOUND)
        whose = Login(ctx.publisher_id, ctx.account.id)
        await record(ctx, whose, site_id=str(site.id), method=attributes.method)
    return await known(ctx, site.id)


async def put_files(ctx: Member, site_id: int, channel: Channel) -> None:
    """The channel's own files, in place of those it had."""
    await own_logo(ctx, channel)
    if channel.media_kit is not None:
        kits = await own_kits(ctx, channel.media_kit)
        await sql.brands.media_kit.clear(ctx.db, ctx.publisher_id, site_id)
        await sql.brands.media_kit.add(ctx.db, ctx.publisher_id, site_id, kits, ctx.now)


async def known(ctx: Member, site_id: int) -> Site:
    site = await sql.brands.site.get(ctx.db, ctx.publisher_id, site_id)
    if site is None:
        raise Fault(Code.SITE_NOT_FOUND)
    return site


@query("/site/types")
async def types(_ctx: Guest) -> SiteTypes:
    """The kinds of channels, their platforms, and the ways of promoting."""
    return SITE_TYPES
