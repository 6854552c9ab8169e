"""Standalone pages, such as that for unsubscribing: plain HTML without the web app and its scripts."""

from rpc.http.response import Response

STYLE = """:root { color-scheme: light dark }
:root { background: light-dark(#fff, #141517); color: light-dark(#1b1c22, #e4e5ea) }
body { max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem; font: 1rem/1.5 Inter, "Segoe UI", sans-serif }
h1 { font-size: 1.5rem; line-height: 2rem }
a { color: light-dark(#4650d6, #a5abff) }
button { padding: .625rem 1.25rem; border: 0; border-radius: .375rem; font: inherit; font-weight: 600;
  color: #fff; background: #4650d6; cursor: pointer }"""
HTML = b"text/html; charset=utf-8"
POLICY = (
    b"content-security-policy",
    b"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none';"
    b" frame-ancestors 'none'",
)
HEADERS = [
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-robots-tag", b"noindex"),
    POLICY,
]


def page_response(status: int, title: str, *paragraphs: str, form: str = "") -> Response:
    """A page with a title, paragraphs and a form. All are HTML: user input must be escaped."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return document_response(status, title, f"{text}{form}")


def document_response(status: int, title: str, content: str, style: str = "") -> Response:
    """A page with a title, its content as HTML, and what it adds to the style of all of them."""
    return Response(status, write_page(title, content, style), HEADERS, HTML)


def write_page(title: str, content: str, style: str = "") -> bytes:
    """The document of a page."""
    page = f"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} – Publisher portal</title><style>{STYLE}{style}</style>
<main><h1>{title}</h1>{content}</main></html>"""
    return page.encode()
