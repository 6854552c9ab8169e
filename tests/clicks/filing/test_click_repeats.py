"""Clicks that are not filed yet: repeats among them, orders that find them, and clicks replayed from the journal."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

import sql.orders.attribution
from rpc.clicks.failover import replay
from schema.clicks.click import DUPLICATE_WINDOW
from schema.core.ids import format_click_ref
from sql.clicks.click import DUPLICATE_REASON
from tests.support.clicks.filing import (
    BLOCKED,
    BOT,
    DUPLICATE,
    START,
    VALID,
    add_waiting,
    file_clicks,
    make_click,
    verdicts,
    waiting_ids,
)
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

CASES: dict[str, tuple[Sequence[float], list[str]]] = {
    "soon": ((0, 9.999), [VALID, DUPLICATE]),
    "in time": ((0, 10), [VALID, VALID]),
    "again and again": ((0, 6, 12, 18), [VALID] + [DUPLICATE] * 3),
    "after a pause": ((0, 6, 16), [VALID, DUPLICATE, VALID]),
    "at once": ((0, 0), [VALID, DUPLICATE]),
}


class TestRepeats:
    @pytest.mark.parametrize("case", CASES)
    @pytest.mark.parametrize("cut", [-1, 1, 7, 13, 17, 60])
    async def test_repeated_click_is_detected_in_whichever_order_clicks_are_filed(
        self, it: Deal, case: str, cut: float
    ) -> None:
        """Clicks before the cut are filed first, then all."""
        times, wanted = CASES[case]
        await add_waiting(it, *(make_click(it, seconds) for seconds in reversed(times)))
        assert await verdicts(it) == wanted

        assert await file_clicks(it, cut) == sum(seconds < cut for seconds in times)

        assert await verdicts(it) == wanted
        await file_clicks(it, 120)
        assert await verdicts(it, "click") == await verdicts(it) == wanted

    @pytest.mark.parametrize(
        "other",
        [{"visitor": b"y"}, {"link_id": 7}, {"verdict": BOT}, {"verdict": BLOCKED}],
        ids=["visitor", "link", "bot", "blocked"],
    )
    async def test_click_after_one_of_another_visitor_link_or_bot_is_valid(
        self, it: Deal, other: dict[str, Any]
    ) -> None:
        await add_waiting(it, make_click(it, 0, **other), make_click(it, 5))
        wanted = [other.get("verdict", VALID), VALID]

        assert await verdicts(it) == wanted
        await file_clicks(it, 3)
        assert await verdicts(it) == wanted
        await file_clicks(it, 60)
        assert await verdicts(it) == wanted

    async def test_bot_or_blocked_click_is_not_marked_as_duplicate(self, it: Deal) -> None:
        await add_waiting(
            it,
            make_click(it, 0),
            make_click(it, 5, verdict=BOT),
            make_click(it, 6, verdict=BLOCKED),
        )

        await file_clicks(it, 3)

        assert await verdicts(it) == [VALID, BOT, BLOCKED]

    async def test_verdict_given_at_the_redirect_is_kept(self, it: Deal) -> None:
        verdict = {"verdict": DUPLICATE, "verdict_reason": DUPLICATE_REASON}
        await add_waiting(it, make_click(it, 0, **verdict), make_click(it, 5), make_click(it, 30))

        assert await verdicts(it) == [DUPLICATE, DUPLICATE, VALID]
        await file_clicks(it, 3)
        assert await verdicts(it) == [DUPLICATE, DUPLICATE, VALID]

    async def test_pending_clicks_of_another_publisher_are_not_judged_or_moved(
        self, it: Deal
    ) -> None:
        other = await deal(it.portal)
        same = {"link_id": it.link_id, "visitor": b"x"}
        others = make_click(other, 5, **same)
        await add_waiting(it, make_click(it, 0), others)

        assert await verdicts(it) == await verdicts(other) == [VALID]
        assert await file_clicks(it, 60) == 1
        assert (await waiting_ids(it), await waiting_ids(other)) == (set(), {others.click_id})
        assert await verdicts(it) == await verdicts(other) == [VALID]


class TestTracing:
    async def test_order_is_traced_to_a_pending_or_stored_click(self, it: Deal) -> None:
        waiting, moved = make_click(it, 60, uid1="late"), make_click(it, 0, uid1="early")
        await add_waiting(it, waiting, moved)
        await file_clicks(it, 30)
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

    async def test_order_of_a_pending_click_is_stored(self, portal: Portal) -> None:
        it = await deal(portal)
        at = portal.resources.clock.now() - timedelta(minutes=1)
        one = make_click(it, 0)._replace(
            click_time=at, click_id=portal.resources.ids.make_click_id(it.who.uid, at)
        )
        at = at.replace(microsecond=at.microsecond // 1_000 * 1_000)
        await add_waiting(it, one._replace(click_time=at))

        order = it.order("10.00", code=None, click_ref=format_click_ref(one.click_id))
        assert await it.outcomes(order) == ["created"]

    async def test_order_is_not_traced_to_a_pending_repeated_click(self, it: Deal) -> None:
        first, again = make_click(it, 0), make_click(it, 5)
        await add_waiting(it, first, again)

        async with it.portal.db() as db:
            found = await sql.orders.attribution.find_clicks(
                db, [(again.publisher_id, again.click_time, again.click_id)]
            )

        assert found[again.click_id].verdict == DUPLICATE


class TestReplay:
    async def test_pending_or_stored_click_is_not_duplicated(self, it: Deal) -> None:
        clicks = [make_click(it, 20 * n) for n in range(4)]
        await add_waiting(it, *clicks[:2])
        await file_clicks(it, 10)

        async with it.portal.db() as db, db.transaction():
            assert await replay(db, clicks) == 2

        assert await verdicts(it) == [VALID] * 4
        await file_clicks(it, 120)
        assert await verdicts(it) == [VALID] * 4

    async def test_replay_of_a_blocked_click_blocks_the_pending_one(self, it: Deal) -> None:
        """Its process wrote it, received the change, and was cut off before it withdrew the click."""
        counted, other = make_click(it, 0), make_click(it, 20)
        await add_waiting(it, counted, other)

        async with it.portal.db() as db, db.transaction():
            await replay(db, [counted._replace(verdict=BLOCKED), other])

        assert await verdicts(it) == [BLOCKED, VALID]
        await file_clicks(it, 60)
        assert await verdicts(it) == [BLOCKED, VALID]

    @pytest.mark.parametrize("cut", [0, 4, 60])
    @pytest.mark.parametrize("first", [0, 3, 6])
    async def test_only_one_of_three_close_clicks_counts(
        self, it: Deal, first: float, cut: float
    ) -> None:
        """One was recorded directly; the others are replayed before or after it was filed."""
        clicks = {seconds: make_click(it, seconds) for seconds in (0, 3, 6)}
        await add_waiting(it, clicks.pop(first))
        await file_clicks(it, cut)

        async with it.portal.db() as db, db.transaction():
            assert await replay(db, [*clicks.values()]) == 2

        was_moved = first < cut
        counted = first if was_moved else 0
        wanted = [VALID if seconds == counted else DUPLICATE for seconds in (0, 3, 6)]
        assert await verdicts(it) == wanted
        await file_clicks(it, 60)
        assert await verdicts(it) == wanted

    async def test_pending_clicks_wait_for_a_replay_before_they_are_judged(self, it: Deal) -> None:
        await add_waiting(it, make_click(it, 0))
        async with it.portal.db() as db:
            transaction = db.transaction()
            await transaction.start()
            await replay(db, [make_click(it, 5)])
            moving = asyncio.create_task(file_clicks(it, 60))
            await asyncio.sleep(0.3)
            waited = not moving.done()
            await transaction.commit()

        assert waited
        assert await moving == 2
        assert await verdicts(it) == [VALID, DUPLICATE]


async def test_view_of_pending_clicks_uses_the_duplicate_rule_of_the_code(portal: Portal) -> None:
    async with portal.db() as db:
        view = await db.fetchval("select pg_get_viewdef('click_waiting'::regclass)")

    assert DUPLICATE_REASON in view
    assert f"'00:00:{DUPLICATE_WINDOW.seconds}'::interval" in view
