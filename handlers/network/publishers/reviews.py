"""Calls for the network's staff: reviewing channels, and their relationships with brands."""

import msgspec

import sql.accounts.publisher
import sql.brands.brand
import sql.brands.relationship
import sql.brands.terms
import sql.channels.channel
import sql.core.outbox
import sql.network.lists.channel
import sql.network.lists.relationship
from handlers.flows.filter_checks import check_any_site, find_mid
from handlers.flows.network_day import network_day
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from rpc.jobs.account_mail import notify_team
from schema.brands.brand import Relation
from schema.channels.channel import SiteStatus, review_event
from schema.core.days import Days
from schema.core.envelope import CursorPage, Page
from schema.network.channel import (
    NetworkSite,
    NetworkSiteFilter,
    NetworkSiteInfo,
    NetworkSiteRef,
    SiteReview,
)
from schema.network.relationship import (
    APPLICANT_RESULT_DAYS,
    NetworkRelationship,
    RelationshipFilter,
    RelationshipInfo,
    RelationshipRef,
    RelationshipReview,
)
from sql.accounts.account import Login


@query(
    "/network/relationships",
    permission="relationship.review",
    raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID],
    heavy=True,
)
async def relationships(
    ctx: Operator, filter: RelationshipFilter, page: Page
) -> CursorPage[NetworkRelationship]:
    """List relationships between channels and brands, pending applications first."""
    mid = await find_mid(ctx, filter.mcid)
    await check_any_site(ctx, filter.site_id)
    return await sql.network.lists.relationship.page(ctx.db, filter, mid, page)


@query("/network/relationship_info", permission="relationship.review", raises=[Code.BRAND_UNKNOWN])
async def relationship_info(ctx: Operator, attributes: RelationshipRef) -> RelationshipInfo:
    """Get a channel's relationship with a brand, its terms and results."""
    if not await sql.brands.brand.of_mcids(ctx.db, [attributes.mcid]):
        raise Fault(Code.BRAND_UNKNOWN)
    row = await sql.network.lists.relationship.get(
        ctx.db, attributes.uid, attributes.site_id, attributes.mcid
    )
    if row is None:
        raise Fault(Code.NOT_FOUND)
    fields = msgspec.structs.asdict(row)
    mid, currency, zone = (fields.pop(name) for name in ("mid", "currency", "time_zone"))
    days = Days.last(APPLICANT_RESULT_DAYS, ctx.now, zone)
    return RelationshipInfo(
        **fields,
        commission_groups=await sql.brands.terms.of_publisher(
            ctx.db, mid, attributes.uid, network_day(ctx)
        ),
        results=await sql.brands.brand.get_results(
            ctx.db, attributes.uid, mid, days=days, zone=zone, currency=currency
        ),
    )


@procedure(
    "/network/relationship_review",
    permission="relationship.review",
    raises=[Code.BRAND_UNKNOWN, Code.CHANGED_MEANWHILE],
)
async def relationship_review(ctx: Operator, attributes: RelationshipReview) -> None:
    """Decide whether a channel may promote a brand."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    uid, site_id, status = attributes.uid, attributes.site_id, attributes.status
    brand = (await sql.brands.brand.of_mcids(ctx.db, [attributes.mcid])).get(attributes.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    before = await sql.brands.relationship.lock(ctx.db, uid, site_id, brand.mid)
    if before in (None, Relation.NONE):
        raise Fault(Code.NOT_FOUND)
    if attributes.was not in (None, before):
        why = f"This application has already been decided: it is {before.name.lower()}"
        raise Fault(Code.CHANGED_MEANWHILE, why, field="attributes.was")
    reason = None if status is Relation.JOINED else attributes.reason
    await sql.brands.relationship.decide(
        ctx.db, uid, site_id, brand.mid, status=status, reason=reason, now=ctx.now
    )
    if before is status:
        return
    event = brand.relationship_event(uid, site_id, before, status, reason or "")
    await sql.core.outbox.add(ctx.db, [event], ctx.now)
    decision = {"brand": brand.name, "mcid": brand.mcid, "decision": status.name.lower()}
    await notify_team(ctx, uid, "relationship", mailing="brands", **decision, reason=reason or "")


@query("/network/sites", permission="site.review", raises=[Code.SITE_INVALID], heavy=True)
async def sites(ctx: Operator, filter: NetworkSiteFilter, page: Page) -> CursorPage[NetworkSite]:
    """List publishers' channels, those awaiting review first."""
    await check_any_site(ctx, filter.site_id)
    return await sql.network.lists.channel.page(ctx.db, filter, page)


@query("/network/site_info", permission="site.review")
async def site_info(ctx: Operator, attributes: NetworkSiteRef) -> NetworkSiteInfo:
    """Get a channel with all the details that its publisher has entered."""
    uid = attributes.uid
    site = await sql.channels.channel.get(ctx.db, uid, attributes.site_id)
    if site is None:
        raise Fault(Code.NOT_FOUND)
    publisher = await sql.accounts.publisher.get_name(ctx.db, uid)
    return NetworkSiteInfo(**msgspec.structs.asdict(site), uid=uid, publisher=publisher)


@procedure("/network/site_review", permission="site.review", raises=[Code.CHANGED_MEANWHILE])
async def site_review(ctx: Operator, attributes: SiteReview) -> None:
    """Approve, reject or disable a channel."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    uid, site_id, status = attributes.uid, attributes.site_id, attributes.status
    await sql.accounts.publisher.lock(ctx.db, uid)
    before = await sql.channels.channel.get(ctx.db, uid, site_id)
    if before is None:
        raise Fault(Code.NOT_FOUND)
    if attributes.was not in (None, before.status):
        why = f"This channel has already been reviewed: it is {before.status.name.lower()}"
        raise Fault(Code.CHANGED_MEANWHILE, why, field="attributes.was")
    reason = None if status is SiteStatus.APPROVED else attributes.reason
    await sql.channels.channel.review(ctx.db, uid, site_id, status=status, reason=reason)
    if (before.status, before.status_reason) != (status, reason):
        event = review_event(uid, site_id, before.status, status, reason or "")
        await sql.core.outbox.add(ctx.db, [event], ctx.now)
    who = Login(uid, 0)
    change = {"site": str(site_id), "status": status.name.lower()}
    await record(ctx, who, operator_id=ctx.account.id, **change)
