"""Answers about an order that the publisher misses, without revealing anything about another publisher."""

from datetime import timedelta

import sql.network.asked_order
import sql.orders.order_directory
import sql.reports.why
from handlers.reports.why.own import read_basis
from rpc import Code, Fault, Publisher
from rpc.calls.audit import record
from schema.core.days import ONE_DAY, Days, day_of, first_instant
from schema.core.errors import Flaw, Rule
from schema.orders.reported_values import identity
from schema.reports.why.answer import Why, WhyQuestion
from schema.reports.why.decisions import explain_order
from schema.reports.why.missing import (
    MissingOrder,
    explain_missing,
    explain_other_channel,
    explain_without_click,
)
from schema.reports.why.rows import AskedBrand, AskedOrder, OwnClick
from sql.accounts.account import Login
from sql.core.narrowing import without_narrowing

NO_ORDER = 0
NONE_OF_THEIRS = -1
"""In place of a publisher whose refused reports are shown as its own: they may be of any channel."""


async def why_missing(ctx: Publisher, question: WhyQuestion) -> Why:
    """The answer about a brand's order number. The same rows are read in every case, so that timing reveals nothing."""
    missing = await read_question(ctx, question)
    uid, brand = ctx.publisher_id, missing.brand
    # Orders of channels that the caller does not see are looked at as those of other publishers are.
    every = without_narrowing(ctx.db)
    owners = await sql.orders.order_directory.find_owners(every, {brand.mid: [missing.order_id]})
    owner = owners.get((brand.mid, missing.order_id))
    if owner is not None and owner.publisher_id == uid:
        own = await sql.reports.why.order(ctx.db, uid, owner.oid)
        if own is not None:
            return await why_own(ctx, missing, own)
        if ctx.site_ids is None:
            raise Fault(Code.NOT_FOUND, field="attributes.order_id")
    await spend(ctx, missing)
    click = await find_click(ctx, brand, missing)
    if click is None:
        return explain_without_click(missing)
    whose, oid = (owner.publisher_id, owner.oid) if owner else (NO_ORDER, NO_ORDER)
    order = await sql.network.asked_order.get_order(every, whose, oid)
    asker = uid if ctx.site_ids is None else NONE_OF_THEIRS
    refusals = await sql.network.asked_order.get_refusals(every, brand.mid, missing.order_id, asker)
    return explain_missing(missing, click, order, refusals, ctx.now)


async def read_question(ctx: Publisher, question: WhyQuestion) -> MissingOrder:
    assert question.mcid is not None
    assert question.order_id is not None
    assert question.day is not None
    assert question.amount is not None
    brand = await sql.reports.why.brand(ctx.db, ctx.publisher_id, question.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN, field="attributes.mcid")
    order_id, zone = identity(question.order_id), ctx.account.time_zone
    if not order_id:
        raise Flaw("order_id", Rule.REQUIRED, "is empty; enter the order's number").to_fault()
    if question.day > day_of(ctx.now, zone) + ONE_DAY:
        raise Flaw("day", Rule.IN_THE_FUTURE, "is in the future").to_fault()
    return MissingOrder(brand, order_id, question.day, question.amount, zone)


async def why_own(ctx: Publisher, missing: MissingOrder, order: AskedOrder) -> Why:
    """The answer about an order that turns out to be the publisher's own, perhaps on another channel."""
    answer = explain_order(await read_basis(ctx, order), None, ctx.now)
    click = await find_click(ctx, missing.brand, missing)
    if click is not None and click.site_id not in (None, order.site_id):
        return explain_other_channel(order, click, answer.facts)
    return answer


async def spend(ctx: Publisher, missing: MissingOrder) -> None:
    """Count and log a question about an order that is not the publisher's. Raises TOO_MANY_REQUESTS until midnight."""
    today = ctx.now.date()
    key = f"{ctx.publisher_id} {today}"
    wait = await ctx.resources.shared_limits.why.try_spend(ctx.db, key, ctx.now)
    if wait is not None:
        until = first_instant(today + ONE_DAY, "UTC") - ctx.now
        raise Fault(Code.TOO_MANY_REQUESTS, wait=max(until, timedelta(seconds=1)).total_seconds())
    login = Login(ctx.publisher_id, ctx.account.id)
    await record(ctx, login, mcid=missing.brand.mcid, order_id=missing.order_id)


async def find_click(ctx: Publisher, brand: AskedBrand, missing: MissingOrder) -> OwnClick | None:
    """The publisher's last valid click on the brand in its cookie window before the end of the order's day."""
    uid, zone = ctx.publisher_id, missing.zone
    first = missing.day - timedelta(days=brand.cookie_days)
    waiting = await sql.reports.why.waiting_click(
        ctx.db, uid, brand.mid, Days(first, missing.day).bounds(zone)
    )
    if waiting is not None:
        return OwnClick(day_of(waiting[1], zone), *waiting)
    if ctx.site_ids is not None:  # the days' figures are of all channels
        bounds = Days(first, missing.day).bounds(zone)
        click = await sql.reports.why.last_click(ctx.db, uid, brand.mid, missing.day, bounds)
        if click.click_time is None:
            return None
        return click._replace(day=day_of(click.click_time, zone))
    day = await sql.reports.why.last_click_day(ctx.db, uid, brand.mid, first, missing.day)
    if day is None:
        return None
    return await sql.reports.why.last_click(
        ctx.db, uid, brand.mid, day, Days(day, day).bounds(zone)
    )
