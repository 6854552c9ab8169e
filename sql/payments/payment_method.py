"""Payment methods, whose fields are encrypted before they get here."""

from collections.abc import Sequence
from datetime import datetime

from schema.payments.payee import Layout
from schema.payments.payment_method import ReencryptedMethod, SealedMethod, StoredMethod
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text

METHODS = """
select payment_method_id as id, row_key::text, kind, country, currency, entity, sealed, ending,
       is_default, usable_from, created_at, updated_at
  from payment_method
 where publisher_id = $1 and deleted_at is null
"""


async def all_of(db: Connection, publisher_id: int) -> list[StoredMethod]:
    """The default one first, then in order of creation."""
    query = text(METHODS + " order by is_default desc, payment_method_id", publisher_id)
    return await all_rows(db, query, StoredMethod)


async def get(db: Connection, publisher_id: int, method_id: int) -> StoredMethod | None:
    query = text(METHODS + " and payment_method_id = $2", publisher_id, method_id)
    return await maybe_row(db, query, StoredMethod)


async def find_by_index(db: Connection, publisher_id: int, marks: Sequence[bytes]) -> int | None:
    """The method with the same account, by its blind index under any key."""
    query = text(
        """
        select payment_method_id from payment_method
         where publisher_id = $1 and mark = any($2::bytea[]) and deleted_at is null
        """,
        publisher_id,
        marks,
    )
    method_id: int | None = await one_value(db, query)
    return method_id


async def add(
    db: Connection,
    publisher_id: int,
    layout: Layout,
    method: SealedMethod,
    *,
    usable_from: datetime,
    now: datetime,
) -> int:
    """Add a method; returns its id. A publisher's first one is the default."""
    query = text(
        """
        insert into payment_method (publisher_id, row_key, kind, country, currency, entity, sealed,
                                    mark, ending, usable_from, created_at, updated_at, is_default)
        select $1, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11,
               not exists (select from payment_method
                            where publisher_id = $1 and is_default and deleted_at is null)
        returning payment_method_id
        """,
        publisher_id,
        method.row_key,
        *layout,
        method.sealed,
        method.blind_indexes[-1],
        method.ending,
        usable_from,
        now,
    )
    method_id: int = await one_value(db, query)
    return method_id


async def replace(
    db: Connection,
    publisher_id: int,
    method_id: int,
    layout: Layout,
    method: SealedMethod,
    *,
    usable_from: datetime,
    now: datetime,
) -> None:
    query = text(
        """
        update payment_method
           set kind = $3, country = $4, currency = $5, entity = $6, sealed = $7, mark = $8,
               ending = $9, usable_from = $10, updated_at = $11
         where publisher_id = $1 and payment_method_id = $2
        """,
        publisher_id,
        method_id,
        *layout,
        method.sealed,
        method.blind_indexes[-1],
        method.ending,
        usable_from,
        now,
    )
    await run(db, query)


async def set_default(db: Connection, publisher_id: int, method_id: int) -> None:
    """Make this one the only default. It takes two statements, because a unique index checks each row as it changes."""
    await run(
        db,
        text(
            "update payment_method set is_default = false where publisher_id = $1 and is_default",
            publisher_id,
        ),
    )
    query = text(
        """
        update payment_method set is_default = true
         where publisher_id = $1 and payment_method_id = $2
        """,
        publisher_id,
        method_id,
    )
    await run(db, query)


async def remove(db: Connection, publisher_id: int, method_id: int, now: datetime) -> None:
    """Delete a method: its fields are deleted at once, its ending stays for past payments."""
    query = text(
        """
        update payment_method
           set deleted_at = $3, is_default = false, sealed = '', mark = ''
         where publisher_id = $1 and payment_method_id = $2
        """,
        publisher_id,
        method_id,
        now,
    )
    await run(db, query)


async def reencrypt(db: Connection, publisher_id: int, rows: Sequence[ReencryptedMethod]) -> None:
    """Store methods encrypted with another key, except those that have changed meanwhile."""
    query = text(
        """
        update payment_method as kept set sealed = new.sealed, mark = new.mark
          from unnest($2::bigint[], $3::text[], $4::text[], $5::bytea[])
               as new (id, before, sealed, mark)
         where kept.publisher_id = $1 and payment_method_id = new.id and kept.sealed = new.before
        """,
        publisher_id,
        [row.id for row in rows],
        [row.before for row in rows],
        [row.sealed for row in rows],
        [row.blind_index for row in rows],
    )
    await run(db, query)
