"""Leads an order of a sandbox through its life, with the same code by which live orders and payments go theirs."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from msgspec.structs import replace

import sql.accounts.publisher
import sql.accounts.sandbox_life
import sql.clicks.replay
import sql.core.outbox
import sql.links.link
import sql.orders.intake
import sql.orders.review
import sql.payments.ledger
import sql.reports.figures.rollup
from handlers.flows.payments.month_settlement import settle
from handlers.flows.payments.payment_request import PaymentOptions, find_minimum, request
from handlers.flows.payments.payment_transitions import Change, Payout, lock, transition
from handlers.sandbox.catalogue import COMMISSION
from rpc import Code, Fault, Publisher
from rpc.process.resources import Resources
from schema.accounts.sandbox import AGES, BUYS_AFTER, STAGES, LifePath, LifeStage
from schema.core.days import day_of
from schema.core.ids import format_click_ref, random_salt
from schema.core.money import round_money
from schema.core.sandbox import SANDBOX_FROM
from schema.network.settlement import CloseMonth
from schema.orders.order import ItemStatus, Outcome, Reason, ReportedItem, ReportedOrder
from schema.payments.ledger import Posting, PostingKind, brand_paid_lines
from schema.payments.payment import PaymentState, PayoutChannel, StoredPayment
from schema.payments.settlement import SettlementState
from sql.accounts.sandbox_life import StoredLife
from sql.brands.brand import BrandState
from sql.clicks.click import VISITOR_BYTES, Click
from sql.core.db import Connection

BY = "sandbox"
"""Who reports and decides, in the history of orders."""
TIMES_MINIMUM = 3
"""How many times the minimum of a payment an order earns; what is returned of it leaves more than the minimum."""
LEAST = Decimal(75)
RETURNED_ITEM = "2"
REACHED = {
    PaymentState.SENT: {PaymentState.PROCESSING, PaymentState.SENT},
    PaymentState.PAID: {PaymentState.PROCESSING, PaymentState.SENT, PaymentState.PAID},
}
"""The states that a payment has passed."""
STEP = timedelta(milliseconds=1)
"""How long a stage takes, so that its events come after those of the stage before."""


class Stage(NamedTuple):
    """The context of one stage: a publisher's call, somewhat later."""

    db: Connection
    now: datetime
    resources: Resources


def stages_left(life: StoredLife) -> list[LifeStage]:
    """The stages that an order has not reached yet."""
    stages = STAGES[life.path]
    return list(stages[stages.index(life.stage) + 1 :])


async def begin(ctx: Publisher, path: LifePath, brand: BrandState) -> StoredLife:
    """Begin a life with its click."""
    uid, life_id = (
        ctx.publisher_id,
        await sql.accounts.sandbox_life.next_id(ctx.db, ctx.publisher_id),
    )
    link_id = await sql.accounts.sandbox_life.find_link(ctx.db, uid, brand.mid)
    if link_id is None:
        link_id = await add_link(ctx, brand)
    at = ctx.now - AGES[path] - BUYS_AFTER
    life = StoredLife(
        life_id=life_id,
        path=path,
        stage=LifeStage.CLICK,
        mid=brand.mid,
        mcid=brand.mcid,
        brand_name=brand.name,
        currency=ctx.account.currency,
        link_id=link_id,
        click_id=ctx.resources.ids.make_click_id(uid, at),
        order_id=f"TEST-{uid - SANDBOX_FROM + 1}-{life_id}",
        oid=None,
        settlement_id=None,
        payment_id=None,
        created_at=ctx.now,
        updated_at=ctx.now,
    )
    _, at = ctx.resources.ids.read_click_id(life.click_id)
    click = Click(
        publisher_id=uid,
        click_time=at,
        click_id=life.click_id,
        link_id=link_id,
        site_id=ctx.site_id,
        mid=brand.mid,
        uid1="sandbox",
        uid2="",
        uid3="",
        uid4="",
        uid5="",
        country="DE",
        device="desktop",
        referrer="https://www.example.org",
        verdict="valid",
        verdict_reason=None,
        visitor=random_salt().to_bytes(VISITOR_BYTES, "big"),
    )
    await sql.clicks.replay.add(ctx.db, [click])
    await sql.accounts.sandbox_life.add(ctx.db, uid, life)
    return life


