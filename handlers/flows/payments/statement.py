"""A month's statement from the ledger: opening balance, movements, closing balance."""

import sql.payments.statement
from handlers.flows.payments.documents import day_in, get_billing, network_day
from rpc import Publisher
from schema.core.days import first_instant, next_month
from schema.core.errors import Flaw
from schema.core.money import round_money
from schema.payments.document import Document, DocumentKind, DocumentLine, Fact
from schema.payments.document_text import format_amount
from schema.payments.ledger import PostingKind
from schema.payments.settlement import to_month
from sql.payments.statement import Movement

WORDS = {
    PostingKind.SETTLED: "Commission settled",
    PostingKind.BONUS: "Bonus or adjustment",
    PostingKind.PROCESSING: "Payment taken into a batch",
    PostingKind.FAILED: "Payment failed",
    PostingKind.RETURNED: "Payment came back",
}


async def write_statement(ctx: Publisher, period: str) -> Document:
    """Everything that changed what the network owes the publisher in a month of the network's time zone."""
    zone, currency = ctx.resources.settings.network_time_zone, ctx.account.currency
    month = to_month(period)
    if month > network_day(ctx):
        raise Flaw("period", "has not begun yet").to_fault()
    since, until = first_instant(month, zone), first_instant(next_month(month), zone)
    before = await sql.payments.statement.balance_at(ctx.db, ctx.publisher_id, currency, since)
    moved = await sql.payments.statement.find(ctx.db, ctx.publisher_id, currency, since, until)
    billing = await get_billing(ctx, ctx.publisher_id)
    after = before + sum(each.amount for each in moved)
    opening = DocumentLine(
        when=month.isoformat(),
        text="Opening balance",
        reference="",
        amount=round_money(before, currency),
    )
    return Document(
        kind=DocumentKind.STATEMENT,
        title=f"Statement {period}",
        issued_on=network_day(ctx),
        payer=billing.payer,
        payee=billing.payee,
        currency=currency,
        facts=[Fact("Month", period), Fact("Time zone", zone)],
        lines=[opening, *(to_line(each, zone) for each in moved)],
        sums=[Fact("Closing balance", format_amount(round_money(after, currency)))],
        notes=[],
    )


def to_line(movement: Movement, zone: str) -> DocumentLine:
    named = movement.brand_name or movement.note
    text = WORDS[PostingKind(movement.kind)]
    payment, settlement = f"Payment {movement.payment_id}", f"Settlement {movement.settlement_id}"
    return DocumentLine(
        when=day_in(movement.at, zone),
        text=f"{text}: {named}" if named else text,
        reference=payment if movement.payment_id else settlement,
        amount=movement.amount,
    )
