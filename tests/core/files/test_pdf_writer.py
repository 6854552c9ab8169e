"""Documents as PDF: made in a process of their own, byte-identical each time, accessible to screen readers."""

import io
import subprocess
import sys
from datetime import date
from decimal import Decimal

import psutil
import pytest
import structlog.testing
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject

from rpc.exports import pdf_writer
from rpc.exports.pdf_writer import write_pdf
from schema.payments.document import Document, DocumentKind, DocumentLine, Fact
from schema.payments.invoice_vat import Party
from tests.support.payments.pdf_access import flaws


def document(lines: int = 3, name: str = "Łódź & Söhne *x* #set") -> Document:
    party = Party(name=name, address=["Weg 2"], country="DE", tax_id="12/3", vat_id=None)
    return Document(
        kind=DocumentKind.STATEMENT,
        title="Statement 2026-10",
        issued_on=date(2026, 11, 2),
        payer=party,
        payee=party,
        currency="EUR",
        facts=[Fact("Month", "2026-10")],
        lines=[
            DocumentLine(when="2026-10", text=f"Row {n}", reference=f"S {n}", amount=Decimal(n))
            for n in range(lines)
        ],
        sums=[Fact("Total", "3.00")],
        notes=["No VAT is charged on this payment."],
    )


async def test_every_line_of_a_long_pdf_is_readable() -> None:
    body = await write_pdf(document(200))
    pdf = PdfReader(io.BytesIO(body))
    assert flaws(pdf) == []
    text = "\n".join(page.extract_text() for page in pdf.pages)
    assert len(pdf.pages) > 3
    assert [n for n in range(200) if f"Row {n}\n" not in text and f"Row {n} " not in text] == []
    assert "Łódź & Söhne *x* #set" in text
    assert await write_pdf(document(200)) == body


async def test_check_finds_an_untagged_pdf() -> None:
    """The control: the same file without its structure."""
    writer = PdfWriter(clone_from=io.BytesIO(await write_pdf(document())))
    for name in ("/StructTreeRoot", "/MarkInfo", "/Lang", "/Metadata"):
        del writer.root_object[NameObject(name)]
    out = io.BytesIO()
    writer.write(out)
    numbers = {flaw.split()[0] for flaw in flaws(PdfReader(out))}
    assert {"06-01", "11-06", "06-02"} <= numbers


def test_pdf_compiler_is_not_loaded_into_the_portals_process() -> None:
    asked = "import sys, handlers.__main__, rpc.exports.pdf_writer; print('typst' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


async def test_text_in_a_script_without_a_font_is_logged() -> None:
    with structlog.testing.capture_logs() as logs:
        body = await write_pdf(document(name="\U00012000 tablet"))
    assert body.startswith(b"%PDF")
    assert [entry["event"] for entry in logs] == ["a document is no PDF/UA"]


async def test_hanging_pdf_compiler_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_writer, "DEADLINE", 0.05)
    with pytest.raises(TimeoutError):
        await write_pdf(document(2_000))
    names = [each.cmdline() for each in psutil.Process().children()]
    assert not [name for name in names if "pdf_program.py" in " ".join(name)]