async def add_link(ctx: Publisher, brand: BrandState) -> int:
    return await sql.links.link.add(
        ctx.db,
        ctx.publisher_id,
        code=ctx.resources.ids.make_code(ctx.publisher_id),
        path=None,
        site_id=ctx.site_id,
        mid=brand.mid,
        target_url=f"https://www.example.com/{brand.mcid}/",
        uids=["sandbox", "", "", "", ""],
        note="Made by the sandbox",
        coupon="",
        now=ctx.now,
    )


async def lead_on(ctx: Publisher, life: StoredLife, *, whole: bool) -> StoredLife:
    """Lead an order to the next stage, or through all that are left."""
    stages = stages_left(life)
    await sql.reports.figures.rollup.lock_exclusive(ctx.db, ctx.publisher_id)
    for number, stage in enumerate(stages if whole else stages[:1], start=1):
        at = Stage(ctx.db, ctx.now + number * STEP, ctx.resources)
        life = await STEPS[stage](at, ctx.publisher_id, life)
        life = replace(life, stage=stage, updated_at=at.now)
    await sql.accounts.sandbox_life.update(ctx.db, ctx.publisher_id, life)
    return life


async def order(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    """The brand reports an order of two items."""
    currency = (await sql.accounts.publisher.get_report_settings(ctx.db, uid)).currency
    earned = max(LEAST, TIMES_MINIMUM * await find_minimum(ctx, uid, currency))
    half = round_money(earned * 100 / COMMISSION / 2, currency)
    reported = ReportedOrder(
        order_id=life.order_id,
        currency=currency,
        click_ref=format_click_ref(life.click_id),
        order_time=life.created_at - AGES[life.path],
        country="DE",
        items=[
            ReportedItem(amount=half, item_id="1"),
            ReportedItem(amount=half, item_id=RETURNED_ITEM),
        ],
    )
    return replace(life, oid=await report(ctx, life, reported))


async def report(ctx: Stage, life: StoredLife, reported: ReportedOrder) -> int:
    """Report an order as its brand. Raises STATE_FORBIDS with the reason if it is refused."""
    [outcome] = await sql.orders.intake.ingest(
        ctx.db,
        life.mid,
        [reported],
        ids=ctx.resources.ids,
        now=ctx.now,
        zone=ctx.resources.network_time_zone,
        by=BY,
    )
    if outcome.outcome is Outcome.REFUSED or outcome.oid is None:
        raise Fault(Code.STATE_FORBIDS, f"The order was refused: {outcome.reason}")
    return outcome.oid


async def approve(ctx: Stage, _: int, life: StoredLife) -> StoredLife:
    return await decide(ctx, life, ItemStatus.APPROVED, None)


async def reject(ctx: Stage, _: int, life: StoredLife) -> StoredLife:
    return await decide(ctx, life, ItemStatus.REJECTED, Reason.ORDER_CANCELLED)


async def decide(
    ctx: Stage, life: StoredLife, status: ItemStatus, reason: Reason | None
) -> StoredLife:
    assert life.oid is not None
    await sql.orders.review.review(
        ctx.db, [life.oid], status, reason, now=ctx.now, by=BY, sandbox=True
    )
    return life


async def settle_order(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    """Close the month of the order for its brand in this sandbox."""
    assert life.oid is not None
    await settle_brand(ctx, uid, life, "settled")
    number = await sql.accounts.sandbox_life.find_settlement(ctx.db, uid, life.oid)
    if number is None:
        raise Fault(Code.STATE_FORBIDS, "The order has no approved item to settle")
    return replace(life, settlement_id=number)


async def settle_brand(ctx: Stage, uid: int, life: StoredLife, what: str) -> None:
    """Settle what a brand has approved in this sandbox until now: months here end when they are closed."""
    zone = ctx.resources.network_time_zone
    period = day_of(life.created_at - AGES[life.path], zone).replace(day=1)
    source = f"sandbox:{life.life_id}:{what}"
    month = CloseMonth(life.mid, period)
    await settle(ctx, uid, month, ctx.now + STEP, prepaid=False, source=source)


async def receive_from_brand(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    """The brand pays, so that the settlement can be withdrawn."""
    assert life.settlement_id is not None
    paid = await sql.accounts.sandbox_life.make_payable(ctx.db, uid, life.settlement_id, ctx.now)
    postings = [
        Posting(
            uid,
            PostingKind.BRAND_PAID,
            each.currency,
            brand_paid_lines(each.amount),
            each.settlement_id,
        )
        for each in paid
    ]
    await sql.payments.ledger.add(ctx.db, postings, ctx.now)
    events = [each.to_event(SettlementState.WAITING) for each in paid if each.amount > 0]
    await sql.core.outbox.add(ctx.db, events, ctx.now)
    return life


async def request_payment(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    """Request the payment, unless it was requested by hand."""
    number = life.settlement_id
    assert number is not None
    payment_id = await sql.accounts.sandbox_life.find_payment(ctx.db, uid, number)
    if payment_id is None:
        payment_id = await request(ctx, uid, PaymentOptions([number]))
    return replace(life, payment_id=payment_id)


async def process(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    return await change(ctx, uid, life, Change(PaymentState.PROCESSING))


async def send(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    return await change(ctx, uid, life, Change(PaymentState.SENT, reference=f"TEST-{life.life_id}"))


async def pay(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    return await change(ctx, uid, life, Change(PaymentState.PAID))


async def fail(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    why = "The account is closed (a test)"
    return await change(ctx, uid, life, Change(PaymentState.FAILED, reason=why))


async def send_back(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    why = "The bank of the payee sent it back (a test)"
    return await change(ctx, uid, life, Change(PaymentState.RETURNED, reason=why))


async def change(ctx: Stage, uid: int, life: StoredLife, to: Change) -> StoredLife:
    """Change the payment as the network would, unless it already has that state, by hand or with another order."""
    assert life.payment_id is not None
    payment = await lock(ctx, uid, life.payment_id)
    if to.to not in REACHED.get(payment.state, {payment.state}):
        payout = payout_of(payment) if to.to is PaymentState.PROCESSING else None
        await transition(ctx, payment, to._replace(payout=payout))
    return life


def payout_of(payment: StoredPayment) -> Payout:
    """What is paid out, by no batch: the payee of a sandbox has its currency."""
    return Payout(payment.net, Decimal(1), None, PayoutChannel.FILE)


async def return_part(ctx: Stage, uid: int, life: StoredLife) -> StoredLife:
    """The buyer returns one item after it was paid: the correction is settled, and deducted from the next payment."""
    currency = (await sql.accounts.publisher.get_report_settings(ctx.db, uid)).currency
    [item] = [
        each
        for each in await sql.accounts.sandbox_life.items(ctx.db, uid, life.oid or 0)
        if each.item_id == RETURNED_ITEM
    ]
    reported = ReportedOrder(
        order_id=life.order_id,
        currency=currency,
        click_ref=format_click_ref(life.click_id),
        items=[
            ReportedItem(
                amount=item.sale_amount,
                item_id=RETURNED_ITEM,
                status=ItemStatus.REJECTED,
                reason_code=Reason.ITEM_RETURNED,
            )
        ],
    )
    await report(ctx, life, reported)
    await settle_brand(ctx, uid, life, "returned")
    return life


Step = Callable[[Stage, int, StoredLife], Awaitable[StoredLife]]
STEPS: dict[LifeStage, Step] = {
    LifeStage.ORDER: order,
    LifeStage.APPROVED: approve,
    LifeStage.REJECTED: reject,
    LifeStage.SETTLED: settle_order,
    LifeStage.BRAND_PAID: receive_from_brand,
    LifeStage.REQUESTED: request_payment,
    LifeStage.PROCESSING: process,
    LifeStage.SENT: send,
    LifeStage.PAID: pay,
    LifeStage.FAILED: fail,
    LifeStage.RETRIED: process,
    LifeStage.RETURNED: send_back,
    LifeStage.PART_RETURNED: return_part,
}
"""What happens on the way to each stage but the first."""
