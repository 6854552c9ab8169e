"""Payout files for the bank, and the payments they contain, each once per attempt."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import LiteralString, NamedTuple

from msgspec import Struct

from schema.core.associated_data import AssociatedData
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.network.payout import FileFormat, PayoutFileFilter, PayoutFileInfo
from sql.core.db import Connection, Template, all_rows, fetch, maybe_row, one_value, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose


class PaymentAttempt(NamedTuple):
    """The attempt at a payment that a file contains."""

    publisher_id: int
    payment_id: int
    attempt: int


class NewFile(NamedTuple):
    """A new file; `sealed` is its content, encrypted for `row_key`."""

    file_id: int
    batch_id: int
    format: FileFormat
    message_id: str
    name: str
    payments: int
    total: dict[str, Decimal]
    row_key: str
    sealed: str
    made_by: int


class StoredFile(Struct, frozen=True, kw_only=True):
    """A stored file; `sealed` is None once the content has been deleted."""

    file_id: int
    batch_id: int
    format: FileFormat
    name: str
    payments: int
    total: dict[str, Decimal]
    row_key: str
    sealed: str | None
    made_at: datetime


def associated_data(row_key: str) -> AssociatedData:
    """The associated data to which a file's encrypted content is bound; files belong to the network, publisher 0."""
    return AssociatedData("payout_file", "sealed", row_key, 0)


async def next_id(db: Connection) -> int:
    """Draw the number of a new file."""
    query = text("select nextval(pg_get_serial_sequence('payout_file', 'file_id'))")
    file_id: int = await one_value(db, query)
    return file_id


async def claim(db: Connection, file_id: int, payments: Sequence[PaymentAttempt]) -> int:
    """Put payments into a file, except those already in a file with the same attempt; returns how many."""
    query = text(
        """
        insert into payout_file_payment (publisher_id, payment_id, attempt, file_id)
        select given.*, :file_id
          from unnest(:publisher_ids::bigint[], :payment_ids::bigint[], :attempts::integer[]) as given
        on conflict do nothing
        """,
        publisher_ids=[each.publisher_id for each in payments],
        payment_ids=[each.payment_id for each in payments],
        attempts=[each.attempt for each in payments],
        file_id=file_id,
    )
    return await run(db, query)


async def add(db: Connection, file: NewFile, now: datetime) -> None:
    query = text(
        """
        insert into payout_file (file_id, batch_id, format, message_id, name, payments, total,
                                 row_key, sealed, made_by, made_at)
        values (:file_id, :batch_id, :format, :message_id, :name, :payments, :total, :row_key::uuid, :sealed,
                :made_by, :now)
        """,
        **file._asdict(),
        now=now,
    )
    await run(db, query)


async def get(db: Connection, file_id: int) -> StoredFile | None:
    query = text(
        """
        select file_id, batch_id, format, name, payments, total, row_key::text, sealed, made_at
          from payout_file where file_id = :file_id
        """,
        file_id=file_id,
    )
    return await maybe_row(db, query, StoredFile)


async def repeat(db: Connection, file_id: int, account_id: int, now: datetime) -> None:
    """Record who downloaded a file again."""
    query = text(
        """
        update payout_file set repeats = repeats + 1, repeated_at = :now, repeated_by = :account_id
         where file_id = :file_id
        """,
        file_id=file_id,
        account_id=account_id,
        now=now,
    )
    await run(db, query)


async def find_files(db: Connection, batch_id: int) -> dict[int, int]:
    """The file that contains each payment of a batch with its current attempt, by payment number."""
    query = text(
        """
        select p.payment_id, f.file_id
          from payment p
          join payout_file_payment f on f.publisher_id = p.publisher_id
                                    and f.payment_id = p.payment_id and f.attempt = p.attempt
         where p.batch_id = :batch_id
        """,
        batch_id=batch_id,
    )
    return {row["payment_id"]: row["file_id"] for row in await fetch(db, query)}


ORDER = Keyset("network/payout_files", (Key("file_id", Id),), descending=True)
COLUMNS: LiteralString = """
file_id, batch_id, format, message_id, name, payments, total, made_at, made_by as maker_id, repeats,
repeated_at, repeated_by as repeater_id, null as made_by, null as repeated_by, sealed is not null as available
"""
ROWS: LiteralString = """
  from payout_file where (cast(:batch_id as bigint) is null or batch_id = :batch_id)
"""


async def page(db: Connection, filter: PayoutFileFilter, page: Page) -> CursorPage[PayoutFileInfo]:
    """A page of files, newest first, without the names of the staff who downloaded them."""
    values = {"batch_id": filter.batch_id}
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(PayoutFileInfo)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, ROWS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", ROWS)


class OutdatedFile(Struct, frozen=True):
    """A file whose content is encrypted with an old key."""

    file_id: int
    row_key: str
    sealed: str


async def find_outdated(db: Connection, key_id: str, after: int, most: int) -> list[OutdatedFile]:
    """The next files that are not encrypted with this key."""
    query = text(
        """
        select file_id, row_key::text, sealed from payout_file
         where sealed is not null and split_part(sealed, '|', 2) <> :key_id and file_id > :after
         order by file_id limit :most
        """,
        key_id=key_id,
        after=after,
        most=most,
    )
    return await all_rows(db, query, OutdatedFile)


async def reencrypt(db: Connection, file: OutdatedFile, sealed: str) -> None:
    """Store the content encrypted with another key, unless it was deleted meanwhile."""
    query = text(
        "update payout_file set sealed = :sealed where file_id = :file_id and sealed = :known_sealed",
        file_id=file.file_id,
        known_sealed=file.sealed,
        sealed=sealed,
    )
    await run(db, query)


async def forget(db: Connection, before: datetime) -> int:
    """Delete the content of files made before a time; their rows stay. Returns how many."""
    query = text(
        "update payout_file set sealed = null where sealed is not null and made_at < :before",
        before=before,
    )
    return await run(db, query)
