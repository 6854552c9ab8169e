"""Calls about the payment methods that a publisher's money is sent to."""

from datetime import timedelta
from itertools import groupby

import sql.accounts.publisher
import sql.network.payment
import sql.payments.payment_method
from handlers.flows.payment_method import (
    decrypt_fields,
    encrypt_method,
    get_method,
    record_change,
    reencrypt_row,
)
from rpc import Code, Fault, Publisher, Worker, job, procedure, query
from rpc.calls.reauth import lock_credentials, require_password
from schema.core.envelope import Listing, Nothing
from schema.payments.payee import Layout, currencies_of, default_currency
from schema.payments.payment_method import (
    FieldsAsk,
    MethodDraft,
    MethodFields,
    MethodRef,
    PaymentMethod,
)

CHANGE_DELAY = timedelta(hours=24)
"""How long a changed method receives no money, so that its owner can read the mail about it."""
REENCRYPT_BATCH = 200
"""Rows re-encrypted at once."""
METHODS_MAX = 50
TOO_MANY = f"You already have {METHODS_MAX} payment methods: delete one first"
IS_DEFAULT = "is the default payment method; make another one the default first"


@query("/payments/methods", permission="payment.read")
async def methods(ctx: Publisher) -> Listing[PaymentMethod]:
    """List payment methods, the default one first. Only the last characters of each account are shown."""
    rows = await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)
    return Listing([row.to_wire(decrypt_fields(ctx, row), ctx.now) for row in rows], len(rows))


@query("/payments/method_fields")
async def method_fields(_ctx: Publisher, attributes: FieldsAsk) -> MethodFields:
    """List the fields of a payment method by kind, country, currency and entity, with their rules."""
    ask = attributes
    currency = ask.currency or default_currency(ask.kind, ask.country)
    layout = Layout(ask.kind, ask.country, currency, ask.entity)
    for flaw in layout.find_flaws():
        raise flaw.to_fault()
    return MethodFields(
        currency, currencies_of(ask.kind), [field.to_wire() for field in layout.fields()]
    )


@procedure(
    "/payments/method_save",
    permission="payment.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.CHANGED_MEANWHILE],
    atomic=False,
    hashes=True,
)
async def method_save(ctx: Publisher, attributes: MethodDraft) -> PaymentMethod:
    """Save a payment method: update the one whose id is given, or create one."""
    layout, method_id = attributes.layout, attributes.id
    for flaw in layout.find_flaws():
        raise flaw.to_fault()
    before = None if method_id is None else await get_method(ctx, method_id)
    fields = attributes.merge_fields(decrypt_fields(ctx, before) if before else {})
    for flaw in layout.find_field_flaws(fields):
        path = f"attributes.{flaw.field}"
        raise Fault(Code.REQUEST_INVALID, f"`{path}`: {flaw.why}", field=path)
    owner = await require_password(ctx, attributes.password)
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
            raise Fault(Code.REQUEST_INVALID, text, field="attributes.fields")
        usable_from = ctx.now + CHANGE_DELAY
        if row is None:
            await check_room(ctx)
            method_id = await sql.payments.payment_method.add(
                ctx.db, ctx.publisher_id, layout, encrypted, usable_from=usable_from, now=ctx.now
            )
        else:
            await sql.payments.payment_method.replace(
                ctx.db,
                ctx.publisher_id,
                row.id,
                layout,
                encrypted,
                usable_from=usable_from,
                now=ctx.now,
            )
        after = await get_method(ctx, method_id or 0)
        await record_change(ctx, after, "added" if row is None else "changed")
    return after.to_wire(fields, ctx.now)


async def check_room(ctx: Publisher) -> None:
    """Raise REQUEST_INVALID if the publisher has as many payment methods as there can be."""
    if len(await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)) >= METHODS_MAX:
        raise Fault(Code.REQUEST_INVALID, TOO_MANY)


@procedure(
    "/payments/method_del",
    permission="payment.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def method_del(ctx: Publisher, attributes: MethodRef) -> None:
    """Delete a payment method. The default one can be deleted only if there are no others."""
    await get_method(ctx, attributes.id)
    owner = await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = await get_method(ctx, attributes.id)
        others = len(await sql.payments.payment_method.all_of(ctx.db, ctx.publisher_id)) > 1
        if row.is_default and others:
            raise Fault(Code.REQUEST_INVALID, field="attributes.id", why=IS_DEFAULT)
        await sql.payments.payment_method.remove(ctx.db, ctx.publisher_id, row.id, ctx.now)
        await record_change(ctx, row, "deleted")


@procedure(
    "/payments/method_default",
    permission="payment.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def method_default(ctx: Publisher, attributes: MethodRef) -> None:
    """Make a payment method the default."""
    await get_method(ctx, attributes.id)
    owner = await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = await get_method(ctx, attributes.id)
        await sql.payments.payment_method.set_default(ctx.db, ctx.publisher_id, row.id)
        await record_change(ctx, row, "made the default one")


@job("/payments/reencrypt", every=timedelta(days=1), atomic=False)
async def reencrypt(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Re-encrypt with the newest key whatever an older key encrypted. Safe to interrupt."""
    key_id, after = ctx.resources.encryption.key_id, (0, 0)
    while rows := await sql.network.payment.find_outdated(
        ctx.db, key_id, after=after, most=REENCRYPT_BATCH
    ):
        for uid, of_publisher in groupby(rows, key=lambda row: row.publisher_id):
            rows_of_publisher = [new for row in of_publisher if (new := reencrypt_row(ctx, row))]
            await sql.payments.payment_method.reencrypt(ctx.db, uid, rows_of_publisher)
        after = rows[-1].publisher_id, rows[-1].id
