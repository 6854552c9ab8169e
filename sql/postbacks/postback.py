"""A publisher's postbacks, to which events are reported."""

from collections.abc import Collection
from datetime import datetime

import msgspec

from schema.core.event import EventType
from schema.postbacks.postback import (
    Postback,
    PostbackDraft,
    PostbackState,
    StateReason,
    StoredSecrets,
)
from sql.core.db import Connection, fetch, maybe_row, one_value, run, text
from sql.core.narrowing import without_narrowing

COLUMNS = """
select p.postback_id as id, p.site_id, p.event_type, p.delivery_type, p.link_url, p.mids,
       p.parameters::text as parameters, p.medium_id, p.state, p.state_reason, p.failing_since,
       p.secret_shown_at, p.old_secret_until, p.created_at, p.updated_at,
       recent.delivered, recent.failed, recent.last_at, queue.waiting
  from postback p
 cross join lateral (
       select count(*) filter (where last.state = 'delivered') as delivered,
              count(*) filter (where last.state = 'failed') as failed, max(last.created_at) as last_at
         from (select d.state, d.created_at from delivery d
                where d.publisher_id = :publisher_id and d.postback_id = p.postback_id and not d.test
                  and d.state <> 'waiting'
                order by d.created_at desc limit 1000) as last) as recent
 cross join lateral (
       select count(*) as waiting
         from (select 1 as one from delivery d
                where d.publisher_id = :publisher_id and d.postback_id = p.postback_id and not d.test
                  and d.state = 'waiting' limit 10000) as counted) as queue
 where p.publisher_id = :publisher_id
"""


async def all_of(
    db: Connection, publisher_id: int, *, without: Collection[EventType] = ()
) -> list[Postback]:
    """A publisher's postbacks, except those of the event types in `without`."""
    query = text(
        COLUMNS + " and p.event_type <> all(:without::int[]) order by p.postback_id",
        publisher_id=publisher_id,
        without=list(without),
    )
    rows = await fetch(db, query)
    return [to_postback(dict(row)) for row in rows]


async def get(db: Connection, publisher_id: int, postback_id: int) -> Postback | None:
    rows = await fetch(
        db,
        text(
            COLUMNS + " and p.postback_id = :postback_id",
            publisher_id=publisher_id,
            postback_id=postback_id,
        ),
    )
    return to_postback(dict(rows[0])) if rows else None


def to_postback(row: dict[str, object]) -> Postback:
    delivered, failed = row["delivered"], row["failed"]
    assert isinstance(delivered, int)
    assert isinstance(failed, int)
    ended = delivered + failed
    row["success_rate"] = round(100 * delivered / ended, 1) if ended else None
    row["parameters"] = msgspec.json.decode(str(row["parameters"]))
    return msgspec.convert(row, Postback)


async def count(
    db: Connection, publisher_id: int, kind: EventType | None = None, besides: int | None = None
) -> int:
    """The number of a publisher's postbacks, of one event type if it is given, without the postback `besides`.

    Those of channels that the caller does not see count, too: the most there can be is the publisher's.
    """
    query = text(
        "select count(*) from postback where publisher_id = :publisher_id"
        " and coalesce(event_type = :kind, true) and coalesce(postback_id <> :besides, true)",
        publisher_id=publisher_id,
        kind=kind,
        besides=besides,
    )
    return int(await one_value(without_narrowing(db), query))


async def known_mids(db: Connection, mids: Collection[int]) -> set[int]:
    """Which of these numbers are mids of brands."""
    rows = await fetch(
        db, text("select mid from brand where mid = any(:mids::bigint[])", mids=list(mids))
    )
    return {row["mid"] for row in rows}


async def add(
    db: Connection,
    publisher_id: int,
    draft: PostbackDraft,
    *,
    receiver: str,
    row_key: str,
    secret: str,
    now: datetime,
) -> int:
    """Add a postback; returns its id."""
    query = text(
        """
        insert into postback (publisher_id, row_key, event_type, delivery_type, link_url, receiver,
                              parameters, site_id, mids, medium_id, secret, created_at, updated_at)
        values (:publisher_id, :row_key::uuid, :event_type, :delivery_type, :link_url, :receiver, :parameters,
                :site_id, :mids, :medium_id, :secret, :now, :now)
        returning postback_id
        """,
        publisher_id=publisher_id,
        row_key=row_key,
        event_type=draft.event_type,
        delivery_type=draft.delivery_type,
        link_url=draft.link_url,
        receiver=receiver,
        parameters=msgspec.json.encode(draft.parameters).decode(),
        site_id=draft.site_id,
        mids=draft.mids,
        medium_id=draft.medium_id,
        secret=secret,
        now=now,
    )
    postback_id: int = await one_value(db, query)
    return postback_id


