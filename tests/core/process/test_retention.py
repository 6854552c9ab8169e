"""Temporary data are deleted in time and in small batches, and nothing else."""

from datetime import datetime, timedelta
from typing import Any

import pytest

import sql.network.retention
from handlers.network.publishers.retention import purge_expired
from rpc import Code
from rpc.calls.context import Worker
from schema.core.envelope import Nothing
from schema.network import retention
from tests.support.accounts.payments import paypal, save_method
from tests.support.portal import Portal, Someone, unique

DAY = timedelta(days=1)


async def purge(portal: Portal) -> None:
    async with portal.db() as db:
        worker = Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)
        await purge_expired.handler(worker, Nothing())


async def values_of(portal: Portal, table: str, who: Someone, column: str) -> set[Any]:
    async with portal.db() as db:
        rows = await db.fetch(f"select {column} from {table} where publisher_id = $1", who.uid)
    return {row[column] for row in rows}


async def session(
    portal: Portal, who: Someone, name: str, *, ended: datetime | None = None,
    last_seen: timedelta = timedelta(), expires: timedelta = DAY,
) -> None:  # fmt: skip
    now = portal.resources.clock.now()
    async with portal.db() as db:
        await db.execute(
            "insert into session (publisher_id, hash, account_id, idle, expires_at, last_seen, ended_at,"
            " created_at, user_agent) values ($1, $2, $3, '2 hours', $4, $5, $6, $5, $7)",
            who.uid,
            unique(name).encode(),
            who.account_id,
            now + expires,
            now + last_seen,
            ended,
            name,
        )


async def test_sessions_are_deleted_a_month_after_their_end(portal: Portal) -> None:
    alice, now = await portal.someone(), portal.resources.clock.now()
    old, new = -retention.SESSIONS - DAY, -retention.SESSIONS + DAY
    await session(portal, alice, "ended long ago", ended=now + old)
    await session(portal, alice, "ended of late", ended=now + new)
    await session(portal, alice, "ran out long ago", last_seen=old - DAY, expires=old)
    await session(portal, alice, "rested long ago", last_seen=old - DAY, expires=30 * DAY)
    await session(portal, alice, "alive")

    await purge(portal)

    assert await values_of(portal, "session", alice, "user_agent") == {
        "test",
        "alive",
        "ended of late",
    }
    await portal.ok("/user/profile", alice)


async def test_expired_one_time_tokens_are_deleted_after_three_months(portal: Portal) -> None:
    alice, now = await portal.someone(), portal.resources.clock.now()
    async with portal.db() as db:
        for name, age in (("old", 91), ("late", 89), ("live", -1)):
            await db.execute(
                "insert into one_time_token (publisher_id, hash, purpose, account_id, expires_at,"
                " created_at) values ($1, $2, $3, $4, $5, $6)",
                alice.uid,
                unique(name).encode(),
                name,
                alice.account_id,
                now - age * DAY,
                now - 100 * DAY,
            )
    await purge(portal)
    assert await values_of(portal, "one_time_token", alice, "purpose") == {"late", "live"}


async def test_former_addresses_and_changes_of_payment_details_are_deleted_in_time(
    portal: Portal,
) -> None:
    alice, now = await portal.someone(), portal.resources.clock.now()
    async with portal.db() as db:
        for email, until in (("old", -91 * DAY), ("former", -89 * DAY), ("used", None)):
            await db.execute(
                "insert into account_email (publisher_id, account_id, email, since, until)"
                " values ($1, $2, $3, $4, $5)",
                *(alice.uid, alice.account_id, email, now - 200 * DAY, until and now + until),
            )
    for name in ("old", "new", "stopped"):
        await save_method(portal, alice, paypal(f"{name}@example.com"))
    old, new, stopped = sorted(
        await values_of(portal, "guarded_change", alice, "payment_method_id")
    )
    async with portal.db() as db:
        for method_id, column, age in (
            (old, "waits_until", 31), (new, "waits_until", 29), (stopped, "stopped_at", 31),
        ):  # fmt: skip
            await db.execute(
                f"update guarded_change set {column} = $2 where payment_method_id = $1",
                *(method_id, now - age * DAY),
            )

    await purge(portal)

    assert await values_of(portal, "account_email", alice, "email") == {"former", "used"}
    assert await values_of(portal, "guarded_change", alice, "payment_method_id") == {new}


