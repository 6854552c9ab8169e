"""Checks uploaded files: images are decoded and encoded again, documents are parsed."""

import asyncio
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from schema.accounts.upload import PIXELS_MAX, SIDE_PIXELS_MAX, FileKind
from schema.core.errors import Code, Fault, Rule

PDF_HEAD, PDF_TAIL, PDF_TAIL_WITHIN = b"%PDF-", b"%%EOF", 1_024

DECODERS = ThreadPoolExecutor(1, "decoders")
"""The queue of files to decode, one at a time: the largest image takes a third of a gigabyte."""
IMAGE_SANITIZER = Path(__file__).with_name("image_sanitizer.py")
PDF_CHECKER = Path(__file__).with_name("pdf_checker.py")
TIMEOUT = 20.0
"""How many seconds checking one file may take, on a busy machine."""


class FileContent(NamedTuple):
    """The content to store of an uploaded file, and its suffix; its name cannot be guessed."""

    name: str
    kind: FileKind
    body: bytes


async def identify_file(body: bytes) -> FileContent:
    """Identify a file by its bytes alone: neither its name nor its declared type is trusted.

    Only the pixels of an image are kept. Raises REQUEST_INVALID for any other kind of file.
    """
    if body.startswith(PDF_HEAD):
        if PDF_TAIL not in body[-PDF_TAIL_WITHIN:]:
            raise invalid_file(Rule.FILE_TYPE)
        await asyncio.get_running_loop().run_in_executor(DECODERS, check_pdf, body)
        return FileContent(random_name("pdf"), FileKind.DOCUMENT, body)
    if not looks_like_image(body):
        raise invalid_file(Rule.FILE_TYPE)
    suffix, clean = await asyncio.get_running_loop().run_in_executor(DECODERS, sanitize_image, body)
    return FileContent(random_name(suffix), FileKind.IMAGE, clean)


def invalid_file(rule: Rule, limit: int | None = None) -> Fault:
    return Fault(Code.REQUEST_INVALID, field="file", rule=rule, limit=limit)


def random_name(suffix: str) -> str:
    return f"{secrets.token_urlsafe(24)}.{suffix}"


def looks_like_image(body: bytes) -> bool:
    """Whether a file begins like an image; the decoder judges the rest."""
    webp = body[:4] == b"RIFF" and body[8:12] == b"WEBP"
    return webp or body.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"))


def check_pdf(body: bytes) -> None:
    """Raise REQUEST_INVALID for a document that viewers cannot show, or that contains active content."""
    problem = run_confined(PDF_CHECKER, body).strip().decode()
    if problem:
        raise invalid_file(Rule(problem))


def sanitize_image(body: bytes) -> tuple[str, bytes]:
    """The suffix of an image and its pixels, re-encoded."""
    output = run_confined(IMAGE_SANITIZER, body, str(PIXELS_MAX), str(SIDE_PIXELS_MAX))
    suffix, _, image = output.partition(b"\n")
    if not suffix:
        raise invalid_file(Rule.TOO_MANY_PIXELS, limit=PIXELS_MAX // 1_000_000)
    return suffix.decode(), image


def run_confined(program: Path, body: bytes, *arguments: str) -> bytes:
    """Run one of the portal's own programs in a separate process without access to keys. Returns its output."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-I", program, *arguments],
            input=body,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            timeout=TIMEOUT,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError):
        # The machine is too busy, or has no memory for a process: the file is not to blame.
        raise Fault(Code.UNAVAILABLE, wait=5) from None
    if done.returncode:
        raise invalid_file(Rule.FILE_TYPE)
    return done.stdout
