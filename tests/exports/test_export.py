"""Exports of reports: one at a time, five waiting, refused like their screens, of the caller's rows only."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from handlers.reports.exports import make_export
from rpc import Code
from rpc.calls.context import Worker
from rpc.security.rate_limits import DAY, SharedLimit
from schema.exports.export import MakeReport
from tests.support.portal import Portal, Someone, unique
from tests.support.reports.exports import export, read_export

DAYS = {"start_date": "2026-10-01", "end_date": "2026-10-31"}
PERFORMANCE = {"report": "performance", "format": "csv", "filter": DAYS}


async def fail_job(portal: Portal, who: Someone, download: dict[str, Any], attempt: int) -> None:
    async with portal.db() as db:
        now = portal.resources.clock.now()
        worker = Worker(db=db, now=now, resources=portal.resources, attempt=attempt)
        with pytest.raises(OSError, match="no space"):
            await make_export.handler(worker, MakeReport(who.uid, download["id"]))


async def downloads(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    found = await portal.ok("/common/download_list", who)
    return list(found["list"])


class TestExport:
    async def test_same_report_export_is_made_once(self, portal: Portal) -> None:
        alice = await portal.someone()
        replies = await asyncio.gather(
            *(portal.post("/reports/export", alice, attributes=PERFORMANCE) for _ in range(20))
        )
        assert sorted(reply.code for reply in replies) == [0] + [20203] * 19
        assert len({reply.data["id"] for reply in replies}) == 1

        await portal.work()

        [made] = await downloads(portal, alice)
        assert (made["status"], made["kind"], made["progress"]) == (2, "report", 100)
        assert made["filename"] == "performance-2026-10-01-2026-10-31.csv"
        assert (await export(portal, alice, "performance", "csv", **DAYS))["status"] == 2
        assert len(await downloads(portal, alice)) == 2

    async def test_report_exports_per_hour_are_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        few = SharedLimit(unique("export"), ((1, DAY),))
        limits = portal.resources.shared_limits._replace(report_export=few)
        monkeypatch.setattr(portal.resources, "shared_limits", limits)
        alice, bob = await portal.someone(), await portal.someone()
        await export(portal, alice, "performance", "csv", **DAYS)
        await portal.refuses(
            Code.TOO_MANY_REQUESTS, "/reports/export", alice, attributes=PERFORMANCE
        )
        assert (await export(portal, bob, "performance", "csv", **DAYS))["status"] == 2

    async def test_export_with_an_equivalent_filter_is_refused_while_the_first_is_made(
        self, portal: Portal
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        other = await portal.brand()
        first = {**DAYS, "mcids": [brand.mcid, other.mcid], "group_by": ["date"]}
        await portal.ok("/reports/export", alice, attributes=PERFORMANCE | {"filter": first})

        same = {**DAYS, "mcids": [other.mcid, brand.mcid, brand.mcid], "uid1": None}
        again = PERFORMANCE | {"filter": same}
        await portal.refuses(Code.DOWNLOAD_DUPLICATE, "/reports/export", alice, attributes=again)

        await portal.ok("/reports/export", alice, attributes=again | {"format": "parquet"})
        await portal.ok("/reports/export", alice, attributes=again | {"filter": DAYS})
        await portal.ok("/reports/export", await portal.someone(), attributes=again)
        await portal.work()

    async def test_sixth_waiting_report_export_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone()
        given = [PERFORMANCE | {"filter": {**DAYS, "uid1": str(n)}} for n in range(7)]
        for each in given[:6]:
            await portal.ok("/reports/export", alice, attributes=each)
        reply = await portal.post("/reports/export", alice, attributes=given[6])
        assert (reply.code, reply.status) == (21004, 429)
        assert "5 exports are waiting" in reply.message
        await portal.work()
        assert {row["status"] for row in await downloads(portal, alice)} == {2}

    async def test_export_waits_for_a_running_export_but_not_for_an_abandoned_one(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        busy = await portal.ok("/reports/export", alice, attributes=PERFORMANCE)
        change = "update download set status = 1, touched_at = $3 where publisher_id = $1 and download_id = $2"
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await db.execute(change, alice.uid, busy["id"], now)
            await db.execute("delete from pgqueuer")
        waiting = await portal.ok(
            "/reports/export", alice, attributes=PERFORMANCE | {"format": "xlsx"}
        )
        await portal.work()
        assert [row["status"] for row in await downloads(portal, alice)] == [0, 1]
        queued = "select count(*) from pgqueuer where entrypoint = '/reports/make_export'"
        assert await portal.value(queued) == 1, "it asks again"

        async with portal.db() as db:
            await db.execute(change, alice.uid, busy["id"], now - timedelta(seconds=61))
            await make_export.later(db, MakeReport(alice.uid, waiting["id"]))
        await portal.work()
        assert [row["status"] for row in await downloads(portal, alice)] == [2, 1]

    @pytest.mark.parametrize(
        ("given", "code", "field"),
        [
            ({"report": "nothing"}, 21000, "attributes.report"),
            ({"format": "pdf"}, 21000, "attributes.format"),
            ({"filter": {}}, 20111, "attributes.filter.start_date"),
            ({"filter": DAYS | {"group_by": ["moon"]}}, 21000, "attributes.filter.group_by"),
            ({"filter": DAYS | {"page": 2}}, 21000, "attributes.filter.page"),
            ({"filter": DAYS | {"sort": "secret"}}, 21000, "attributes.filter.sort"),
            (
                {"filter": {"start_date": "2026-10-02", "end_date": "2026-10-01"}},
                20082,
                "attributes.filter.end_date",
            ),
            ({"filter": DAYS | {"end_date": "9999-12-31"}}, 21000, "attributes.filter.end_date"),
            ({"filter": DAYS | {"mcids": ["nobody"]}}, 20185, "attributes.filter.mcids"),
            ({"report": "links", "filter": {"site_id": 9**9}}, 20186, "attributes.filter.site_id"),
        ],
        ids=str,
    )
    async def test_report_export_is_refused_like_its_report(
        self, portal: Portal, given: dict[str, Any], code: int, field: str
    ) -> None:
        alice = await portal.someone()
        reply = await portal.post("/reports/export", alice, attributes=PERFORMANCE | given)
        assert reply.code == code, reply.message
        assert reply.data["field"].startswith(field)
        assert await downloads(portal, alice) == []

    async def test_export_refuses_another_publishers_channel_and_omits_its_orders(
        self, portal: Portal
    ) -> None:
        alice, bob, brand = await portal.someone(), await portal.someone(), await portal.brand()
        for who in (alice, bob):
            await portal.join(who, brand)
            code = (await portal.link(who, brand))["code"]
            ref = await portal.click(code)
            order = {"order_id": unique("order"), "currency": "GBP", "click_ref": ref,
                     "items": [{"amount": "10.00"}]}  # fmt: skip
            await portal.ok("/network/conversions", brand, attributes={"orders": [order]})
        now = portal.resources.clock.now().date().isoformat()
        today = {"start_date": now, "end_date": now}
        theirs = PERFORMANCE | {"filter": {**today, "site_ids": [bob.site_id]}}
        await portal.refuses(Code.SITE_INVALID, "/reports/export", alice, attributes=theirs)
        for report in ("transactions", "clicks"):
            [row] = await read_export(portal, alice, report, "csv", **today)
            assert row["site_id"] == str(alice.site_id)
        [row] = await read_export(portal, alice, "links", "csv")
        assert row["site_id"] == str(alice.site_id)
        mine = await export(portal, alice, "links", "xlsx")
        assert (await portal.ok("/common/download_list", bob))["list"] == []
        given = {"id": mine["id"]}
        await portal.refuses(Code.NOT_FOUND, "/common/download_retry", bob, attributes=given)

    async def test_report_export_makes_an_event_and_is_recorded_in_the_activity_log(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await export(portal, alice, "links", "csv")
        [event] = (await portal.ok("/reports/events", alice))["list"]
        assert (event["event_name"], event["download_id"]) == ("download.ready", made["id"])
        entries = (await portal.ok("/user/audit", alice))["list"]
        assert [entry["action"] for entry in entries] == ["/reports/export"]

    async def test_export_deleted_before_it_is_made_is_not_stored(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await portal.ok("/reports/export", alice, attributes=PERFORMANCE)
        await portal.ok("/common/download_del", alice, attributes={"id": made["id"]})
        await portal.work()
        size = "select size from download where publisher_id = $1 and download_id = $2"
        assert await portal.value(size, alice.uid, made["id"]) is None


class TestDownloadRetry:
    async def test_failed_report_export_is_made_again(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice = await portal.someone()
        made = await portal.ok("/reports/export", alice, attributes=PERFORMANCE)
        given = {"id": made["id"]}

        async def full(*_: object) -> None:
            raise OSError("no space")

        monkeypatch.setattr(portal.resources.storage, "put_file", full)
        for attempt, status in ((1, 0), (5, 3)):
            await fail_job(portal, alice, made, attempt)
            [row] = await downloads(portal, alice)
            assert row["status"] == status
        assert row["error"] == "The export stopped before it finished. Try it again"
        monkeypatch.undo()

        again = await portal.ok("/common/download_retry", alice, attributes=given)
        assert (again["id"], again["status"], again["error"]) == (made["id"], 0, None)
        assert (await portal.ok("/common/download_retry", alice, attributes=given))["status"] == 0
        await portal.work()
        [row] = await downloads(portal, alice)
        assert (row["status"], row["error"]) == (2, None)

    async def test_retry_of_an_export_is_refused_while_the_same_export_runs(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        failed = await portal.ok("/reports/export", alice, attributes=PERFORMANCE)
        async with portal.db() as db:
            await db.execute("update download set status = 3 where publisher_id = $1", alice.uid)
        await portal.ok("/reports/export", alice, attributes=PERFORMANCE)
        given = {"id": failed["id"]}
        await portal.refuses(
            Code.DOWNLOAD_DUPLICATE, "/common/download_retry", alice, attributes=given
        )
        await portal.work()

    async def test_unknown_report_export_is_not_found(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.refuses(
            Code.NOT_FOUND, "/common/download_retry", alice, attributes={"id": 9**9}
        )
