"""Guarded changes: what they replaced, who can stop them, and how they end."""

from datetime import datetime, timedelta
from typing import Any, LiteralString

from msgspec import Struct

from schema.payments.guarded_change import HEADLINES, ChangeKind, GuardedChange
from schema.payments.payee import MethodKind
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.core.sql_template import compose


class ChangeRow(Struct, frozen=True, kw_only=True):
    """A change. `repeated`: the same was stopped before."""

    id: int
    kind: ChangeKind
    object: str
    method_id: int | None
    method: MethodKind | None
    account_id: int | None
    subject_id: int | None
    member: str | None
    publisher: str
    before: str | None
    after: str | None
    changed_by: str | None
    reason: str | None
    former: dict[str, Any] | None
    created_at: datetime
    waits_until: datetime
    applied_at: datetime | None
    settled_at: datetime | None
    stopped_at: datetime | None
    operator_id: int | None
    hastened_by: int | None
    repeated: bool

    @property
    def is_live(self) -> bool:
        return self.stopped_at is None and self.settled_at is None

    @property
    def headline(self) -> str:
        """What has happened, or will, as mails say it."""
        return HEADLINES[self.kind].format(
            publisher=self.publisher,
            member=self.member,
            after=self.after,
            verb="changed" if self.before else "added",
            tense="was" if self.applied_at else "will be",
        )

    @property
    def summary(self) -> str:
        """The headline with what was changed."""
        values = " → ".join(each for each in (self.before, self.after) if each)
        return f"{self.headline} ({values})" if values else self.headline

    def to_wire(self) -> GuardedChange:
        return GuardedChange(
            id=self.id,
            kind=self.kind,
            publisher=self.publisher,
            member=self.member,
            method=self.method,
            before=self.before,
            after=self.after,
            changed_by=self.changed_by,
            reason=self.reason,
            changed_at=self.created_at,
            waits_until=self.waits_until,
            applied=self.applied_at is not None,
            needs_session=self.repeated,
        )


class NewChange(Struct, frozen=True, kw_only=True):
    """A change to be recorded. `former` is what a stop puts back, and `mark` what makes it the same as another one."""

    kind: ChangeKind
    object: str
    mark: bytes
    account_id: int | None
    waits_until: datetime
    applied: bool
    subject_id: int | None = None
    method_id: int | None = None
    operator_id: int | None = None
    before: str | None = None
    after: str | None = None
    former: dict[str, Any] | None = None
    reason: str | None = None


class Replaced(Struct, frozen=True):
    """What a change takes over from the one that waited before: where a stop leads back to, and the mailed links."""

    former: dict[str, Any] | None
    before: str | None
    hashes: list[bytes]
    kind: ChangeKind


ROW: LiteralString = """
select change.change_id as id, change.kind, object, change.payment_method_id as method_id, method.kind as method,
       change.account_id, subject_id, coalesce(nullif(subject.nickname, ''), subject.username) as member,
       coalesce(nullif(publisher.name, ''), maker.username, subject.username, '') as publisher, before, after,
       coalesce(nullif(maker.nickname, ''), maker.username) as changed_by,
       reason, former, change.created_at, change.waits_until, applied_at, settled_at, stopped_at, operator_id,
       hastened_by,
       exists (select from guarded_change as earlier
                where earlier.publisher_id = :publisher_id and earlier.mark = change.mark
                  and earlier.stopped_at is not null and earlier.change_id <> change.change_id) as repeated
  from guarded_change as change
  join publisher on publisher.publisher_id = change.publisher_id
  left join payment_method as method on method.publisher_id = change.publisher_id
                                    and method.payment_method_id = change.payment_method_id
  left join account as maker on maker.publisher_id = change.publisher_id and maker.account_id = change.account_id
  left join account as subject on subject.publisher_id = change.publisher_id
                              and subject.account_id = change.subject_id
 where change.publisher_id = :publisher_id
"""
BY_ID = compose(ROW, "and change_id = :change_id")
BY_HASH = compose(ROW, "and :hash = any(hashes)")
BY_OBJECT = compose(ROW, "and object = :object and stopped_at is null and settled_at is null")
OF_SUBJECT = compose(
    ROW, "and subject_id = :subject_id and stopped_at is null and settled_at is null"
)
LIVE = compose(
    ROW,
    "and stopped_at is null and settled_at is null and waits_until > :now order by change.change_id desc",
)


async def add(
    db: Connection, publisher_id: int, change: NewChange, hashes: list[bytes], now: datetime
) -> int:
    """Record a change; no other change of the same object may be waiting. Returns its id."""
    query = text(
        """
        insert into guarded_change (publisher_id, kind, object, payment_method_id, account_id, subject_id, operator_id,
                                    before, after, mark, former, reason, hashes, created_at, waits_until, applied_at)
        values (:publisher_id, :kind, :object, :method_id, :account_id, :subject_id, :operator_id,
                :before, :after, :mark, :former, :reason, :hashes, :now, :waits_until, :applied_at)
        returning change_id
        """,
        publisher_id=publisher_id,
        kind=change.kind,
        object=change.object,
        method_id=change.method_id,
        account_id=change.account_id,
        subject_id=change.subject_id,
        operator_id=change.operator_id,
        before=change.before,
        after=change.after,
        mark=change.mark,
        former=change.former,
        reason=change.reason,
        hashes=hashes,
        now=now,
        waits_until=change.waits_until,
        applied_at=now if change.applied else None,
    )
    change_id: int = await one_value(db, query)
    return change_id


