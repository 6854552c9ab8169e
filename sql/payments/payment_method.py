"""Payment methods, whose fields are encrypted before they get here."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from schema.payments.method_failure import MethodFailure
from schema.payments.payee import Layout
from schema.payments.payment_method import ReencryptedMethod, SealedMethod, StoredMethod
from schema.payments.payment_method_wait import Wait
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text

METHODS = """
select payment_method_id as id, row_key::text, kind, country, currency, entity, sealed, ending,
       is_default, greatest(usable_from, held_until) as usable_from, created_at, updated_at,
       case when held_until > usable_from then 'stopped' else wait_reason end as wait_reason
  from payment_method
 where publisher_id = :publisher_id and deleted_at is null
"""


async def all_of(db: Connection, publisher_id: int) -> list[StoredMethod]:
    """All of a publisher's methods: the default one first, then in order of creation."""
    query = text(
        METHODS + " order by is_default desc, payment_method_id", publisher_id=publisher_id
    )
    return await all_rows(db, query, StoredMethod)


async def find_failures(db: Connection, publisher_id: int) -> dict[int, MethodFailure]:
    """How the last payment to a method failed, by method; methods changed since are left out."""
    query = text(
        """
        select method_id, reason, last.at, m.is_default,
               exists (select from payment again
                        where again.publisher_id = :publisher_id and again.payment_method_id = method_id
                          and not again.scheduled and again.requested_at > last.at) as confirmed
          from (select distinct on (p.payment_method_id)
                       p.payment_method_id as method_id, p.state, p.failure_reason as reason, outcome.at
                  from payment p
                 cross join lateral (
                       select case p.state
                              when 'cancelled' then (
                                   select max(f.at) from ledger f
                                    where f.publisher_id = :publisher_id and f.payment_id = p.payment_id
                                      and f.kind = 'failed' and f.at >= p.requested_at)
                              else coalesce(p.paid_at, p.ended_at) end as at) as outcome
                 where p.publisher_id = :publisher_id and p.state in ('paid', 'failed', 'returned', 'cancelled')
                   and outcome.at is not null
                 order by p.payment_method_id, outcome.at desc) as last
          join payment_method m on m.publisher_id = :publisher_id and m.payment_method_id = last.method_id
         where last.state <> 'paid' and last.reason is not null and last.at >= m.updated_at
        """,
        publisher_id=publisher_id,
    )
    return {each.method_id: each for each in await all_rows(db, query, MethodFailure)}


async def find_schedule_failure(db: Connection, publisher_id: int) -> MethodFailure | None:
    """The failure for which no scheduled payment goes to the publisher's default method."""
    failures = (await find_failures(db, publisher_id)).values()
    return next((each for each in failures if each.is_default and each.holds_schedule), None)


async def get(db: Connection, publisher_id: int, method_id: int) -> StoredMethod | None:
    query = text(
        METHODS + " and payment_method_id = :method_id",
        publisher_id=publisher_id,
        method_id=method_id,
    )
    return await maybe_row(db, query, StoredMethod)


async def find_by_index(db: Connection, publisher_id: int, marks: Sequence[bytes]) -> int | None:
    """The id of the method with the same account, by its blind index under any key."""
    query = text(
        """
        select payment_method_id from payment_method
         where publisher_id = :publisher_id and mark = any(:marks::bytea[]) and deleted_at is null
        """,
        publisher_id=publisher_id,
        marks=marks,
    )
    method_id: int | None = await one_value(db, query)
    return method_id


async def add(
    db: Connection,
    publisher_id: int,
    layout: Layout,
    method: SealedMethod,
    *,
    wait: Wait,
    now: datetime,
) -> int:
    """Add a method; returns its id. A publisher's first one is the default."""
    query = text(
        """
        insert into payment_method (publisher_id, row_key, kind, country, currency, entity, sealed,
                                    mark, ending, usable_from, wait_reason, created_at, updated_at, is_default)
        select :publisher_id, :row_key::uuid, :kind, :country, :currency, :entity, :sealed, :mark, :ending,
               :usable_from, :wait_reason, :now, :now,
               not exists (select from payment_method
                            where publisher_id = :publisher_id and is_default and deleted_at is null)
        returning payment_method_id
        """,
        publisher_id=publisher_id,
        row_key=method.row_key,
        **layout._asdict(),
        sealed=method.sealed,
        mark=method.blind_indexes[-1],
        ending=method.ending,
        usable_from=wait.until,
        wait_reason=wait.reason,
        now=now,
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
    wait: Wait,
    now: datetime,
) -> None:
    query = text(
        """
        update payment_method
           set kind = :kind, country = :country, currency = :currency, entity = :entity, sealed = :sealed, mark = :mark,
               ending = :ending, usable_from = :usable_from, wait_reason = :wait_reason, updated_at = :now
         where publisher_id = :publisher_id and payment_method_id = :method_id
        """,
        publisher_id=publisher_id,
        method_id=method_id,
        **layout._asdict(),
        sealed=method.sealed,
        mark=method.blind_indexes[-1],
        ending=method.ending,
        usable_from=wait.until,
        wait_reason=wait.reason,
        now=now,
    )
    await run(db, query)


