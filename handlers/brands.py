"""Finding brands, reading about them, and applying to them."""

from datetime import timedelta

import msgspec

import sql.brands.application
import sql.brands.brand
import sql.brands.brand_count
import sql.brands.coupon
import sql.brands.facets
import sql.brands.relationship
import sql.brands.search
import sql.brands.site
import sql.brands.terms
import sql.brands.terms_history
import sql.core.outbox
import sql.network.brand
from handlers.flows.filter_checks import check_sites, find_mid
from rpc import Code, Fault, Publisher, Worker, job, procedure, query
from schema.brands.application import ApplicationFilter, ApplicationRow
from schema.brands.brand import (
    Application,
    ApplicationOutcome,
    Brand,
    BrandInfo,
    BrandStatus,
    Relation,
    RelationshipStatus,
    SiteBrandRef,
)
from schema.brands.brand_figures import compute_brand_figures
from schema.brands.brand_filter import BrandFilter
from schema.brands.coupon import Coupon, CouponFilter
from schema.brands.facet import BrandFacets
from schema.brands.site import SiteStatus
from schema.core.days import Days
from schema.core.envelope import History, Nothing, Page, Rows
from schema.core.event import Event
from sql.brands.brand import BrandState

RESULT_DAYS = 30
FIGURE_DAYS = 90
TERM_CHANGES_SHOWN = 20
COUPONS_SHOWN = 100


@query("/brands/find", permission="brand.read", raises=[Code.SITE_INVALID])
async def find(ctx: Publisher, filter: BrandFilter, page: Page) -> History[Brand]:
    """Find brands by relationship status, search text and attributes."""
    site_id = await resolve_site(ctx, filter.site_id, "filter.site_id")
    return await sql.brands.search.page(ctx.db, ctx.publisher_id, site_id, filter, page)


@query("/brands/facets", permission="brand.read", raises=[Code.SITE_INVALID])
async def facets(ctx: Publisher, filter: BrandFilter) -> BrandFacets:
    """Count the matching brands by category, country and offer type."""
    site_id = await resolve_site(ctx, filter.site_id, "filter.site_id")
    return await sql.brands.facets.count_facets(ctx.db, ctx.publisher_id, site_id, filter)


