"""Uploaded files; those uploaded by guests belong to publisher 0 until the guest signs up."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.accounts.upload import GUEST_PUBLISHER, PUBLISHED_KINDS, FileKind, StoredFile
from sql.core.db import Connection, all_rows, one_row, one_value, run, text


class Usage(Struct, frozen=True):
    files: int
    bytes: int


class UploadTicket(Struct, frozen=True):
    """A ticket by which a guest's file is given to the publisher that signs up with it."""

    hash: bytes
    until: datetime


async def get_usage(
    db: Connection,
    publisher_id: int,
    *,
    of_guests: bool,
    kinds: Sequence[FileKind] = PUBLISHED_KINDS,
) -> Usage:
    """The number of files and their total size; guests' files have a ticket, the network's own have none."""
    query = text(
        """
        select count(*) as files, coalesce(sum(size), 0)::bigint as bytes
          from upload where publisher_id = :publisher_id and (ticket_hash is not null) = :of_guests
           and kind = any(:kinds)
        """,
        publisher_id=publisher_id,
        of_guests=of_guests,
        kinds=list(kinds),
    )
    return await one_row(db, query, Usage)


async def lock(db: Connection, publisher_id: int) -> None:
    """Let only one transaction at a time count and add files, also for guests, who have no row of their own."""
    query = text(
        "select pg_advisory_xact_lock(hashtextextended('upload', :publisher_id))",
        publisher_id=publisher_id,
    )
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
        values (:publisher_id, :name, :kind, :size, :ticket_hash, :ticket_until, :now, :now)
        """,
        publisher_id=publisher_id,
        name=file.name,
        kind=file.kind,
        size=file.size,
        ticket_hash=ticket and ticket.hash,
        ticket_until=ticket and ticket.until,
        now=now,
    )
    await run(db, query)


async def remove(db: Connection, publisher_id: int, name: str) -> None:
    query = text(
        "delete from upload where publisher_id = :publisher_id and name = :name",
        publisher_id=publisher_id,
        name=name,
    )
    await run(db, query)


async def remove_guests(db: Connection, before: datetime, most: int) -> list[StoredFile]:
    """Delete up to `most` rows of guests' files that have been unused since `before`; returns the rows."""
    query = text(
        """
        delete from upload
         where publisher_id = :guest_publisher_id and touched_at < :before and ticket_hash is not null and name in (
               select name from upload
                where publisher_id = :guest_publisher_id and touched_at < :before and ticket_hash is not null
                order by touched_at limit :most)
        returning name, kind, size
        """,
        guest_publisher_id=GUEST_PUBLISHER,
        before=before,
        most=most,
    )
    return await all_rows(db, query, StoredFile)


async def touch(
    db: Connection, publisher_id: int, names: Sequence[str], now: datetime
) -> dict[str, StoredFile]:
    """Mark the publisher's files with these names as used, so that they are not deleted; returns them by name."""
    query = text(
        """
        update upload set touched_at = :now
         where publisher_id = :publisher_id and name = any(:names) and ticket_hash is null
        returning name, kind, size
        """,
        publisher_id=publisher_id,
        names=names,
        now=now,
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
             where publisher_id = :guest_publisher_id and ticket_hash = any(:tickets) and ticket_until > :now
            returning name, kind, size, created_at
        )
        insert into upload (publisher_id, name, kind, size, touched_at, created_at)
        select :publisher_id, name, kind, size, :now, created_at from handed
        returning name, kind, size
        """,
        publisher_id=publisher_id,
        tickets=tickets,
        now=now,
        guest_publisher_id=GUEST_PUBLISHER,
    )
    return {file.name: file for file in await all_rows(db, query, StoredFile)}
