"""Each month of clicks has its partition before its first click."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import sql.clicks.click
from handlers.track import partitions
from schema.core.envelope import Nothing
from tests.conftest import MakeDatabase
from tests.support.portal import Portal
from tests.support.server import serve


@pytest.fixture
async def empty(make_database: MakeDatabase, tmp_path: Path) -> AsyncIterator[Portal]:
    """A portal of its own, whose partitions no other test makes."""
    async with serve(make_database(), tmp_path) as running:
        yield running


class TestPartitions:
    async def test_click_table_has_partitions_for_the_coming_months(self, empty: Portal) -> None:
        """Clicks that came before their partition move into it, and a second run does nothing."""
        today = date(2031, 11, 20)
        early = datetime(2032, 1, 1, tzinfo=UTC)
        async with empty.db() as db:
            await db.execute(
                "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, device,"
                " verdict, visitor) values (1, $1, gen_random_uuid(), 1, 1, 1, 'mobile', 'valid', 'x')",
                early,
            )

            for _ in range(2):
                await sql.clicks.click.ensure_months(db, today)

            rows = await db.fetch(
                "select inhrelid::regclass::text from pg_inherits where inhparent = 'click'::regclass"
                " order by 1"
            )
            where = await db.fetchval("select tableoid::regclass::text from click")
        assert [name for (name,) in rows] == [
            *("click_2031_11", "click_2031_12", "click_2032_01", "click_2032_02", "click_other"),
        ]
        assert where.startswith("click_2032_01")  # on a cluster, a shard of it

    async def test_daily_job_makes_partitions_of_the_click_table(self, empty: Portal) -> None:
        async with empty.db() as db, db.transaction():
            await partitions.later(db, Nothing())

        await empty.work()

        month = empty.resources.clock.now()
        async with empty.db() as db:
            name = f"click_{month:%Y_%m}"
            assert await db.fetchval("select to_regclass($1)::text", name) == name
