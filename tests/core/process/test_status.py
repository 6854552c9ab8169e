"""The status page: shares and durations of 90 days, also while the database is away."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rpc.process.heartbeat
import sql.core.service_day
from rpc.process.heartbeat import LATE, WEB, beat, record_services
from rpc.process.service_history import ServiceHistory
from schema.core.service import (
    DAYS,
    OBJECTIVES,
    DayCount,
    DayState,
    Heartbeats,
    Outage,
    Service,
    State,
    status,
)
from schema.network import retention
from tests.conftest import MakeDatabase
from tests.core.process.test_retention import purge
from tests.support.database_proxy import run_proxy
from tests.support.portal import Portal
from tests.support.server import serve
from tests.support.timing import wait_until

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
TODAY = NOW.date()
DAY = timedelta(days=1)
ALIVE = Heartbeats(NOW, True)


def measure_service(
    service: Service,
    *counts: tuple[int, bool, float, int],
    outages: list[Outage] | None = None,
    beats: Heartbeats = ALIVE,
) -> Any:
    """A service; each count is days ago, good, within, count."""
    rows = [
        DayCount(TODAY - back * DAY, service, good, within, count)
        for back, good, within, count in counts
    ]
    found = status(rows, outages or [], beats, NOW, NOW)
    return next(each for each in found.services if each.service is service)


class TestShares:
    def test_share_is_what_ended_well_in_time(self) -> None:
        found = measure_service(
            Service.CALLS, (0, True, 0.1, 9_970), (0, True, 5.0, 10), (0, False, 0.1, 20)
        )
        today = found.days[-1]
        assert (today.state, today.share) == (DayState.MISSED, 0.997)
        assert (today.half_within, today.most_within) == (0.1, 0.1)
        assert found.share == 0.997
        assert found.budget_left == 0
        assert len(found.days) == DAYS

    def test_budget_is_what_may_still_fail(self) -> None:
        found = measure_service(Service.CALLS, (3, True, 0.1, 99_960), (3, False, 0.1, 40))
        assert (found.share, found.budget_left) == (0.9996, 0.6)
        assert found.days[-4].state is DayState.MET

    def test_few_tell_no_share(self) -> None:
        found = measure_service(Service.PAYMENTS, (0, True, 86_400.0, 99))
        assert (found.share, found.days[-1].share) == (None, None)
        assert found.days[-1].state is DayState.FEW
        assert found.days[0].state is DayState.NONE

    def test_status_page_reveals_no_volume(self) -> None:
        found = status(
            [DayCount(TODAY, each, True, 0.1, 123_457) for each in Service], [], ALIVE, NOW, NOW
        )
        text = msgspec.json.encode(found).decode()
        assert "123457" not in text
        assert "count" not in text

    def test_what_is_above_the_last_bucket_has_no_duration(self) -> None:
        found = measure_service(Service.CALLS, (0, True, inf, 100))
        assert found.days[-1].half_within is None

    @pytest.mark.parametrize(
        ("service", "redirected", "share"),
        [
            (Service.CALLS, False, 0.5),
            (Service.CALLS, True, 0.5),
            (Service.REDIRECTS, False, 0.5),
            (Service.REDIRECTS, True, 1),
            (Service.POSTBACKS, False, 1),
        ],
    )
    def test_outage_takes_its_share_of_a_day(
        self, service: Service, redirected: bool, share: float
    ) -> None:
        outage = Outage(NOW - timedelta(hours=6), NOW, redirected)
        found = measure_service(service, (0, True, 0.1, 1_000), outages=[outage])
        assert found.days[-1].share == share

    def test_day_without_anything_running_is_missed(self) -> None:
        outage = Outage(NOW - 2 * DAY, NOW - DAY / 2, False)
        found = measure_service(Service.CALLS, outages=[outage])
        assert found.days[-2].state is DayState.MISSED
        assert found.days[-2].share == 0

    def test_every_objective_has_a_bucket(self) -> None:
        from rpc.monitoring.services import SOURCES

        for source in SOURCES.values():
            assert OBJECTIVES[source.service].within in source.family.buckets


class TestStates:
    @pytest.mark.parametrize(
        ("beats", "states"),
        [
            (ALIVE, {State.OK}),
            (Heartbeats(NOW - LATE * 2, True), {State.OK, State.DOWN}),
            (Heartbeats(None, True), {State.OK, State.DOWN}),
            (Heartbeats(NOW, False), {State.LIMITED, State.DOWN}),
        ],
    )
    def test_state_follows_from_heartbeats_and_the_database(
        self, beats: Heartbeats, states: set[State]
    ) -> None:
        found = status([], [], beats, NOW, NOW)
        assert {each.state for each in found.services} == states
        redirects = next(each for each in found.services if each.service is Service.REDIRECTS)
        assert redirects.state is not State.DOWN


@pytest.fixture
async def history(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A history that was not read yet, to which the portal's own heartbeat adds nothing."""

    async def record_nothing(*_: object) -> None: ...

    monkeypatch.setattr(rpc.process.heartbeat, "record_services", record_nothing)
    monkeypatch.setattr(portal.resources, "service_history", ServiceHistory())
    yield
    async with portal.db() as db:
        await db.execute("delete from service_day")