async def take_over(
    db: Connection, publisher_id: int, object: str, now: datetime
) -> Replaced | None:
    """Settle the change of something that waits, because another one takes its place."""
    query = text(
        """
        select former, before, hashes, kind from guarded_change
         where publisher_id = :publisher_id and object = :object and stopped_at is null and settled_at is null
        """,
        publisher_id=publisher_id,
        object=object,
    )
    replaced = await maybe_row(db, query, Replaced)
    if replaced is not None:
        settle = text(
            """
            update guarded_change set settled_at = :now, former = null, hashes = '{}'
             where publisher_id = :publisher_id and object = :object and stopped_at is null and settled_at is null
            """,
            publisher_id=publisher_id,
            object=object,
            now=now,
        )
        await run(db, settle)
    return replaced


async def add_hash(db: Connection, publisher_id: int, change_id: int, hash: bytes) -> None:
    """Add the token of a mailed link; those of other mails keep working."""
    query = text(
        """
        update guarded_change set hashes = array_append(hashes, :hash::bytea)
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


async def of_object(db: Connection, publisher_id: int, object: str) -> ChangeRow | None:
    """The change of something that was neither stopped nor settled."""
    query = text(BY_OBJECT, publisher_id=publisher_id, object=object)
    return await maybe_row(db, query, ChangeRow)


async def of_subject(db: Connection, of: Login) -> list[ChangeRow]:
    """The changes about an account that were neither stopped nor settled, also those whose wait is just over."""
    query = text(OF_SUBJECT, publisher_id=of.publisher_id, subject_id=of.account_id)
    return await all_rows(db, query, ChangeRow)


async def list_live(db: Connection, publisher_id: int, now: datetime) -> list[ChangeRow]:
    """The changes that can still be stopped, newest first."""
    query = text(LIVE, publisher_id=publisher_id, now=now)
    return await all_rows(db, query, ChangeRow)


async def stop(db: Connection, publisher_id: int, change_id: int, now: datetime) -> None:
    """Record that a change was stopped, once it is undone. Who of the staff asked to end its wait asked for no more."""
    query = text(
        """
        update guarded_change
           set stopped_at = :now, former = null,
               hastened_by = null, hastened_name = null, hastened_at = null, hastened_reason = null
         where publisher_id = :publisher_id and change_id = :change_id and stopped_at is null
        """,
        publisher_id=publisher_id,
        change_id=change_id,
        now=now,
    )
    await run(db, query)


async def settle(
    db: Connection, publisher_id: int, change_id: int, now: datetime, *, applied: bool
) -> None:
    """Record that the wait of a change is over; what it replaced is forgotten."""
    query = text(
        """
        update guarded_change
           set settled_at = :now, former = null, waits_until = least(waits_until, :now),
               applied_at = coalesce(applied_at, case when :applied then :now::timestamptz end)
         where publisher_id = :publisher_id and change_id = :change_id and stopped_at is null and settled_at is null
        """,
        publisher_id=publisher_id,
        change_id=change_id,
        now=now,
        applied=applied,
    )
    await run(db, query)


async def hasten(
    db: Connection,
    publisher_id: int,
    change_id: int,
    *,
    operator_id: int,
    name: str,
    reason: str,
    now: datetime,
) -> None:
    """Record the first member of staff who wants to end the wait of a change."""
    query = text(
        """
        update guarded_change
           set hastened_by = :operator_id, hastened_name = :name, hastened_at = :now, hastened_reason = :reason
         where publisher_id = :publisher_id and change_id = :change_id
        """,
        publisher_id=publisher_id,
        change_id=change_id,
        operator_id=operator_id,
        name=name,
        reason=reason,
        now=now,
    )
    await run(db, query)


async def forget(db: Connection, publisher_id: int, object: str) -> None:
    """Delete the change of something that is deleted before it was ever used."""
    query = text(
        """
        delete from guarded_change
         where publisher_id = :publisher_id and object = :object and stopped_at is null and settled_at is null
        """,
        publisher_id=publisher_id,
        object=object,
    )
    await run(db, query)


async def is_staff_since(
    db: Connection, publisher_id: int, account_id: int, age: timedelta, now: datetime
) -> bool:
    """Whether an account is at least that old."""
    query = text(
        """
        select created_at <= :since from account where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        since=now - age,
    )
    return bool(await one_value(db, query))


async def has_live(db: Connection, publisher_id: int, account_id: int, now: datetime) -> bool:
    """Whether something that an account changed can still be stopped."""
    query = text(
        """
        select exists (select from guarded_change
                        where publisher_id = :publisher_id and account_id = :account_id
                          and stopped_at is null and settled_at is null and waits_until > :now)
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
    )
    return bool(await one_value(db, query))
