"""Calls for the network's staff: who may promote what, on which channels."""

import sql.network.lists.relationship
import sql.network.lists.site
from handlers.flows.filter_checks import check_any_site, find_mid
from handlers.flows.network import details
from handlers.flows.network import relationship_review as _relationship_review
from handlers.flows.network import site_review as _site_review
from rpc import Code, Operator, procedure, query
from schema.core.envelope import History, Page
from schema.network.relationship import (
    NetworkRelationship,
    RelationshipFilter,
    RelationshipInfo,
    RelationshipRef,
    RelationshipReview,
)
from schema.network.site import (
    NetworkSite,
    NetworkSiteFilter,
    NetworkSiteInfo,
    NetworkSiteRef,
    SiteReview,
)


@query("/network/relationships", raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID])
async def relationships(
    ctx: Operator, filter: RelationshipFilter, page: Page
) -> History[NetworkRelationship]:
    """List relationships between channels and brands, pending applications first."""
    mid = await find_mid(ctx, filter.mcid)
    await check_any_site(ctx, filter.site_id)
    return await sql.network.lists.relationship.page(ctx.db, filter, mid, page)


@query("/network/relationship_info", permission="relationship.review", raises=[Code.BRAND_UNKNOWN])
async def relationship_info(ctx: Operator, attributes: RelationshipRef) -> RelationshipInfo:
    """Get a channel's relationship with a brand, its terms and results."""
    return await details.get_relationship(ctx, attributes)


@procedure(
    "/network/relationship_review", permission="relationship.review", raises=[Code.BRAND_UNKNOWN]
)
async def relationship_review(ctx: Operator, attributes: RelationshipReview) -> None:
    """Decide whether a channel may promote a brand."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    await _relationship_review.review_application(ctx, attributes)


@query("/network/sites", raises=[Code.SITE_INVALID])
async def sites(ctx: Operator, filter: NetworkSiteFilter, page: Page) -> History[NetworkSite]:
    """List publishers' channels, those awaiting review first."""
    await check_any_site(ctx, filter.site_id)
    return await sql.network.lists.site.page(ctx.db, filter, page)


@query("/network/site_info", permission="site.review")
async def site_info(ctx: Operator, attributes: NetworkSiteRef) -> NetworkSiteInfo:
    """Get a channel with all that its publisher says about it."""
    return await details.get_site(ctx, attributes.uid, attributes.site_id)


@procedure("/network/site_review", permission="site.review")
async def site_review(ctx: Operator, attributes: SiteReview) -> None:
    """Approve, reject or disable a channel."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    await _site_review.review_site(ctx, attributes)
