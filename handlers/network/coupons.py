"""Calls for the network's staff: coupons of brands."""

import sql.brands.coupon
import sql.network.publisher
from handlers.flows.filter_checks import find_mid, find_mids
from rpc import Code, Fault, Operator, procedure, query
from schema.brands.coupon import CouponDraft, CouponFilter, CouponSaved, NetworkCoupon
from schema.core.envelope import History, Page


@query("/network/coupons", permission="brand.edit", raises=[Code.BRAND_UNKNOWN])
async def coupons(ctx: Operator, filter: CouponFilter, page: Page) -> History[NetworkCoupon]:
    """List the coupons of all brands or of one, expired ones too, newest first."""
    return await sql.brands.coupon.page(ctx.db, await find_mid(ctx, filter.mcid), page)


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
