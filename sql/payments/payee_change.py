"""Changes of payment details: what they replaced, who can stop them, and stopping them."""

from datetime import datetime
from typing import Any, LiteralString

from msgspec import Struct

from schema.payments.payee import MethodKind
from sql.core.db import Connection, maybe_row, one_value, run, text
from sql.core.sql_template import compose


class ChangeRow(Struct, frozen=True, kw_only=True):
    """A change, with the method as it is now. `is_live`: neither the change was stopped nor the method deleted."""

    change_id: int
    method_id: int
    former: dict[str, Any] | None
    created_at: datetime
    usable_from: datetime
    stopped_at: datetime | None
    is_live: bool
    repeated: bool
    """Whether the same details were stopped before."""
    is_new: bool
    """Whether the method itself was added by it."""
    kind: MethodKind
    ending: str
    publisher: str
    changed_by: str


ROW: LiteralString = """
select change_id, change.payment_method_id as method_id, former, change.created_at, change.usable_from, stopped_at,
       stopped_at is null and deleted_at is null as is_live,
       exists (select from payee_change as earlier
                where earlier.publisher_id = :publisher_id and earlier.mark = change.mark
                  and earlier.stopped_at is not null and earlier.change_id <> change.change_id) as repeated,
       method.created_at >= change.created_at as is_new, method.kind, method.ending, publisher.name as publisher,
       coalesce(nullif(nickname, ''), username) as changed_by
  from payee_change as change
  join payment_method as method on method.publisher_id = change.publisher_id
                               and method.payment_method_id = change.payment_method_id
  join publisher on publisher.publisher_id = change.publisher_id
  join account on account.publisher_id = change.publisher_id and account.account_id = change.account_id
 where change.publisher_id = :publisher_id
"""
BY_ID = compose(ROW, "and change_id = :change_id")
BY_HASH = compose(ROW, "and :hash = any(hashes)")


async def record(
    db: Connection,
    publisher_id: int,
    method_id: int,
    account_id: int,
    *,
    mark: bytes,
    changed: bool,
    usable_from: datetime,
    now: datetime,
) -> int:
    """Record that an account changes a method's details, before they are replaced, or has added it. Returns the id.

    If another change of the method waits, this one takes its place: a stop leads back to what was there before both.
    """
    query = text(
        """
        insert into payee_change (publisher_id, payment_method_id, account_id, mark, former, created_at, usable_from)
        select publisher_id, payment_method_id, :account_id::bigint, :mark::bytea,
               case when :changed::boolean then jsonb_build_object(
                    'kind', kind, 'country', country, 'currency', currency, 'entity', entity, 'sealed', sealed,
                    'mark', encode(payment_method.mark, 'hex'), 'ending', ending, 'usable_from', usable_from,
                    'wait_reason', wait_reason) end,
               :now::timestamptz, :usable_from::timestamptz
          from payment_method
         where publisher_id = :publisher_id and payment_method_id = :method_id
        on conflict (publisher_id, payment_method_id) where stopped_at is null do update
           set account_id = excluded.account_id, mark = excluded.mark, created_at = excluded.created_at,
               usable_from = excluded.usable_from,
               former = case when payee_change.usable_from > excluded.created_at then payee_change.former
                             else excluded.former end,
               hashes = case when payee_change.usable_from > excluded.created_at then payee_change.hashes else '{}' end
        returning change_id
        """,
        publisher_id=publisher_id,
        method_id=method_id,
        account_id=account_id,
        mark=mark,
        changed=changed,
        usable_from=usable_from,
        now=now,
    )
    change_id: int = await one_value(db, query)
    return change_id


async def add_hash(db: Connection, publisher_id: int, change_id: int, hash: bytes) -> None:
    """Add the token of a mailed link; those of other mails keep working."""
    query = text(
        """
        update payee_change set hashes = array_append(hashes, :hash::bytea)
         where publisher_id = :publisher_id and change_id = :change_id and stopped_at is null
        """,
        publisher_id=publisher_id,
        change_id=change_id,
        hash=hash,
    )
    await run(db, query)


async def get(db: Connection, publisher_id: int, change_id: int) -> ChangeRow | None:
    query = text(BY_ID, publisher_id=publisher_id, change_id=change_id)
    return await maybe_row(db, query, ChangeRow)


async def find(db: Connection, publisher_id: int, hash: bytes) -> ChangeRow | None:
    """The change whose mails have a link with this token, whether or not it can still be stopped."""
    query = text(BY_HASH, publisher_id=publisher_id, hash=hash)
    return await maybe_row(db, query, ChangeRow)


async def stop(db: Connection, publisher_id: int, change_id: int, now: datetime) -> None:
    """Record that a change was stopped, once the details that it replaced are back."""
    query = text(
        """
        update payee_change set stopped_at = :now, former = null
         where publisher_id = :publisher_id and change_id = :change_id and stopped_at is null
        """,
        publisher_id=publisher_id,
        change_id=change_id,
        now=now,
    )
    await run(db, query)


async def forget(db: Connection, publisher_id: int, method_id: int) -> None:
    """Delete the change of a method that is deleted, with the details that it replaced."""
    query = text(
        """
        delete from payee_change
         where publisher_id = :publisher_id and payment_method_id = :method_id and stopped_at is null
        """,
        publisher_id=publisher_id,
        method_id=method_id,
    )
    await run(db, query)
