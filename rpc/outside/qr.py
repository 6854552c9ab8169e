"""QR codes as inline SVG."""

import io

import segno


def qr_svg(text: str) -> str:
    """An SVG without size or script, in the colour of the text around it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
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
