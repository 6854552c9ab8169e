"""PDF documents, valid and hostile."""

import zlib
from functools import cache
from struct import pack

SCRIPT = b"<</S/JavaScript/JS(app.alert(1))>>"
HTML = b"<script>alert(document.domain)</script>"


def pdf(catalog: bytes = b"", *more: bytes, trailer: bytes = b"") -> bytes:
    """A document of one empty page; `more` objects have the numbers from 4 on."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R%b>>" % catalog,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
        *more,
    ]
    body, table = b"%PDF-1.7\n", b"0000000000 65535 f \n"
    for number, content in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(body)
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    size = len(objects) + 1
    end = b"trailer\n<</Root 1 0 R/Size %d%b>>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        trailer,
        len(body),
    )
    return body + b"xref\n0 %d\n" % size + table + end


def object_stream(content: bytes, *, filters: bytes = b"/FlateDecode") -> bytes:
    """An object stream that holds object 9."""
    inner = b"9 0 " + content
    body = zlib.compress(inner) if b"Flate" in filters else inner
    if b"Hex" in filters:
        body = body.hex().encode() + b">"
    return b"<</Type/ObjStm/N 1/First 4/Filter[%b]/Length %d>>stream\n%b\nendstream" % (
        filters, len(body), body,
    )  # fmt: skip


def with_table(document: bytes, number: int) -> bytes:
    """The document with a cross-reference stream more, which lists object 9 of the object stream `number`."""
    before = int(document.rpartition(b"startxref\n")[2].split()[0])
    row = pack(">BHB", 2, number, 0)
    head = b"/Type/XRef/Size 12/Index[9 1]/W[1 2 1]/Root 1 0 R/Prev %d/Length %d" % (
        before,
        len(row),
    )
    table = b"11 0 obj\n<<%b>>stream\n%b\nendstream\nendobj\n" % (head, row)
    return document + table + b"startxref\n%d\n%%%%EOF\n" % len(document)


@cache
def hostile_pdfs() -> dict[str, bytes]:
    """Documents that do something when they are opened, and what is no document at all."""
    opening = b"/OpenAction 9 0 R"
    return {
        "pdf with script": pdf(b"/OpenAction<</S/JavaScript/JS(1)>>"),
        "pdf with script in other letters": pdf(b"/AA<</S/J#61vaScript>>"),
        "pdf with script packed": with_table(pdf(opening, object_stream(SCRIPT)), 4),
        "pdf with script packed twice": with_table(
            pdf(opening, object_stream(SCRIPT, filters=b"/ASCIIHexDecode/FlateDecode")), 4
        ),
        "pdf with script packed as text": with_table(
            pdf(opening, object_stream(SCRIPT, filters=b"/ASCIIHexDecode")), 4
        ),
        "pdf with script packed and unlisted": pdf(opening, object_stream(SCRIPT)),
        "pdf with script and no table": b"%PDF-1.7\n" + pdf(b"/AA<</S/JavaScript>>")[9:-40] + b"%%EOF",
        "pdf that starts a program": pdf(b"/AA<</S/Launch>>"),
        "pdf that starts a program, packed": with_table(
            pdf(opening, object_stream(b"<</S/Launch/F(a.exe)>>")), 4
        ),
        "pdf with a file": pdf(b"/Names<</EmbeddedFiles<</Names[(a) 4 0 R]>>>>", b"<</Type/Filespec/EF<<>>>>"),
        "pdf with a form that runs": pdf(b"/AcroForm<</XFA(x)>>"),
        "pdf that is encrypted": pdf(
            trailer=b"/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O(%b)/U(%b)>>" % (b"x" * 32, b"y" * 32)
        ),
        "pdf of nothing": b"%PDF-1.7\n" + b"nonsense\n" * 50 + b"%%EOF\n",
        "pdf of html": b"%PDF-1.7\n" + HTML + b"\n%%EOF",
        "pdf of a catalogue": b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
        "pdf without a page": pdf().replace(b"/Kids[3 0 R]/Count 1", b"/Kids[]/Count 0    "),
        "pdf nested too deeply": pdf(b"/X" + b"[" * 50_000 + b"]" * 50_000),
        "pdf that refers to itself": pdf().replace(b"/Kids[3 0 R]", b"/Kids[2 0 R]"),
        "pdf bomb": pdf(b"", object_stream(b"(" + bytes(40_000_000) + b")")),
    }  # fmt: skip
