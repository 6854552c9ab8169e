"""Tables uploaded by the network's staff or by publishers, stored under names derived from their content."""

from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import sql.accounts.upload
from rpc import Code, Fault, Member, Worker
from rpc.calls.multipart import File
from schema.accounts.upload import FileKind, StoredFile, file_names
from schema.core.errors import Flaw, Rule
from schema.core.table_file import FileFlaw, decode, find_encoding
from schema.network.order_import import PREVIEW_BYTES
from sql.accounts.upload import Usage

ORDERS = (FileKind.ORDERS,)
NO_TABLE = "not a CSV file: export the table of orders as CSV (UTF-8) instead"
KINDS = {
    "binary": "is not a CSV file: it contains a character that no text has (NUL). Save the table as CSV in UTF-8",
    "spreadsheet": "is a spreadsheet (such as XLSX) or a ZIP archive, not a CSV file:"
    " open it and save it as CSV (UTF-8)",
    "pdf": f"is a PDF document, {NO_TABLE}",
    "image": f"is an image, {NO_TABLE}",
}
"""Kinds of files that people mistake for a table, with advice on what to do instead."""
SIGNATURES = {
    b"PK\x03\x04": "spreadsheet",
    b"PK\x05\x06": "spreadsheet",
    b"\xd0\xcf\x11\xe0": "spreadsheet",
    b"%PDF-": "pdf",
    b"\x89PNG": "image",
    b"\xff\xd8\xff": "image",
    b"GIF8": "image",
}
"""The first bytes by which files of these kinds are recognized."""
FULL = "Too many files of orders wait to be read; unused ones are deleted after a day"
NOT_YOURS = "is not a file of orders: upload it first"
FILE_DELETED = "the file has been deleted, because it was not used for a day; upload it again"


async def store(ctx: Member, file: File, quota: Usage) -> StoredFile:
    """Store the caller's table; the same content is stored once. Raises REQUEST_INVALID for anything but text."""
    owner = ctx.publisher_id
    kind = next((kind for start, kind in SIGNATURES.items() if file.body.startswith(start)), None)
    if kind is None and has_nul(file.body):
        kind = "binary"
    if kind is not None:
        raise Fault(
            Code.REQUEST_INVALID,
            field="file",
            rule=Rule.NOT_A_TABLE,
            why=KINDS[kind],
            limit=kind,
        )
    # Two owners never share a file, as each deletes its own.
    digest = sha256(b"orders" + (f"{owner} ".encode() if owner else b"") + file.body).digest()
    name = urlsafe_b64encode(digest[:24]).decode() + ".csv"
    stored = StoredFile(name, FileKind.ORDERS, len(file.body))
    async with ctx.db.transaction():
        await sql.accounts.upload.lock(ctx.db, owner)
        if not await sql.accounts.upload.touch(ctx.db, owner, [name], ctx.now):
            used = await sql.accounts.upload.get_usage(ctx.db, owner, of_guests=False, kinds=ORDERS)
            if used.files >= quota.files or used.bytes + stored.size > quota.bytes:
                raise Fault(Code.REQUEST_INVALID, FULL)
            await sql.accounts.upload.add(ctx.db, owner, stored, ctx.now)
    # Even if the row exists: the process that added it may have died before the file was stored.
    await ctx.resources.storage.put(name, file.body)
    return stored


def has_nul(body: bytes) -> bool:
    """Whether a file contains NUL characters even when decoded, for example as UTF-16, and so is not text."""
    if b"\0" not in body:
        return False
    try:
        return "\0" in decode(body, find_encoding(lambda: [body], None))
    except FileFlaw:
        return True


async def require_file(ctx: Member, url: str) -> StoredFile:
    """The file of orders with this URL, marked as used. Raises REQUEST_INVALID for any other."""
    files = await sql.accounts.upload.touch(ctx.db, ctx.publisher_id, file_names([url]), ctx.now)
    file = next(iter(files.values()), None)
    if file is None or file.kind is not FileKind.ORDERS:
        raise Flaw("file_url", Rule.NOT_UPLOADED, NOT_YOURS).to_fault()
    return file


async def read_head(ctx: Member, file: StoredFile) -> tuple[bytes, bool]:
    """The first lines of a file, as many as a preview reads, and whether they are the whole file."""
    stream = await ctx.resources.storage.stream(file.name)
    if stream is None:
        raise Flaw("file_url", Rule.NOT_UPLOADED, NOT_YOURS).to_fault()
    head = b""
    async for chunk in stream.chunks:
        head += chunk[: PREVIEW_BYTES - len(head)]
        if len(head) >= PREVIEW_BYTES:
            break
    if len(head) == stream.size:
        return head, True
    return head[: head.rfind(b"\n") + 1], False


@asynccontextmanager
async def local_copy(ctx: Worker, owner: int, name: str) -> AsyncIterator[Path]:
    """Copy the file to this machine for the duration of the block. Raises FileFlaw if it was deleted."""
    await sql.accounts.upload.touch(ctx.db, owner, [name], ctx.now)
    stream = await ctx.resources.storage.stream(name)
    if stream is None:
        raise FileFlaw(FILE_DELETED)
    with TemporaryDirectory(dir=ctx.resources.settings.data_dir) as folder:
        path = Path(folder) / "orders.csv"
        with path.open("wb") as copy:
            async for chunk in stream.chunks:
                copy.write(chunk)
        yield path
