"""Calls for the network's staff: coupons of brands."""

import sql.brands.brand
import sql.brands.coupon
import sql.core.outbox
import sql.network.publisher
from handlers.flows.filter_checks import find_mid, find_mids
from handlers.network.publisher_names import name_publishers
from handlers.network.stale_save import refuse_stale
from rpc import Code, Fault, Operator, procedure, query
from schema.brands.coupon import (
    FOR_ALL,
    CouponDraft,
    CouponSaved,
    NetworkCoupon,
    NetworkCouponFilter,
    StoredCoupon,
    coupon_event,
)
from schema.core.envelope import CursorPage, Page
from schema.core.errors import Flaw, Rule

CODE_TAKEN = Flaw("code", Rule.TAKEN, "belongs to a coupon of this brand already: change that one")
"""The error for a coupon that is to be created and exists."""


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
    raises=[Code.BRAND_UNKNOWN, Code.USER_NOT_FOUND, Code.CHANGED_MEANWHILE],
)
async def coupon_save(ctx: Operator, attributes: CouponDraft) -> CouponSaved:
    """Save a brand's coupon: update the one with the same code, or create it."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    [mid] = await find_mids(ctx, [attributes.mcid], "attributes.mcid")
    owners = [] if attributes.uid is None else [(attributes.uid, None)]
    if await sql.network.publisher.find_unknown(ctx.db, owners):
        raise Fault(Code.USER_NOT_FOUND, field="attributes.uid")
    # Two who save the same new code wait for each other, so that its events are told once.
    await sql.brands.brand.lock(ctx.db, [attributes.mcid])
    before = await sql.brands.coupon.lock(ctx.db, mid, attributes.code)
    if before is not None:
        if attributes.create:
            raise CODE_TAKEN.to_fault()
        refuse_stale(attributes.was, attributes, before.terms)
    coupon = attributes.replace(before)
    if coupon == before:
        return CouponSaved(coupon.id)
    coupon_id = await sql.brands.coupon.save(ctx.db, mid, attributes.code, coupon, ctx.now)
    await tell(ctx, mid, attributes.code, before, coupon)
    return CouponSaved(coupon_id)


async def tell(
    ctx: Operator, mid: int, code: str, before: StoredCoupon | None, after: StoredCoupon
) -> None:
    """Write the events of a changed coupon: for all who joined its brand, or for the publishers it was or is for."""
    uids = {each.publisher_id for each in (before, after) if each is not None}
    if FOR_ALL in uids:
        joined = await sql.network.publisher.of_brands(ctx.db, [mid])
        uids = uids.union(joined[mid]) - {FOR_ALL}
    events = [coupon_event(uid, mid, code, before, after) for uid in sorted(uids)]
    await sql.core.outbox.add(ctx.db, [each for each in events if each is not None], ctx.now)
