"""QR codes as inline SVG; the web makes the PNG for print (web/src/features/links/saveQrPng.ts)."""

import io
from functools import lru_cache

import segno

MASK = 0
"""One mask for all codes: finding the best of the eight for a text takes six times as long as all the rest."""


@lru_cache(maxsize=5_000)
def link_qr(url: str) -> str:
    """The QR code of a link, cached: each takes about 2 ms and 2 kB."""
    return qr_svg(url)


def qr_svg(text: str) -> str:
    """An SVG without size or script, in the colour of the text around it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False, mask=MASK).save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        border=2,
        dark="#000",
        light=None,
    )
    return out.getvalue().decode().strip().replace('stroke="#000"', 'stroke="currentColor"')
