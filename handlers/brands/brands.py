"""Finding brands and reading about them."""

import msgspec

import sql.brands.brand
import sql.brands.coupon
import sql.brands.facets
import sql.brands.search
import sql.brands.terms
import sql.brands.terms_history
import sql.reports.performance
from handlers.brands.channel_choice import resolve_site
from handlers.brands.measured_figures import measured_of
from handlers.flows.filter_checks import find_mid
from handlers.flows.network_day import network_day
from rpc import Code, Fault, Publisher, query
from schema.brands.brand import (
    RESULT_DAYS,
    Brand,
    BrandInfo,
    MyResults,
    SiteBrandRef,
    shown_campaigns,
)
from schema.brands.brand_filter import BrandFilter
from schema.brands.coupon import COUPONS_SHOWN, ORDERS_OF_COUPON, CouponFilter, ListedCoupon
from schema.brands.facet import BrandFacets
from schema.brands.terms_change import TERM_CHANGES_SHOWN
from schema.core.cursor import overlap_start
from schema.core.days import Days
from schema.core.envelope import CursorPage, Page
from schema.core.expected_date import DateKind
from schema.core.without_money import money_columns, refuse_money
from sql.payments.expected_date import get_records
from sql.reports.figures.report_query import ReportQuery


@query(
    "/brands/find",
    permission="brand.read",
    narrowed="channels",
    raises=[Code.SITE_INVALID],
    heavy=True,
)
async def find(ctx: Publisher, filter: BrandFilter, page: Page) -> CursorPage[Brand]:
    """Find brands by relationship status, search text and attributes."""
    if not ctx.with_money:
        refuse_money([filter.sort], money_columns(Brand), "filter.sort")
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
    coupons = await sql.brands.coupon.list_promoted(ctx.db, mine, brand.mid, today, COUPONS_SHOWN)
    mid = brand.mid
    days = Days.last(RESULT_DAYS, ctx.now, ctx.account.time_zone)
    decisions = await get_records(ctx.db, mine, DateKind.DECISION, [mid], today)
    payments = await get_records(ctx.db, mine, DateKind.BRAND_PAYMENT, [mid], today)
    return BrandInfo(
        **msgspec.structs.asdict(
            msgspec.structs.replace(brand, campaigns=shown_campaigns(brand.campaigns, today))
        ),
        site_id=site_id,
        commission_groups=await sql.brands.terms.of_publisher(ctx.db, mid, mine, today),
        coupons=coupons,
        term_changes=await sql.brands.terms_history.latest(ctx.db, mid, TERM_CHANGES_SHOWN),
        terms_time_zone=ctx.resources.network_time_zone,
        my_results=await my_results(ctx, mid, days),
        alternatives=await sql.brands.search.find_alternatives(ctx.db, mine, site_id, brand),
        decision_record=decisions.get(mid),
        payment_record=payments.get(mid),
        measured=await measured_of(ctx, brand.mcid, site_id),
    )


async def my_results(ctx: Publisher, mid: int, days: Days) -> MyResults:
    """The publisher's results with a brand on these days; for narrowed members, those of their channels."""
    zone, currency = ctx.account.time_zone, ctx.account.currency
    if ctx.site_ids is None:
        return await sql.brands.brand.get_results(
            ctx.db, ctx.publisher_id, mid, days=days, zone=zone, currency=currency
        )
    # Figures are kept by brand or by channel, not by both: these are counted from rows.
    question = ReportQuery(
        publisher_id=ctx.publisher_id,
        zone=zone,
        currency=currency,
        days=days,
        mids=[mid],
        site_ids=ctx.site_ids,
        now=ctx.now,
    )
    totals = (await sql.reports.performance.get_lines(ctx.db, question)).totals
    return MyResults(
        clicks=totals.clicks or 0,
        orders=totals.orders,
        sales=totals.sales,
        commission=totals.commission,
        currency=currency,
    )


@query("/brands/coupons", permission="brand.read", narrowed="channels", raises=[Code.BRAND_UNKNOWN])
async def coupons(ctx: Publisher, filter: CouponFilter, page: Page) -> CursorPage[ListedCoupon]:
    """List the coupons that can be promoted today, newest first, or those that changed since a time.

    With `updated_after` it is a feed: what changed first comes first, and coupons that ended or were withdrawn stay.
    """
    mine, today = ctx.publisher_id, network_day(ctx)
    mid = await find_mid(ctx, filter.mcid)
    if filter.updated_after is None:
        found = await sql.brands.coupon.page_of_publisher(
            ctx.db, mine, mid, exclusive=filter.exclusive, today=today, page=page
        )
    else:
        since = overlap_start(filter.updated_after, "filter.updated_after")
        found = await sql.brands.coupon.page_of_changes(
            ctx.db, mine, mid, exclusive=filter.exclusive, since=since, today=today, page=page
        )
    orders = await sql.brands.coupon.count_orders(
        ctx.db, mine, {row.mcid for row in found.rows}, ctx.now - ORDERS_OF_COUPON
    )
    rows = [
        msgspec.structs.replace(row, orders=orders.get((row.mcid, row.code.upper()), 0))
        for row in found.rows
    ]
    return CursorPage(rows, found.total, found.next)
