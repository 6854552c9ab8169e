"""A publisher's money: what is due, and the payment methods it is sent to."""

from datetime import timedelta
from itertools import groupby

import sql.accounts.publisher
import sql.network.payment
import sql.payments.detail
import sql.payments.method
import sql.payments.payment
import sql.payments.schedule
import sql.payments.settlement
from handlers.flows.filters import check_days
from handlers.flows.payment_method import (
    decrypt_fields,
    encrypt_method,
    get_method,
    record_change,
    reencrypt_row,
)
from handlers.flows.payments import advance
from handlers.flows.payments.forecast import get_balance
from handlers.flows.payments.request import Wish
from handlers.flows.payments.request import request as _request
from rpc import Code, Fault, Publisher, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, require_password
from schema.core.envelope import Listing, Nothing, Page
from schema.payments.payee import Layout, currencies_of, default_currency
from schema.payments.payment import FieldsAsk, MethodDraft, MethodFields, MethodRef, PaymentMethod
from schema.payments.payout import (
    DetailFilter,
    Payment,
    PaymentDetails,
    PaymentFilter,
    PaymentRef,
    PaymentRequest,
    PaymentState,
)
from schema.payments.settlement import PaymentBalance, Schedule, Settlement, SettlementFilter
from sql.accounts.account import Login

CHANGE_DELAY = timedelta(hours=24)
"""How long a changed method receives no money, so that its owner can read the mail about it."""
REENCRYPT_BATCH = 200
"""Rows re-encrypted in one go."""
IS_DEFAULT = "is the default payment method; make another one the default first"


@query("/payments/balance", permission="payment.read")
async def balance(ctx: Publisher) -> PaymentBalance:
    """Get commission and bonuses by stage, and what the next payment is expected to be."""
    return await get_balance(ctx)


@query("/payments/settlements", permission="payment.read")
async def settlements(ctx: Publisher, filter: SettlementFilter, page: Page) -> Listing[Settlement]:
    """List settlements: approved commission by brand and month, and bonuses."""
    return Listing(*await sql.payments.settlement.page(ctx.db, ctx.publisher_id, filter, page))


@procedure(
    "/payments/request",
    permission="payment.edit",
    raises=[
        Code.BELOW_MINIMUM,
        Code.METHOD_NOT_USABLE,
        Code.NOTHING_TO_PAY,
        Code.STATE_FORBIDS,
    ],
)
async def request(ctx: Publisher, attributes: PaymentRequest) -> Payment:
    """Request a payment of what can be withdrawn."""
    wish = Wish(attributes.settlement_ids, attributes.method_id)
    payment_id = await _request(ctx, ctx.publisher_id, ctx.account.currency, wish)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), payment_id=str(payment_id))
    return await find_payment(ctx, payment_id)


@procedure("/payments/cancel", permission="payment.edit", raises=[Code.STATE_FORBIDS])
async def cancel(ctx: Publisher, attributes: PaymentRef) -> Payment:
    """Cancel a payment that has not been processed, or that failed; its settlements can be withdrawn again."""
    kept = await advance.lock(ctx, ctx.publisher_id, attributes.payment_id)
    if kept.state is not PaymentState.CANCELLED:
        advance.check_change(kept, PaymentState.CANCELLED)
        await advance.end(ctx, kept, PaymentState.CANCELLED, None)
        login = Login(ctx.publisher_id, ctx.account.id)
        await record(ctx, login, payment_id=str(kept.payment_id))
    return await find_payment(ctx, kept.payment_id)


@query("/payments/summary", permission="payment.read", raises=[Code.DATES_REVERSED])
async def summary(ctx: Publisher, filter: PaymentFilter, page: Page) -> Listing[Payment]:
    """List payments, the latest request first."""
    check_days(filter.start_date, filter.end_date)
    return Listing(*await sql.payments.payment.page(ctx.db, ctx.publisher_id, filter, page))


@query("/payments/details", permission="payment.read", raises=[Code.DATES_REVERSED])
async def details(ctx: Publisher, filter: DetailFilter, page: Page) -> PaymentDetails:
    """List the settlements of payments, with the proof that orders, settlements and payments add up."""
    check_days(filter.start_date, filter.end_date)
    rows, total = await sql.payments.detail.page(ctx.db, ctx.publisher_id, filter, page)
    shown = sorted({row.payment_id for row in rows})
    proof = await sql.payments.detail.prove(ctx.db, ctx.publisher_id, shown)
    return PaymentDetails(rows=rows, total=total, proof=proof)


@procedure("/payments/schedule", permission="payment.edit")
async def schedule(ctx: Publisher, attributes: Schedule) -> None:
    """Set the day of the month on which to be paid, and the least amount to be paid."""
    for flaw in attributes.find_flaws(ctx.account.currency):
        raise flaw.to_fault()
    await sql.payments.schedule.put(ctx.db, ctx.publisher_id, attributes, ctx.now)


@query("/payments/methods", permission="payment.read")
async def methods(ctx: Publisher) -> Listing[PaymentMethod]:
    """List payment methods, the default one first. Of each account only the ending is shown."""
    rows = await sql.payments.method.all_of(ctx.db, ctx.publisher_id)
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
        place = f"attributes.{flaw.field}"
        raise Fault(Code.REQUEST_INVALID, f"`{place}`: {flaw.why}", field=place)
    owner = await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = None if method_id is None else await get_method(ctx, method_id)
        if row is not None and before is not None and row.updated_at != before.updated_at:
            raise Fault(Code.CHANGED_MEANWHILE)
        encrypted = encrypt_method(ctx, layout, fields, row)
        duplicate = await sql.payments.method.find_by_index(
            ctx.db, ctx.publisher_id, encrypted.blind_indexes
        )
        if duplicate is not None and duplicate != method_id:
            text = "`attributes.fields`: you already have this account"
            raise Fault(Code.REQUEST_INVALID, text, field="attributes.fields")
        usable_from = ctx.now + CHANGE_DELAY
        if row is None:
            method_id = await sql.payments.method.add(
                ctx.db, ctx.publisher_id, layout, encrypted, usable_from=usable_from, now=ctx.now
            )
        else:
            await sql.payments.method.replace(
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
        others = len(await sql.payments.method.all_of(ctx.db, ctx.publisher_id)) > 1
        if row.is_default and others:
            raise Fault(Code.REQUEST_INVALID, field="attributes.id", why=IS_DEFAULT)
        await sql.payments.method.remove(ctx.db, ctx.publisher_id, row.id, ctx.now)
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
        await sql.payments.method.set_default(ctx.db, ctx.publisher_id, row.id)
        await record_change(ctx, row, "made the default one")


async def find_payment(ctx: Publisher, payment_id: int) -> Payment:
    """The publisher's own payment with this number."""
    found = await sql.payments.payment.get(ctx.db, ctx.publisher_id, payment_id)
    if found is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    return found


@job("/payments/reencrypt", every=timedelta(days=1), atomic=False)
async def reencrypt(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Re-encrypt with the newest key whatever an older key encrypted. Safe to interrupt."""
    key_id, after = ctx.resources.encryption.key_id, (0, 0)
    while rows := await sql.network.payment.find_outdated(
        ctx.db, key_id, after=after, most=REENCRYPT_BATCH
    ):
        for uid, of_publisher in groupby(rows, key=lambda row: row.publisher_id):
            rows_of_publisher = [new for row in of_publisher if (new := reencrypt_row(ctx, row))]
            await sql.payments.method.reencrypt(ctx.db, uid, rows_of_publisher)
        after = rows[-1].publisher_id, rows[-1].id
