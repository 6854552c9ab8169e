"""The network's tasks about alerts: one for each brand, kind and cause."""

from datetime import datetime

from schema.reports.alert import AlertCause, AlertTaskState
from sql.core.db import Connection, fetch, one_value, run, text


async def put(
    db: Connection, mid: int, kind: int, cause: int, state: AlertTaskState, note: str, now: datetime
) -> None:
    """Set a task's state and note; `since` is when it got this state."""
    query = text(
        """
        insert into alert_task as known (mid, kind, cause, state, note, since, changed_at)
        values (:mid, :kind, :cause, :state, :note, :now, :now)
            on conflict (mid, kind, cause) do update
           set state = excluded.state, note = excluded.note, changed_at = excluded.changed_at,
               since = case when known.state = excluded.state then known.since else excluded.since end
        """,
        mid=mid,
        kind=kind,
        cause=cause,
        state=state,
        note=note,
        now=now,
    )
    await run(db, query)


async def end_finished(db: Connection) -> None:
    """Delete the tasks without a remaining alert, so that the next alert gets a new task."""
    tasks = await fetch(db, text("select mid, kind, cause from alert_task"))
    if not tasks:
        return
    query = text(
        """
        select distinct mid, kind, coalesce(cause, 0) as cause from alert
         where state <> 'closed' and mid = any(:mids::bigint[])
         union
        select distinct mid, kind, :everybody::smallint from shared_fall where mid = any(:mids::bigint[])
        """,
        mids=sorted({row["mid"] for row in tasks}),
        everybody=AlertCause.EVERYBODY,
    )
    living = {tuple(row) for row in await fetch(db, query)}
    for row in tasks:
        if tuple(row) not in living:
            query = text(
                "delete from alert_task where mid = :mid and kind = :kind and cause = :cause",
                **dict(row),
            )
            await run(db, query)


async def lock(db: Connection, mid: int) -> None:
    """Make others wait who change a brand's tasks, until the transaction ends."""
    await one_value(
        db, text("select pg_advisory_xact_lock(hashtextextended('alert_task', :mid))", mid=mid)
    )
