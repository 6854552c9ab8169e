"""Calls about the payment methods that a publisher's money is sent to."""

import json
from uuid import uuid4

import sql.accounts.publisher
import sql.accounts.two_step
import sql.payments.guarded_change
import sql.payments.payment_method
from handlers.flows.accounts.guarded_changes import record_change
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import confirm, lock_credentials, require_reauth
from rpc.jobs.account_mail import notify_team
from schema.core.envelope import Listing
from schema.payments.guarded_change import ChangeKind
from schema.payments.payee import (
    METHOD_NAMES,
    Layout,
    account_ending,
    currencies_of,
    default_currency,
)
from schema.payments.payment_method import (
    METHODS_MAX,
    FieldsAsk,
    MethodDraft,
    MethodFields,
    MethodRef,
    PaymentMethod,
    SealedMethod,
    StoredMethod,
    WrongValue,
    associated_data,
)
from schema.payments.payment_method_wait import wait_of_details
from sql.accounts.account import Login

TOO_MANY = f"You already have {METHODS_MAX} payment methods: delete one first"


@query("/payments/methods", permission="payment.read")
async def methods(ctx: Publisher) -> Listing[PaymentMethod]:
    """List payment methods, the default one first. Only the last characters of each account are shown."""
    rows = await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)
    failures = await sql.payments.payment_method.find_failures(ctx.db, ctx.publisher_id)
    listed = [row.to_wire(decrypt_fields(ctx, row), ctx.now, failures.get(row.id)) for row in rows]
    return Listing(listed, len(listed))


@query("/payments/method_fields", permission=None, narrowed="channels")
async def method_fields(_ctx: Publisher, attributes: FieldsAsk) -> MethodFields:
    """List the fields of a payment method by kind, country, currency and entity, with their rules, and check values."""
    ask = attributes
    currency = ask.currency or default_currency(ask.kind, ask.country)
    layout = Layout(ask.kind, ask.country, currency, ask.entity)
    for flaw in layout.find_flaws():
        raise flaw.to_fault()
    wrong = layout.check_values(ask.values)
    return MethodFields(
        currency,
        currencies_of(ask.kind),
        [field.to_wire() for field in layout.fields()],
        layout.holder_at_bank(ask.holder) if ask.holder else None,
        [WrongValue(flaw.field, flaw.reason, flaw.rule, flaw.limit) for flaw in wrong],
    )


