"""Payment methods between the call and their rows: sealed, opened, and told about."""

import json
from uuid import uuid4

import structlog

import sql.payments.method
from rpc import Code, Fault, Publisher, Worker
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from rpc.security.encryption import DecryptionError
from schema.payments.payee import Layout, shown
from schema.payments.payment import KeptMethod, Resealed, Resealing, Sealed, place
from sql.accounts.account import Login

log = structlog.get_logger()

KINDS = {"paypal": "PayPal", "payoneer": "Payoneer", "airwallex": "Airwallex", "bank": "bank"}


async def kept(ctx: Publisher, method_id: int) -> KeptMethod:
    """The publisher's own method of that id."""
    found = await sql.payments.method.get(ctx.db, ctx.publisher_id, method_id)
    if found is None:
        raise Fault(Code.NOT_FOUND)
    return found


def opened(ctx: Publisher, row: KeptMethod) -> dict[str, str]:
    """What a method holds."""
    keys = ctx.resources.encryption
    fields: dict[str, str] = json.loads(keys.open(row.sealed, place(ctx.publisher_id, row.row_key)))
    return fields


def sealed(
    ctx: Publisher, layout: Layout, fields: dict[str, str], row: KeptMethod | None
) -> Sealed:
    """A method as its row keeps it: a new one, or in place of a row."""
    keys = ctx.resources.encryption
    row_key = row.row_key if row else str(uuid4())
    return Sealed(
        row_key=row_key,
        sealed=keys.seal(json.dumps(fields), place(ctx.publisher_id, row_key)),
        marks=keys.blind_index(layout.account(fields)),
        ending=shown(fields),
    )


def resealed(ctx: Worker, row: Resealing) -> Resealed | None:
    """A row under the newest key; None, and a line in the log, for one that no key opens."""
    keys, where = ctx.resources.encryption, place(row.publisher_id, row.row_key)
    try:
        plain = keys.open(row.sealed, where)
    except DecryptionError:
        log.error("not opened", table=where.table, publisher_id=row.publisher_id, id=row.id)
        return None
    layout = Layout(row.kind, row.country, row.currency, row.entity)
    mark = keys.blind_index(layout.account(json.loads(plain)))[-1]
    return Resealed(id=row.id, before=row.sealed, sealed=keys.seal(plain, where), mark=mark)


async def changed(ctx: Publisher, row: KeptMethod, what: str) -> None:
    """Write down what was done with a method, and mail it to the account."""
    whose = Login(ctx.publisher_id, ctx.account.id)
    await record(ctx, whose, method_id=str(row.id), kind=row.kind, payee=row.ending)
    await notify_account(
        ctx, whose, "payment_method", what=what, kind=KINDS[row.kind], payee=row.ending
    )
