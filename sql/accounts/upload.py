"""Uploaded files; those of guests belong to publisher 0 until sign-up."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.accounts.upload import GUEST_PUBLISHER, PUBLISHED_KINDS, FileKind, StoredFile
from sql.core.db import Connection, all_rows, one_row, one_value, run, text


class Usage(Struct, frozen=True):
    files: int
    bytes: int


class UploadTicket(Struct, frozen=True):
    """Gives a guest's file to the publisher that presents it."""

    hash: bytes
    until: datetime


async def get_usage(
    db: Connection,
    publisher_id: int,
    *,
    of_guests: bool,
    kinds: Sequence[FileKind] = PUBLISHED_KINDS,
) -> Usage:
    """The number of files, and their total size; those of guests have a ticket, the network's own none."""
    query = text(
        """
        select count(*) as files, coalesce(sum(size), 0)::bigint as bytes
          from upload where publisher_id = $1 and (ticket_hash is not null) = $2 and kind = any($3)
        """,
        publisher_id,
        of_guests,
        list(kinds),
    )
    return await one_row(db, query, Usage)


async def lock(db: Connection, publisher_id: int) -> None:
    """Let only one transaction at a time count and add files, also for guests, who have no row of their own."""
    query = text("select pg_advisory_xact_lock(hashtextextended('upload', $1))", publisher_id)
    await one_value(db, query)


async def add(
    db: Connection,
    publisher_id: int,
    file: StoredFile,
    now: datetime,
    *,
    ticket: UploadTicket | None = None,
) -> None:
    query = text(
        """
        insert into upload (publisher_id, name, kind, size, ticket_hash, ticket_until, touched_at,
                            created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $7)
        """,
        publisher_id,
        file.name,
        file.kind,
        file.size,
        ticket and ticket.hash,
        ticket and ticket.until,
        now,
    )
    await run(db, query)


async def remove(db: Connection, publisher_id: int, name: str) -> None:
    query = text("delete from upload where publisher_id = $1 and name = $2", publisher_id, name)
    await run(db, query)


async def remove_guests(db: Connection, before: datetime, most: int) -> list[StoredFile]:
    """Delete the rows of guests' files not touched since; returns them."""
    query = text(
        """
        delete from upload
         where publisher_id = $1 and touched_at < $2 and ticket_hash is not null and name in (
               select name from upload
                where publisher_id = $1 and touched_at < $2 and ticket_hash is not null
                order by touched_at limit $3)
        returning name, kind, size
        """,
        GUEST_PUBLISHER,
        before,
        most,
    )
    return await all_rows(db, query, StoredFile)


async def touch(
    db: Connection, publisher_id: int, names: Sequence[str], now: datetime
) -> dict[str, StoredFile]:
    """The publisher's files among the names, by name; marked as used, so that they are not deleted."""
    query = text(
        """
        update upload set touched_at = $3
         where publisher_id = $1 and name = any($2) and ticket_hash is null
        returning name, kind, size
        """,
        publisher_id,
        names,
        now,
    )
    return {file.name: file for file in await all_rows(db, query, StoredFile)}


async def adopt(
    db: Connection, publisher_id: int, tickets: Sequence[bytes], now: datetime
) -> dict[str, StoredFile]:
    """Give guests' files to the publisher, by the hashes of their tickets; returns them by name."""
    query = text(
        """
        with handed as (
            delete from upload
             where publisher_id = $4 and ticket_hash = any($2) and ticket_until > $3
            returning name, kind, size, created_at
        )
        insert into upload (publisher_id, name, kind, size, touched_at, created_at)
        select $1, name, kind, size, $3, created_at from handed
        returning name, kind, size
        """,
        publisher_id,
        tickets,
        now,
        GUEST_PUBLISHER,
    )
    return {file.name: file for file in await all_rows(db, query, StoredFile)}