async def replace(
    db: Connection,
    publisher_id: int,
    postback_id: int,
    draft: PostbackDraft,
    *,
    receiver: str,
    now: datetime,
) -> bool:
    """Change a postback; False if there is none with this id, or it has changed since the time that the draft names."""
    query = text(
        """
        update postback
           set event_type = :event_type, delivery_type = :delivery_type, link_url = :link_url,
               receiver = :receiver, parameters = :parameters,
               site_id = :site_id, mids = :mids, medium_id = :medium_id, updated_at = :now
         where publisher_id = :publisher_id and postback_id = :postback_id and coalesce(updated_at = :known_at, true)
        """,
        publisher_id=publisher_id,
        postback_id=postback_id,
        event_type=draft.event_type,
        delivery_type=draft.delivery_type,
        link_url=draft.link_url,
        receiver=receiver,
        parameters=msgspec.json.encode(draft.parameters).decode(),
        site_id=draft.site_id,
        mids=draft.mids,
        medium_id=draft.medium_id,
        now=now,
        known_at=draft.updated_at,
    )
    return await run(db, query) == 1


async def remove(db: Connection, publisher_id: int, postback_id: int) -> bool:
    """Delete a postback with its deliveries; False if there is none with this id."""
    query = text(
        "delete from postback where publisher_id = :publisher_id and postback_id = :postback_id",
        publisher_id=publisher_id,
        postback_id=postback_id,
    )
    if await run(db, query) == 0:
        return False
    query = text(
        "delete from delivery where publisher_id = :publisher_id and postback_id = :postback_id",
        publisher_id=publisher_id,
        postback_id=postback_id,
    )
    # All of them: a delivery may be older than the channel that the postback has now.
    await run(without_narrowing(db), query)
    return True


async def set_state(
    db: Connection, publisher_id: int, postback_id: int, state: PostbackState, now: datetime
) -> bool:
    """Pause or resume a postback at its owner's request; False if there is none with this id."""
    query = text(
        """
        update postback set state = :state, state_reason = null, failing_since = null, failures = 0,
               updated_at = :now
         where publisher_id = :publisher_id and postback_id = :postback_id
        """,
        publisher_id=publisher_id,
        postback_id=postback_id,
        state=state,
        now=now,
    )
    return await run(db, query) == 1


async def pause_failing(
    db: Connection, publisher_id: int, postback_id: int, reason: StateReason
) -> bool:
    """Pause a failing postback automatically; False if it is not active."""
    query = text(
        """
        update postback set state = 'auto_paused', state_reason = :reason
         where publisher_id = :publisher_id and postback_id = :postback_id and state = 'active'
        """,
        publisher_id=publisher_id,
        postback_id=postback_id,
        reason=reason,
    )
    return await run(db, query) == 1


async def add_failure(
    db: Connection, publisher_id: int, postback_id: int, now: datetime
) -> int | None:
    """Count a failed attempt and since when they fail; returns the failures in a row, None if the postback is gone."""
    query = text(
        """
        update postback set failures = failures + 1, failing_since = coalesce(failing_since, :now)
         where publisher_id = :publisher_id and postback_id = :postback_id
        returning failures
        """,
        publisher_id=publisher_id,
        postback_id=postback_id,
        now=now,
    )
    rows = await fetch(db, query)
    return rows[0]["failures"] if rows else None


async def end_failures(db: Connection, publisher_id: int, postback_id: int) -> None:
    """Reset the count of failures in a row after an attempt that succeeded."""
    query = text(
        """
        update postback set failing_since = null, failures = 0
         where publisher_id = :publisher_id and postback_id = :postback_id and failing_since is not null
        """,
        publisher_id=publisher_id,
        postback_id=postback_id,
    )
    await run(db, query)


async def lock_secrets(db: Connection, publisher_id: int, postback_id: int) -> StoredSecrets | None:
    query = text(
        """
        select row_key::text, secret, secret_shown_at, old_secret, old_secret_until from postback
         where publisher_id = :publisher_id and postback_id = :postback_id for update
        """,
        publisher_id=publisher_id,
        postback_id=postback_id,
    )
    return await maybe_row(db, query, StoredSecrets)


async def set_secrets(
    db: Connection, publisher_id: int, postback_id: int, secrets: StoredSecrets
) -> None:
    query = text(
        """
        update postback
           set secret = :secret, secret_shown_at = :secret_shown_at, old_secret = :old_secret,
               old_secret_until = :old_secret_until
         where publisher_id = :publisher_id and postback_id = :postback_id
        """,
        publisher_id=publisher_id,
        postback_id=postback_id,
        secret=secrets.secret,
        secret_shown_at=secrets.secret_shown_at,
        old_secret=secrets.old_secret,
        old_secret_until=secrets.old_secret_until,
    )
    await run(db, query)
