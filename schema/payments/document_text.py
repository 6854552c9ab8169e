"""What a payment's invoice, statement or credit note says."""

from datetime import date
from decimal import Decimal

from schema.core.money import round_money
from schema.payments.billing import Billing
from schema.payments.document import TITLES, Document, DocumentKind, DocumentLine, Fact
from schema.payments.payment import PaymentDetail, StoredPayment
from schema.payments.settlement import SettlementType


def write_document(
    payment: StoredPayment,
    kind: DocumentKind,
    billing: Billing,
    rows: list[PaymentDetail],
    *,
    number: str | None,
    of_number: str | None,
    today: date,
) -> Document:
    """What the document says; a credit note has every amount below zero."""
    sign = -1 if kind is DocumentKind.CREDIT_NOTE else 1
    facts = [Fact("Payment", str(payment.payment_id))]
    if number:
        facts.insert(0, Fact("Number", number))
    if of_number:
        facts.append(Fact("Credits invoice", of_number))
    sums = [("Commission and bonuses", payment.gross), ("Fee", -payment.fee), ("VAT", payment.vat)]
    amounts = [(name, amount) for name, amount in sums if amount or name != "Fee"]
    notes = [billing.vat_note] if billing.self_billing else []
    if kind is DocumentKind.INVOICE:
        notes.append("Self-billing: issued by the recipient of the service for its supplier.")
    return Document(
        kind=kind,
        title=f"{TITLES[kind]} {number or f'of payment {payment.payment_id}'}",
        issued_on=today,
        payer=billing.payer,
        payee=billing.payee,
        currency=payment.currency,
        facts=facts,
        lines=[to_line(row, sign) for row in rows],
        sums=[
            Fact(name, format_amount(sign * round_money(amount, payment.currency)))
            for name, amount in (*amounts, ("Total", payment.net))
        ],
        notes=notes,
    )


def to_line(row: PaymentDetail, sign: int) -> DocumentLine:
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
        amount=sign * row.amount,
    )


def format_amount(amount: Decimal) -> str:
    return f"{amount or abs(amount):f}"  # a credit note of no VAT has none either, not -0.00
