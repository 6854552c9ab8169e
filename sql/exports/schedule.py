"""Schedules of exports, and the log of their runs."""

from datetime import datetime
from functools import cache
from typing import Any, LiteralString

from msgspec import Struct, convert
from msgspec.structs import asdict

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.exports.schedule import (
    SCHEDULES_MAX,
    ExportSchedule,
    RunState,
    ScheduleDraft,
    ScheduleRun,
    ScheduleState,
    StoredSchedule,
    Target,
)
from sql.accounts.account import Login
from sql.core.db import Connection, Template, fetch, maybe_row, one_value, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, piece

RUNS = Keyset("reports/schedule_log", (Key("run_id", Id),), descending=True)
RUN_COLUMNS: LiteralString = """
run_id as id, state, due_at, started_at, ended_at, file, rows, size, error
"""
OF_SCHEDULE: LiteralString = """
  from schedule_run where publisher_id = :publisher_id and schedule_id = :schedule_id
"""
LIST = piece(
    """
    select s.schedule_id as id, s.name, coalesce(nullif(nickname, ''), username) as maker, s.report, s.filter, s.days,
           s.view_id, view.name as view, s.every, s.format, s.incremental, s.target, s.host_key, s.state, s.error,
           s.next_at, s.created_at, last.state as last_state, last.started_at as last_at, last.rows as last_rows
      from schedule s
      join account on account.publisher_id = s.publisher_id and account.account_id = s.account_id
      left join saved_view as view on view.publisher_id = s.publisher_id and view.view_id = s.view_id
      left join lateral (
           select state, started_at, rows from schedule_run r
            where r.publisher_id = :publisher_id and r.schedule_id = s.schedule_id
            order by r.run_id desc limit 1) as last on true
     where s.publisher_id = :publisher_id and (:schedule_id::bigint is null or s.schedule_id = :schedule_id)
     order by s.schedule_id desc
    """
)


class KeptSecret(Struct, frozen=True, kw_only=True):
    """The secret of a schedule, and what it belongs to."""

    target: Target
    row_key: str
    sealed: str
    host_key: str | None
    incremental: bool


async def list_all(
    db: Connection, publisher_id: int, id: int | None = None
) -> list[ExportSchedule]:
    """The publisher's schedules, newest first, or one of them. `host_key` is the pinned key as it is stored."""
    query = text(LIST, publisher_id=publisher_id, schedule_id=id)
    return [to_schedule(dict(row.items())) for row in await fetch(db, query)]


def to_schedule(row: dict[str, Any]) -> ExportSchedule:
    state, at, rows = (row.pop(f"last_{name}") for name in ("state", "at", "rows"))
    last = None if state is None else {"state": state, "started_at": at, "rows": rows}
    target = asdict(convert(row.pop("target"), Target))
    return convert(row | target | {"last_run": last}, ExportSchedule)


