"""A document is parsed, and refused if it has active content (findings D, C3)."""

import io
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest
from playwright.async_api import Browser

from rpc import Fault
from rpc.files import file_type, pdf_checker
from rpc.files.file_type import PDF_CHECKER, check_pdf
from tests.support.hostile.documents import hostile_pdfs, object_stream, pdf, with_table

GOTO = b"<</S/GoTo/D[3 0 R/Fit]>>"
SOUND = {
    "plain": pdf(),
    "opens at a page": pdf(b"/OpenAction<</S/GoTo/D[3 0 R/Fit]>>"),
    "opens at a page, packed": with_table(pdf(b"/OpenAction 9 0 R", object_stream(GOTO)), 4),
    "links to a page named so": pdf(b"", b"<</S/URI/URI(https://x.example/JavaScript/Launch/)>>"),
    "padded": pdf()[:-6] + b" " * 4_000_000 + pdf()[-6:],
}


@pytest.mark.parametrize("body", SOUND.values(), ids=SOUND)
def test_harmless_pdf_is_accepted(body: bytes) -> None:
    """The control of all below."""
    check_pdf(body)


async def test_pdf_printed_by_a_browser_is_accepted(browser: Browser) -> None:
    page = await browser.new_page()
    await page.set_content(
        "<title>Käse — 日本</title><h1>/JavaScript</h1><a href='https://x.example/JavaScript/'>x</a>"
    )
    body = await page.pdf(tagged=True, outline=True)
    await page.close()
    check_pdf(body)


@pytest.mark.parametrize("body", hostile_pdfs().values(), ids=hostile_pdfs())
def test_hostile_pdf_is_refused(body: bytes) -> None:
    with pytest.raises(Fault, match="`file`"):
        check_pdf(body)


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_encrypted_pdf_is_refused_with_its_own_message(algorithm: str) -> None:
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    writer.add_blank_page(10, 10)
    writer.encrypt("", "owner", algorithm=algorithm)
    writer.write(out)
    with pytest.raises(Fault, match="save it without a password"):
        check_pdf(out.getvalue())


@pytest.mark.parametrize(
    "fault",
    [
        "bytearray(700 * 1024 * 1024)",
        "open('/etc/passwd')",
        "import wave",
        "import socket; socket.socket()",
    ],
)
def test_crash_of_the_pdf_parser_refuses_only_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str
) -> None:
    source, first = PDF_CHECKER.read_text(), "    reader = pypdf.PdfReader(BytesIO(body))\n"
    assert first in source
    broken = tmp_path / "broken.py"
    # As the parser does: what fails is passed over.
    broken.write_text(
        source.replace(first, f"    with suppress(OSError):\n        {fault}\n{first}")
    )
    monkeypatch.setattr(file_type, "PDF_CHECKER", broken)
    with pytest.raises(Fault, match="must be a complete JPEG"):
        check_pdf(pdf())


def test_pdf_checker_in_another_process_agrees_with_the_one_in_this_process() -> None:
    """Each text of a document is read in the process as it is outside it."""
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    writer.add_blank_page(10, 10)
    writer.add_metadata({"/Title": "Käse — 日本", "/X": "\x80abc"})
    writer.write(out)
    for body in (out.getvalue(), *SOUND.values()):
        done = subprocess.run(
            [sys.executable, "-I", PDF_CHECKER], input=body, capture_output=True, env={}
        )
        assert (done.returncode, done.stdout.decode().strip()) == (0, pdf_checker.problem(body))
