"""A document as PDF/UA-1: tagged, so that a screen reader can read it out. It is made in a process of its own."""

import asyncio
import sys
from contextlib import suppress
from datetime import UTC, datetime, time
from pathlib import Path
from weakref import WeakKeyDictionary

import msgspec
import structlog

from schema.payments.document import Document
from schema.payments.document_print import to_print

log = structlog.get_logger()
PROGRAM = Path(__file__).with_name("pdf_program.py")
DEADLINE = 20.0
"""How many seconds writing may take; a statement of a thousand lines takes one."""
AT_ONCE = 2
"""How many programs a process runs at once; each takes 45 MiB, and 110 for a Chinese, Japanese or Korean name."""
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


async def write_pdf(document: Document) -> bytes:
    """Write a document as PDF; the same document gives the same bytes."""
    at = datetime.combine(document.issued_on, time.min, UTC)
    turn = _turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))
    async with asyncio.timeout(DEADLINE), turn:
        answer = await run_program(at.isoformat(), msgspec.json.encode(to_print(document)))
    reason, _, body = answer.partition(b"\n")
    if reason:
        log.warning("a document is no PDF/UA", reason=reason.decode())
    return body


async def run_program(at: str, data: bytes) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-X", "utf8", str(PROGRAM), at,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env={},
    )  # fmt: skip
    try:
        answer, _ = await process.communicate(data)
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        raise RuntimeError(f"the program that writes PDF ended with {process.returncode}")
    return answer