async def test_events_of_publishers_are_deleted_after_thirty_days(portal: Portal) -> None:
    alice, now = await portal.someone(), portal.resources.clock.now()
    async with portal.db() as db:
        for oid, age in ((1, 31), (2, 29), (3, 0)):
            await db.execute(
                "insert into event (publisher_id, at, event_id, event_type, oid, body)"
                " values ($1, $2, gen_random_uuid(), 1, $3, '{}')",
                alice.uid,
                now - age * DAY,
                oid,
            )
    await purge(portal)
    assert await values_of(portal, "event", alice, "oid") == {2, 3}


async def test_notices_of_own_events_are_deleted_after_a_year(portal: Portal) -> None:
    alice = await portal.someone()
    old, new = -retention.OWN_NOTICES - DAY, -retention.OWN_NOTICES + DAY
    async with portal.db() as db:
        await db.executemany(
            "insert into notice (publisher_id, event, kind, title, body, published_at, updated_at)"
            " values ($1, $2, 'service', $3, 'x', now() + $4, now())",
            [
                (alice.uid, "links", "old event", old),
                (alice.uid, "links", "new event", new),
                (alice.uid, None, "old words of the staff", old),
            ],
        )

    await purge(portal)

    assert await values_of(portal, "notice", alice, "title") == {
        "new event",
        "old words of the staff",
    }


async def test_idempotent_answers_are_deleted_after_a_day(portal: Portal) -> None:
    alice, now = await portal.someone(), portal.resources.clock.now()
    async with portal.db() as db:
        for key, hours in (("old", 25), ("new", 23)):
            await db.execute(
                "insert into idempotency (publisher_id, key, path, body_hash, created_at)"
                " values ($1, $2, '', '', $3)",
                alice.uid,
                key,
                now - timedelta(hours=hours),
            )
    await purge(portal)
    assert await values_of(portal, "idempotency", alice, "key") == {"new"}


async def test_old_failed_sign_ins_are_deleted_except_for_blocked_accounts(
    portal: Portal,
) -> None:
    slow, shut, new = await portal.someone(), await portal.someone(), await portal.someone()
    for who, times in ((slow, 4), (shut, 5), (new, 1)):
        wrong = {"account": who.username, "password": "another one entirely"}
        for _ in range(times):
            await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=wrong)
    async with portal.db() as db:
        count = "select count(*) from sign_in_failure"
        before = await db.fetchval(count)
        await db.execute(
            "update sign_in_failure set last_at = last_at - interval '91 days'"
            " where failures > 1 and last_at > $1",
            portal.resources.clock.now() - timedelta(minutes=1),
        )
        await purge(portal)
        assert await db.fetchval(count) < before
    right = {"account": shut.username, "password": shut.password}
    await portal.refuses(Code.TOO_MANY_ATTEMPTS, "/auth/sign_in", attributes=right)
    wrong = {"account": slow.username, "password": "another one entirely"}
    for _ in range(5):
        await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=wrong)


async def test_activity_log_is_never_deleted(portal: Portal) -> None:
    alice = await portal.someone()
    async with portal.db() as db:
        await db.execute(
            "insert into audit (publisher_id, at, account_id, action) values ($1, $2, $3, 'long ago')",
            alice.uid,
            portal.resources.clock.now() - 4_000 * DAY,
            alice.account_id,
        )
    await purge(portal)
    assert await values_of(portal, "audit", alice, "action") == {"long ago"}


async def test_expired_rows_are_deleted_in_small_batches(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, now = [await portal.someone() for _ in range(3)], portal.resources.clock.now()
    async with portal.db() as db:
        for who in people:
            await db.execute(
                "insert into event (publisher_id, at, event_id, event_type, body)"
                " select $1, $2, gen_random_uuid(), 1, '{}' from generate_series(1, 7)",
                who.uid,
                now - 40 * DAY,
            )
    monkeypatch.setattr(sql.network.retention, "ROWS", 5)
    monkeypatch.setattr(sql.network.retention, "PUBLISHERS", 2)
    await purge(portal)
    for who in people:
        assert await values_of(portal, "event", who, "at") == set()
