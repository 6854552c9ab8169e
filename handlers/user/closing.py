"""Closing the account, and a preview of the money, links and mails that this concerns."""

import sql.accounts.account
import sql.accounts.closing
import sql.exports.download
import sql.payments.balance
import sql.reports.saved_view
from handlers.flows.accounts.credentials import end_access
from rpc import Code, Member, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, require_reauth
from rpc.jobs.notify import notify_account
from schema.accounts.security import AccountClosing, Close
from schema.core.money import round_money
from sql.accounts.account import Login


@query("/user/closing", permission="account.edit", heavy=True)
async def closing(ctx: Member) -> AccountClosing:
    """Get what closing the account now would leave behind: money, links, postbacks and mails."""
    currency = ctx.account.currency
    sums = await sql.payments.balance.sum_stages(ctx.db, ctx.publisher_id, currency)
    living = await sql.accounts.closing.get_living(
        ctx.db, Login(ctx.publisher_id, ctx.account.id), currency
    )
    return AccountClosing(
        pending=round_money(sums.pending, currency),
        approved=round_money(sums.unsettled + sums.waiting, currency),
        withdrawable=round_money(sums.payable, currency),
        requested=round_money(living.requested, currency),
        on_the_way=round_money(sums.requested - living.requested, currency),
        needs_you=round_money(sums.failed, currency),
        currency=currency,
        links=living.links,
        postbacks=living.postbacks,
        mailed_views=living.mailed_views,
    )


@procedure(
    "/user/close",
    permission="account.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def close(ctx: Member, attributes: Close) -> None:
    """Close the account permanently. Nobody can sign in to it again, and its username and email stay reserved."""
    owner = await require_reauth(ctx, attributes)
    of = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        stamp = await sql.accounts.account.close(ctx.db, of, ctx.now)
        await end_access(ctx, owner, stamp)
        await sql.exports.download.expire(ctx.db, of, None, ctx.now)
        await sql.reports.saved_view.stop_mails(ctx.db, of)
        await record(ctx, of)
        await notify_account(ctx, of, "account_closed")
