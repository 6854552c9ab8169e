"""Files of orders that the network's staff import: queued, their progress, and the lines that were refused."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from schema.accounts.download import DownloadStatus
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Listing, Page
from schema.core.scalar import Id
from schema.network.order_import import ImportKind, OrderImport, OrderImportInfo
from schema.orders.import_mapping import ImportMapping, RefusedLine
from sql.core.db import (
    Connection,
    all_rows,
    copy_records,
    fetch,
    fetch_row,
    maybe_row,
    one_value,
    run,
    text,
)
from sql.orders.import_progress import ImportTally

ROWS = """
select import_id as id, kind, name, status, lines, total, tally, refused, error, mapping, by_name as by,
       created_at, ended_at, file, refused_file
  from order_import
"""


class ImportRow(Struct, frozen=True, kw_only=True):
    """A row; `file` and `refused_file` are names in the storage."""

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
        values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing
        returning import_id
        """,
        account_id,
        by,
        kind,
        name,
        file,
        mapping,
        digest,
        now,
    )
    id: int | None = await one_value(db, query)
    return id


async def get(db: Connection, id: int) -> ImportRow | None:
    return await maybe_row(db, text(ROWS + " where import_id = $1", id), ImportRow)


async def page(db: Connection, page: Page) -> History[OrderImport]:
    """Imports, newest first."""
    [before] = decode_cursor(page.cursor, tuple[Id]) if page.cursor else [None]
    query = text(
        ROWS
        + """
         where ($3::bigint is null or import_id < $3) order by import_id desc limit $1 offset $2
        """,
        page.size + 1,
        0 if page.cursor else page.offset,
        before,
    )
    page_rows = await all_rows(db, query, ImportRow)
    rows = page_rows[: page.size]
    total: int = await one_value(db, text("select count(*) from order_import"))
    following = encode_cursor((rows[-1].id,)) if len(page_rows) > len(rows) else None
    return History([row.to_wire() for row in rows], total, following)


async def refused_lines(db: Connection, id: int, page: Page) -> Listing[RefusedLine]:
    """A page of the lines that were refused, in the file's order."""
    query = text(
        """
        select line, order_id, reason from order_import_refused
         where import_id = $1 order by line limit $2 offset $3
        """,
        id,
        page.size,
        page.offset,
    )
    count = text("select count(*) from order_import_refused where import_id = $1", id)
    return Listing(await all_rows(db, query, RefusedLine), await one_value(db, count))


async def start(db: Connection, id: int, total: int) -> bool:
    """Begin to import, from the first line. False if it has ended."""
    query = text(
        """
        update order_import set status = 1, lines = 0, total = $2, error = null
         where import_id = $1 and status < 2
        """,
        id,
        total,
    )
    return bool(await run(db, query))


async def set_progress(db: Connection, id: int, lines: int) -> None:
    query = text(
        "update order_import set lines = $2 where import_id = $1 and status = 1", id, lines
    )
    await run(db, query)


async def finish(
    db: Connection,
    id: int,
    tally: ImportTally,
    refused: Sequence[RefusedLine],
    *,
    refused_file: str | None,
    now: datetime,
) -> None:
    """Note what came of it, with each refused line. Needs a transaction."""
    query = text(
        """
        update order_import
           set status = 2, lines = $2, total = $2, tally = $3, refused = $4, refused_file = $5, ended_at = $6
         where import_id = $1 and status < 2
        """,
        id,
        tally.lines,
        tally,
        len(refused),
        refused_file,
        now,
    )
    if await run(db, query):
        rows = [(id, line.line, line.order_id, line.reason) for line in refused]
        columns = ("import_id", "line", "order_id", "reason")
        await copy_records(db, "order_import_refused", columns, rows)


async def fail(db: Connection, id: int, error: str, now: datetime) -> None:
    query = text(
        "update order_import set status = 3, error = $2, ended_at = $3 where import_id = $1 and status < 2",
        id,
        error,
        now,
    )
    await run(db, query)


async def fail_abandoned(db: Connection, path: str, error: str, now: datetime) -> int:
    """Mark imports as failed that no job of this path is going to end; returns their number."""
    query = text(
        """
        update order_import set status = 3, error = $2, ended_at = $3
         where status < 2
           and not exists (
               select from pgqueuer
                where entrypoint = $1
                  and (convert_from(payload, 'UTF8')::json ->> 'import_id')::bigint = import_id)
        """,
        path,
        error,
        now,
    )
    return await run(db, query)


async def has_refused_file(db: Connection, file: str) -> bool:
    """Whether a file of the storage is one of refused lines."""
    query = text("select true from order_import where refused_file = $1", file)
    return await fetch_row(db, query) is not None


async def purge(db: Connection, before: datetime, most: int) -> list[str | None]:
    """Delete imports that ended before; returns the names of their files of refused lines, if they had any."""
    query = text(
        """
        delete from order_import
         where import_id in (select import_id from order_import where ended_at < $1 limit $2)
        returning refused_file
        """,
        before,
        most,
    )
    return [name for (name,) in await fetch(db, query)]