@query("/brands/info", permission="brand.read", raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID])
async def info(ctx: Publisher, attributes: SiteBrandRef) -> BrandInfo:
    """Get everything about one brand, including a channel's relationship with it."""
    mine = ctx.publisher_id
    site_id = await resolve_site(ctx, attributes.site_id)
    brand = await sql.brands.brand.get(ctx.db, mine, site_id, attributes.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    today = ctx.now.date()
    coupons = await sql.brands.coupon.page_of_publisher(
        ctx.db, mine, brand.mid, today, Page(size=COUPONS_SHOWN)
    )
    mid, since = brand.mid, Days.last(RESULT_DAYS, ctx.now, ctx.account.time_zone).start
    return BrandInfo(
        **msgspec.structs.asdict(brand),
        site_id=site_id,
        commission_groups=await sql.brands.terms.of_publisher(ctx.db, mid, mine, today),
        coupons=coupons.rows,
        term_changes=await sql.brands.terms_history.latest(ctx.db, mid, TERM_CHANGES_SHOWN),
        my_results=await sql.brands.brand.get_results(
            ctx.db, mine, mid, since=since, currency=ctx.account.currency
        ),
        alternatives=await sql.brands.search.find_alternatives(ctx.db, mine, site_id, brand),
    )


@query("/brands/coupons", permission="brand.read", raises=[Code.BRAND_UNKNOWN])
async def coupons(ctx: Publisher, filter: CouponFilter, page: Page) -> History[Coupon]:
    """List the coupons that can be promoted today, of all brands or of one, newest first."""
    mid = await find_mid(ctx, filter.mcid)
    return await sql.brands.coupon.page_of_publisher(
        ctx.db, ctx.publisher_id, mid, ctx.now.date(), page
    )


@query(
    "/brands/applications",
    permission="brand.read",
    raises=[Code.SITE_INVALID, Code.BRAND_UNKNOWN],
)
async def applications(
    ctx: Publisher, filter: ApplicationFilter, page: Page
) -> History[ApplicationRow]:
    """List the applications of all channels to brands, with their age, state and reason, newest first."""
    await check_sites(ctx, [filter.site_id] if filter.site_id else [], "filter.site_id")
    mid = await find_mid(ctx, filter.mcid)
    return await sql.brands.application.page(ctx.db, ctx.publisher_id, filter, mid, page, ctx.now)


@procedure(
    "/brands/apply",
    permission="site.edit",
    raises=[Code.SITE_INVALID, Code.SITE_STATUS_ERROR],
)
async def apply(ctx: Publisher, attributes: Application) -> Rows[ApplicationOutcome]:
    """Apply to brands on behalf of a channel. Each brand gets an outcome of its own."""
    mine, site_id = ctx.publisher_id, attributes.site_id or ctx.site_id
    site_status = await sql.brands.site.lock_shared(ctx.db, mine, site_id)
    if site_status is None:
        raise Fault(Code.SITE_INVALID)
    if site_status != SiteStatus.APPROVED:
        raise Fault(Code.SITE_STATUS_ERROR)
    brands = await sql.brands.brand.of_mcids(ctx.db, attributes.mcids)
    online = {b.mid: b for b in brands.values() if b.status is BrandStatus.ONLINE}
    before = await sql.brands.relationship.get_relations(ctx.db, mine, site_id, list(online))
    wanted = [(mid, brand.initial_relation) for mid, brand in online.items()]
    message, now = attributes.message, ctx.now
    changed = await sql.brands.relationship.apply(
        ctx.db, mine, site_id, applications=wanted, message=message, now=now
    )
    after = await sql.brands.relationship.get_relations(ctx.db, mine, site_id, list(online))
    events = [
        online[mid].relationship_event(mine, site_id, before.get(mid, Relation.NONE), status)
        for mid, status in changed.items()
    ]
    await tell(ctx, events)
    return Rows([outcome_of(mcid, brands.get(mcid), after) for mcid in attributes.mcids])


@procedure(
    "/brands/leave",
    permission="site.edit",
    raises=[Code.SITE_INVALID, Code.BRAND_UNKNOWN, Code.RELATIONSHIP_NOT_APPROVED],
)
async def leave(ctx: Publisher, attributes: SiteBrandRef) -> RelationshipStatus:
    """Withdraw a channel's pending application to a brand, or end its relationship with the brand."""
    mine, mcid = ctx.publisher_id, attributes.mcid
    site_id = await resolve_site(ctx, attributes.site_id)
    brand = (await sql.brands.brand.of_mcids(ctx.db, [mcid])).get(mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    before = await sql.brands.relationship.lock(ctx.db, mine, site_id, brand.mid)
    if before not in (Relation.PENDING, Relation.JOINED):
        raise Fault(Code.RELATIONSHIP_NOT_APPROVED)
    after = Relation.ENDED if before is Relation.JOINED else Relation.NONE
    await sql.brands.relationship.leave(ctx.db, mine, site_id, brand.mid, status=after, now=ctx.now)
    await tell(ctx, [brand.relationship_event(mine, site_id, before, after)])
    return RelationshipStatus(mcid, site_id, after)


async def tell(ctx: Publisher, events: list[Event]) -> None:
    """Write the events of changed relationships. Raises TOO_MANY_REQUESTS for somebody who changes them without end."""
    if events:
        await ctx.resources.shared_limits.relationship.spend(
            ctx.db, str(ctx.publisher_id), ctx.now, amount=len(events)
        )
        await sql.core.outbox.add(ctx.db, events, ctx.now)


@job("/brands/rate_figures", every=timedelta(hours=6))
async def rate_figures(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Recalculate brands' figures and counts, and the commission shown where terms have begun or ended."""
    await sql.brands.brand_count.rebuild(ctx.db)
    since = ctx.now.date() - timedelta(days=FIGURE_DAYS)
    earned = await sql.network.brand.get_earnings(ctx.db, since)
    rates = await sql.network.brand.latest_rates(ctx.db)
    await sql.network.brand.save_figures(ctx.db, list(compute_brand_figures(earned, rates)))
    await sql.network.brand.refresh_commissions(ctx.db, ctx.now.date())


async def resolve_site(
    ctx: Publisher, site_id: int | None, field: str = "attributes.site_id"
) -> int:
    """The given site, which must be the publisher's own, or the default one if none is given."""
    if site_id is None or site_id == ctx.site_id:
        return ctx.site_id
    if await sql.brands.relationship.get_site_status(ctx.db, ctx.publisher_id, site_id) is None:
        raise Fault(Code.SITE_INVALID, field=field)
    return site_id


def outcome_of(
    mcid: str, brand: BrandState | None, after: dict[int, Relation]
) -> ApplicationOutcome:
    if brand is None:
        return refuse(mcid, Code.BRAND_UNKNOWN)
    if brand.status is not BrandStatus.ONLINE:
        return refuse(mcid, Code.MERCHANT_OFFLINE)
    return ApplicationOutcome(mcid, 0, "ok", after[brand.mid])


def refuse(mcid: str, code: Code) -> ApplicationOutcome:
    return ApplicationOutcome(mcid, code.number, code.message, None)