class TestPage:
    async def test_counts_reach_the_page(self, portal: Portal, history: None) -> None:
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await record_services(db, now)  # what other tests did
        for _ in range(120):
            await portal.post("/user/profile")
        yesterday = now - DAY  # a heartbeat that had begun may still record something for today
        async with portal.db() as db:
            await record_services(db, yesterday)
            await record_services(db, yesterday)
            query = (
                "select sum(count) from service_day where service = 'calls' and good and day = $1"
            )
            total = await db.fetchval(query, yesterday.date())
        assert total == 120, "each call is recorded once"

        answer = await portal.http.get("/status.json")

        assert answer.headers["content-type"].startswith("application/json")
        found = answer.json()
        assert found["database"] is True
        calls = next(each for each in found["services"] if each["service"] == "calls")
        assert calls["days"][-2]["share"] == 1
        page = await portal.http.get("/status")
        assert "<h1>Status</h1>" in page.text
        assert "100\u00a0% in 90 days" in page.text
        by_accept = await portal.http.get("/status", headers={"accept": "application/json"})
        assert by_accept.json()["services"] == found["services"]

    async def test_counts_that_could_not_be_recorded_are_recorded_later(
        self, portal: Portal, history: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(*_: object) -> None:
            raise ConnectionResetError

        async with portal.db() as db:
            await record_services(db, portal.resources.clock.now())
            await db.execute("delete from service_day")
            await portal.post("/user/profile")
            with monkeypatch.context() as patch, pytest.raises(ConnectionResetError):
                patch.setattr(sql.core.service_day, "add", fail)
                await record_services(db, portal.resources.clock.now())
            await record_services(db, portal.resources.clock.now())
            query = "select sum(count) from service_day where service = 'calls'"
            assert await db.fetchval(query) == 1

    async def test_page_works_while_the_database_is_away(
        self, make_database: MakeDatabase, tmp_path: Path
    ) -> None:
        async with run_proxy(make_database()) as proxy, serve(proxy.url, tmp_path) as portal:
            before = (await portal.http.get("/status.json")).json()
            assert before["database"] is True
            proxy.cut()
            await wait_until(lambda: portal.resources.clock.away)

            page = await portal.http.get("/status")
            found = (await portal.http.get("/status.json")).json()

            assert page.status_code == 200
            assert "The database cannot be reached" in page.text
            states = {each["service"]: each["state"] for each in found["services"]}
            assert states == dict.fromkeys(Service, "down") | {Service.REDIRECTS: "limited"}
            assert found["history_as_of"] == before["history_as_of"]
            assert len(page.content) < 115_000

    async def test_old_days_are_deleted(self, portal: Portal, history: None) -> None:
        today = portal.resources.clock.now().date()
        old, recent = (today - retention.SERVICE_DAYS + days * DAY for days in (-1, 1))
        async with portal.db() as db:
            await sql.core.service_day.add(
                db, [DayCount(day, Service.CALLS, True, 0.1, 1) for day in (old, recent)]
            )
        await purge(portal)
        assert await portal.value("select min(day) from service_day") == recent


async def test_outage_of_the_database_alone_is_reported_separately(portal: Portal) -> None:
    """A process that ran before it led visitors on meanwhile; one that began after it did not."""
    query = "select redirected from outage where name = $1 order by until desc limit 1"
    aged = "update heartbeat set at = clock_timestamp() - $2::interval where name = $1"
    async with portal.db() as db, db.transaction():
        for hours, redirected in ((9, True), (-9, False)):
            now = (await beat(db)).now
            await db.execute(aged, WEB, LATE * 2)
            await beat(db, WEB, now - timedelta(hours=hours))
            assert await db.fetchval(query, WEB) is redirected
        await db.execute("delete from outage where name = $1", WEB)
