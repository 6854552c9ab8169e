"""Refer a Friend: the referral link and the publishers who signed up through it."""

import sql.accounts.referral
from rpc import Member, query
from schema.accounts.referral import Referrals
from schema.core.envelope import Page
from schema.core.money import round_money


@query("/home/refer", permission=None, sandbox=False)
async def refer(ctx: Member, page: Page) -> Referrals:
    """Get the referral link, and the publishers who signed up through it."""
    return Referrals(
        referral_url=ctx.account.referral_url,
        rows=await sql.accounts.referral.page(ctx.db, ctx.publisher_id, page.size, page.offset),
        total=await sql.accounts.referral.count(ctx.db, ctx.publisher_id),
        bonus=round_money(
            await sql.accounts.referral.sum_bonuses(ctx.db, ctx.publisher_id), ctx.account.currency
        ),
        bonus_percent=ctx.resources.settings.referral_percent,
        currency=ctx.account.currency,
    )
