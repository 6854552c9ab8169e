"""Where a publisher's money is sent to."""

from datetime import timedelta
from itertools import groupby

import sql.accounts.publisher
import sql.network.payment
import sql.payments.method
from handlers.flows.payment_method import changed, kept, opened, resealed, sealed
from rpc import Code, Fault, Publisher, Worker, job, procedure, query
from rpc.calls.reauth import require_password
from schema.core.envelope import Listing, Nothing
from schema.payments.payee import Layout, currencies_of, default_currency
from schema.payments.payment import FieldsAsk, MethodDraft, MethodFields, MethodRef, PaymentMethod

WAIT = timedelta(hours=24)
"""How long after a change no money goes to a method, so that its owner has read the mail about it."""
AT_ONCE = 200
"""Rows that are sealed anew in one go."""
DEFAULT = "is the default payment method; make another one the default first"


@query("/payments/methods")
async def methods(ctx: Publisher) -> Listing[PaymentMethod]:
    """The publisher's payment methods, the default one first; of what they hold, only the end."""
    rows = await sql.payments.method.all_of(ctx.db, ctx.publisher_id)
    return Listing([row.to_wire(opened(ctx, row), ctx.now) for row in rows], len(rows))


@query("/payments/method_fields")
async def method_fields(_ctx: Publisher, attributes: FieldsAsk) -> MethodFields:
    """What a payment method of a kind needs, by country, currency and entity, with the rules of each field."""
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
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.CHANGED_MEANWHILE],
    atomic=False,
    hashes=True,
)
async def method_save(ctx: Publisher, attributes: MethodDraft) -> PaymentMethod:
    """Save a payment method: in place of the one whose id is given, else as a new one."""
    ctx.allow("payment.edit")
    layout, method_id = attributes.layout, attributes.id
    for flaw in layout.find_flaws():
        raise flaw.to_fault()
    before = None if method_id is None else await kept(ctx, method_id)
    fields = attributes.merge_fields(opened(ctx, before) if before else {})
    for flaw in layout.find_field_flaws(fields):
        place = f"attributes.{flaw.field}"
        raise Fault(Code.REQUEST_INVALID, f"`{place}`: {flaw.why}", field=place)
    await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = None if method_id is None else await kept(ctx, method_id)
        if row is not None and before is not None and row.updated_at != before.updated_at:
            raise Fault(Code.CHANGED_MEANWHILE)
        made = sealed(ctx, layout, fields, row)
        twin = await sql.payments.method.marked(ctx.db, ctx.publisher_id, made.blind_indexes)
        if twin is not None and twin != method_id:
            text = "`attributes.fields`: you have this account already"
            raise Fault(Code.REQUEST_INVALID, text, field="attributes.fields")
        usable_from = ctx.now + WAIT
        if row is None:
            method_id = await sql.payments.method.add(
                ctx.db, ctx.publisher_id, layout, made, usable_from=usable_from, now=ctx.now
            )
        else:
            await sql.payments.method.replace(
                ctx.db, ctx.publisher_id, row.id, layout, made, usable_from=usable_from, now=ctx.now
            )
        after = await kept(ctx, method_id or 0)
        await changed(ctx, after, "added" if row is None else "changed")
    return after.to_wire(fields, ctx.now)


@procedure("/payments/method_del", raises=[Code.LOGIN_PASSWORD_INVALID], atomic=False, hashes=True)
async def method_del(ctx: Publisher, attributes: MethodRef) -> None:
    """Delete a payment method, and what it holds; not the default one while there are others."""
    ctx.allow("payment.edit")
    await kept(ctx, attributes.id)
    await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = await kept(ctx, attributes.id)
        others = len(await sql.payments.method.all_of(ctx.db, ctx.publisher_id)) > 1
        if row.is_default and others:
            raise Fault(Code.REQUEST_INVALID, field="attributes.id", why=DEFAULT)
        await sql.payments.method.remove(ctx.db, ctx.publisher_id, row.id, ctx.now)
        await changed(ctx, row, "deleted")


@procedure(
    "/payments/method_default", raises=[Code.LOGIN_PASSWORD_INVALID], atomic=False, hashes=True
)
async def method_default(ctx: Publisher, attributes: MethodRef) -> None:
    """Make a payment method the one that money goes to unless another is chosen."""
    ctx.allow("payment.edit")
    await kept(ctx, attributes.id)
    await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        row = await kept(ctx, attributes.id)
        await sql.payments.method.set_default(ctx.db, ctx.publisher_id, row.id)
        await changed(ctx, row, "made the default one")


@job("/payments/reseal", every=timedelta(days=1), atomic=False)
async def reseal(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Seal with the newest key what is still under an older one; stopped anywhere, it goes on there."""
    key_id, after = ctx.resources.encryption.key_id, (0, 0)
    while rows := await sql.network.payment.under_other_keys(
        ctx.db, key_id, after=after, most=AT_ONCE
    ):
        for uid, of_publisher in groupby(rows, key=lambda row: row.publisher_id):
            anew = [new for row in of_publisher if (new := resealed(ctx, row))]
            await sql.payments.method.reseal(ctx.db, uid, anew)
        after = rows[-1].publisher_id, rows[-1].id
