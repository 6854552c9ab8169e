"""New clicks wait in one table, and are moved to their month's once."""

import asyncio
from typing import Any

import pytest

import handlers.track
import sql.clicks.file_clicks
from schema.core.envelope import Nothing
from sql.reports.figures.reconcile import find_differences
from tests.support.clicks.filing import (
    BOT,
    DUPLICATE,
    VALID,
    add_waiting,
    file_clicks,
    make_click,
    verdicts,
    waiting_ids,
)
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.timing import no_hang


async def count_filed(it: Deal) -> int:
    """The clicks in the figures by day that are kept."""
    return sum(row.get("clicks", 0) for row in await it.figures())


class TestFiling:
    async def test_click_is_unchanged_when_it_is_moved_to_its_month(self, it: Deal) -> None:
        await add_waiting(it, make_click(it, 0, uid1="mail", referrer="https://a.example/"))
        before = await it.rows("click_all")

        assert await count_filed(it) == 0
        assert await file_clicks(it, 1) == 1

        assert await it.rows("click_all") == await it.rows("click") == before
        assert await it.rows("click_intake") == []
        assert await verdicts(it) == [VALID]
        assert await count_filed(it) == 1

    async def test_click_that_was_pending_too_briefly_is_not_moved(self, it: Deal) -> None:
        short = make_click(it, 60)
        await add_waiting(it, make_click(it, 0), short, make_click(it, 59.999, visitor=b"y"))

        assert await file_clicks(it, 60) == 2

        assert await waiting_ids(it) == {short.click_id}
        assert await verdicts(it) == [VALID] * 3
        assert await count_filed(it) == 2

    async def test_concurrent_jobs_move_each_pending_click_once(self, it: Deal) -> None:
        other = await deal(it.portal)
        clicks = [
            make_click(whose, n, visitor=b"%d" % n) for whose in (it, other) for n in range(200)
        ]
        await add_waiting(it, *clicks)

        moved = await asyncio.gather(
            *(file_clicks(it, 300, other) for _ in range(3)),
            *(file_clicks(other, 300, it) for _ in range(3)),
        )

        assert sorted(moved) == [0] * 5 + [400]
        assert await verdicts(it) == await verdicts(other) == [VALID] * 200

    async def test_pending_click_inserted_twice_counts_once(self, it: Deal) -> None:
        twice = make_click(it, 0)
        await add_waiting(it, twice)
        await file_clicks(it, 1)
        await add_waiting(it, twice, make_click(it, 30))

        assert await file_clicks(it, 60) == 2

        assert await verdicts(it) == [VALID] * 2
        assert await count_filed(it) == 2

    async def test_click_that_is_stored_late_is_filed_by_the_next_run(self, it: Deal) -> None:
        await add_waiting(it, make_click(it, 100))
        await file_clicks(it, 200)
        await add_waiting(it, make_click(it, 0))

        assert await verdicts(it) == [VALID] * 2
        assert await file_clicks(it, 200) == 1
        assert await verdicts(it, "click") == await verdicts(it) == [VALID] * 2

    async def test_click_inserted_while_others_are_moved_stays_pending(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await add_waiting(it, make_click(it, 50))
        late = [make_click(it, 0), make_click(it, 55, visitor=b"y")]
        keep_judged = sql.clicks.file_clicks.store_verdicts

        async def meanwhile(*args: Any) -> None:
            await add_waiting(it, *late)
            await keep_judged(*args)

        monkeypatch.setattr(sql.clicks.file_clicks, "store_verdicts", meanwhile)
        assert await file_clicks(it, 100) == 1
        assert await waiting_ids(it) == {one.click_id for one in late}
        monkeypatch.undo()

        assert await verdicts(it) == [VALID] * 3
        assert await file_clicks(it, 100) == 2
        assert await verdicts(it) == [VALID] * 3

    @pytest.mark.parametrize("most", [1, 2, 3, 7])
    async def test_pending_clicks_beyond_the_limit_of_a_transaction_are_filed_in_several(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch, most: int
    ) -> None:
        monkeypatch.setattr(sql.clicks.file_clicks, "CLICKS_AT_ONCE", most)
        clicks = [
            make_click(it, n, visitor=visitor, link_id=it.link_id + link)
            for n in (0, 6, 12, 30, 41)
            for visitor in (b"x", b"y")
            for link in range(2)
        ]
        await add_waiting(it, *clicks)
        wanted = [VALID] * 4 + [DUPLICATE] * 8 + [VALID] * 8
        moved = []

        while not moved or moved[-1]:
            assert await verdicts(it) == wanted
            moved.append(await file_clicks(it, 35))

        assert sum(moved) == 16
        assert max(moved) == min(most, 16)
        assert await verdicts(it) == wanted

    async def test_job_moves_pending_clicks_of_all_publishers_and_ends(self, it: Deal) -> None:
        other = await deal(it.portal)
        await add_waiting(
            it, make_click(it, 0), make_click(other, 0, verdict=BOT), make_click(other, 5)
        )
        async with it.portal.db() as db, db.transaction():
            await handlers.track.file_clicks.later(db, Nothing())

        await it.portal.work()

        assert await it.rows("click_intake") == await other.rows("click_intake") == []
        assert await verdicts(it) == [VALID]
        assert await verdicts(other) == [BOT, VALID]

    async def test_job_ends_when_another_moves_all_pending_clicks(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        left = make_click(it, 0)
        await add_waiting(it, left)

        async def nothing(*_: Any, **__: Any) -> int:
            return 0

        monkeypatch.setattr(sql.clicks.file_clicks, "file_clicks", nothing)
        async with it.portal.db() as db, db.transaction():
            await handlers.track.file_clicks.later(db, Nothing())

        async with no_hang():
            await it.portal.work()

        assert await waiting_ids(it) == {left.click_id}
        assert await count_filed(it) == 0


async def test_reconciliation_detects_a_click_counted_twice(portal: Portal) -> None:
    """The control."""
    it = await deal(portal)
    await add_waiting(it, make_click(it, 0))
    await file_clicks(it, 1)
    async with portal.db() as db:
        await db.execute(
            "update rollup set clicks = clicks + 1 where publisher_id = $1 and grain = 'day'",
            it.who.uid,
        )
        assert await find_differences(db, it.who.uid) != []
