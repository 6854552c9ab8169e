"""Finding brands and reading about them."""

import msgspec

import sql.brands.brand
import sql.brands.coupon
import sql.brands.facets
import sql.brands.search
import sql.brands.terms
import sql.brands.terms_history
from handlers.brands.channel_choice import resolve_site
from handlers.brands.measured_figures import measured_of
from handlers.flows.filter_checks import find_mid
from handlers.flows.network_day import network_day
from rpc import Code, Fault, Publisher, query
from schema.brands.brand import (
    RESULT_DAYS,
    Brand,
    BrandInfo,
    SiteBrandRef,
    shown_campaigns,
)
from schema.brands.brand_filter import BrandFilter
from schema.brands.coupon import COUPONS_SHOWN, Coupon, CouponFilter
from schema.brands.facet import BrandFacets
from schema.brands.terms_change import TERM_CHANGES_SHOWN
from schema.core.date_rule import DateKind
from schema.core.days import Days
from schema.core.envelope import CursorPage, Page
from sql.payments.expected_date import get_records


@query(
    "/brands/find",
    permission="brand.read",
    narrowed="channels",
    raises=[Code.SITE_INVALID],
    heavy=True,
)
async def find(ctx: Publisher, filter: BrandFilter, page: Page) -> CursorPage[Brand]:
    """Find brands by relationship status, search text and attributes."""
    site_id = await resolve_site(ctx, filter.site_id, "filter.site_id")
    return await sql.brands.search.page(ctx.db, ctx.publisher_id, site_id, filter, page)


@query(
    "/brands/facets",
    permission="brand.read",
    narrowed="channels",
    raises=[Code.SITE_INVALID],
    heavy=True,
)
async def facets(ctx: Publisher, filter: BrandFilter) -> BrandFacets:
    """Count the matching brands by category, country and offer type."""
    site_id = await resolve_site(ctx, filter.site_id, "filter.site_id")
    return await sql.brands.facets.count_facets(ctx.db, ctx.publisher_id, site_id, filter)


@query(
    "/brands/info",
    permission="brand.read",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID],
)
async def info(ctx: Publisher, attributes: SiteBrandRef) -> BrandInfo:
    """Get all details of one brand, including a channel's relationship with it."""
    mine = ctx.publisher_id
    site_id = await resolve_site(ctx, attributes.site_id)
    brand = await sql.brands.brand.get(ctx.db, mine, site_id, attributes.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    today = network_day(ctx)
    coupons = await sql.brands.coupon.page_of_publisher(
        ctx.db, mine, brand.mid, today, Page(size=COUPONS_SHOWN)
    )
    mid, zone = brand.mid, ctx.account.time_zone
    days = Days.last(RESULT_DAYS, ctx.now, zone)
    decisions = await get_records(ctx.db, mine, DateKind.DECISION, [mid], today)
    payments = await get_records(ctx.db, mine, DateKind.BRAND_PAYMENT, [mid], today)
    return BrandInfo(
        **msgspec.structs.asdict(
            msgspec.structs.replace(brand, campaigns=shown_campaigns(brand.campaigns, today))
        ),
        site_id=site_id,
        commission_groups=await sql.brands.terms.of_publisher(ctx.db, mid, mine, today),
        coupons=coupons.rows,
        term_changes=await sql.brands.terms_history.latest(ctx.db, mid, TERM_CHANGES_SHOWN),
        terms_time_zone=ctx.resources.network_time_zone,
        my_results=await sql.brands.brand.get_results(
            ctx.db, mine, mid, days=days, zone=zone, currency=ctx.account.currency
        ),
        alternatives=await sql.brands.search.find_alternatives(ctx.db, mine, site_id, brand),
        decision_record=decisions.get(mid),
        payment_record=payments.get(mid),
        measured=await measured_of(ctx, brand.mcid, site_id),
    )


@query("/brands/coupons", permission="brand.read", narrowed="channels", raises=[Code.BRAND_UNKNOWN])
async def coupons(ctx: Publisher, filter: CouponFilter, page: Page) -> CursorPage[Coupon]:
    """List the coupons that can be promoted today, of all brands or of one, newest first."""
    mid = await find_mid(ctx, filter.mcid)
    return await sql.brands.coupon.page_of_publisher(
        ctx.db, ctx.publisher_id, mid, network_day(ctx), page
    )
