"""The last deliveries of each postback, as its strip shows them."""

from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import (
    answering,
    dispatching,
    log_of,
    run_receiver,
    save,
    wait_for_log,
)

PATH = "/postback/recent"


class TestRecent:
    async def test_recent_deliveries_equal_the_rows_of_the_log(self, portal: Portal) -> None:
        it = await deal(portal)
        async with run_receiver(answering(200)) as receiver, dispatching(portal):
            saved = await save(portal, it.who, receiver.url)
            await it.report(it.order(), it.order())
            await wait_for_log(
                portal, it.who, lambda rows: [row["state"] for row in rows] == ["delivered"] * 2
            )
            receiver.answer = answering(503)
            await it.report(it.order())
            await wait_for_log(portal, it.who, lambda rows: rows[0]["status_code"] == 503)

        found = await portal.ok(PATH, it.who)

        [strip] = found["list"]
        assert (found["total"], strip["postback_id"]) == (1, saved["id"])
        names = ("id", "state", "status_code", "error", "created_at")
        log = await log_of(portal, it.who, id=saved["id"])
        assert strip["marks"] == [{name: row[name] for name in names} for row in log]
        assert [mark["state"] for mark in strip["marks"]] == ["waiting", "delivered", "delivered"]
        assert strip["marks"][0]["error"] == "status"
        [row] = (await portal.ok("/postback/list", it.who))["list"]
        assert row["state"] == "active"
        assert row["failing_since"] is not None

    async def test_at_most_fifty_recent_deliveries_are_shown_and_no_test_deliveries(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        saved = await save(portal, it.who, "http://127.0.0.1:9/in")
        await portal.ok("/postback/do_test", it.who, attributes={"id": saved["id"]})
        await it.report(*(it.order() for _ in range(52)))
        await save(portal, it.who, "http://127.0.0.1:9/quiet")

        [strip] = (await portal.ok(PATH, it.who))["list"]

        log = [row["id"] for row in await log_of(portal, it.who) if not row["test"]]
        assert len(log) == 52
        assert [mark["id"] for mark in strip["marks"]] == log[:50]

    async def test_deliveries_of_another_publisher_are_hidden(self, portal: Portal) -> None:
        it = await deal(portal)
        await save(portal, it.who, "http://127.0.0.1:9/in")
        await it.report(it.order())

        assert await portal.ok(PATH, await portal.someone()) == {"list": [], "total": 0}
