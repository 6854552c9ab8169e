"""Downloads: requested files, their progress, and who may fetch them."""

from datetime import datetime

from msgspec import Struct

from schema.accounts.download import Download, DownloadKind, DownloadStatus
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import Page
from schema.core.scalar import Id
from schema.reports.export import ExportRequest
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text

ROWS = """
select download_id as id, account_id, kind, filename, file, status, progress, rows, size, error,
       created_at, expires_at
  from download
 where publisher_id = $1
"""


class DownloadRow(Struct, frozen=True, kw_only=True):
    """A row; `file` is the name in the storage."""

    id: int
    account_id: int
    kind: DownloadKind
    filename: str
    file: str
    status: DownloadStatus
    progress: int
    rows: int
    size: int | None
    error: str | None
    created_at: datetime
    expires_at: datetime

    def to_wire(self, url: str | None) -> Download:
        return Download(
            id=self.id,
            kind=self.kind,
            filename=self.filename,
            status=self.status,
            download_url=url,
            progress=self.progress,
            rows=self.rows,
            size=self.size,
            error=self.error,
            created_at=self.created_at,
            expires_at=self.expires_at,
        )


async def add(
    db: Connection,
    of: Login,
    kind: DownloadKind,
    *,
    digest: str,
    filename: str,
    file: str,
    now: datetime,
    expires_at: datetime,
    request: ExportRequest | None = None,
) -> int | None:
    """Add a download. Returns its id, or None if the same one, by its digest, is in progress."""
    add = text(
        """
        insert into download (publisher_id, account_id, kind, digest, filename, file, created_at, touched_at,
                              expires_at, request)
        values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) on conflict do nothing
        returning download_id
        """,
        of.publisher_id,
        of.account_id,
        kind,
        digest,
        filename,
        file,
        now,
        expires_at,
        request,
    )
    id: int | None = await one_value(db, add)
    return id


async def get(db: Connection, publisher_id: int, id: int) -> DownloadRow | None:
    query = text(ROWS + " and download_id = $2", publisher_id, id)
    return await maybe_row(db, query, DownloadRow)


async def get_own(db: Connection, of: Login, id: int, now: datetime) -> DownloadRow | None:
    """One of an account's downloads that has not expired."""
    query = text(
        ROWS + " and account_id = $2 and download_id = $3 and expires_at > $4",
        of.publisher_id,
        of.account_id,
        id,
        now,
    )
    return await maybe_row(db, query, DownloadRow)


async def get_unfinished(
    db: Connection, publisher_id: int, kind: DownloadKind, digest: str
) -> DownloadRow | None:
    query = text(ROWS + " and kind = $2 and digest = $3 and status < 2", publisher_id, kind, digest)
    return await maybe_row(db, query, DownloadRow)


async def count_unfinished(db: Connection, publisher_id: int, kind: DownloadKind) -> int:
    """How many are queued or made. Whoever adds one after this is the only one until the transaction ends."""
    lock = text("select pg_advisory_xact_lock(hashtextextended('download', $1))", publisher_id)
    await one_value(db, lock)
    query = text(
        "select count(*) from download where publisher_id = $1 and kind = $2 and status < 2",
        publisher_id,
        kind,
    )
    number: int = await one_value(db, query)
    return number


async def retry(
    db: Connection, publisher_id: int, id: int, *, now: datetime, expires_at: datetime
) -> bool:
    """Queue one that has failed again. False if it has not failed, or the same one is in progress."""
    query = text(
        """
        update download set status = 0, progress = 0, rows = 0, error = null, touched_at = $3, expires_at = $4
         where publisher_id = $1 and download_id = $2 and status = 3
           and not exists (select from download other
                            where other.publisher_id = $1 and other.kind = download.kind
                              and other.digest = download.digest and other.status < 2)
        """,
        publisher_id,
        id,
        now,
        expires_at,
    )
    return bool(await run(db, query))


async def page(
    db: Connection, of: Login, page: Page, now: datetime
) -> tuple[list[DownloadRow], int, str | None]:
    """An account's downloads that have not expired, newest first, their number, and the cursor of the next page."""
    [before] = decode_cursor(page.cursor, tuple[Id]) if page.cursor else [None]
    query = text(
        ROWS
        + """
           and account_id = $2 and expires_at > $3 and ($6::bigint is null or download_id < $6)
         order by download_id desc limit $4 offset $5
        """,
        of.publisher_id,
        of.account_id,
        now,
        page.size + 1,
        0 if page.cursor else page.offset,
        before,
    )
    count = text(
        "select count(*) from download where publisher_id = $1 and account_id = $2 and expires_at > $3",
        of.publisher_id,
        of.account_id,
        now,
    )
    page_rows = await all_rows(db, query, DownloadRow)
    rows = page_rows[: page.size]
    following = encode_cursor((rows[-1].id,)) if len(page_rows) > len(rows) else None
    return rows, await one_value(db, count), following


async def expire(db: Connection, of: Login, id: int | None, now: datetime) -> int:
    """Expire one of an account's downloads, or without an id all; a job deletes them. Returns their number."""
    query = text(
        """
        update download set expires_at = $4, status = case when status < 2 then 3 else status end
         where publisher_id = $1 and account_id = $2 and ($3::bigint is null or download_id = $3)
           and expires_at > $4
        """,
        of.publisher_id,
        of.account_id,
        id,
        now,
    )
    return await run(db, query)


async def find_owner(
    db: Connection, publisher_id: int, file: str, session: bytes, now: datetime
) -> Login | None:
    """The owner of a finished file, if the session that fetches it is the owner's and is still open."""
    query = text(
        """
        select download.publisher_id, download.account_id
          from download
          join session on session.publisher_id = download.publisher_id
                      and session.account_id = download.account_id
          join account on account.publisher_id = download.publisher_id
                      and account.account_id = download.account_id
         where download.publisher_id = $1 and file = $2 and status = 2 and download.expires_at > $4
           and hash = $3 and ended_at is null and operator_id is null
           and session.expires_at > $4 and last_seen + idle > $4
           and locked_at is null and closed_at is null
           and session.security_stamp = account.security_stamp
        """,
        publisher_id,
        file,
        session,
        now,
    )
    return await maybe_row(db, query, Login)


async def find_session(
    db: Connection, publisher_id: int, session: bytes, now: datetime
) -> Login | None:
    """Who is signed in by a session, if it is still open."""
    query = text(
        """
        select account.publisher_id, account.account_id
          from session
          join account on account.publisher_id = session.publisher_id
                      and account.account_id = session.account_id
         where session.publisher_id = $1
           and hash = $2 and ended_at is null and operator_id is null
           and session.expires_at > $3 and last_seen + idle > $3
           and locked_at is null and closed_at is null
           and session.security_stamp = account.security_stamp
        """,
        publisher_id,
        session,
        now,
    )
    return await maybe_row(db, query, Login)
