"""Calls about payment documents: invoices, statements and credit notes."""

from base64 import b64encode
from datetime import date, timedelta
from decimal import Decimal

import sql.network.payments.unmade_document
import sql.payments.issued_document
import sql.payments.statement
from handlers.flows.network_day import network_day
from handlers.flows.payments.document_issuing import day_in, get_billing
from rpc import Code, Fault, Publisher, Worker, job, query
from rpc.exports.pdf_writer import write_pdf
from rpc.security.fair_queue import FairQueue
from schema.accounts.upload import FILES_PATH
from schema.core.days import day_of, first_instant, next_month
from schema.core.envelope import Nothing
from schema.core.errors import Flaw, Rule
from schema.core.money import format_money, round_money
from schema.payments.document import (
    Document,
    DocumentFormat,
    DocumentKind,
    DocumentLine,
    Fact,
    Invoice,
    InvoiceRequest,
    MakeDocument,
    StatementFile,
    StatementRequest,
)
from schema.payments.document_contents import Zones, format_amount, format_day
from schema.payments.ledger import PostingKind
from schema.payments.settlement import to_month
from sql.payments.statement import BalanceParts, Movement

LATE_MAX = 500
RETRY_AFTER = 2
WRITING = FairQueue(2, max_waiting=2, fair_seconds=5.0, retry_after=RETRY_AFTER)
"""The queue of statements written for calls: each takes a process for a second, and a database connection meanwhile."""
WORDS = {
    PostingKind.SETTLED: "Commission settled",
    PostingKind.BONUS: "Bonus or adjustment",
    PostingKind.PROCESSING: "Payment taken into a batch",
    PostingKind.FAILED: "Payment failed",
    PostingKind.RETURNED: "Payment came back",
}
"""The kinds of ledger postings, in the words of a statement."""
WITHDRAWABLE = "Can be withdrawn"


@query("/payments/invoice", permission="payment.read", agents=None)
async def invoice(ctx: Publisher, attributes: InvoiceRequest) -> Invoice:
    """Get the invoice or statement of a payment that was sent, or the credit note that reverses the invoice."""
    document = await sql.payments.issued_document.get(
        ctx.db, ctx.publisher_id, attributes.payment_id, attributes.kind
    )
    if document is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    name = f"{document.kind.replace('_', '-')}-{document.number or document.payment_id}".replace(
        "/", "-"
    )
    ticket = ctx.resources.signed_urls.make(document.file, f"{name}.pdf", ctx.now)
    return Invoice(
        payment_id=document.payment_id,
        kind=document.kind,
        number=document.number,
        name=name,
        url=f"{FILES_PATH}{document.file}?ticket={ticket}" if document.made_at else None,
        csv=document.document.to_csv(),
    )


@query("/payments/statement", permission="payment.read", heavy=True, agents=None)
async def statement(ctx: Publisher, attributes: StatementRequest) -> StatementFile:
    """Get a month's account statement: the balance, earnings and payments, as PDF or CSV."""
    document = await write_statement(ctx, attributes.period)
    if attributes.format is DocumentFormat.CSV:
        content = document.to_csv()
    else:
        content = b64encode(await write_now(ctx, document)).decode()
    return StatementFile(
        name=f"statement-{attributes.period}.{attributes.format}",
        format=attributes.format,
        content=content,
    )


