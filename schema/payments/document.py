"""Invoices, statements and credit notes: what they say, as PDF and as CSV."""

import csv
import io
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.csv_injection import escape_formulas
from schema.core.scalar import Id
from schema.payments.invoice_vat import Party
from schema.payments.settlement import Period

DOCUMENT_LINES_MAX = 100_000
"""How many lines a payment's invoice, statement or credit note can have."""


class DocumentKind(StrEnum):
    """`invoice`: self-billed, by the network for the publisher; `credit_note`: cancels an invoice."""

    INVOICE = "invoice"
    STATEMENT = "statement"
    CREDIT_NOTE = "credit_note"


TITLES = {
    DocumentKind.INVOICE: "Self-billed invoice",
    DocumentKind.STATEMENT: "Statement",
    DocumentKind.CREDIT_NOTE: "Credit note",
}


class DocumentFormat(StrEnum):
    PDF = "pdf"
    CSV = "csv"


class DocumentLine(Struct, frozen=True, kw_only=True):
    """One amount, its date or month, and what it is for.

    In an account statement, `balance` is what was owed after the line; a line that only says this has no amount. `when`
    is the network's day or month; `day` is the publisher's day if it was an instant.
    """

    when: str
    text: str
    reference: str
    amount: Decimal | None
    balance: Decimal | None = None
    day: date | None = None


class Fact(Struct, frozen=True):
    name: str
    value: str


class Document(Struct, frozen=True, kw_only=True):
    """The complete content of a document, as it was when it was issued."""

    kind: DocumentKind
    title: str
    issued_on: date
    payer: Party | None
    payee: Party
    currency: str
    facts: list[Fact]
    lines: list[DocumentLine]
    sums: list[Fact]
    notes: list[str]
    parts: list[Fact] = []
    """The amounts that add up to the last of the sums."""
    test: bool = False
    """Whether it is a document of a sandbox, which says so."""

    def to_csv(self) -> str:
        """The document as CSV: a line for each amount, then `parts` and the sums; spreadsheets open it as it is.

        Amounts add up to the change; the balances before and after are in a column of their own.
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(("when", "text", "reference", "amount", "currency", "balance"))
        for line in self.lines:
            texts = map(escape_formulas, (line.when, line.text, line.reference))
            writer.writerow((*texts, plain(line.amount), self.currency, plain(line.balance)))
        is_account = any(line.balance is not None for line in self.lines)
        for total in [*self.parts, *self.sums]:
            figures = ("", self.currency, total.value)
            writer.writerow(
                ("", total.name, "", *(figures if is_account else (total.value, self.currency, "")))
            )
        return "\ufeff" + out.getvalue()


def plain(amount: Decimal | None) -> str:
    return "" if amount is None else f"{amount:f}"


class MakeDocument(Struct, frozen=True):
    """The payload of the job that writes a document's file."""

    publisher_id: int
    payment_id: int
    kind: DocumentKind


class InvoiceRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without a `kind`, the payment's invoice, or else its statement; a credit note must be requested by `kind`."""

    payment_id: Id
    kind: DocumentKind | None = None


class Invoice(Struct, frozen=True, kw_only=True):
    """`url` opens the PDF for ten minutes; it is null until the file has been written. `csv` is the document as CSV."""

    payment_id: int
    kind: DocumentKind
    number: str | None
    name: str
    url: str | None
    csv: str


class StatementRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    period: Period
    format: DocumentFormat = DocumentFormat.PDF


class StatementFile(Struct, frozen=True, kw_only=True):
    """`content` is the text of a CSV file, or a PDF file in base64."""

    name: str
    format: DocumentFormat
    content: Annotated[str, Meta(description="Text, or base64 of a PDF")]
