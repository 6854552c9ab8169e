"""The details of payment methods: checked, encrypted and stored, by owners and for those who propose them."""

import json
from datetime import datetime
from uuid import uuid4

import sql.accounts.two_step
import sql.payments.payment_method
from handlers.flows.accounts.guarded_changes import record_change
from rpc import Code, Fault, Publisher, Rule
from rpc.calls.audit import record
from schema.core.associated_data import AssociatedData
from schema.payments.guarded_change import ChangeKind
from schema.payments.payee import Layout, account_ending
from schema.payments.payment_method import (
    METHODS_MAX,
    MethodDraft,
    SealedMethod,
    StoredMethod,
    associated_data,
)
from schema.payments.payment_method_wait import wait_of_details
from sql.accounts.account import Login

TOO_MANY = f"You already have {METHODS_MAX} payment methods: delete one first"


def complete_fields(
    ctx: Publisher, draft: MethodDraft, before: StoredMethod | None
) -> dict[str, str]:
    """The values of a draft, with those of the method that it changes. Raises REQUEST_INVALID for what is wrong."""
    layout = draft.layout
    for flaw in layout.find_flaws():
        raise flaw.to_fault()
    fields = draft.merge_fields(fields_of(ctx, before) if before else {})
    for flaw in layout.find_field_flaws(fields):
        path = f"attributes.{flaw.field}"
        text = f"`{path}`: {flaw.reason}"
        raise Fault(Code.REQUEST_INVALID, text, field=path, rule=flaw.rule, limit=flaw.limit)
    return fields


async def store_method(
    ctx: Publisher,
    layout: Layout,
    fields: dict[str, str],
    row: StoredMethod | None,
    passkey_since: datetime | None,
) -> StoredMethod:
    """Store a new method or, in place of `row`, a changed one, in the transaction that locked the publisher.

    It waits, less if its owner confirmed it with a passkey that was added at `passkey_since`.
    """
    uid, row_key = ctx.publisher_id, row.row_key if row else str(uuid4())
    encrypted = encrypt_fields(ctx, layout, fields, associated_data(uid, row_key))
    await check_duplicate(ctx, encrypted, row.id if row else None)
    reset_at = await sql.accounts.two_step.find_reset(ctx.db, uid)
    wait = wait_of_details(ctx.now, passkey_since, reset_at)
    former = None
    if row is None:
        await check_room(ctx)
        method_id = await sql.payments.payment_method.add(
            ctx.db, uid, layout, encrypted, wait=wait, now=ctx.now
        )
    else:
        method_id = row.id
        former = await sql.payments.payment_method.snapshot(ctx.db, uid, method_id)
        await sql.payments.payment_method.replace(
            ctx.db, uid, method_id, layout, encrypted, wait=wait, now=ctx.now
        )
    after = await get_method(ctx, method_id)
    await log_change(ctx, after)
    await record_change(
        ctx,
        uid,
        ChangeKind.PAYEE,
        f"method:{after.id}",
        account_id=ctx.account.id,
        method_id=after.id,
        applied=True,
        waits_until=wait.until,
        before=row.ending if row else None,
        after=after.ending,
        former=former,
        mark=encrypted.blind_indexes[-1],
    )
    return after


async def check_duplicate(ctx: Publisher, method: SealedMethod, method_id: int | None) -> None:
    """Raise REQUEST_INVALID if another of the publisher's methods than this one is for the same account."""
    duplicate = await sql.payments.payment_method.find_by_index(
        ctx.db, ctx.publisher_id, method.blind_indexes
    )
    if duplicate is not None and duplicate != method_id:
        text = "`attributes.fields`: you already have this account"
        raise Fault(Code.REQUEST_INVALID, text, field="attributes.fields", rule=Rule.TAKEN)


async def check_room(ctx: Publisher) -> None:
    """Raise REQUEST_INVALID if the publisher already has the maximum number of payment methods."""
    if len(await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)) >= METHODS_MAX:
        raise Fault(Code.REQUEST_INVALID, TOO_MANY)


async def get_method(ctx: Publisher, method_id: int) -> StoredMethod:
    """The publisher's own payment method with this id."""
    method = await sql.payments.payment_method.get(ctx.db, ctx.publisher_id, method_id)
    if method is None:
        raise Fault(Code.NOT_FOUND)
    return method


def decrypt_fields(ctx: Publisher, sealed: str, where: AssociatedData) -> dict[str, str]:
    """The decrypted fields of a payment method, or of a proposed one, from the row in which they are stored."""
    fields: dict[str, str] = json.loads(ctx.resources.encryption.open(sealed, where))
    return fields


def fields_of(ctx: Publisher, row: StoredMethod) -> dict[str, str]:
    """The decrypted fields of a payment method."""
    return decrypt_fields(ctx, row.sealed, associated_data(ctx.publisher_id, row.row_key))


def encrypt_fields(
    ctx: Publisher, layout: Layout, fields: dict[str, str], where: AssociatedData
) -> SealedMethod:
    """Encrypt the fields of a payment method for the row in which they are stored."""
    keys = ctx.resources.encryption
    return SealedMethod(
        row_key=where.row,
        sealed=keys.seal(json.dumps(fields), where),
        blind_indexes=keys.blind_index(layout.account_identity(fields)),
        ending=account_ending(fields),
    )


async def log_change(ctx: Publisher, row: StoredMethod) -> None:
    login = Login(ctx.publisher_id, ctx.account.id)
    await record(ctx, login, method_id=str(row.id), kind=row.kind, payee=row.ending)
