"""Order files that the network's staff import: the queue, the progress, and the refused lines."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, LiteralString

import msgspec
from msgspec import Struct

from schema.core.envelope import CursorPage, Listing, Page
from schema.core.scalar import Id
from schema.exports.download import DownloadStatus
from schema.network.order_import import ImportKind, OrderImport, OrderImportInfo
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_order_rows import LineRefusal
from sql.core.db import (
    Connection,
    Template,
    all_rows,
    copy_records,
    fetch,
    fetch_row,
    maybe_row,
    one_value,
    run,
    text,
)
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, literal, piece
from sql.orders.import_progress import ImportTally

ORDER = Keyset("network/order_imports", (Key("import_id", Id),), descending=True)
COLUMNS: LiteralString = """
import_id as id, kind, name, status, lines, total, tally, refused, error, mapping, by_name as by,
created_at, ended_at, file, refused_file
"""
ONE = compose("select", COLUMNS, "from order_import where import_id = :import_id")
FAIL_ABANDONED = piece(
    "update order_import set status = :failed, error = :error, ended_at = :now where status <",
    literal(DownloadStatus.READY),
    """
   and not exists (
       select from pgqueuer
        where entrypoint = :path and (convert_from(payload, 'UTF8')::json ->> 'import_id')::bigint = import_id)
""",
)


class ImportRow(Struct, frozen=True, kw_only=True):
    """An import's row; `file` and `refused_file` are names in the storage."""

    id: int
    kind: ImportKind
    name: str
    status: DownloadStatus
    lines: int
    total: int
    tally: ImportTally
    refused: int
    error: str | None
    mapping: ImportMapping | None
    by: str
    created_at: datetime
    ended_at: datetime | None
    file: str
    refused_file: str | None

    def to_wire(self) -> OrderImport:
        return OrderImport(**self._fields())

    def to_info(self, refused_url: str | None) -> OrderImportInfo:
        return OrderImportInfo(**self._fields(), refused_url=refused_url)

    def _fields(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in self.__struct_fields__}
        fields = {name: own[name] for name in OrderImport.__struct_fields__ if name in own}
        counts = msgspec.structs.asdict(self.tally)
        return {**counts, **fields}


async def add(
    db: Connection,
    *,
    account_id: int,
    by: str,
    kind: ImportKind,
    name: str,
    file: str,
    mapping: ImportMapping | None,
    digest: bytes,
    now: datetime,
) -> int | None:
    """Queue a file. Returns its id, or None if the same one, read in the same way, is queued or imported."""
    query = text(
        """
        insert into order_import (account_id, by_name, kind, name, file, mapping, digest, created_at)
        values (:account_id, :by, :kind, :name, :file, :mapping, :digest, :now) on conflict do nothing
        returning import_id
        """,
        account_id=account_id,
        by=by,
        kind=kind,
        name=name,
        file=file,
        mapping=mapping,
        digest=digest,
        now=now,
    )
    id: int | None = await one_value(db, query)
    return id


async def get(db: Connection, id: int) -> ImportRow | None:
    return await maybe_row(db, text(ONE, import_id=id), ImportRow)


async def page(db: Connection, page: Page) -> CursorPage[OrderImport]:
    """A page of imports, newest first."""
    part = await read_page(db, ORDER, page, {}, rows=_page, count=_count())
    imports = await part.to_page(ImportRow)
    return CursorPage([row.to_wire() for row in imports.rows], imports.total, imports.next)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, "from order_import where true", continued)


@cache
def _count() -> Template:
    return compose("select count(*) from order_import")


async def refused_lines(db: Connection, id: int, page: Page) -> Listing[LineRefusal]:
    """A page of the lines that were refused, in the file's order."""
    query = text(
        """
        select line, order_id, reason from order_import_refused
         where import_id = :import_id order by line limit :size offset :offset
        """,
        import_id=id,
        size=page.size,
        offset=page.offset,
    )
    count = text(
        "select count(*) from order_import_refused where import_id = :import_id", import_id=id
    )
    return Listing(await all_rows(db, query, LineRefusal), await one_value(db, count))


async def start(db: Connection, id: int, total: int, mapping: ImportMapping | None = None) -> bool:
    """Begin an import at the first line, with the columns read as `mapping` says. False if the import has ended."""
    query = text(
        """
        update order_import
           set status = :processing, lines = 0, total = :total, error = null, mapping = coalesce(:mapping, mapping)
         where import_id = :import_id and status < :ready
        """,
        import_id=id,
        total=total,
        mapping=mapping,
        processing=DownloadStatus.PROCESSING,
        ready=DownloadStatus.READY,
    )
    return bool(await run(db, query))


async def set_progress(db: Connection, id: int, lines: int) -> None:
    query = text(
        "update order_import set lines = :lines where import_id = :import_id and status = :processing",
        import_id=id,
        lines=lines,
        processing=DownloadStatus.PROCESSING,
    )
    await run(db, query)


async def finish(
    db: Connection,
    id: int,
    tally: ImportTally,
    refused: Sequence[LineRefusal],
    *,
    refused_file: str | None,
    now: datetime,
) -> None:
    """Record the outcome of an import, with each refused line. Needs a transaction."""
    query = text(
        """
        update order_import
           set status = :ready, lines = :lines, total = :lines, tally = :tally, refused = :refused,
               refused_file = :refused_file, ended_at = :now
         where import_id = :import_id and status < :ready
        """,
        import_id=id,
        lines=tally.lines,
        tally=tally,
        refused=len(refused),
        refused_file=refused_file,
        now=now,
        ready=DownloadStatus.READY,
    )
    if await run(db, query):
        rows = [(id, line.line, line.order_id, line.reason) for line in refused]
        columns = ("import_id", "line", "order_id", "reason")
        await copy_records(db, "order_import_refused", columns, rows)


async def fail(db: Connection, id: int, error: str, now: datetime) -> None:
    query = text(
        "update order_import set status = :failed, error = :error, ended_at = :now"
        " where import_id = :import_id and status < :ready",
        import_id=id,
        error=error,
        now=now,
        failed=DownloadStatus.FAILED,
        ready=DownloadStatus.READY,
    )
    await run(db, query)


async def fail_abandoned(db: Connection, path: str, error: str, now: datetime) -> int:
    """Mark unfinished imports without a job of this path as failed; returns their number."""
    query = text(
        FAIL_ABANDONED,
        path=path,
        error=error,
        now=now,
        failed=DownloadStatus.FAILED,
    )
    return await run(db, query)


async def has_refused_file(db: Connection, file: str) -> bool:
    """Whether a file of the storage is one of refused lines."""
    query = text("select true from order_import where refused_file = :file", file=file)
    return await fetch_row(db, query) is not None


async def purge(db: Connection, before: datetime, most: int) -> list[str | None]:
    """Delete imports that ended before a time; returns the names of their files of refused lines, None for no file."""
    query = text(
        """
        delete from order_import
         where import_id in (select import_id from order_import where ended_at < :before limit :most)
        returning refused_file
        """,
        before=before,
        most=most,
    )
    return [name for (name,) in await fetch(db, query)]
