"""Clicks wait as they came in, are judged together, and are moved to their months once."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import handlers.track
import sql.clicks.file_clicks
import sql.orders.attribution
from rpc.clicks.failover import replay
from schema.clicks.click import Verdict
from schema.core.envelope import Nothing
from schema.core.ids import format_click_ref
from sql.clicks.click import DUPLICATE_REASON, DUPLICATE_WINDOW, Click
from sql.clicks.file_clicks import WAIT_MIN
from sql.figures.reconcile import find_differences
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

VALID, DUPLICATE, BOT, BLOCKED = (verdict.value for verdict in Verdict)
START = datetime(2026, 3, 31, 12, tzinfo=UTC)
DAYS = {"start_date": "2026-03-30", "end_date": "2026-04-02"}


@pytest.fixture
async def it(portal: Portal) -> Deal:
    """A publisher with a link, whose clicks begin at START."""
    return await deal(portal)


def click(it: Deal, seconds: float, **columns: Any) -> Click:
    at = START + timedelta(seconds=seconds)
    return Click(
        it.who.uid, at, it.portal.resources.ids.make_click_id(it.who.uid, at), it.link_id, it.who.site_id or 0,
        it.brand.mid, *("",) * 5, "GB", "desktop", None, VALID, None, b"x",
    )._replace(**columns)  # fmt: skip


async def came(it: Deal, *clicks: Click) -> None:
    """Let clicks wait, as the door does."""
    async with it.portal.db() as db:
        await db.copy_records_to_table("click_intake", records=clicks, columns=Click._fields)


async def settled(it: Deal, seconds: float, *others: Deal) -> int:
    """Move what came before that second."""
    uids = [one.who.uid for one in (it, *others)]
    async with it.portal.db() as db, db.transaction():
        now = START + timedelta(seconds=seconds) + WAIT_MIN
        return await sql.clicks.file_clicks.file_clicks(db, uids, now=now)


async def waiting(it: Deal) -> set[Any]:
    """The ids of the clicks that are not moved yet."""
    return {row["click_id"] for row in await it.rows("click_intake")}


async def verdicts(it: Deal, table: str = "click_all") -> list[str]:
    """Of the clicks, in the order of their times, once all that tells of them agrees."""
    rows = await it.rows(table, "click_time, click_id")
    if table == "click_all":
        assert {row["verdict_reason"] for row in rows if row["verdict"] == DUPLICATE} <= {
            DUPLICATE_REASON
        }
        listed = await it.portal.ok("/reports/clicks", it.who, filter=DAYS, page={"perPage": 1000})
        assert [row["verdict"] for row in listed["list"]] == [row["verdict"] for row in rows][::-1]
        assert listed["total"] == len(rows)
        valid = sum(row["verdict"] == VALID for row in rows)
        for groups in (
            [],
            ["brand"],
            ["country"],
        ):  # from the day's row, from the brand's, from the clicks
            report = await it.portal.ok(
                "/reports/performance", it.who, filter={**DAYS, "group_by": groups}
            )
            assert report["totals"]["clicks"] == valid, groups
        await it.agreed()
    return [row["verdict"] for row in rows]


async def filed(it: Deal) -> int:
    """The clicks in the figures by day that are kept."""
    return sum(row.get("clicks", 0) for row in await it.figures())


class TestMoving:
    async def test_a_click_is_the_same_before_and_after(self, it: Deal) -> None:
        await came(it, click(it, 0, uid1="mail", referrer="https://a.example/"))
        before = await it.rows("click_all")

        assert await filed(it) == 0
        assert await settled(it, 1) == 1

        assert await it.rows("click_all") == await it.rows("click") == before
        assert await it.rows("click_intake") == []
        assert await verdicts(it) == [VALID]
        assert await filed(it) == 1

    async def test_what_waited_too_short_stays(self, it: Deal) -> None:
        short = click(it, 60)
        await came(it, click(it, 0), short, click(it, 59.999, visitor=b"y"))

        assert await settled(it, 60) == 2

        assert await waiting(it) == {short.click_id}
        assert await verdicts(it) == [VALID] * 3
        assert await filed(it) == 2

    async def test_many_who_move_at_once_move_each_once(self, it: Deal) -> None:
        other = await deal(it.portal)
        clicks = [click(whose, n, visitor=b"%d" % n) for whose in (it, other) for n in range(200)]
        await came(it, *clicks)

        moved = await asyncio.gather(
            *(settled(it, 300, other) for _ in range(3)),
            *(settled(other, 300, it) for _ in range(3)),
        )

        assert sorted(moved) == [0] * 5 + [400]
        assert await verdicts(it) == await verdicts(other) == [VALID] * 200

    async def test_a_click_put_there_twice_counts_once(self, it: Deal) -> None:
        twice = click(it, 0)
        await came(it, twice)
        await settled(it, 1)
        await came(it, twice, click(it, 30))

        assert await settled(it, 60) == 2

        assert await verdicts(it) == [VALID] * 2
        assert await filed(it) == 2

    async def test_one_that_comes_late_is_moved_with_the_next(self, it: Deal) -> None:
        await came(it, click(it, 100))
        await settled(it, 200)
        await came(it, click(it, 0))

        assert await verdicts(it) == [VALID] * 2
        assert await settled(it, 200) == 1
        assert await verdicts(it, "click") == await verdicts(it) == [VALID] * 2

    async def test_one_that_comes_while_others_are_moved_stays(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await came(it, click(it, 50))
        late = [click(it, 0), click(it, 55, visitor=b"y")]
        keep_judged = sql.clicks.file_clicks.store_verdicts

        async def meanwhile(*given: Any) -> None:
            await came(it, *late)
            await keep_judged(*given)

        monkeypatch.setattr(sql.clicks.file_clicks, "keep_judged", meanwhile)
        assert await settled(it, 100) == 1
        assert await waiting(it) == {one.click_id for one in late}
        monkeypatch.undo()

        assert await verdicts(it) == [VALID] * 3
        assert await settled(it, 100) == 2
        assert await verdicts(it) == [VALID] * 3

    @pytest.mark.parametrize("most", [1, 2, 3, 7])
    async def test_more_than_are_moved_at_once_are_moved_by_and_by(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch, most: int
    ) -> None:
        monkeypatch.setattr(sql.clicks.file_clicks, "TAKEN", most)
        clicks = [
            click(it, n, visitor=visitor, link_id=it.link_id + link)
            for n in (0, 6, 12, 30, 41)
            for visitor in (b"x", b"y")
            for link in range(2)
        ]
        await came(it, *clicks)
        wanted = [VALID] * 4 + [DUPLICATE] * 8 + [VALID] * 8
        moved = []

        while not moved or moved[-1]:
            assert await verdicts(it) == wanted
            moved.append(await settled(it, 35))

        assert sum(moved) == 16
        assert max(moved) == min(most, 16)
        assert await verdicts(it) == wanted

    async def test_the_job_moves_everybodys_and_ends(self, it: Deal) -> None:
        other = await deal(it.portal)
        await came(it, click(it, 0), click(other, 0, verdict=BOT), click(other, 5))
        async with it.portal.db() as db, db.transaction():
            await handlers.track.file_clicks.later(db, Nothing())

        await it.portal.work()

        assert await it.rows("click_intake") == await other.rows("click_intake") == []
        assert await verdicts(it) == [VALID]
        assert await verdicts(other) == [BOT, VALID]

    async def test_the_job_ends_where_another_one_moves_all(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        left = click(it, 0)
        await came(it, left)

        async def nothing(*_: Any, **__: Any) -> int:
            return 0

        monkeypatch.setattr(sql.clicks.file_clicks, "file_clicks", nothing)
        async with it.portal.db() as db, db.transaction():
            await handlers.track.file_clicks.later(db, Nothing())

        async with asyncio.timeout(5):
            await it.portal.work()

        assert await waiting(it) == {left.click_id}
        assert await filed(it) == 0


CASES: dict[str, tuple[Sequence[float], list[str]]] = {
    "soon": ((0, 9.999), [VALID, DUPLICATE]),
    "in time": ((0, 10), [VALID, VALID]),
    "again and again": ((0, 6, 12, 18), [VALID] + [DUPLICATE] * 3),
    "after a pause": ((0, 6, 16), [VALID, DUPLICATE, VALID]),
    "at once": ((0, 0), [VALID, DUPLICATE]),
}


class TestRepeating:
    @pytest.mark.parametrize("case", CASES)
    @pytest.mark.parametrize("cut", [-1, 1, 7, 13, 17, 60])
    async def test_a_repeat_is_one_wherever_the_cut_is(
        self, it: Deal, case: str, cut: float
    ) -> None:
        """What came before the cut is moved, then all."""
        times, wanted = CASES[case]
        await came(it, *(click(it, seconds) for seconds in reversed(times)))
        assert await verdicts(it) == wanted

        assert await settled(it, cut) == sum(seconds < cut for seconds in times)

        assert await verdicts(it) == wanted
        await settled(it, 120)
        assert await verdicts(it, "click") == await verdicts(it) == wanted

    @pytest.mark.parametrize(
        "other",
        [{"visitor": b"y"}, {"link_id": 7}, {"verdict": BOT}, {"verdict": BLOCKED}],
        ids=["visitor", "link", "bot", "blocked"],
    )
    async def test_by_another_or_one_that_is_no_persons_none_is_repeated(
        self, it: Deal, other: dict[str, Any]
    ) -> None:
        await came(it, click(it, 0, **other), click(it, 5))
        wanted = [other.get("verdict", VALID), VALID]

        assert await verdicts(it) == wanted
        await settled(it, 3)
        assert await verdicts(it) == wanted
        await settled(it, 60)
        assert await verdicts(it) == wanted

    async def test_a_bot_repeats_nobody(self, it: Deal) -> None:
        await came(it, click(it, 0), click(it, 5, verdict=BOT), click(it, 6, verdict=BLOCKED))

        await settled(it, 3)

        assert await verdicts(it) == [VALID, BOT, BLOCKED]

    async def test_what_the_door_judged_stays(self, it: Deal) -> None:
        door = {"verdict": DUPLICATE, "verdict_reason": DUPLICATE_REASON}
        await came(it, click(it, 0, **door), click(it, 5), click(it, 30))

        assert await verdicts(it) == [DUPLICATE, DUPLICATE, VALID]
        await settled(it, 3)
        assert await verdicts(it) == [DUPLICATE, DUPLICATE, VALID]

    async def test_anothers_clicks_are_neither_seen_nor_judged_nor_moved(self, it: Deal) -> None:
        other = await deal(it.portal)
        same = {"link_id": it.link_id, "visitor": b"x"}
        others = click(other, 5, **same)
        await came(it, click(it, 0), others)

        assert await verdicts(it) == await verdicts(other) == [VALID]
        assert await settled(it, 60) == 1
        assert (await waiting(it), await waiting(other)) == (set(), {others.click_id})
        assert await verdicts(it) == await verdicts(other) == [VALID]


class TestTracing:
    async def test_an_order_is_traced_to_a_click_wherever_it_is(self, it: Deal) -> None:
        waiting, moved = click(it, 60, uid1="late"), click(it, 0, uid1="early")
        await came(it, waiting, moved)
        await settled(it, 30)
        keys = [(one.publisher_id, one.click_time, one.click_id) for one in (waiting, moved)]
        strange = (it.who.uid, START, waiting.click_id)

        async with it.portal.db() as db:
            found = await sql.orders.attribution.find_clicks(db, [*keys, strange])
            none = await sql.orders.attribution.find_clicks(db, [strange])

        assert {key: trace.uid1 for key, trace in found.items()} == {
            waiting.click_id: "late",
            moved.click_id: "early",
        }
        assert none == {}

    async def test_an_order_of_a_click_that_waits_is_written(self, portal: Portal) -> None:
        it = await deal(portal)
        at = portal.resources.clock.now() - timedelta(minutes=1)
        one = click(it, 0)._replace(
            click_time=at, click_id=portal.resources.ids.make_click_id(it.who.uid, at)
        )
        at = at.replace(microsecond=at.microsecond // 1_000 * 1_000)
        await came(it, one._replace(click_time=at))

        order = it.order("10.00", code=None, click_ref=format_click_ref(one.click_id))
        assert await it.outcomes(order) == ["created"]

    async def test_a_repeat_that_waits_is_none_an_order_is_traced_to(self, it: Deal) -> None:
        first, again = click(it, 0), click(it, 5)
        await came(it, first, again)

        async with it.portal.db() as db:
            found = await sql.orders.attribution.find_clicks(
                db, [(again.publisher_id, again.click_time, again.click_id)]
            )

        assert found[again.click_id].verdict == DUPLICATE


class TestComingHome:
    async def test_what_waits_or_was_moved_is_not_there_twice(self, it: Deal) -> None:
        clicks = [click(it, 20 * n) for n in range(4)]
        await came(it, *clicks[:2])
        await settled(it, 10)

        async with it.portal.db() as db, db.transaction():
            assert await replay(db, clicks) == 2

        assert await verdicts(it) == [VALID] * 4
        await settled(it, 120)
        assert await verdicts(it) == [VALID] * 4

    async def test_one_that_waits_is_blocked_if_its_link_was_by_then(self, it: Deal) -> None:
        """Its process wrote it, heard of the change, and was cut off before it took the click back."""
        kept, other = click(it, 0), click(it, 20)
        await came(it, kept, other)

        async with it.portal.db() as db, db.transaction():
            await replay(db, [kept._replace(verdict=BLOCKED), other])

        assert await verdicts(it) == [BLOCKED, VALID]
        await settled(it, 60)
        assert await verdicts(it) == [BLOCKED, VALID]

    @pytest.mark.parametrize("cut", [0, 4, 60])
    @pytest.mark.parametrize("first", [0, 3, 6])
    async def test_one_of_three_close_clicks_counts(
        self, it: Deal, first: float, cut: float
    ) -> None:
        """One came by the door; the others come home after it was moved, or before."""
        clicks = {seconds: click(it, seconds) for seconds in (0, 3, 6)}
        await came(it, clicks.pop(first))
        await settled(it, cut)

        async with it.portal.db() as db, db.transaction():
            assert await replay(db, [*clicks.values()]) == 2

        was_moved = first < cut
        counted = first if was_moved else 0
        wanted = [VALID if seconds == counted else DUPLICATE for seconds in (0, 3, 6)]
        assert await verdicts(it) == wanted
        await settled(it, 60)
        assert await verdicts(it) == wanted

    async def test_what_comes_home_waits_while_others_move(self, it: Deal) -> None:
        await came(it, click(it, 0))
        async with it.portal.db() as db:
            transaction = db.transaction()
            await transaction.start()
            await replay(db, [click(it, 5)])
            moving = asyncio.create_task(settled(it, 60))
            await asyncio.sleep(0.3)
            waited = not moving.done()
            await transaction.commit()

        assert waited
        assert await moving == 2
        assert await verdicts(it) == [VALID, DUPLICATE]


async def test_the_view_says_what_the_code_says(portal: Portal) -> None:
    async with portal.db() as db:
        view = await db.fetchval("select pg_get_viewdef('click_waiting'::regclass)")

    assert DUPLICATE_REASON in view
    assert f"'00:00:{DUPLICATE_WINDOW.seconds}'::interval" in view


async def test_figures_that_count_a_click_twice_are_found(portal: Portal) -> None:
    """The control."""
    it = await deal(portal)
    await came(it, click(it, 0))
    await settled(it, 1)
    async with portal.db() as db:
        await db.execute(
            "update rollup set clicks = clicks + 1 where publisher_id = $1 and grain = 'day'",
            it.who.uid,
        )
        assert await find_differences(db, it.who.uid) != []
