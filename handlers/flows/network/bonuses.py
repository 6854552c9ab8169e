"""Bonuses and adjustments: settlements that can be withdrawn at once, with their lines in the ledger."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

import sql.accounts.publisher
import sql.network.payments.referral_bonus
import sql.orders.attribution
import sql.payments.ledger
import sql.payments.settlement
from handlers.flows.network.payment_batch import RATE_DAYS
from rpc import Operator, Worker
from schema.orders.commission_amount import convert
from schema.payments.ledger import Posting, PostingKind, bonus_lines
from schema.payments.settlement import SettlementType, to_period
from sql.network.payments.referral_bonus import ReferredSettlement
from sql.orders.attribution import RateKey
from sql.payments.settlement import NewSettlement

REFERRAL_BATCH = 500
"""Settlements read at once."""


class Bonus(NamedTuple):
    """An amount below zero is an adjustment; `source` names what it is for, so that it is made once."""

    uid: int
    source: str
    amount: Decimal
    currency: str
    period: date
    note: str


async def add(ctx: Operator | Worker, bonus: Bonus) -> bool:
    """Add it, in the caller's transaction; False if there is one of the same source."""
    # What was granted in a currency keeps the publisher to it, as its first order does.
    await sql.orders.attribution.fix_currencies(ctx.db, {bonus.uid: bonus.currency})
    settlement = NewSettlement(
        bonus.uid,
        await sql.payments.settlement.next_id(ctx.db),
        SettlementType.BONUS if bonus.amount > 0 else SettlementType.ADJUSTMENT,
        None,
        bonus.period,
        bonus.source,
        bonus.amount,
        bonus.currency,
        0,
        0,
        bonus.note,
        ctx.now,
    )
    if not await sql.payments.settlement.add(ctx.db, settlement, ctx.now):
        return False
    lines = bonus_lines(settlement.amount)
    posting = Posting(
        bonus.uid, PostingKind.BONUS, settlement.currency, lines, settlement.settlement_id
    )
    await sql.payments.ledger.add(ctx.db, [posting], ctx.now)
    return True


async def grant_referrals(ctx: Worker) -> int:
    """Grant a bonus for each settlement of an invited publisher's first year. Returns how many."""
    after = count = 0
    while due_bonuses := await sql.network.payments.referral_bonus.find(
        ctx.db, after, REFERRAL_BATCH
    ):
        granted = await sql.network.payments.referral_bonus.find_granted(ctx.db, due_bonuses)
        for each in due_bonuses:
            if each.source not in granted:
                async with ctx.db.transaction():
                    count += await grant(ctx, each)
        after = due_bonuses[-1].settlement_id
    return count


async def grant(ctx: Worker, settled: ReferredSettlement) -> bool:
    """False if the amount is zero, or an exchange rate is missing."""
    uid = settled.referer_uid
    tenant = (await sql.accounts.publisher.get_tenants(ctx.db, [uid])).get(uid)
    if tenant is None:
        return False
    rate: Decimal | None = Decimal(1)
    if tenant.currency != settled.currency:
        today = ctx.now.date()
        key = RateKey(settled.currency, tenant.currency, today)
        rate = await sql.orders.attribution.find_recent_rate(ctx.db, key, today - RATE_DAYS)
    if rate is None:
        return False
    share = ctx.resources.settings.referral_percent / 100
    amount = convert(settled.amount, rate * share, tenant.currency)
    if not amount:
        return False
    bonus = Bonus(
        uid,
        settled.source,
        amount,
        tenant.currency,
        settled.period,
        f"Referral commission, {to_period(settled.period)}",
    )
    return await add(ctx, bonus)
