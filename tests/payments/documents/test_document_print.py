"""Documents on paper: country names, dates in the publisher's zone, totals first, and every script's glyphs."""

import io
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
import structlog.testing
from pypdf import PdfReader

from rpc.exports.pdf_writer import write_pdf
from schema.payments.document import Document, DocumentKind, DocumentLine, Fact
from schema.payments.document_contents import Zones, format_at, format_day
from schema.payments.document_print import MINUS, to_print
from schema.payments.invoice_vat import Party
from tests.support.payments.pdf_access import flaws

NETWORK = Party(
    name="Portal Network Ltd",
    address=["1 Harbour Street"],
    country="GB",
    tax_id=None,
    vat_id="GB999999973",
)


def statement(name: str = "Maya", country: str = "JP", lines: int = 2) -> Document:
    balance, rows = Decimal("120.00"), []
    rows.append(
        DocumentLine(when="2026-11-01", text="Opening", reference="", amount=None, balance=balance)
    )
    for n in range(lines):
        amount = Decimal("2000.50") if n % 2 else Decimal("-100.25")
        balance += amount
        rows.append(
            DocumentLine(
                when="2026-11-01",
                day=date(2026, 10, 31),
                text=f"Movement {n}",
                reference=f"Settlement {n}",
                amount=amount,
                balance=balance,
            )
        )
    return Document(
        kind=DocumentKind.STATEMENT,
        title="Statement November 2026",
        issued_on=date(2026, 12, 1),
        payer=NETWORK,
        payee=Party(name=name, address=[], country=country, tax_id=None, vat_id=None),
        currency="EUR",
        facts=[Zones("Europe/Berlin", "UTC").fact],
        lines=rows,
        sums=[Fact("Closing balance", f"{balance:f}")],
        notes=[],
    )


async def read(document: Document) -> PdfReader:
    pdf = PdfReader(io.BytesIO(await write_pdf(document)))
    assert flaws(pdf) == []
    return pdf


async def test_first_page_of_a_document_has_totals_country_names_and_the_time_zone() -> None:
    pdf = await read(statement(lines=80))

    first = pdf.pages[0].extract_text()
    assert len(pdf.pages) > 2
    for words in ("Japan", "United Kingdom", "Closing balance", "Europe/Berlin", "1 Dec 2026"):
        assert words in first
    assert "JP" not in first.split()


async def test_every_page_of_a_document_has_a_page_number_and_table_headings() -> None:
    pdf = await read(statement(lines=80))

    texts = [page.extract_text() for page in pdf.pages]
    for number, text in enumerate(texts, 1):
        assert f"Page {number} of {len(texts)}" in text
        assert "Description" in text
        assert "Portal Network Ltd" in text


def test_statement_shows_balances_and_total_changes() -> None:
    printed = to_print(statement())

    assert [(each.name, each.value) for each in printed.sums] == [
        ("Opening balance", "120.00"),
        ("Added", "2,000.50"),
        ("Taken off", f"{MINUS}100.25"),
        ("Closing balance", "2,020.25"),
    ]


def test_dates_in_a_document_follow_the_publishers_time_zone() -> None:
    printed = to_print(statement())

    assert [line.when for line in printed.lines] == ["1 Nov 2026", "31 Oct 2026", "31 Oct 2026"]


@pytest.mark.parametrize(
    ("publisher", "network", "said"),
    [
        ("UTC", "UTC", "UTC"),
        ("Asia/Tokyo", "UTC", "Asia/Tokyo; date of issue and months in UTC"),
    ],
)
def test_document_names_the_networks_time_zone_only_if_it_differs(
    publisher: str, network: str, said: str
) -> None:
    assert Zones(publisher, network).fact == Fact("Time zone", said)


def test_dates_and_months_in_a_document_are_formatted_for_print() -> None:
    assert (format_day("2026-11-05"), format_day("2026-10")) == ("5 Nov 2026", "Oct 2026")
    at = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert format_at(at, "Europe/Berlin") == "1 Jan 2027"


@pytest.mark.parametrize(
    ("name", "country"),
    [
        ("Łódź & Söhne", "PL"),
        ("Ελληνική Εταιρεία", "GR"),
        ("Юля Щукина", "UA"),
        ("株式会社 青空メディア", "JP"),
        ("青空传媒有限公司", "CN"),
        ("푸른 하늘 미디어", "KR"),
        ("شركة النور للتسويق", "AE"),
        ("חברת שיווק", "IL"),
        ("บริษัท ฟ้าใส", "TH"),
        ("नील गगन मीडिया", "IN"),
        ("Công ty Bầu Trời", "VN"),
        ("შპს ცა", "GE"),
        ("ԵՐԿԻՆՔ ՍՊԸ", "AM"),
    ],
)
async def test_document_prints_names_in_any_script(name: str, country: str) -> None:
    with structlog.testing.capture_logs() as logs:
        pdf = await read(statement(name, country))

    assert logs == []
    fonts = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for font in pdf.pages[0]["/Resources"]["/Font"].values()
    }
    assert fonts
    assert all("Noto" in font for font in fonts)