@procedure(
    "/payments/method_save",
    permission="payee.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.CHANGED_MEANWHILE],
    atomic=False,
    hashes=True,
)
async def method_save(ctx: Publisher, attributes: MethodDraft) -> PaymentMethod:
    """Save a payment method: update the one with the given id, or create one."""
    layout, method_id = attributes.layout, attributes.id
    for flaw in layout.find_flaws():
        raise flaw.to_fault()
    before = None if method_id is None else await get_method(ctx, method_id)
    fields = attributes.merge_fields(decrypt_fields(ctx, before) if before else {})
    for flaw in layout.find_field_flaws(fields):
        path = f"attributes.{flaw.field}"
        text = f"`{path}`: {flaw.reason}"
        raise Fault(Code.REQUEST_INVALID, text, field=path, rule=flaw.rule, limit=flaw.limit)
    owner, passkey_since = await confirm(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = None if method_id is None else await get_method(ctx, method_id)
        if row is not None and before is not None and row.updated_at != before.updated_at:
            raise Fault(Code.CHANGED_MEANWHILE)
        encrypted = encrypt_method(ctx, layout, fields, row)
        duplicate = await sql.payments.payment_method.find_by_index(
            ctx.db, ctx.publisher_id, encrypted.blind_indexes
        )
        if duplicate is not None and duplicate != method_id:
            text = "`attributes.fields`: you already have this account"
            raise Fault(Code.REQUEST_INVALID, text, field="attributes.fields", rule=Rule.TAKEN)
        reset_at = await sql.accounts.two_step.find_reset(ctx.db, ctx.publisher_id)
        wait = wait_of_details(ctx.now, passkey_since, reset_at)
        if row is None:
            await check_room(ctx)
            method_id = await sql.payments.payment_method.add(
                ctx.db, ctx.publisher_id, layout, encrypted, wait=wait, now=ctx.now
            )
        former = None
        if row is not None:
            former = await sql.payments.payment_method.snapshot(ctx.db, ctx.publisher_id, row.id)
        if row is not None:
            await sql.payments.payment_method.replace(
                ctx.db, ctx.publisher_id, row.id, layout, encrypted, wait=wait, now=ctx.now
            )
        after = await get_method(ctx, method_id or 0)
        await log_change(ctx, after)
        await record_change(
            ctx,
            ctx.publisher_id,
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
    return after.to_wire(fields, ctx.now)


async def check_room(ctx: Publisher) -> None:
    """Raise REQUEST_INVALID if the publisher already has the maximum number of payment methods."""
    if len(await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)) >= METHODS_MAX:
        raise Fault(Code.REQUEST_INVALID, TOO_MANY)


@procedure(
    "/payments/method_del",
    permission="payee.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def method_del(ctx: Publisher, attributes: MethodRef) -> None:
    """Delete a payment method. The default one can be deleted only if there are no others."""
    await get_method(ctx, attributes.id)
    owner = await require_reauth(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = await get_method(ctx, attributes.id)
        others = len(await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)) > 1
        if row.is_default and others:
            raise Fault(
                Code.REQUEST_INVALID,
                field="attributes.id",
                rule=Rule.IS_DEFAULT,
                limit="payment method",
            )
        await log_change(ctx, row)
        await guard_removal(ctx, row)
        await sql.payments.payment_method.remove(ctx.db, ctx.publisher_id, row.id, ctx.now)


@procedure(
    "/payments/method_default",
    permission="payee.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def method_default(ctx: Publisher, attributes: MethodRef) -> None:
    """Make a payment method the default."""
    await get_method(ctx, attributes.id)
    owner = await require_reauth(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = await get_method(ctx, attributes.id)
        await sql.payments.payment_method.set_default(ctx.db, ctx.publisher_id, row.id)
        await log_change(ctx, row)
        await notify_team(
            ctx,
            ctx.publisher_id,
            "payment_method",
            what="made the default one",
            kind=METHOD_NAMES[row.kind],
            payee=row.ending,
        )


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
    """Encrypt a payment method for storage. `row` is the stored method that it replaces, if any."""
    keys = ctx.resources.encryption
    row_key = row.row_key if row else str(uuid4())
    return SealedMethod(
        row_key=row_key,
        sealed=keys.seal(json.dumps(fields), associated_data(ctx.publisher_id, row_key)),
        blind_indexes=keys.blind_index(layout.account_identity(fields)),
        ending=account_ending(fields),
    )


async def guard_removal(ctx: Publisher, row: StoredMethod) -> None:
    """Let a deleted method be put back for three days. One that was never used, because it was new, is forgotten."""
    uid, object = ctx.publisher_id, f"method:{row.id}"
    waiting = await sql.payments.guarded_change.of_object(ctx.db, uid, object)
    if waiting is not None and waiting.former is None and waiting.waits_until > ctx.now:
        await sql.payments.guarded_change.forget(ctx.db, uid, object)
        return
    await record_change(
        ctx,
        uid,
        ChangeKind.PAYEE_REMOVED,
        object,
        account_id=ctx.account.id,
        method_id=row.id,
        applied=True,
        before=row.ending,
        former=await sql.payments.payment_method.snapshot(ctx.db, uid, row.id),
    )


async def log_change(ctx: Publisher, row: StoredMethod) -> None:
    login = Login(ctx.publisher_id, ctx.account.id)
    await record(ctx, login, method_id=str(row.id), kind=row.kind, payee=row.ending)
