"""T24: jumps of the machine's clock: an early one ends no session, a late one expires links."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import rpc.database.clock
import sql.core.clock
from rpc import Code
from rpc.database.clock import Clock
from tests.support.accounts.login_changes import sign_in
from tests.support.accounts.password_resets import choice_of_password, request_reset
from tests.support.portal import PASSWORD, Portal, unique

JUMPS = [timedelta(hours=-2), timedelta(seconds=-5), timedelta(minutes=31), timedelta(days=400)]


@contextmanager
def shift(portal: Portal, by: timedelta) -> Iterator[None]:
    """The database's clock is so far off what it was, for all processes."""
    clock = portal.resources.clock
    now = clock.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: now() + by)
        yield


def error_of(clock: Clock) -> timedelta:
    """How far a clock may be off, as it knows itself, and a little for what it has counted since."""
    return timedelta(seconds=clock._error + 0.05)


class TestMachineClock:
    """The clock of the machine that a process runs on."""

    @pytest.mark.parametrize("by", JUMPS)
    async def test_jumps_of_the_machine_clock_have_no_effect(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch, by: timedelta
    ) -> None:
        real = datetime.now(UTC)

        class Shifted(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return real + by

        monkeypatch.setattr(rpc.database.clock, "datetime", Shifted)
        clock = Clock(
            portal.resources.clock._url,
            on_connection_lost=portal.resources.clock._on_connection_lost,
        )
        assert clock._time == real + by, "the control: it is asked at first"
        try:
            await clock.sync()
            followed = portal.resources.clock
            before, now, after = followed.now(), clock.now(), followed.now()
            allowed = error_of(clock) + error_of(followed)
            assert before - allowed <= now <= after + allowed
        finally:
            clock.close()


class TestSlowAnswers:
    """The database's answer is read late, as by a process that has much to do."""

    @pytest.mark.parametrize("jump", [timedelta(), timedelta(hours=1)])
    async def test_slow_database_answer_moves_the_portals_clock_only_after_a_jump(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch, jump: timedelta
    ) -> None:
        followed = portal.resources.clock
        clock = Clock(followed._url, on_connection_lost=followed._on_connection_lost)
        read = sql.core.clock.now

        async def read_late(db: Any) -> datetime:
            time = await read(db)
            if db is not clock._db:
                return time  # the clock that the portal follows stays right
            await asyncio.sleep(0.4)
            return time + jump

        try:
            await clock.sync()
            first = clock._error
            monkeypatch.setattr(sql.core.clock, "now", read_late)
            await clock.sync()
            monkeypatch.undo()
            assert clock._db
            before, time, after = clock.now(), await read(clock._db) + jump, clock.now()
            assert before - error_of(clock) <= time <= after + error_of(clock)
            assert jump or clock._error <= first
        finally:
            clock.close()


class TestDatabaseClock:
    async def test_machine_clock_set_back_ends_no_session(self, portal: Portal) -> None:
        alice = await portal.someone()
        with shift(portal, timedelta(hours=-2)):
            await portal.ok("/user/profile", alice)
            other = await sign_in(portal, alice)
            await portal.ok("/user/profile", other)
        await portal.ok("/user/profile", alice)
        rows = (await portal.ok("/auth/sessions", alice))["list"]
        assert all(row["created_at"] <= row["last_seen"] for row in rows)

    async def test_password_reset_link_expires_after_half_an_hour_and_a_session_does_not(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        reset = await request_reset(portal, alice)
        with shift(portal, timedelta(minutes=31)):
            for path in ("/auth/pwd_reset_check", "/auth/pwd_reset"):
                given = choice_of_password(reset) if path == "/auth/pwd_reset" else {"token": reset}
                reply = await portal.post(path, attributes=given)
                assert reply.code == Code.TOKEN_INVALID.number
            await portal.ok("/user/profile", alice)
        await portal.ok("/auth/pwd_reset_check", attributes={"token": reset})

    async def test_only_credentials_without_expiry_work_after_400_days(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        given = {"name": unique("script"), "scopes": ["report.read"], "password": PASSWORD}
        forever = (await portal.ok("/common/gen_token", alice, attributes=given))["token"]
        until = (portal.resources.clock.now() + timedelta(days=30)).isoformat()
        ending = {**given, "name": unique("script"), "expires_at": until}
        bounded = (await portal.ok("/common/gen_token", alice, attributes=ending))["token"]
        await portal.ok("/home/dashboard", bounded)
        with shift(portal, timedelta(days=400)):
            assert (await portal.post("/user/profile", alice)).code == Code.TOKEN_EXPIRED.number
            assert (await portal.post("/home/dashboard", bounded)).code != 0
            await portal.ok("/home/dashboard", forever)
            await portal.ok("/user/profile", await sign_in(portal, alice))

    @pytest.mark.parametrize("by", JUMPS)
    async def test_idempotency_key_holds_across_a_jump_of_less_than_a_day(
        self, portal: Portal, by: timedelta
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        await portal.join(alice, brand)
        link = {"mcid": brand.mcid, "target_url": f"https://{brand.mcid}.example/"}
        key = unique("key")
        first = await portal.ok("/tools/link_code", alice, key=key, attributes=link)
        day = timedelta(days=1)
        with shift(portal, by):
            who = alice if by < timedelta(hours=2) else await sign_in(portal, alice)
            again = await portal.ok("/tools/link_code", who, key=key, attributes=link)
        assert (again["link_id"] == first["link_id"]) == (by < day)
