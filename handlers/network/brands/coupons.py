"""Calls for the network's staff: coupons of brands."""

import sql.brands.coupon
import sql.network.publisher
from handlers.flows.filter_checks import find_mid, find_mids
from handlers.network.publisher_names import name_publishers
from rpc import Code, Fault, Operator, procedure, query
from schema.brands.coupon import CouponDraft, CouponSaved, NetworkCoupon, NetworkCouponFilter
from schema.core.envelope import CursorPage, Page


@query("/network/coupons", permission="brand.edit", raises=[Code.BRAND_UNKNOWN])
async def coupons(
    ctx: Operator, filter: NetworkCouponFilter, page: Page
) -> CursorPage[NetworkCoupon]:
    """List the coupons of all brands or of one, including expired ones, newest first."""
    mid = await find_mid(ctx, filter.mcid)
    part = await sql.brands.coupon.page(ctx.db, filter.id, mid, page)
    return CursorPage(await name_publishers(ctx.db, part.rows), part.total, part.next)


@procedure(
    "/network/coupon_save",
    permission="brand.edit",
    raises=[Code.BRAND_UNKNOWN, Code.USER_NOT_FOUND],
)
async def coupon_save(ctx: Operator, attributes: CouponDraft) -> CouponSaved:
    """Save a brand's coupon: update the one with the same code, or create it."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    [mid] = await find_mids(ctx, [attributes.mcid], "attributes.mcid")
    owners = [] if attributes.uid is None else [(attributes.uid, None)]
    if await sql.network.publisher.find_unknown(ctx.db, owners):
        raise Fault(Code.USER_NOT_FOUND, field="attributes.uid")
    return CouponSaved(await sql.brands.coupon.save(ctx.db, mid, attributes, ctx.now))
