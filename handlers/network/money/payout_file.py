"""Numbered files for the bank. No payment is in two of them unless it failed in between."""

import json
from decimal import Decimal
from uuid import uuid4

import msgspec

import sql.network.payment
import sql.network.payments.legal_entity
import sql.network.payments.payout_file
import sql.network.staff
from handlers.flows.network_day import network_day
from handlers.flows.payments.payment_transitions import lock
from handlers.network.money.restore_hold import check_released
from handlers.network.publisher_names import name_publishers
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import CursorPage, Page
from schema.network.payout import (
    EXCLUDED_PAYMENTS_NAMED,
    FileFormat,
    PaymentRefusal,
    PayoutFile,
    PayoutFileFilter,
    PayoutFileInfo,
    PayoutFileRequest,
)
from schema.payments.payment import PaymentState, PayoutChannel
from schema.payments.payment_method import associated_data
from schema.payments.payout_file import Debtor, Payee, write_csv, write_pain
from schema.payments.sepa_text import is_name
from sql.accounts.account import Login
from sql.network.payment import BatchPayment
from sql.network.payments.payout_file import NewFile, PaymentAttempt


@procedure(
    "/network/payout_file",
    permission="payment.send",
    raises=[Code.NOTHING_TO_PAY, Code.STATE_FORBIDS],
    secret=True,
)
async def payout_file(ctx: Operator, attributes: PayoutFileRequest) -> PayoutFile:
    """Create a bank file of a batch, with the payees' accounts in full, or get an earlier one by its `file_id`.

    A payment that is in another file, of any format, is left out unless it has failed since.
    """
    await check_released(ctx)
    if attributes.file_id is None:
        file = await make(ctx, attributes)
    else:
        file = await repeat(ctx, attributes, attributes.file_id)
    await record(
        ctx,
        Login(0, ctx.account.id),
        batch_id=str(attributes.batch_id),
        format=attributes.format,
        payments=str(file.payments),
        file_id=str(file.file_id),
        repeat=str(file.repeat).lower(),
    )
    return file


@query("/network/payout_files", permission="payment.send", heavy=True)
async def payout_files(
    ctx: Operator, filter: PayoutFileFilter, page: Page
) -> CursorPage[PayoutFileInfo]:
    """List the files created for the bank, newest first, with who created them and who downloaded them again."""
    found = await sql.network.payments.payout_file.page(ctx.db, filter, page)
    ids = {each for row in found.rows for each in (row.maker_id, row.repeater_id) if each}
    names = await sql.network.staff.get_names(ctx.db, ids)
    rows = [
        msgspec.structs.replace(
            row, made_by=names.get(row.maker_id or 0), repeated_by=names.get(row.repeater_id or 0)
        )
        for row in found.rows
    ]
    return CursorPage(rows, found.total, found.next)


async def make(ctx: Operator, request: PayoutFileRequest) -> PayoutFile:
    """Create a file of the payments that are being processed and are in no other file.

    The payments stay locked meanwhile: otherwise one that fails while its file is created could be in two files.
    """
    payments = await lock_batch(ctx, request.batch_id)
    file_ids = await sql.network.payments.payout_file.find_files(ctx.db, request.batch_id)
    payees, claims, excluded = list[Payee](), list[PaymentAttempt](), list[PaymentRefusal]()
    for payment in payments:
        payee = open_payee(ctx, payment)
        if why := exclusion_reason(payment, payee, file_ids, request.format):
            excluded.append(exclusion(payment, why))
        elif payee is not None:
            payees.append(payee)
            claims.append(PaymentAttempt(payment.publisher_id, payment.payment_id, payment.attempt))
    if not payees:
        raise Fault(Code.NOTHING_TO_PAY, name_excluded(excluded), field="attributes.batch_id")
    file_id = await sql.network.payments.payout_file.next_id(ctx.db)
    message_id = f"PAYOUT-{file_id}"
    name = f"payments-{request.batch_id}-{file_id}"
    if request.format is FileFormat.CSV:
        name, content = f"{name}.csv", write_csv(payees)
    else:
        debtor = await find_debtor(ctx, request.entity_id)
        content = write_pain(message_id, debtor, payees, ctx.now, network_day(ctx))
        name = f"{name}.xml"
    total: dict[str, Decimal] = {}
    for payee in payees:
        total[payee.currency] = total.get(payee.currency, Decimal(0)) + payee.amount
    if await sql.network.payments.payout_file.claim(ctx.db, file_id, claims) < len(claims):
        raise Fault(
            Code.STATE_FORBIDS, "Another file took some of these payments. Load the list again"
        )
    row_key = str(uuid4())
    where = sql.network.payments.payout_file.associated_data(row_key)
    file = NewFile(
        file_id=file_id,
        batch_id=request.batch_id,
        format=request.format,
        message_id=message_id,
        name=name,
        payments=len(payees),
        total=total,
        row_key=row_key,
        sealed=ctx.resources.encryption.seal(content, where),
        made_by=ctx.account.id,
    )
    await sql.network.payments.payout_file.add(ctx.db, file, ctx.now)
    return PayoutFile(
        name=name,
        content=content,
        payments=len(payees),
        total=total,
        rows=await name_publishers(ctx.db, excluded),
        file_id=file_id,
        made_at=ctx.now,
        repeat=False,
    )


