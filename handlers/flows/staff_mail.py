"""Mails to all of the network's staff."""

import sql.network.staff
from rpc import Guest, Worker
from rpc.jobs.account_mail import notify_account
from schema.core.envelope import Page
from schema.network.staff import StaffFilter
from sql.accounts.account import Login

STAFF_MAX = 1_000


async def notify_staff(ctx: Guest | Worker, mail: str, **values: str) -> None:
    """Queue a mail to each member of the staff."""
    staff = await sql.network.staff.page(ctx.db, StaffFilter(), Page(size=STAFF_MAX))
    for member in staff.rows:
        await notify_account(ctx, Login(0, member.id), mail, **values)