async def set_default(db: Connection, publisher_id: int, method_id: int) -> None:
    """Make a method the only default, in two statements, because a unique index checks each row as it changes."""
    await run(
        db,
        text(
            "update payment_method set is_default = false where publisher_id = :publisher_id and is_default",
            publisher_id=publisher_id,
        ),
    )
    query = text(
        """
        update payment_method set is_default = true
         where publisher_id = :publisher_id and payment_method_id = :method_id
        """,
        publisher_id=publisher_id,
        method_id=method_id,
    )
    await run(db, query)


async def remove(db: Connection, publisher_id: int, method_id: int, now: datetime) -> None:
    """Delete a method: its fields are deleted at once, its ending stays for past payments."""
    query = text(
        """
        update payment_method
           set deleted_at = :now, is_default = false, sealed = '', mark = ''
         where publisher_id = :publisher_id and payment_method_id = :method_id
        """,
        publisher_id=publisher_id,
        method_id=method_id,
        now=now,
    )
    await run(db, query)


async def snapshot(db: Connection, publisher_id: int, method_id: int) -> dict[str, Any]:
    """The details of a method, encrypted, for `restore`."""
    query = text(
        """
        select jsonb_build_object(
               'kind', kind, 'country', country, 'currency', currency, 'entity', entity, 'sealed', sealed,
               'mark', encode(mark, 'hex'), 'ending', ending, 'usable_from', usable_from, 'wait_reason', wait_reason)
          from payment_method
         where publisher_id = :publisher_id and payment_method_id = :method_id
        """,
        publisher_id=publisher_id,
        method_id=method_id,
    )
    details: dict[str, Any] = await one_value(db, query)
    return details


async def restore(
    db: Connection, publisher_id: int, method_id: int, former: dict[str, Any], now: datetime
) -> None:
    """Put back the details that a stopped change replaced or deleted; another method that has them is deleted."""
    mark = bytes.fromhex(former["mark"])
    free = text(
        """
        update payment_method
           set deleted_at = :now, is_default = false, sealed = '', mark = ''
         where publisher_id = :publisher_id and payment_method_id <> :method_id and deleted_at is null and mark = :mark
        """,
        publisher_id=publisher_id,
        method_id=method_id,
        mark=mark,
        now=now,
    )
    await run(db, free)
    query = text(
        """
        update payment_method
           set kind = :kind, country = :country, currency = :currency, entity = :entity, sealed = :sealed, mark = :mark,
               ending = :ending, usable_from = :usable_from, wait_reason = :wait_reason, updated_at = :now,
               deleted_at = null
         where publisher_id = :publisher_id and payment_method_id = :method_id
        """,
        publisher_id=publisher_id,
        method_id=method_id,
        mark=mark,
        now=now,
        usable_from=datetime.fromisoformat(former["usable_from"]),
        **{name: former[name] for name in ("kind", "country", "currency", "entity", "sealed")},
        **{name: former[name] for name in ("ending", "wait_reason")},
    )
    await run(db, query)


async def end_wait(db: Connection, publisher_id: int, method_id: int, now: datetime) -> None:
    """Let a method receive money from now on, unless its details are in use already."""
    query = text(
        """
        update payment_method set usable_from = least(usable_from, :now)
         where publisher_id = :publisher_id and payment_method_id = :method_id
        """,
        publisher_id=publisher_id,
        method_id=method_id,
        now=now,
    )
    await run(db, query)


async def hold(db: Connection, publisher_id: int, until: datetime) -> None:
    """Hold all payments, because a change was stopped."""
    query = text(
        """
        update payment_method set held_until = :until
         where publisher_id = :publisher_id and deleted_at is null
        """,
        publisher_id=publisher_id,
        until=until,
    )
    await run(db, query)


async def release(db: Connection, publisher_id: int) -> bool:
    """Release held payments. False if none were."""
    query = text(
        """
        update payment_method set held_until = null
         where publisher_id = :publisher_id and held_until is not null
        """,
        publisher_id=publisher_id,
    )
    return bool(await run(db, query))


async def reencrypt(db: Connection, publisher_id: int, rows: Sequence[ReencryptedMethod]) -> None:
    """Store methods encrypted with another key, except those that have changed meanwhile."""
    query = text(
        """
        update payment_method as kept set sealed = new.sealed, mark = new.mark
          from unnest(:ids::bigint[], :sealed_before::text[], :sealed::text[], :marks::bytea[])
               as new (id, before, sealed, mark)
         where kept.publisher_id = :publisher_id and payment_method_id = new.id and kept.sealed = new.before
        """,
        publisher_id=publisher_id,
        ids=[row.id for row in rows],
        sealed_before=[row.before for row in rows],
        sealed=[row.sealed for row in rows],
        marks=[row.blind_index for row in rows],
    )
    await run(db, query)