async def write_statement(ctx: Publisher, period: str) -> Document:
    """Build the statement of a month, by the network's time zone: all changes of the publisher's balance."""
    zone, currency = ctx.resources.settings.network_time_zone, ctx.account.currency
    month = to_month(period)
    if month > network_day(ctx):
        raise Flaw("period", Rule.IN_THE_FUTURE, "has not begun yet").to_fault()
    since, until = first_instant(month, zone), first_instant(next_month(month), zone)
    before = await sql.payments.statement.balance_at(ctx.db, ctx.publisher_id, currency, since)
    zones = Zones(ctx.account.time_zone, zone)
    moved = await sql.payments.statement.find(ctx.db, ctx.publisher_id, currency, since, until)
    parts = await sql.payments.statement.split_balance_at(ctx.db, ctx.publisher_id, currency, until)
    billing = await get_billing(ctx, ctx.publisher_id)
    balance = round_money(before, currency)
    opening = DocumentLine(
        when=month.isoformat(), text="Opening balance", reference="", amount=None, balance=balance
    )
    lines = [opening]
    for each in moved:
        amount = round_money(each.amount, currency)
        balance += amount
        lines.append(to_line(each, zones, amount, balance))
    return Document(
        kind=DocumentKind.STATEMENT,
        title=f"{'Test: ' if ctx.account.sandbox else ''}Statement {month:%B %Y}",
        test=ctx.account.sandbox,
        issued_on=network_day(ctx),
        payer=billing.payer,
        payee=billing.payee,
        currency=currency,
        facts=[Fact("Month", format_month(period, network_day(ctx))), zones.fact],
        lines=lines,
        sums=[Fact("Closing balance", format_amount(balance))],
        notes=notes_on_balance(parts, currency),
        parts=stages_of(balance, parts, currency),
    )


def format_month(period: str, today: date) -> str:
    """Format a month as `Nov 2026`, adding the last day included if the month is not over."""
    if to_month(period) != today.replace(day=1):
        return format_day(period)
    return f"{format_day(period)}, up to {format_day(today.isoformat())}"


def stages_of(balance: Decimal, parts: BalanceParts, currency: str) -> list[Fact]:
    """A balance by stage, named as on the page Payments."""
    stages = {
        "Approved, waits for brands": parts.waiting,
        WITHDRAWABLE: balance - parts.waiting - parts.requested - parts.failed,
        "On the way, requested": parts.requested,
        "Needs you, a payment failed": parts.failed,
    }
    return [
        Fact(name, format_amount(round_money(amount, currency)))
        for name, amount in stages.items()
        if amount or name == WITHDRAWABLE
    ]


def notes_on_balance(parts: BalanceParts, currency: str) -> list[str]:
    """Notes in a statement on amounts that the page Payments shows in addition to the balance."""
    if not parts.leaving:
        return []
    leaving = format_money(parts.leaving, currency)
    return [
        f"Taken off this balance and not arrived yet: {leaving}, in payments that are in a batch or were sent. The page"
        " Payments counts it in On the way."
    ]


def to_line(movement: Movement, zones: Zones, amount: Decimal, balance: Decimal) -> DocumentLine:
    named = movement.brand_name or movement.note
    text = WORDS[PostingKind(movement.kind)]
    payment, settlement = f"Payment {movement.payment_id}", f"Settlement {movement.settlement_id}"
    return DocumentLine(
        when=day_in(movement.at, zones.network),
        day=day_of(movement.at, zones.publisher),
        text=f"{text}: {named}" if named else text,
        reference=payment if movement.payment_id else settlement,
        amount=amount,
        balance=balance,
    )


async def write_now(ctx: Publisher, document: Document) -> bytes:
    """Write a statement as PDF.

    Raises TOO_MANY_REQUESTS while the publisher's last one is written, UNAVAILABLE if the queue is full.
    """
    try:
        async with WRITING.slot(ctx.publisher_id):
            return await write_pdf(document)
    except TimeoutError:
        raise Fault(Code.UNAVAILABLE, wait=RETRY_AFTER) from None


@job("/payments/make_late_documents", every=timedelta(minutes=1), atomic=False)
async def make_late_documents(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Queue the files of documents that have waited for more than a minute."""
    before = ctx.now - timedelta(minutes=1)
    for making in await sql.network.payments.unmade_document.find_unmade(ctx.db, before, LATE_MAX):
        key = f"document:{making.payment_id}:{making.kind}"
        await make_document.later(ctx.db, making, key=key)


@job("/payments/make_document", attempts=10, atomic=False)
async def make_document(ctx: Worker, attributes: MakeDocument) -> None:
    """Write the PDF of an issued document. Writing it again gives the same bytes."""
    making = attributes
    document = await sql.payments.issued_document.get(
        ctx.db, making.publisher_id, making.payment_id, making.kind
    )
    if document is None or document.made_at is not None:
        return
    body = await write_pdf(document.document)
    await ctx.resources.storage.put(document.file, body)
    await sql.payments.issued_document.set_made(
        ctx.db, making.publisher_id, making.payment_id, making.kind, ctx.now
    )
