"""`portal operator`: adds, lists, locks and resets the network's staff, from the machine the portal runs on."""

from argparse import Namespace as Arguments
from functools import partial

import msgspec

import sql.accounts.login_directory
import sql.accounts.member
import sql.network.staff
from handlers._registry import registry
from handlers.cli.call import make_context
from handlers.cli.runner import Commands, run_with_resources
from handlers.staff import members as staff
from rpc import Code, Fault, Operator
from rpc.calls.decoding.fault import fault_of
from rpc.calls.registry_entry import Procedure
from rpc.config.settings import Settings
from rpc.jobs.job import Job
from rpc.process.resources import Resources, open_resources
from schema.accounts.account import NETWORK
from schema.accounts.auth import ResetMail, email_login
from schema.core.envelope import Page
from schema.network.staff import StaffAccount, StaffAdd, StaffFilter

ACTIONS = {
    "add": "add a member of staff, and mail a link to choose a password",
    "lock": "lock a member of staff out; their sessions end",
    "unlock": "let a locked member of staff in again",
    "reset": "end a member of staff's sessions, and mail a link to choose a new password",
}
PATHS = {"add": "/staff/add", "reset": "/staff/reset", "list": "/staff/list"}
NOBODY_YET = "There is no staff yet: portal operator add EMAIL"


def add_commands(commands: Commands) -> None:
    summary = "List the network's staff, or add, lock, unlock or reset one of them"
    parser = commands.add_parser("operator", help=summary, description=summary)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="list the staff").set_defaults(command=command, email=None)
    for name, help in ACTIONS.items():
        action = actions.add_parser(name, help=help, description=help)
        action.add_argument("email", metavar="EMAIL")
        action.set_defaults(command=command)


def command(settings: Settings, arguments: Arguments) -> None:
    """Change the network's staff as one of its members could, without a password. The worker sends the mails."""
    run_with_resources(settings, partial(open_resources, settings), partial(run, arguments))


async def run(arguments: Arguments, resources: Resources) -> None:
    procedure = registry.find(PATHS.get(arguments.action, "/staff/lock"), Procedure)
    async with resources.pool.acquire() as db, db.transaction():
        ctx = make_context(procedure, db, resources)
        assert isinstance(ctx, Operator)
        print(await act(ctx, arguments.action, arguments.email))


async def act(ctx: Operator, action: str, email: str | None) -> str:
    """Carry out the command. Returns a message that says what was done."""
    if email is None:
        listed = await sql.network.staff.page(ctx.db, StaffFilter(), Page(size=1_000))
        return "\n".join(map(describe, listed.rows)) or NOBODY_YET
    send_link: Job[ResetMail] = registry.find("/staff/send_link", Job)
    members = await sql.accounts.member.lock_all(ctx.db, NETWORK)
    if action == "add":
        await staff.add_member(ctx, check_email(email), send_link)
        return (
            f"Added {email}. The worker mails a link to choose a password, which works for a day."
        )
    id = await find_member(ctx, email)
    if action == "reset":
        await staff.reset_password(ctx, members, id, send_link)
        return f"Ended the sessions of {email}. The worker mails a link to choose a new password."
    await staff.set_lock(ctx, members, id, locked=action == "lock")
    return f"{email} is locked out" if action == "lock" else f"{email} can sign in again"


def check_email(email: str) -> str:
    """Return the address if it is a valid one. Raises the same Fault as /staff/add."""
    try:
        return msgspec.convert({"email": email, "password": "-"}, StaffAdd).email
    except msgspec.ValidationError as error:
        raise fault_of(error, ".req.attributes") from None


async def find_member(ctx: Operator, email: str) -> int:
    """The id of the network's account with this address. Raises USER_NOT_FOUND.

    set_lock and reset_password refuse an account that is not a member of staff's.
    """
    login = await sql.accounts.login_directory.find(ctx.db, email_login(email))
    if login is None or login.publisher_id != NETWORK:
        raise Fault(Code.USER_NOT_FOUND)
    return login.account_id


def describe(member: StaffAccount) -> str:
    """Format a member of staff as a line of the list."""
    state = "locked" if member.locked else "invited" if member.invited else "active"
    last_seen = f"last seen {member.last_seen:%Y-%m-%d}" if member.last_seen else "never signed in"
    return f"{member.id:>6}  {member.email:<40} {state:<8} {last_seen}"
