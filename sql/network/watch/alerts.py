"""Alerts that the watch raises, updates and closes."""

from collections.abc import Sequence
from datetime import datetime

from sql.core.db import Connection, all_rows, one_value, run, text
from sql.network.watch.round_rows import KnownAlert, NewAlert


async def known_alerts(
    db: Connection, publisher_ids: Sequence[int], closed_since: datetime
) -> list[KnownAlert]:
    query = text(
        """
        select publisher_id, alert_id, kind, mid, site_id, link_id, postback_id, coupon, since, found_at, expected,
               seen, currency, money_low, money_high, state, closed_at, closed_by
          from alert
         where publisher_id = any(:publisher_ids::bigint[])
           and (state <> 'closed' or closed_at >= :closed_since)
         order by publisher_id, alert_id
        """,
        publisher_ids=list(publisher_ids),
        closed_since=closed_since,
    )
    return await all_rows(db, query, KnownAlert)


async def add(db: Connection, alert: NewAlert, now: datetime) -> int | None:
    """Raise an alert; returns its number, or None if the same alert exists and is not closed."""
    query = text(
        """
        insert into alert (publisher_id, kind, mid, site_id, link_id, postback_id, coupon, since, expected, seen,
                           chance, currency, money_low, money_high, money_day_low, money_day_high, cause, evidence,
                           next_step, found_at)
        values (:publisher_id, :kind, :mid, :site_id, :link_id, :postback_id, :coupon, :since, :expected, :seen,
                :chance, :currency, :money_low, :money_high, :money_day_low, :money_day_high, :cause,
                :evidence, :next_step, :now)
            on conflict (publisher_id, kind, mid, site_id, link_id, postback_id, coupon) where state <> 'closed'
            do nothing
        returning alert_id
        """,
        **alert._asdict(),
        now=now,
    )
    alert_id: int | None = await one_value(db, query)
    return alert_id


async def renew(db: Connection, alert_id: int, alert: NewAlert) -> None:
    """Update the figures and evidence of an ongoing alert."""
    query = text(
        """
        update alert
           set expected = :expected, seen = :seen, money_low = :money_low, money_high = :money_high,
               money_day_low = :money_day_low, money_day_high = :money_day_high,
               evidence = coalesce(:evidence::jsonb, evidence)
         where publisher_id = :publisher_id and alert_id = :alert_id
        """,
        publisher_id=alert.publisher_id,
        alert_id=alert_id,
        expected=alert.expected,
        seen=alert.seen,
        money_low=alert.money_low,
        money_high=alert.money_high,
        money_day_low=alert.money_day_low,
        money_day_high=alert.money_day_high,
        evidence=alert.evidence,
    )
    await run(db, query)


async def reopen(db: Connection, publisher_id: int, alert_id: int, now: datetime) -> None:
    """Reopen a closed alert that has grown."""
    query = text(
        """
        update alert set state = 'open', closed_at = null, closed_by = null, found_at = :now
         where publisher_id = :publisher_id and alert_id = :alert_id and state = 'closed'
        """,
        publisher_id=publisher_id,
        alert_id=alert_id,
        now=now,
    )
    await run(db, query)


async def close_recovered(db: Connection, publisher_id: int, alert_id: int, now: datetime) -> bool:
    """Close an open or snoozed alert whose cause has ended; a muted alert stays until its publisher unmutes it."""
    query = text(
        """
        update alert set state = 'closed', closed_at = :now, closed_by = 'recovered', until = null
         where publisher_id = :publisher_id and alert_id = :alert_id and state in ('open', 'snoozed')
        """,
        publisher_id=publisher_id,
        alert_id=alert_id,
        now=now,
    )
    return bool(await run(db, query))


async def wake_snoozed(db: Connection, publisher_ids: Sequence[int], now: datetime) -> int:
    """Reopen snoozed alerts whose snooze has ended; returns how many."""
    query = text(
        """
        update alert set state = 'open', until = null
         where publisher_id = any(:publisher_ids::bigint[]) and state = 'snoozed' and until <= :now
        """,
        publisher_ids=list(publisher_ids),
        now=now,
    )
    return await run(db, query)
