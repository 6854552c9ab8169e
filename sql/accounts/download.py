"""Downloads: files that were asked for, how far each is, and who may fetch it."""

from datetime import datetime

from msgspec import Struct

from schema.accounts.download import Download, DownloadKind, DownloadStatus
from schema.core.envelope import Page
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text

ROWS = """
select download_id as id, account_id, kind, filename, file, status, progress, rows, size, error,
       created_at, expires_at
  from download
 where publisher_id = $1
"""


class DownloadRow(Struct, frozen=True, kw_only=True):
    """A download as the table has it; `file` is its name in the store."""

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
    filename: str,
    file: str,
    now: datetime,
    expires_at: datetime,
) -> int | None:
    """The id of a new download, which takes the place of those of its kind. None if one is under way."""
    add = text(
        """
        insert into download (publisher_id, account_id, kind, filename, file, created_at, touched_at,
                              expires_at)
        values ($1, $2, $3, $4, $5, $6, $6, $7) on conflict do nothing
        returning download_id
        """,
        of.publisher_id,
        of.account_id,
        kind,
        filename,
        file,
        now,
        expires_at,
    )
    id: int | None = await one_value(db, add)
    if id is not None:
        replaced = text(
            """
            update download set expires_at = $5
             where publisher_id = $1 and account_id = $2 and kind = $3 and download_id <> $4
               and expires_at > $5
            """,
            of.publisher_id,
            of.account_id,
            kind,
            id,
            now,
        )
        await run(db, replaced)
    return id


async def get(db: Connection, publisher_id: int, id: int) -> DownloadRow | None:
    query = text(ROWS + " and download_id = $2", publisher_id, id)
    return await maybe_row(db, query, DownloadRow)


async def get_unfinished(db: Connection, of: Login, kind: DownloadKind) -> DownloadRow | None:
    query = text(
        ROWS + " and account_id = $2 and kind = $3 and status < 2",
        of.publisher_id,
        of.account_id,
        kind,
    )
    return await maybe_row(db, query, DownloadRow)


async def page(
    db: Connection, of: Login, page: Page, now: datetime
) -> tuple[list[DownloadRow], int]:
    """Those of an account that are not over, the newest first, and how many there are."""
    query = text(
        ROWS
        + """
           and account_id = $2 and expires_at > $3
         order by download_id desc limit $4 offset $5
        """,
        of.publisher_id,
        of.account_id,
        now,
        page.size,
        page.offset,
    )
    count = text(
        "select count(*) from download where publisher_id = $1 and account_id = $2 and expires_at > $3",
        of.publisher_id,
        of.account_id,
        now,
    )
    return await all_rows(db, query, DownloadRow), await one_value(db, count)


async def set_progress(
    db: Connection, publisher_id: int, id: int, *, progress: int, rows: int, now: datetime
) -> bool:
    """Say how far it is. False if nobody wants it any more."""
    query = text(
        """
        update download set status = 1, progress = $3, rows = $4, touched_at = $5, error = null
         where publisher_id = $1 and download_id = $2 and status < 2
        """,
        publisher_id,
        id,
        progress,
        rows,
        now,
    )
    return bool(await run(db, query))


async def finish(
    db: Connection, publisher_id: int, id: int, *, rows: int, size: int, now: datetime
) -> bool:
    """It can be fetched from now on. False if it could already, or is not wanted any more."""
    query = text(
        """
        update download set status = 2, progress = 100, rows = $3, size = $4, touched_at = $5
         where publisher_id = $1 and download_id = $2 and status < 2
        """,
        publisher_id,
        id,
        rows,
        size,
        now,
    )
    return bool(await run(db, query))


async def fail(db: Connection, publisher_id: int, id: int, error: str) -> None:
    query = text(
        """
        update download set status = 3, error = $3
         where publisher_id = $1 and download_id = $2 and status < 2
        """,
        publisher_id,
        id,
        error,
    )
    await run(db, query)


async def expire(db: Connection, of: Login, id: int | None, now: datetime) -> int:
    """One of an account's, or without an id all, is over: the sweep removes it. How many there were."""
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
    """Whose a ready file is, if the session that it is fetched for is its owner's and lives."""
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
