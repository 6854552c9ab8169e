"""What a machine can check of PDF/UA-1 (the Matterhorn protocol's numbers beside each), read with pypdf.

veraPDF is in no registry that is reached from here; what it would check beside this needs a font parser.
"""

from collections.abc import Iterator
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

SHOWS_TEXT = {b"Tj", b"TJ", b"'", b'"'}
PAINTS = {b"f", b"F", b"f*", b"S", b"s", b"B", b"B*", b"b", b"b*", b"Do", b"sh"}
HEADINGS = [f"/H{level}" for level in range(1, 7)]


def flaws(pdf: PdfReader) -> list[str]:
    """Everything that a screen reader would stumble over; empty if nothing."""
    return [*of_document(pdf), *of_structure(pdf)] + [
        f"page {number}: {flaw}"
        for number, page in enumerate(pdf.pages, 1)
        for flaw in of_page(pdf, page)
    ]


def of_document(pdf: PdfReader) -> Iterator[str]:
    root: Any = pdf.trailer["/Root"]
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "06-01 not marked as tagged"
    if not str(root.get("/Lang", "")).startswith("en"):
        yield "11-06 no language"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "07-02 the title is not shown"
    if pdf.metadata is None or not pdf.metadata.title:
        yield "06-03 no title"
    xmp = root["/Metadata"].get_data().decode() if "/Metadata" in root else ""
    if "<pdfuaid:part>1</pdfuaid:part>" not in xmp:
        yield "06-02 does not say that it is PDF/UA-1"
    if "<dc:title>" not in xmp:
        yield "06-03 no title in the metadata"
    if pdf.is_encrypted:
        yield "26-01 encrypted"


def of_page(pdf: PdfReader, page: PageObject) -> Iterator[str]:
    if page.get("/Annots") and page.get("/Tabs") != "/S":
        yield "28-09 tab order is not that of the structure"
    if "/StructParents" not in page:
        yield "01-05 not in the structure"
    resources: Any = page.get("/Resources", {})
    for name, font in resources.get("/Font", {}).items():
        described = font.get_object()
        if "/ToUnicode" not in described:
            yield f"10-01 {name} has no characters"
        own = described.get("/DescendantFonts", [described])[0].get_object()
        embedded: Any = own.get("/FontDescriptor", {})
        if not {"/FontFile", "/FontFile2", "/FontFile3"} & embedded.get_object().keys():
            yield f"31-09 {name} is not embedded"
    yield from find_unmarked(pdf, page)


def find_unmarked(pdf: PdfReader, page: PageObject) -> Iterator[str]:
    """Content that is neither tagged nor an artifact."""
    content = page.get_contents()
    if content is None:
        return
    depth = 0
    for _, operator in ContentStream(content, pdf).operations:
        if operator in (b"BDC", b"BMC"):
            depth += 1
        elif operator == b"EMC":
            depth -= 1
        elif depth == 0 and operator in SHOWS_TEXT | PAINTS:
            yield f"01-03 {operator.decode()} is neither tagged nor an artifact"


def of_structure(pdf: PdfReader) -> Iterator[str]:
    """Headings that skip a level, tables that are not regular, head cells that do not say of what."""
    last = 0
    for node in nodes(pdf):
        kind = node["/S"]
        if kind in HEADINGS:
            level = HEADINGS.index(kind) + 1
            if level > last + 1:
                yield f"14-03 {kind} after level {last}"
            last = level
        if kind == "/Table":
            rows = [each for each in below(node) if each["/S"] == "/TR"]
            widths = {len(children(row)) for row in rows}
            if len(widths) != 1:
                yield f"15-03 rows of {sorted(widths)} cells"
        if kind == "/TH" and not scope_of(node):
            yield "15-01 a head cell without a scope"
        if kind == "/Figure" and not (node.get("/Alt") or node.get("/ActualText")):
            yield "13-04 a figure without words"


def scope_of(node: Any) -> Any:
    given = node.get("/A", [])
    attributes = given if isinstance(given, list) else [given]
    return next((each.get_object()["/Scope"] for each in attributes if "/Scope" in each), None)


def nodes(pdf: PdfReader) -> Iterator[Any]:
    root: Any = pdf.trailer["/Root"]
    if "/StructTreeRoot" in root:
        yield from below(root["/StructTreeRoot"])


def below(node: Any) -> Iterator[Any]:
    """All elements of the structure below one, in reading order."""
    for child in children(node):
        yield child
        yield from below(child)


def children(node: Any) -> list[Any]:
    given = node.get("/K", [])
    found = [each.get_object() for each in (given if isinstance(given, list) else [given])]
    return [each for each in found if hasattr(each, "get") and "/S" in each]
