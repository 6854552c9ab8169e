"""Calls that list and change the network's staff, who may sign in as operators."""

import sql.accounts.account
import sql.network.staff
from handlers.flows.accounts import email_links
from handlers.flows.accounts.account_mail import RETRIES
from handlers.flows.accounts.members import reauthenticate
from handlers.staff import members
from rpc import Code, Operator, Worker, job, procedure, query
from schema.accounts.auth import ResetMail
from schema.core.envelope import CursorPage, Page
from schema.network.staff import (
    StaffAccount,
    StaffAdd,
    StaffAdded,
    StaffFilter,
    StaffLock,
    StaffRef,
)


@query("/staff/list", permission="staff.edit")
async def list_(ctx: Operator, filter: StaffFilter, page: Page) -> CursorPage[StaffAccount]:
    """List the network's staff, in the order in which they joined."""
    return await sql.network.staff.page(ctx.db, filter, page)


@procedure(
    "/staff/add",
    permission="staff.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.EMAIL_TAKEN],
    atomic=False,
    hashes=True,
)
async def add(ctx: Operator, attributes: StaffAdd) -> StaffAdded:
    """Add a member of staff, who is mailed a link to choose a password."""
    async with reauthenticate(ctx, attributes):
        return StaffAdded(id=await members.add_member(ctx, attributes.email, send_link))


@procedure(
    "/staff/lock", permission="staff.edit", raises=members.REFUSALS, atomic=False, hashes=True
)
async def lock(ctx: Operator, attributes: StaffLock) -> None:
    """Lock a member of staff, which ends their sessions, or unlock them."""
    async with reauthenticate(ctx, attributes) as accounts:
        await members.set_lock(
            ctx, accounts, attributes.id, locked=attributes.locked, reason=attributes.reason
        )


@procedure(
    "/staff/reset", permission="staff.edit", raises=members.REFUSALS, atomic=False, hashes=True
)
async def reset(ctx: Operator, attributes: StaffRef) -> None:
    """End a member of staff's sessions, and mail them a link to choose a new password."""
    async with reauthenticate(ctx, attributes) as accounts:
        await members.reset_password(ctx, accounts, attributes.id, send_link)


@job("/staff/send_link", retries=RETRIES, atomic=False)
async def send_link(ctx: Worker, attributes: ResetMail) -> None:
    """Mail a member of staff the link to choose a password, unless the credentials changed since."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.closed_at or owner.security_stamp != attributes.security_stamp:
        return
    kind = email_links.PASSWORD_RESET if owner.email_verified_at else email_links.STAFF_INVITATION
    await email_links.send_link(ctx, owner, kind)
