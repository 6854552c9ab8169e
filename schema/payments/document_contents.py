"""Builds a payment's invoice, statement or credit note: its facts (such as the months), lines, sums and notes."""

from datetime import date, datetime
from decimal import Decimal

from schema.core.days import day_of
from schema.core.money import format_money, round_money
from schema.payments.document import TITLES, Document, DocumentKind, DocumentLine, Fact
from schema.payments.invoice_vat import Billing
from schema.payments.payee import METHOD_NAMES, MethodKind
from schema.payments.payment import Payment, PaymentDetail
from schema.payments.settlement import SettlementType


class Zones:
    """The time zones of a document: the publisher's for dates, the network's for the day of issue and months."""

    def __init__(self, publisher: str, network: str) -> None:
        self.publisher = publisher
        self.network = network
        self.fact = Fact(
            "Time zone",
            publisher
            if publisher == network
            else f"{publisher}; date of issue and months in {network}",
        )


def write_document(
    payment: Payment,
    kind: DocumentKind,
    billing: Billing,
    rows: list[PaymentDetail],
    *,
    number: str | None,
    of_number: str | None,
    today: date,
    zones: Zones,
    test: bool = False,
) -> Document:
    """Build a payment's document; in a credit note, every amount is negative. `test`: it is one of a sandbox."""
    sign = -1 if kind is DocumentKind.CREDIT_NOTE else 1
    # VAT comes after what it is due on; the fee does not reduce that.
    sums = [("Commission and bonuses", payment.gross), ("VAT", payment.vat), ("Fee", -payment.fee)]
    amounts = [(name, amount) for name, amount in sums if amount or name != "Fee"]
    notes = [billing.vat_note] if billing.self_billing else []
    if kind is DocumentKind.INVOICE:
        notes.append("Self-billing: issued by the recipient of the service for its supplier.")
    return Document(
        kind=kind,
        title=f"{'Test: ' if test else ''}{TITLES[kind]} {number or f'of payment {payment.payment_id}'}",
        test=test,
        issued_on=today,
        payer=billing.payer,
        payee=billing.payee,
        currency=payment.currency,
        facts=[
            *([Fact("Number", number)] if number else []),
            Fact("Payment", str(payment.payment_id)),
            *([Fact("Credits invoice", of_number)] if of_number else []),
            *facts_of(payment, rows, zones.publisher),
            zones.fact,
        ],
        lines=[to_line(row, sign * round_money(row.amount, row.currency)) for row in rows],
        sums=[
            Fact(name, format_amount(sign * round_money(amount, payment.currency)))
            for name, amount in (*amounts, ("Total", payment.net))
        ],
        notes=notes,
    )


def facts_of(payment: Payment, rows: list[PaymentDetail], zone: str) -> list[Fact]:
    """List when the payment was earned, requested and sent, and to which account."""
    months = sorted({row.period for row in rows})
    ends = dict.fromkeys((*months[:1], *months[-1:]))
    facts = [Fact("Months", " to ".join(map(format_day, ends)))] if months else []
    facts.append(Fact("Requested", format_at(payment.request_date, zone)))
    if payment.sent_date is not None:
        facts.append(Fact("Sent", format_at(payment.sent_date, zone)))
    name = METHOD_NAMES[MethodKind(payment.method)]
    facts.append(Fact("Paid to", f"{name[:1].upper()}{name[1:]} {payment.payee}"))
    if payment.payout_amount is not None and payment.payout_currency != payment.currency:
        paid = format_money(payment.payout_amount, payment.payout_currency)
        facts.append(Fact("Paid out", f"{paid} at a rate of {payment.rate:f}"))
    return facts


def to_line(row: PaymentDetail, amount: Decimal) -> DocumentLine:
    orders = "1 order" if row.orders == 1 else f"{row.orders} orders"
    words = {
        SettlementType.COMMISSION: f"Commission, {row.brand_name}, {orders}",
        SettlementType.BONUS: f"Bonus: {row.note}",
        SettlementType.ADJUSTMENT: f"Adjustment: {row.note}",
    }
    return DocumentLine(
        when=row.period,
        text=words[row.type],
        reference=f"Settlement {row.settlement_id}",
        amount=amount,
    )


def format_amount(amount: Decimal) -> str:
    return f"{amount or abs(amount):f}"  # a credit note without VAT shows 0.00, not -0.00


def format_at(at: datetime, zone: str) -> str:
    return format_day(day_of(at, zone).isoformat())


def format_day(iso: str) -> str:
    """A day or a month as documents show it: 26 Nov 2026, Nov 2026."""
    year, month, *day = iso.split("-")
    named = f"{date(int(year), int(month), 1):%b} {year}"
    return f"{int(day[0])} {named}" if day else named
