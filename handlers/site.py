"""Channel management: the sites where a publisher promotes."""

import sql.accounts.member
import sql.accounts.publisher
import sql.brands.relationship
import sql.channels.channel
import sql.channels.media_kit
import sql.core.outbox
from handlers.flows.owned_files import check_logo, kits_with_sizes
from rpc import Code, Fault, Guest, Member, Rule, procedure, query
from rpc.calls.audit import record
from rpc.outbound.site_proof import ProofMissing, check_proof
from schema.channels.channel import (
    SITE_TYPES,
    SITES_MAX,
    Channel,
    Site,
    SiteDraft,
    SiteRef,
    SiteStatus,
    SiteTypes,
    review_event,
    website_key,
)
from schema.channels.channel_proof import SiteProof
from schema.core.envelope import CursorPage, Page
from schema.core.url import to_ascii_url
from schema.links.fallback import is_on_host, leads_back
from sql.accounts.account import Login

TOO_MANY = f"You already have {SITES_MAX} channels: delete one first"
STILL_JOINED = "the channel still works with brands; leave them first"
OTHER_CHANNELS = (
    f"{Code.NOT_ALLOWED.message}: you see some channels of your publisher; ask an owner to add one"
)
IS_DEFAULT = "it is the default channel; make another one the default first"


@query("/site/list", permission="brand.read", narrowed="channels")
async def list_(ctx: Member, page: Page) -> CursorPage[Site]:
    """List the publisher's channels, the default one first."""
    return await sql.channels.channel.page(ctx.db, ctx.publisher_id, page)


@query("/site/info", permission="brand.read", narrowed="channels", raises=[Code.SITE_NOT_FOUND])
async def info(ctx: Member, attributes: SiteRef) -> Site:
    """Get one channel."""
    return await get_site(ctx, attributes.id)


