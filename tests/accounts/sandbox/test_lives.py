"""Orders of a sandbox are led through their whole life by the code of live ones."""

import time

import pytest

from handlers.network.money.reconcile import check_publisher
from schema.accounts.sandbox import STAGES, LifePath
from tests.support.accounts.sandboxes import enter, lead
from tests.support.portal import Portal


class TestAdvance:
    @pytest.mark.parametrize("path", list(LifePath))
    async def test_each_path_reaches_its_last_stage_and_reconciles(
        self, portal: Portal, path: LifePath
    ) -> None:
        inside = await enter(portal, await portal.someone())
        began = time.perf_counter()
        life = await lead(portal, inside, path)
        await portal.work()

        assert time.perf_counter() - began < 10
        assert (life["stage"], life["left"]) == (STAGES[path][-1], [])
        async with portal.db() as db:
            assert await check_publisher(db, inside.uid) == []
