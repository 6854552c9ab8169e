"""Closing the account, and a preview of the money, links and mails that this concerns."""

import sql.accounts.closing
import sql.accounts.member
import sql.payments.balance
from handlers.flows.accounts.guarded_changes import record_change
from handlers.flows.accounts.members import close_account, has_other_owner, reauthenticate
from rpc import Code, Member, procedure, query
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from schema.accounts.account import Role
from schema.accounts.security import AccountClosing, Close
from schema.core.money import round_money
from schema.payments.guarded_change import ChangeKind
from sql.accounts.account import Login


@query("/user/closing", permission="account.edit", heavy=True)
async def closing(ctx: Member) -> AccountClosing:
    """Get what closing the account now would leave behind: money, links, postbacks and mails."""
    currency = ctx.account.currency
    sums = await sql.payments.balance.sum_stages(ctx.db, ctx.publisher_id, currency)
    members = await sql.accounts.member.list_all(ctx.db, ctx.publisher_id)
    others = [each for each in members if each.id != ctx.account.id]
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
        members=len(others),
        stays_open=any(each.role is Role.OWNER for each in others),
    )


@procedure(
    "/user/close",
    permission="account.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def close(ctx: Member, attributes: Close) -> None:
    """Close the account. Its username and email stay reserved, and after three days nobody can open it again.

    With the last owner's, the accounts of all members are closed; otherwise only the caller's own.
    """
    uid, own = ctx.publisher_id, ctx.account.id
    async with reauthenticate(ctx, attributes) as members:
        last = not has_other_owner(ctx, members, own)
        ids = [each.account_id for each in members if last or each.account_id == own]
        for of in (Login(uid, id) for id in ids):
            await close_account(ctx, of)
            await notify_account(ctx, of, "account_closed")
        await record(ctx, Login(uid, own))
        await record_change(
            ctx,
            uid,
            ChangeKind.CLOSED,
            f"closed:{own}",
            account_id=own,
            subject_id=own,
            applied=True,
            former={"accounts": ids},
        )