@procedure(
    "/site/save",
    permission="site.edit",
    sandbox=False,
    narrowed="channels",
    raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR],
)
async def save(ctx: Member, attributes: SiteDraft) -> Site:
    """Save a channel: update the one with the given id, or create one."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    check_fallback(ctx, attributes)
    default = await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    new = SiteStatus.initial(ctx.resources.settings.site_review)
    site_id = attributes.id
    if site_id is None:
        if ctx.site_ids is not None:
            raise Fault(Code.NOT_ALLOWED, OTHER_CHANNELS)
        if await sql.channels.channel.count(ctx.db, ctx.publisher_id) >= SITES_MAX:
            raise Fault(Code.REQUEST_INVALID, TOO_MANY)
        await check_website(ctx, attributes)
        site_id = await sql.channels.channel.add(
            ctx.db, ctx.publisher_id, attributes, status=new, now=ctx.now
        )
    else:
        site = await get_site(ctx, site_id)
        if site.status is SiteStatus.DISABLED:
            raise Fault(Code.SITE_STATUS_ERROR)
        if not same_place(site, attributes):
            await check_website(ctx, attributes)
        status = site.status if site.keeps_approval(attributes) else new
        await sql.channels.channel.replace(
            ctx.db, ctx.publisher_id, site, attributes, status=status
        )
        if status is not site.status:
            event = review_event(ctx.publisher_id, site_id, site.status, status)
            await sql.core.outbox.add(ctx.db, [event], ctx.now)
    await put_files(ctx, site_id, attributes)
    fallback = attributes.fallback_url
    await sql.channels.channel.set_fallback(
        ctx.db, ctx.publisher_id, site_id, to_ascii_url(fallback) if fallback else None
    )
    if default is None:
        await sql.accounts.publisher.set_default_site(ctx.db, ctx.publisher_id, site_id)
    return await get_site(ctx, site_id)


@procedure(
    "/site/set_default",
    permission="site.edit",
    sandbox=False,
    raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR],
)
async def set_default(ctx: Member, attributes: SiteRef) -> Site:
    """Make a channel the default, which is used wherever a call names no channel."""
    await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    site = await get_site(ctx, attributes.id)
    if site.status in (SiteStatus.REJECTED, SiteStatus.DISABLED):
        raise Fault(Code.SITE_STATUS_ERROR)
    await sql.accounts.publisher.set_default_site(ctx.db, ctx.publisher_id, site.id)
    return await get_site(ctx, site.id)


@procedure(
    "/site/del",
    permission="site.edit",
    sandbox=False,
    raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR],
)
async def del_(ctx: Member, attributes: SiteRef) -> None:
    """Delete a channel that is no longer joined to any brand. Its earnings stay in the reports."""
    default = await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    # From here on no brand can be joined, because an application waits for the lock on the site.
    if not await sql.channels.channel.remove(ctx.db, ctx.publisher_id, attributes.id, ctx.now):
        raise Fault(Code.SITE_NOT_FOUND)
    if await sql.brands.relationship.has_joined(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.SITE_STATUS_ERROR, f"{Code.SITE_STATUS_ERROR.message}: {STILL_JOINED}")
    if attributes.id == default:
        if await sql.channels.channel.has_any(ctx.db, ctx.publisher_id):
            raise Fault(Code.SITE_STATUS_ERROR, f"{Code.SITE_STATUS_ERROR.message}: {IS_DEFAULT}")
        await sql.accounts.publisher.set_default_site(ctx.db, ctx.publisher_id, None)
    await sql.accounts.member.put_last(ctx.db, ctx.publisher_id, attributes.id)
    await sql.brands.relationship.withdraw_pending(ctx.db, ctx.publisher_id, attributes.id, ctx.now)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), site_id=str(attributes.id))


@procedure(
    "/site/verify",
    permission="site.edit",
    sandbox=False,
    narrowed="channels",
    raises=[Code.SITE_NOT_FOUND, Code.SITE_VALIDATION_FAILED],
    atomic=False,
)
async def verify(ctx: Member, attributes: SiteProof) -> Site:
    """Verify that a channel belongs to the publisher, by the proof on its website or in its DNS."""
    site = await get_site(ctx, attributes.id)
    if not site.verifiable:
        text = f"{Code.SITE_VALIDATION_FAILED.message}: a profile on {site.channel_platform} has no place for a proof"
        raise Fault(Code.SITE_VALIDATION_FAILED, text)
    await ctx.resources.shared_limits.site_verify.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    try:
        await check_proof(
            ctx.resources.http_client, ctx.publisher_id, site.website, site.proof, attributes.method
        )
    except ProofMissing as missing:
        raise Fault(
            Code.SITE_VALIDATION_FAILED, f"{Code.SITE_VALIDATION_FAILED.message}: {missing}"
        ) from None
    async with ctx.db.transaction():
        if not await sql.channels.channel.verify(ctx.db, ctx.publisher_id, site, ctx.now):
            raise Fault(Code.SITE_NOT_FOUND)
        login = Login(ctx.publisher_id, ctx.account.id)
        await record(ctx, login, site_id=str(site.id), method=attributes.method)
    return await get_site(ctx, site.id)


def check_fallback(ctx: Member, draft: SiteDraft) -> None:
    """Raise REQUEST_INVALID if the fallback is not a page of the channel's website, or leads to a tracking link."""
    url, field = draft.fallback_url, "attributes.fallback_url"
    if url is None:
        return
    if not is_on_host(url, draft.website):
        why = "must be a page of the channel's website"
        limit = draft.website
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.WRONG_HOST, why=why, limit=limit)
    if leads_back(url, ctx.resources.settings.public_url):
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.TRACKING_LINK)


async def check_website(ctx: Member, draft: SiteDraft) -> None:
    """Raise REQUEST_INVALID if another channel of the same type has this website, and name it."""
    for other in await sql.channels.channel.list_websites(
        ctx.db, ctx.publisher_id, draft.channel_type
    ):
        if other.id != draft.id and website_key(other.website) == website_key(draft.website):
            why = f"is the website of your channel {other.name} already"
            raise Fault(
                Code.REQUEST_INVALID,
                field="attributes.website",
                rule=Rule.DUPLICATE,
                why=why,
                limit=other.name,
            )


def same_place(site: Site, draft: SiteDraft) -> bool:
    """Whether a channel keeps its website and type. Older channels that share a website can still be edited."""
    before = (site.channel_type, website_key(site.website))
    return before == (draft.channel_type, website_key(draft.website))


async def put_files(ctx: Member, site_id: int, channel: Channel) -> None:
    """Check the channel's logo, and replace its media kits if any are given."""
    await check_logo(ctx, channel)
    if channel.media_kit is not None:
        kits = await kits_with_sizes(ctx, channel.media_kit)
        await sql.channels.media_kit.clear(ctx.db, ctx.publisher_id, site_id)
        await sql.channels.media_kit.add(ctx.db, ctx.publisher_id, site_id, kits, ctx.now)


async def get_site(ctx: Member, site_id: int) -> Site:
    site = await sql.channels.channel.get(ctx.db, ctx.publisher_id, site_id)
    if site is None:
        raise Fault(Code.SITE_NOT_FOUND)
    return site


@query("/site/types")
async def types(_ctx: Guest) -> SiteTypes:
    """List channel types, their platforms, and promotion methods."""
    return SITE_TYPES
