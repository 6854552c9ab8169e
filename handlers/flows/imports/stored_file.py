"""The order files that the network's staff upload, stored under a name made of their content."""

from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import sql.accounts.upload
import sql.orders.order_import
from rpc import Code, Fault, Operator, Worker
from rpc.calls.multipart import File
from schema.accounts.upload import FileKind, StoredFile, file_names
from schema.core.errors import Flaw
from schema.network.order_import import ORDERS_BYTES_MAX, ORDERS_FILES_MAX, PREVIEW_BYTES
from schema.network.retention import ORDER_IMPORTS
from schema.orders.import_mapping import ImportFault

NETWORK = 0
"""The publisher to whom the files of the staff belong."""
PURGED_AT_ONCE = 100
ORDERS = (FileKind.ORDERS,)
NOT_TEXT = "is not a CSV file: it contains a character that no text has (NUL). Save the table as CSV in UTF-8"
WORKBOOK = "is a spreadsheet (such as XLSX) or a ZIP archive, not a CSV file: open it and save it as CSV (UTF-8)"
NO_TABLE = "not a CSV file: export the table of orders as CSV (UTF-8) instead"
SIGNATURES = {
    b"PK\x03\x04": WORKBOOK,
    b"PK\x05\x06": WORKBOOK,
    b"\xd0\xcf\x11\xe0": WORKBOOK,
    b"%PDF-": f"is a PDF document, {NO_TABLE}",
    b"\x89PNG": f"is an image, {NO_TABLE}",
    b"\xff\xd8\xff": f"is an image, {NO_TABLE}",
    b"GIF8": f"is an image, {NO_TABLE}",
}
"""How files begin that people take for a table, and what to do instead."""
FULL = "Too many files of orders wait to be imported; unused ones are deleted after a day"
NOT_YOURS = "is not a file of orders: upload it first"
FILE_DELETED = "the file has been deleted, because it was not used for a day; upload it again"


async def store(ctx: Operator, file: File) -> StoredFile:
    """Store a file of orders; the same content is stored once. Raises REQUEST_INVALID for anything but text."""
    why = next((why for start, why in SIGNATURES.items() if file.body.startswith(start)), None)
    if why is None and b"\0" in file.body:
        why = NOT_TEXT
    if why is not None:
        raise Fault(Code.REQUEST_INVALID, field="file", why=why)
    name = urlsafe_b64encode(sha256(b"orders" + file.body).digest()[:24]).decode() + ".csv"
    stored = StoredFile(name, FileKind.ORDERS, len(file.body))
    async with ctx.db.transaction():
        await sql.accounts.upload.lock(ctx.db, NETWORK)
        if not await sql.accounts.upload.touch(ctx.db, NETWORK, [name], ctx.now):
            used = await sql.accounts.upload.get_usage(
                ctx.db, NETWORK, of_guests=False, kinds=ORDERS
            )
            if used.files >= ORDERS_FILES_MAX or used.bytes + stored.size > ORDERS_BYTES_MAX:
                raise Fault(Code.REQUEST_INVALID, FULL)
            await sql.accounts.upload.add(ctx.db, NETWORK, stored, ctx.now)
    # Also where there is a row: what stored it may have ended before the file was there.
    await ctx.resources.storage.put(name, file.body)
    return stored


async def require_file(ctx: Operator, url: str) -> StoredFile:
    """The file of orders with this URL, marked as used. Raises REQUEST_INVALID for any other."""
    files = await sql.accounts.upload.touch(ctx.db, NETWORK, file_names([url]), ctx.now)
    file = next(iter(files.values()), None)
    if file is None or file.kind is not FileKind.ORDERS:
        raise Flaw("file_url", NOT_YOURS).to_fault()
    return file


async def read_head(ctx: Operator, file: StoredFile) -> bytes:
    """The first lines of a file, as many as fit."""
    stream = await ctx.resources.storage.stream(file.name)
    if stream is None:
        raise Flaw("file_url", NOT_YOURS).to_fault()
    head = b""
    async for chunk in stream.chunks:
        head += chunk[: PREVIEW_BYTES - len(head)]
        if len(head) >= PREVIEW_BYTES:
            break
    return head if len(head) == stream.size else head[: head.rfind(b"\n") + 1]


@asynccontextmanager
async def local_copy(ctx: Worker, name: str) -> AsyncIterator[Path]:
    """The file on this machine, for the block. Raises ImportFault if it is gone."""
    await sql.accounts.upload.touch(ctx.db, NETWORK, [name], ctx.now)
    stream = await ctx.resources.storage.stream(name)
    if stream is None:
        raise ImportFault(FILE_DELETED)
    with TemporaryDirectory(dir=ctx.resources.settings.data_dir) as folder:
        path = Path(folder) / "orders.csv"
        with path.open("wb") as copy:
            async for chunk in stream.chunks:
                copy.write(chunk)
        yield path


async def purge_imports(ctx: Worker) -> None:
    """Delete the records of imports that ended long ago, with their files of refused lines."""
    before = ctx.now - ORDER_IMPORTS
    while names := await sql.orders.order_import.purge(ctx.db, before, PURGED_AT_ONCE):
        for name in filter(None, names):
            await ctx.resources.storage.remove(name)
