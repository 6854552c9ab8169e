"""A separate program: it makes a PDF of the document on its input, and ends with what it took.

Its argument is the time that the file says it was made. It imports none of our modules, to start fast. It writes a
line, empty or why the file is no PDF/UA, and then the file.
"""

import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import typst

TEMPLATE = Path(__file__).with_name("document.typ")
LOWER_PRIORITY = 10


def compile_pdf(data: str, at: datetime) -> tuple[str, bytes]:
    """The reason why it is no PDF/UA, and the file."""
    inputs = {"data": data}
    try:
        tagged = typst.compile(TEMPLATE, sys_inputs=inputs, pdf_standards=["ua-1"], timestamp=at)
        return "", bytes(tagged)
    except typst.TypstError as error:
        # A name in a script that its fonts do not have: the file is still tagged, only without that promise.
        plain = typst.compile(TEMPLATE, sys_inputs=inputs, timestamp=at)
        return " ".join(str(error).split())[:200] or "unknown", bytes(plain)


if __name__ == "__main__":
    with suppress(OSError):
        os.nice(LOWER_PRIORITY)
    reason, body = compile_pdf(sys.stdin.read(), datetime.fromisoformat(sys.argv[1]))
    sys.stdout.buffer.write(reason.encode() + b"\n" + body)
