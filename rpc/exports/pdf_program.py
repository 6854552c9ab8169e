"""A separate program: it makes a PDF of the document on its input, and returns its memory when it ends.

Its argument is the time at which the file says it was made. It imports none of our modules, to start fast. It writes a
line, which is empty or says why the file is not PDF/UA, and then the file.
"""

import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Literal

import manimgx_fonts
import manimgx_fonts_cjk
import typst

FONTS = [Path(fonts.__path__[0]) for fonts in (manimgx_fonts, manimgx_fonts_cjk)]
"""Noto Sans, in all scripts; the machine's own fonts are not used, so that a document is the same everywhere."""
TEMPLATE = Path(__file__).with_name("document.typ")
LOWER_PRIORITY = 10


def compile_pdf(data: str, at: datetime) -> tuple[str, bytes]:
    """Compile the document. Returns the reason why it is not PDF/UA, empty if it is, and the file."""

    def compile_as(standard: Literal["ua-1"] | None) -> bytes:
        return bytes(
            typst.compile(
                TEMPLATE,
                sys_inputs={"data": data},
                font_paths=FONTS,
                ignore_system_fonts=True,
                pdf_standards=standard,
                timestamp=at,
            )
        )

    try:
        return "", compile_as("ua-1")
    except typst.TypstError as error:
        # A name in a script that its fonts do not have: the file is still tagged, only without that promise.
        return " ".join(str(error).split())[:200] or "unknown", compile_as(None)


if __name__ == "__main__":
    with suppress(OSError):
        os.nice(LOWER_PRIORITY)
    reason, body = compile_pdf(sys.stdin.read(), datetime.fromisoformat(sys.argv[1]))
    sys.stdout.buffer.write(reason.encode() + b"\n" + body)
