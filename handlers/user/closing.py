"""Closing the account, and a preview of the money, links and mails that this concerns."""

import sql.accounts.account
import sql.accounts.closing
import sql.accounts.member
import sql.accounts.membership
import sql.accounts.publisher
import sql.payments.balance
from handlers.flows.accounts.guarded_changes import record_change
from handlers.flows.accounts.members import (
    close_account,
    is_last_owner,
    reauthenticate,
    stop_schedules,
)
from rpc import Code, Fault, Member, procedure, query
from rpc.calls.audit import record
from rpc.jobs.account_mail import notify_account
from schema.accounts.account import NETWORK
from schema.accounts.permission import Role
from schema.accounts.security import AccountClosing, Close
from schema.core.money import round_money
from schema.payments.guarded_change import ChangeKind
from sql.accounts.account import Login

OF_STAFF = "The network's staff do not close their accounts: other members of staff lock them"
LAST_ELSEWHERE = (
    "You are the only owner of {publisher}: switch to it, and hand it over or close it first"
)


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
    stays_open = any(each.role is Role.OWNER for each in others)
    memberships = await sql.accounts.membership.list_all(
        ctx.db, Login(ctx.publisher_id, ctx.account.id)
    )
    leaves = [each.name for each in memberships if not each.current]
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
        stays_open=stays_open,
        leaves=leaves if stays_open else [],
    )


@procedure(
    "/user/close",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.STATE_FORBIDS],
    atomic=False,
    hashes=True,
)
async def close(ctx: Member, attributes: Close) -> None:
    """Close the account. Its username and email stay reserved, and after three days nobody can open it again.

    The last owner closes the publisher, with the accounts of all members; those of them who work for another publisher
    go on there. Everybody else closes their own account, in all publishers that they work for.
    """
    if ctx.publisher_id == NETWORK:
        raise Fault(Code.NOT_ALLOWED, OF_STAFF)
    own = Login(ctx.publisher_id, ctx.account.id)
    async with reauthenticate(ctx, attributes) as members:
        if is_last_owner(ctx, members, own.account_id):
            await close_publisher(ctx, own, [each.account_id for each in members])
        else:
            await close_everywhere(ctx, own)


async def close_publisher(ctx: Member, own: Login, ids: list[int]) -> None:
    """Close a publisher with the accounts of all members, who keep their other publishers."""
    uid = own.publisher_id
    name = await sql.accounts.publisher.get_name(ctx.db, uid) or ctx.account.username
    for of in (Login(uid, id) for id in ids):
        await close_account(ctx, of)
        home = await sql.accounts.account.get_home(ctx.db, of)
        if home is not None and home.login != of:
            await notify_account(ctx, of, "team_changed", publisher=name, role="")
        else:
            await notify_account(ctx, of, "account_closed")
    await record(ctx, own)
    await guard_closing(ctx, own, ids, [])


async def close_everywhere(ctx: Member, own: Login) -> None:
    """Close somebody's account, in all publishers they work for. Raises STATE_FORBIDS for the last owner of one."""
    rows = await sql.accounts.membership.open_rows(ctx.db, own.account_id)
    for row in rows:
        if row.publisher_id != own.publisher_id:
            members = await sql.accounts.member.lock_all(ctx.db, row.publisher_id)
            if is_last_owner(ctx, members, row.account_id):
                name = await sql.accounts.publisher.get_name(ctx.db, row.publisher_id)
                raise Fault(
                    Code.STATE_FORBIDS, LAST_ELSEWHERE.format(publisher=name or row.username)
                )
    for row in rows:
        if not row.is_home:
            await record(ctx, row.login)
            await close_account(ctx, row.login)
            await stop_schedules(ctx, row.login)
    home = ctx.home
    await close_account(ctx, home)
    await stop_schedules(ctx, home)
    await notify_account(ctx, home, "account_closed")
    await record(ctx, home)
    others = [row.publisher_id for row in rows if not row.is_home]
    await guard_closing(ctx, home, [home.account_id], others)


async def guard_closing(ctx: Member, own: Login, ids: list[int], others: list[int]) -> None:
    """Let accounts that were closed be opened again for three days, with memberships in other publishers."""
    await record_change(
        ctx,
        own.publisher_id,
        ChangeKind.CLOSED,
        f"closed:{own.account_id}",
        account_id=own.account_id,
        subject_id=own.account_id,
        applied=True,
        former={"accounts": ids, "publishers": others},
    )
