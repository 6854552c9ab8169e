"""Downloads: requested files, their progress, and who may fetch them."""

from datetime import datetime
from functools import cache
from typing import LiteralString

from msgspec import Struct

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.exports.download import Download, DownloadKind, DownloadStatus
from schema.exports.export import ExportRequest
from sql.accounts.account import Login
from sql.core.db import Connection, Template, maybe_row, one_value, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, literal, piece

ORDER = Keyset("common/download_list", (Key("download_id", Id),), descending=True)
COLUMNS: LiteralString = """
download_id as id, account_id, kind, filename, file, status, progress, rows, size, error, created_at, expires_at
"""
UNFINISHED = piece("status <", literal(DownloadStatus.READY))
"""Selects unfinished downloads; also the condition of a partial index."""
ROWS = piece("select", COLUMNS, "from download where publisher_id = :publisher_id")
COUNT_UNFINISHED = piece(
    "select count(*) from download where publisher_id = :publisher_id and kind = :kind and",
    UNFINISHED,
)
RETRY = piece(
    """
update download set status = :queued, progress = 0, rows = 0, error = null, touched_at = :now, expires_at = :expires_at
 where publisher_id = :publisher_id and download_id = :download_id and status = :failed
   and not exists (select from download other
                    where other.publisher_id = :publisher_id and other.kind = download.kind
                      and other.digest = download.digest and other.""",
    UNFINISHED,
    ")",
)
OF_ACCOUNT: LiteralString = """
  from download where publisher_id = :publisher_id and account_id = :account_id and expires_at > :now
"""


class DownloadRow(Struct, frozen=True, kw_only=True):
    """A download's row; `file` is its name in the storage."""

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
        values (:publisher_id, :account_id, :kind, :digest, :filename, :file, :now, :now, :expires_at, :request)
            on conflict do nothing
        returning download_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        kind=kind,
        digest=digest,
        filename=filename,
        file=file,
        now=now,
        expires_at=expires_at,
        request=request,
    )
    id: int | None = await one_value(db, add)
    return id


async def get(db: Connection, publisher_id: int, id: int) -> DownloadRow | None:
    query = text(
        ROWS + " and download_id = :download_id", publisher_id=publisher_id, download_id=id
    )
    return await maybe_row(db, query, DownloadRow)


async def get_own(db: Connection, of: Login, id: int, now: datetime) -> DownloadRow | None:
    """One of an account's downloads that has not expired."""
    query = text(
        ROWS + " and account_id = :account_id and download_id = :download_id and expires_at > :now",
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        download_id=id,
        now=now,
    )
    return await maybe_row(db, query, DownloadRow)


async def get_unfinished(
    db: Connection, publisher_id: int, kind: DownloadKind, digest: str
) -> DownloadRow | None:
    query = text(
        ROWS + " and kind = :kind and digest = :digest and " + UNFINISHED,
        publisher_id=publisher_id,
        kind=kind,
        digest=digest,
    )
    return await maybe_row(db, query, DownloadRow)


async def count_unfinished(db: Connection, publisher_id: int, kind: DownloadKind) -> int:
    """The number of downloads that are queued or in progress. Other callers wait until the transaction ends."""
    lock = text(
        "select pg_advisory_xact_lock(hashtextextended('download', :publisher_id))",
        publisher_id=publisher_id,
    )
    await one_value(db, lock)
    query = text(
        COUNT_UNFINISHED,
        publisher_id=publisher_id,
        kind=kind,
    )
    number: int = await one_value(db, query)
    return number


async def retry(
    db: Connection, publisher_id: int, id: int, *, now: datetime, expires_at: datetime
) -> bool:
    """Queue a failed download again. False if it has not failed, or the same one is in progress."""
    query = text(
        RETRY,
        publisher_id=publisher_id,
        download_id=id,
        now=now,
        expires_at=expires_at,
        queued=DownloadStatus.QUEUED,
        failed=DownloadStatus.FAILED,
    )
    return bool(await run(db, query))


async def page(db: Connection, of: Login, page: Page, now: datetime) -> CursorPage[DownloadRow]:
    """An account's downloads that have not expired, newest first."""
    values = {"publisher_id": of.publisher_id, "account_id": of.account_id, "now": now}
    part = await read_page(db, ORDER, page, values, rows=page_template, count=count_template())
    return await part.to_page(DownloadRow)


@cache
def page_template(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, OF_ACCOUNT, continued)


@cache
def count_template() -> Template:
    return compose("select count(*)", OF_ACCOUNT)


async def expire(db: Connection, of: Login, id: int | None, now: datetime) -> int:
    """Expire one of an account's downloads, or all if no id is given; a job deletes them. Returns their number."""
    query = text(
        """
        update download set expires_at = :now, status = case when status < :ready then :failed else status end
         where publisher_id = :publisher_id and account_id = :account_id
           and (:download_id::bigint is null or download_id = :download_id)
           and expires_at > :now
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        download_id=id,
        now=now,
        ready=DownloadStatus.READY,
        failed=DownloadStatus.FAILED,
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
         where download.publisher_id = :publisher_id and file = :file and status = :ready and download.expires_at > :now
           and hash = :session and ended_at is null and operator_id is null
           and session.expires_at > :now and last_seen + idle > :now
           and locked_at is null and closed_at is null
           and session.security_stamp = account.security_stamp
        """,
        publisher_id=publisher_id,
        file=file,
        session=session,
        now=now,
        ready=DownloadStatus.READY,
    )
    return await maybe_row(db, query, Login)


async def find_session(
    db: Connection, publisher_id: int, session: bytes, now: datetime
) -> Login | None:
    """The account signed in by a session, if the session is still open."""
    query = text(
        """
        select account.publisher_id, account.account_id
          from session
          join account on account.publisher_id = session.publisher_id
                      and account.account_id = session.account_id
         where session.publisher_id = :publisher_id
           and hash = :session and ended_at is null and operator_id is null
           and session.expires_at > :now and last_seen + idle > :now
           and locked_at is null and closed_at is null
           and session.security_stamp = account.security_stamp
        """,
        publisher_id=publisher_id,
        session=session,
        now=now,
    )
    return await maybe_row(db, query, Login)