async def repeat(ctx: Operator, request: PayoutFileRequest, file_id: int) -> PayoutFile:
    """Return an earlier bank file again, with the same bytes and number. Raises STATE_FORBIDS if it is deleted."""
    file = await sql.network.payments.payout_file.get(ctx.db, file_id)
    if file is None or (file.batch_id, file.format) != (request.batch_id, request.format):
        raise Fault(Code.NOT_FOUND, field="attributes.file_id")
    if file.sealed is None:
        why = (
            f"The content of file {file_id} is no longer kept. Payments of it that the bank never got are set to "
            "failed and tried again"
        )
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.file_id")
    where = sql.network.payments.payout_file.associated_data(file.row_key)
    content = ctx.resources.encryption.open(file.sealed, where)
    await sql.network.payments.payout_file.repeat(ctx.db, file_id, ctx.account.id, ctx.now)
    return PayoutFile(
        name=file.name,
        content=content,
        payments=file.payments,
        total=file.total,
        rows=[],
        file_id=file_id,
        made_at=file.made_at,
        repeat=True,
    )


async def lock_batch(ctx: Operator, batch_id: int) -> list[BatchPayment]:
    """Lock the payments of a batch until the transaction ends, and return them."""
    known = await sql.network.payment.batch(ctx.db, batch_id)
    if not known:
        raise Fault(Code.NOT_FOUND, field="attributes.batch_id")
    # Always in the same order, so that two processes that lock several publishers cannot deadlock.
    for payment in sorted(known, key=lambda each: (each.publisher_id, each.payment_id)):
        await lock(ctx, payment.publisher_id, payment.payment_id)
    return await sql.network.payment.batch(ctx.db, batch_id)


def exclusion_reason(
    payment: BatchPayment, payee: Payee | None, file_ids: dict[int, int], format: FileFormat
) -> str:
    """Why a payment of the batch is left out of the file; empty if it is included."""
    if payment.state is not PaymentState.PROCESSING:
        return f"The payment is {payment.state}"
    if payment.channel is PayoutChannel.PROVIDER:
        return "It leaves by the payout provider"
    if file_id := file_ids.get(payment.payment_id):
        return f"It is in file {file_id}"
    if payee is None:
        return "The payment method has changed since: set the payment to failed"
    if format is FileFormat.PAIN and not payee.is_sepa:
        return "Not in EUR to an IBAN: it is in the CSV file"
    if format is FileFormat.PAIN and not payee.has_name:
        return "Banks cannot write the holder's name: it is in the CSV file"
    return ""


def exclusion(payment: BatchPayment, why: str) -> PaymentRefusal:
    code = Code.STATE_FORBIDS.number
    return PaymentRefusal(
        uid=payment.publisher_id,
        publisher=None,
        payment_id=payment.payment_id,
        code=code,
        reason=why,
    )


def name_excluded(excluded: list[PaymentRefusal]) -> str:
    """Describe why a file would be empty: the first payments with their reasons, and how many more there are."""
    first = [
        f"Payment {row.payment_id}: {row.reason}" for row in excluded[:EXCLUDED_PAYMENTS_NAMED]
    ]
    more = len(excluded) - len(first)
    return "The file would be empty. " + "; ".join([*first, *([f"{more} more"] if more else [])])


def open_payee(ctx: Operator, payment: BatchPayment) -> Payee | None:
    """Decrypt the payee of a payment; None if the payment method has changed since the batch took the payment."""
    if not payment.sealed or not payment.row_key:
        return None
    where = associated_data(payment.publisher_id, payment.row_key)
    fields: dict[str, str] = json.loads(ctx.resources.encryption.open(payment.sealed, where))
    return Payee(
        payment.payment_id,
        payment.publisher_id,
        payment.method,
        payment.country or "",
        payment.payout_currency,
        payment.payout_amount,
        fields,
    )


async def find_debtor(ctx: Operator, entity_id: int | None) -> Debtor:
    """The paying company, as the bank file names it. Raises STATE_FORBIDS if none is saved or its name is unusable."""
    entity = await sql.network.payments.legal_entity.get(ctx.db, entity_id)
    if entity is None:
        if entity_id is not None:
            raise Fault(Code.NOT_FOUND, field="attributes.entity_id")
        raise Fault(Code.STATE_FORBIDS, "Save the company that pays first: /network/entity_save")
    if not is_name(entity.name):
        raise Fault(Code.STATE_FORBIDS, "Banks cannot write the name of the company that pays")
    return Debtor(entity.name, entity.country, entity.iban, entity.bic)