async def count(db: Connection, publisher_id: int) -> int:
    query = text(
        "select count(*) from schedule where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    return int(await one_value(db, query))


async def lock_secret(db: Connection, publisher_id: int, id: int) -> KeptSecret | None:
    """Lock a schedule and read its secret, in the caller's transaction."""
    query = text(
        """
        select target, row_key, sealed, host_key, incremental from schedule
         where publisher_id = :publisher_id and schedule_id = :schedule_id for update
        """,
        publisher_id=publisher_id,
        schedule_id=id,
    )
    return await maybe_row(db, query, KeptSecret)


async def add(
    db: Connection,
    of: Login,
    draft: ScheduleDraft,
    *,
    row_key: str,
    sealed: str,
    next_at: datetime,
    now: datetime,
) -> int:
    """Add a schedule. Returns its id."""
    query = text(
        """
        insert into schedule (publisher_id, account_id, name, report, filter, days, view_id, every, format, incremental,
                              kind, target, row_key, sealed, host_key, state, due_at, next_at, created_at, updated_at)
        values (:publisher_id, :account_id, :name, :report, :filter, :days, :view_id, :every, :format, :incremental,
                :kind, :target, :row_key, :sealed, :host_key, :active, :next_at, :next_at, :now, :now)
        returning schedule_id
        """,
        **values_of(of, draft),
        row_key=row_key,
        sealed=sealed,
        host_key=draft.host_key,
        active=ScheduleState.ACTIVE,
        next_at=next_at,
        now=now,
    )
    return int(await one_value(db, query))


async def replace(
    db: Connection,
    of: Login,
    id: int,
    draft: ScheduleDraft,
    *,
    sealed: str,
    host_key: str | None,
    begins_anew: bool,
    next_at: datetime,
    now: datetime,
) -> None:
    """Change a schedule that the caller has locked: it is resumed, as the caller's."""
    query = text(
        """
        update schedule
           set account_id = :account_id, name = :name, report = :report, filter = :filter, days = :days,
               view_id = :view_id, every = :every, format = :format, incremental = :incremental, kind = :kind,
               target = :target, sealed = :sealed, host_key = :host_key, state = :active, error = null, failures = 0,
               reached_at = case when :begins_anew then null else reached_at end,
               due_at = :next_at, next_at = :next_at, updated_at = :now
         where publisher_id = :publisher_id and schedule_id = :schedule_id
        """,
        **values_of(of, draft),
        schedule_id=id,
        sealed=sealed,
        host_key=host_key,
        active=ScheduleState.ACTIVE,
        begins_anew=begins_anew,
        next_at=next_at,
        now=now,
    )
    await run(db, query)


def values_of(of: Login, draft: ScheduleDraft) -> dict[str, Any]:
    """What a draft gives a schedule of its maker, by the names of parameters."""
    return {
        "publisher_id": of.publisher_id,
        "account_id": of.account_id,
        "name": draft.name,
        "report": draft.report,
        "filter": draft.filter,
        "days": draft.days,
        "view_id": draft.view_id,
        "every": draft.every,
        "format": draft.format,
        "incremental": draft.incremental,
        "kind": draft.kind,
        "target": draft.target,
    }


async def remove(db: Connection, publisher_id: int, id: int) -> bool:
    """Delete a schedule with its log. False if there is none."""
    query = text(
        "delete from schedule where publisher_id = :publisher_id and schedule_id = :schedule_id",
        publisher_id=publisher_id,
        schedule_id=id,
    )
    return bool(await run(db, query))


async def bring_forward(db: Connection, publisher_id: int, id: int, now: datetime) -> bool:
    """Plan the next run of a schedule for now. False if it is stopped, or there is none."""
    query = text(
        """
        update schedule set due_at = least(due_at, :now), next_at = least(next_at, :now)
         where publisher_id = :publisher_id and schedule_id = :schedule_id and state = :active
        """,
        publisher_id=publisher_id,
        schedule_id=id,
        now=now,
        active=ScheduleState.ACTIVE,
    )
    return bool(await run(db, query))


async def stop_since(
    db: Connection, publisher_id: int, since: datetime, now: datetime, error: str
) -> None:
    """Stop a publisher's schedules that were made or changed since a time."""
    query = text(
        """
        update schedule set state = :stopped, error = :error, next_at = null, updated_at = :now
         where publisher_id = :publisher_id and state = :active and updated_at >= :since
        """,
        publisher_id=publisher_id,
        since=since,
        now=now,
        error=error,
        active=ScheduleState.ACTIVE,
        stopped=ScheduleState.STOPPED,
    )
    await run(db, query)


async def stop_of(db: Connection, of: Login, now: datetime, error: str) -> list[str]:
    """Stop the schedules of a member. Returns their names."""
    query = text(
        """
        update schedule set state = :stopped, error = :error, next_at = null, updated_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and state = :active
        returning name
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
        error=error,
        active=ScheduleState.ACTIVE,
        stopped=ScheduleState.STOPPED,
    )
    return sorted(row["name"] for row in await fetch(db, query))


async def begin(
    db: Connection, publisher_id: int, id: int, *, now: datetime, until: datetime
) -> StoredSchedule | None:
    """Begin a run that is due, unless one of the publisher's is under way. Needs a transaction.

    A run that did not end in time is marked as failed by `fail_dead_runs`.
    """
    lock = text(
        "select pg_advisory_xact_lock(hashtextextended('schedule', :publisher_id))",
        publisher_id=publisher_id,
    )
    await one_value(db, lock)
    query = text(
        """
        update schedule set running_until = :until
         where publisher_id = :publisher_id and schedule_id = :schedule_id and state = :active and next_at <= :now
           and not exists (select from schedule other
                            where other.publisher_id = :publisher_id and other.running_until > :now)
        returning publisher_id, schedule_id, account_id, name, report, filter, days, view_id, every, format,
                  incremental, reached_at, target, row_key, sealed, host_key, failures, due_at
        """,
        publisher_id=publisher_id,
        schedule_id=id,
        now=now,
        until=until,
        active=ScheduleState.ACTIVE,
    )
    return await maybe_row(db, query, StoredSchedule)


async def find_due(db: Connection, publisher_id: int, now: datetime) -> list[int]:
    """The publisher's schedules that are due, longest due first; none while one of them runs."""
    query = text(
        """
        select schedule_id from schedule
         where publisher_id = :publisher_id and next_at <= :now
           and not exists (select from schedule other
                            where other.publisher_id = :publisher_id and other.running_until > :now)
         order by next_at, schedule_id limit :most
        """,
        publisher_id=publisher_id,
        now=now,
        most=SCHEDULES_MAX,
    )
    return [row["schedule_id"] for row in await fetch(db, query)]


async def fail_dead_runs(
    db: Connection, publisher_id: int, id: int, now: datetime, error: str
) -> None:
    """Mark the runs of a schedule as failed that did not end."""
    query = text(
        """
        update schedule_run set state = :failed, ended_at = :now, error = :error
         where publisher_id = :publisher_id and schedule_id = :schedule_id and state = :running
        """,
        publisher_id=publisher_id,
        schedule_id=id,
        now=now,
        error=error,
        running=RunState.RUNNING,
        failed=RunState.FAILED,
    )
    await run(db, query)


async def add_run(db: Connection, schedule: StoredSchedule, now: datetime) -> int:
    """Add a run that has begun. Returns its id."""
    query = text(
        """
        insert into schedule_run (publisher_id, schedule_id, due_at, started_at, state)
        values (:publisher_id, :schedule_id, :due_at, :now, :running) returning run_id
        """,
        publisher_id=schedule.publisher_id,
        schedule_id=schedule.schedule_id,
        due_at=schedule.due_at,
        now=now,
        running=RunState.RUNNING,
    )
    return int(await one_value(db, query))


async def is_running(db: Connection, publisher_id: int, run_id: int) -> bool:
    """Whether a run may continue: its schedule was neither deleted nor stopped nor changed since."""
    query = text(
        """
        select 1 from schedule_run r
          join schedule s on s.publisher_id = r.publisher_id and s.schedule_id = r.schedule_id
         where r.publisher_id = :publisher_id and r.run_id = :run_id and r.state = :running and s.state = :active
           and s.updated_at <= r.started_at
        """,
        publisher_id=publisher_id,
        run_id=run_id,
        running=RunState.RUNNING,
        active=ScheduleState.ACTIVE,
    )
    return await one_value(db, query) is not None


async def end_run(
    db: Connection,
    publisher_id: int,
    run_id: int,
    *,
    now: datetime,
    error: str | None = None,
    file: str | None = None,
    rows: int | None = None,
    size: int | None = None,
) -> None:
    """End a run: failed with an `error`, or else done."""
    query = text(
        """
        update schedule_run
           set state = :state, ended_at = :now, error = :error, file = :file, rows = :rows, size = :size
         where publisher_id = :publisher_id and run_id = :run_id
        """,
        publisher_id=publisher_id,
        run_id=run_id,
        state=RunState.DONE if error is None else RunState.FAILED,
        now=now,
        error=error,
        file=file,
        rows=rows,
        size=size,
    )
    await run(db, query)


async def finish(
    db: Connection, schedule: StoredSchedule, *, reached_at: datetime | None, next_at: datetime
) -> None:
    """Plan the next run after one that is done. A schedule that was changed meanwhile stays as it is."""
    query = text(
        """
        update schedule
           set reached_at = coalesce(:reached_at, reached_at), failures = 0, error = null, due_at = :next_at,
               next_at = :next_at
         where publisher_id = :publisher_id and schedule_id = :schedule_id and state = :active and due_at = :due_at
        """,
        publisher_id=schedule.publisher_id,
        schedule_id=schedule.schedule_id,
        reached_at=reached_at,
        next_at=next_at,
        due_at=schedule.due_at,
        active=ScheduleState.ACTIVE,
    )
    await run(db, query)


async def fail(
    db: Connection, schedule: StoredSchedule, *, error: str, next_at: datetime | None
) -> bool:
    """Plan another try of a run that failed, or stop the schedule without `next_at`. False if it changed meanwhile."""
    query = text(
        """
        update schedule set failures = failures + 1, error = :error, next_at = :next_at,
               state = case when :next_at::timestamptz is null then :stopped else state end
         where publisher_id = :publisher_id and schedule_id = :schedule_id and state = :active and due_at = :due_at
        """,
        publisher_id=schedule.publisher_id,
        schedule_id=schedule.schedule_id,
        error=error,
        next_at=next_at,
        due_at=schedule.due_at,
        active=ScheduleState.ACTIVE,
        stopped=ScheduleState.STOPPED,
    )
    return bool(await run(db, query))


async def release(db: Connection, publisher_id: int, id: int) -> None:
    """Let other runs of the publisher begin."""
    query = text(
        """
        update schedule set running_until = null
         where publisher_id = :publisher_id and schedule_id = :schedule_id
        """,
        publisher_id=publisher_id,
        schedule_id=id,
    )
    await run(db, query)


async def pin_host_key(db: Connection, schedule: StoredSchedule, host_key: str) -> None:
    """Store the key that the server showed, in place of none or of its fingerprint."""
    query = text(
        """
        update schedule set host_key = :host_key
         where publisher_id = :publisher_id and schedule_id = :schedule_id
           and host_key is not distinct from :before
        """,
        publisher_id=schedule.publisher_id,
        schedule_id=schedule.schedule_id,
        before=schedule.host_key,
        host_key=host_key,
    )
    await run(db, query)


async def page_of_runs(
    db: Connection, publisher_id: int, id: int, page: Page
) -> CursorPage[ScheduleRun]:
    """The runs of a schedule, newest first."""
    values = {"publisher_id": publisher_id, "schedule_id": id}
    part = await read_page(db, RUNS, page, values, rows=runs_template, count=count_template())
    return await part.to_page(ScheduleRun)


@cache
def runs_template(continued: bool) -> Template:
    return RUNS.page_of(RUN_COLUMNS, OF_SCHEDULE, continued)


@cache
def count_template() -> Template:
    return compose("select count(*)", OF_SCHEDULE)
