"""Payment methods between a call and their rows: encryption, decryption, the log and notifications."""

import json
from uuid import uuid4

import structlog

import sql.payments.payment_method
from rpc import Code, Fault, Publisher, Worker
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from rpc.security.encryption import DecryptionError
from schema.payments.payee import Layout, account_ending
from schema.payments.payment_method import (
    OutdatedMethod,
    ReencryptedMethod,
    SealedMethod,
    StoredMethod,
    associated_data,
)
from sql.accounts.account import Login

log = structlog.get_logger()

KIND_NAMES = {"paypal": "PayPal", "payoneer": "Payoneer", "airwallex": "Airwallex", "bank": "bank"}


async def get_method(ctx: Publisher, method_id: int) -> StoredMethod:
    """The publisher's own payment method with this id."""
    method = await sql.payments.payment_method.get(ctx.db, ctx.publisher_id, method_id)
    if method is None:
        raise Fault(Code.NOT_FOUND)
    return method


def decrypt_fields(ctx: Publisher, row: StoredMethod) -> dict[str, str]:
    """The decrypted fields of a payment method."""
    keys = ctx.resources.encryption
    fields: dict[str, str] = json.loads(
        keys.open(row.sealed, associated_data(ctx.publisher_id, row.row_key))
    )
    return fields


def encrypt_method(
    ctx: Publisher, layout: Layout, fields: dict[str, str], row: StoredMethod | None
) -> SealedMethod:
    """A payment method as its row stores it; `row` is the one it replaces."""
    keys = ctx.resources.encryption
    row_key = row.row_key if row else str(uuid4())
    return SealedMethod(
        row_key=row_key,
        sealed=keys.seal(json.dumps(fields), associated_data(ctx.publisher_id, row_key)),
        blind_indexes=keys.blind_index(layout.account_identity(fields)),
        ending=account_ending(fields),
    )


def reencrypt_row(ctx: Worker, row: OutdatedMethod) -> ReencryptedMethod | None:
    """The row encrypted with the newest key; None, and a line in the log, if no key decrypts it."""
    keys, where = ctx.resources.encryption, associated_data(row.publisher_id, row.row_key)
    try:
        plain = keys.open(row.sealed, where)
    except DecryptionError:
        log.error("not opened", table=where.table, publisher_id=row.publisher_id, id=row.id)
        return None
    layout = Layout(row.kind, row.country, row.currency, row.entity)
    mark = keys.blind_index(layout.account_identity(json.loads(plain)))[-1]
    return ReencryptedMethod(
        id=row.id, before=row.sealed, sealed=keys.seal(plain, where), blind_index=mark
    )


async def record_change(ctx: Publisher, row: StoredMethod, action: str) -> None:
    """Record a change in the account log and notify the account by mail."""
    login = Login(ctx.publisher_id, ctx.account.id)
    await record(ctx, login, method_id=str(row.id), kind=row.kind, payee=row.ending)
    await notify_account(
        ctx, login, "payment_method", what=action, kind=KIND_NAMES[row.kind], payee=row.ending
    )
