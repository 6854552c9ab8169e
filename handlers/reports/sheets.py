"""Addresses at which spreadsheets read saved views: listing, making and ending them.

An address belongs to the member who made it. Owners see and end everybody's, all others their own.
"""

import sql.accounts.account
import sql.accounts.publisher
import sql.exports.sheet
import sql.reports.saved_view
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, require_reauth
from rpc.jobs.account_mail import notify_account
from rpc.security.tokens import SHEET
from schema.accounts.permission import TEAM_EDIT
from schema.core.envelope import Listing
from schema.exports.sheet import SHEETS_MAX, Sheet, SheetDraft, SheetMade, SheetRef
from sql.accounts.account import Login

TOO_MANY = f"You already have {SHEETS_MAX} addresses for spreadsheets: end one first"


@query("/reports/sheet_list", permission="report.edit", narrowed="channels")
async def sheet_list(ctx: Publisher) -> Listing[Sheet]:
    """List the addresses for spreadsheets, newest first: owners everybody's, others their own."""
    sheets = await sql.exports.sheet.list_live(ctx.db, ctx.publisher_id, whose(ctx), ctx.now)
    return Listing(sheets, len(sheets))


@procedure(
    "/reports/sheet_save",
    sandbox=False,
    permission="report.edit",
    narrowed="channels",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
    secret=True,
)
async def sheet_save(ctx: Publisher, attributes: SheetDraft) -> SheetMade:
    """Make an address at which a spreadsheet reads one of your saved views. It is shown only once.

    Whoever has it can read the view as you may. It ends when your password, role or channels change, and after 90 days
    without use.
    """
    draft = attributes
    for flaw in draft.find_flaws():
        raise flaw.to_fault()
    login = Login(ctx.publisher_id, ctx.account.id)
    views = await sql.reports.saved_view.of_account(ctx.db, login, None)
    view = next((view for view in views if view.id == draft.view_id), None)
    if view is None:
        raise Fault(Code.NOT_FOUND, field="attributes.view_id")
    owner = await require_reauth(ctx, draft)
    secret, hash = ctx.resources.tokens.make(SHEET, ctx.publisher_id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        if draft.id is not None:
            if not await sql.exports.sheet.replace(ctx.db, login, draft.id, draft):
                raise Fault(Code.NOT_FOUND, field="attributes.id")
            await record(ctx, login, name=draft.name, view=view.name)
            return SheetMade(draft.id, None)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        if await sql.exports.sheet.count_live(ctx.db, ctx.publisher_id, ctx.now) >= SHEETS_MAX:
            raise Fault(
                Code.REQUEST_INVALID,
                TOO_MANY,
                field="attributes.id",
                rule=Rule.FULL,
                limit=SHEETS_MAX,
            )
        maker = await sql.accounts.account.get(ctx.db, ctx.publisher_id, ctx.account.id)
        assert maker is not None
        id = await sql.exports.sheet.add(ctx.db, maker, draft, hash, ctx.now)
        await record(ctx, login, name=draft.name, view=view.name)
        await notify_account(ctx, login, "sheet", sheet=draft.name, view=view.name)
    return SheetMade(id, f"{ctx.resources.settings.public_url}/reports/sheet/{secret}")


@procedure("/reports/sheet_del", permission="report.edit", narrowed="channels")
async def sheet_del(ctx: Publisher, attributes: SheetRef) -> None:
    """End an address for spreadsheets. It answers nothing from then on."""
    if not await sql.exports.sheet.end(
        ctx.db, ctx.publisher_id, whose(ctx), attributes.id, ctx.now
    ):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), sheet_id=str(attributes.id))


def whose(ctx: Publisher) -> int | None:
    """The account whose addresses a member sees and ends; None for an owner, for whom it is everybody's."""
    return None if TEAM_EDIT in ctx.permissions else ctx.account.id
