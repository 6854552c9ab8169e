"""The data of a document's print template, with every text and figure as it is printed."""

from decimal import Decimal

from msgspec import Struct

from schema.core.region import find_region
from schema.payments.document import Document, DocumentLine, Fact
from schema.payments.document_contents import format_day
from schema.payments.invoice_vat import Party

NETWORK = "Publisher portal"
"""The network's name until it has named a company."""
MINUS = "\u2212"


class PrintedParty(Struct, frozen=True, kw_only=True):
    """`lines` include the country's name; `code` chooses between the letter forms of Chinese, Japanese and Korean."""

    name: str
    lines: list[str]
    code: str


class PrintedLine(Struct, frozen=True, kw_only=True):
    when: str
    text: str
    reference: str
    amount: str
    balance: str


class Printed(Struct, frozen=True, kw_only=True):
    """`mark` is the initials of the issuer, which has no other logo.

    The last of the sums stands out; `parts` add up to it.
    """

    mark: str
    test: bool
    issuer: str
    title: str
    payee: PrintedParty
    payer: PrintedParty
    currency: str
    facts: list[Fact]
    sums: list[Fact]
    parts: list[Fact]
    is_account: bool
    lines: list[PrintedLine]
    notes: list[str]


def to_print(document: Document) -> Printed:
    issuer = document.payer.name if document.payer else NETWORK
    return Printed(
        mark="".join(word[0] for word in issuer.split()[:2]).upper(),
        test=document.test,
        issuer=issuer,
        title=document.title,
        payee=to_party(document.payee),
        payer=to_party(document.payer)
        if document.payer
        else PrintedParty(name="The network", lines=[], code=""),
        currency=document.currency,
        facts=[Fact("Date of issue", format_day(document.issued_on.isoformat())), *document.facts],
        sums=[
            Fact(each.name, figure(Decimal(each.value)))
            for each in [*account(document), *document.sums]
        ],
        parts=[Fact(each.name, figure(Decimal(each.value))) for each in document.parts],
        is_account=is_account(document),
        lines=[to_line(line) for line in document.lines],
        notes=document.notes,
    )


def to_party(party: Party) -> PrintedParty:
    region = find_region(party.country)
    numbers = {"Tax number": party.tax_id, "VAT number": party.vat_id}
    return PrintedParty(
        name=party.name,
        lines=[
            *party.address,
            *([region.name if region else party.country] if party.country else []),
            *(f"{name}: {number}" for name, number in numbers.items() if number),
        ],
        code=party.country,
    )


def to_line(line: DocumentLine) -> PrintedLine:
    return PrintedLine(
        when=format_day(line.day.isoformat() if line.day else line.when),
        text=line.text,
        reference=line.reference,
        amount="" if line.amount is None else figure(line.amount),
        balance="" if line.balance is None else figure(line.balance),
    )


def is_account(document: Document) -> bool:
    """Whether a document says after each line what was owed then."""
    return any(line.balance is not None for line in document.lines)


def account(document: Document) -> list[Fact]:
    """The facts from the opening balance to the closing one, so that the first page shows them."""
    opening = document.lines[0].balance if document.lines else None
    if opening is None:
        return []
    amounts = [line.amount for line in document.lines if line.amount is not None]
    zero = opening - opening  # with the decimals of the currency
    return [
        Fact("Opening balance", f"{opening:f}"),
        Fact("Added", f"{sum((each for each in amounts if each > 0), zero):f}"),
        Fact("Taken off", f"{sum((each for each in amounts if each < 0), zero):f}"),
    ]


def figure(amount: Decimal) -> str:
    """An amount with thousands separators (commas) and a typographic minus sign."""
    return f"{amount:,f}".replace("-", MINUS)
