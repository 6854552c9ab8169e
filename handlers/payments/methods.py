"""Calls about the payment methods that a publisher's money is sent to."""

import sql.accounts.publisher
import sql.payments.guarded_change
import sql.payments.payment_method
from handlers.flows.accounts.guarded_changes import record_change
from handlers.payments.method_details import (
    complete_fields,
    fields_of,
    get_method,
    log_change,
    store_method,
)
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.reauth import confirm, lock_credentials, require_reauth
from rpc.jobs.account_mail import notify_team
from schema.core.envelope import Listing
from schema.payments.guarded_change import ChangeKind
from schema.payments.payee import (
    METHOD_NAMES,
    Layout,
    currencies_of,
    default_currency,
)
from schema.payments.payment_method import (
    FieldsAsk,
    MethodDraft,
    MethodFields,
    MethodRef,
    PaymentMethod,
    StoredMethod,
    WrongValue,
)


@query("/payments/methods", permission="payment.read")
async def methods(ctx: Publisher) -> Listing[PaymentMethod]:
    """List payment methods, the default one first. Only the last characters of each account are shown."""
    rows = await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)
    failures = await sql.payments.payment_method.find_failures(ctx.db, ctx.publisher_id)
    listed = [row.to_wire(fields_of(ctx, row), ctx.now, failures.get(row.id)) for row in rows]
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
    method_id = attributes.id
    before = None if method_id is None else await get_method(ctx, method_id)
    fields = complete_fields(ctx, attributes, before)
    owner, passkey_since = await confirm(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = None if method_id is None else await get_method(ctx, method_id)
        if row is not None and before is not None and row.updated_at != before.updated_at:
            raise Fault(Code.CHANGED_MEANWHILE)
        after = await store_method(ctx, attributes.layout, fields, row, passkey_since)
    return after.to_wire(fields, ctx.now)


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
