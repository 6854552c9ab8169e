"""Bonuses and adjustments: settlements that can be withdrawn at once, with their lines in the ledger."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

import sql.accounts.publisher
import sql.core.exchange_rate
import sql.core.outbox
import sql.network.payments.referral_bonus
import sql.orders.attribution
import sql.payments.ledger
import sql.payments.settlement
from handlers.flows.network_day import network_day
from rpc import Operator, Worker
from schema.network.settlement import CloseMonth
from schema.orders.commission_amount import convert
from schema.payments.ledger import Posting, PostingKind, bonus_lines
from schema.payments.settlement import SettlementType, to_period
from sql.core.clock import RETRYABLE
from sql.core.exchange_rate import RateKey
from sql.network.payments.referral_bonus import ReferredSettlement
from sql.payments.settlement import NewSettlement

REFERRAL_BATCH = 500
"""How many settlements are read at once."""


class Bonus(NamedTuple):
    """A bonus or, if the amount is negative, an adjustment. `source` identifies its reason, so that it is added once.

    `currency` is the publisher's, read by sql.accounts.publisher.lock_currency() in the same transaction.
    """

    uid: int
    source: str
    amount: Decimal
    currency: str
    period: date
    note: str


async def add(ctx: Operator | Worker, bonus: Bonus) -> bool:
    """Add a bonus in the caller's transaction. False if one with the same source exists."""
    # A bonus fixes the publisher's currency, as the first order does.
    if not await sql.orders.attribution.fix_currencies(ctx.db, {bonus.uid: bonus.currency}):
        raise RETRYABLE[0]("a report currency changed while a bonus was granted in it")
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
    assert settlement.payable is not None
    await sql.core.outbox.add(ctx.db, [settlement.payable.to_event(None)], ctx.now)
    return True


async def grant_referrals(ctx: Worker, month: CloseMonth | None = None) -> int:
    """Grant a bonus for each settlement of an invited publisher's first year. Returns how many were granted.

    Considers the settlements of one brand's month or, without `month`, all that have no bonus yet.
    """
    after = count = 0
    while due_bonuses := await sql.network.payments.referral_bonus.find(
        ctx.db, after, REFERRAL_BATCH, month
    ):
        granted = await sql.network.payments.referral_bonus.find_granted(ctx.db, due_bonuses)
        for each in due_bonuses:
            if each.source not in granted:
                async with ctx.db.transaction():
                    count += await grant(ctx, each)
        after = due_bonuses[-1].settlement_id
    return count


async def grant(ctx: Worker, settled: ReferredSettlement) -> bool:
    """Grant the referral bonus for a settlement. False if its amount is zero or an exchange rate is missing."""
    uid = settled.referer_uid
    currency = await sql.accounts.publisher.lock_currency(ctx.db, uid)
    if currency is None:
        return False
    rate: Decimal | None = Decimal(1)
    if currency != settled.currency:
        key = RateKey(settled.currency, currency, network_day(ctx))
        rate = await sql.core.exchange_rate.find_rate(ctx.db, key)
    if rate is None:
        return False
    share = ctx.resources.settings.referral_percent / 100
    amount = convert(settled.amount, rate * share, currency)
    if not amount:
        return False
    bonus = Bonus(
        uid,
        settled.source,
        amount,
        currency,
        settled.period,
        f"Referral commission, {to_period(settled.period)}",
    )
    return await add(ctx, bonus)
