"""Migrations run on an empty and on a filled database, all together or one by one, and only once."""

import asyncio
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import asyncpg
import pytest

import sql.orders.order_directory
import sql.server.migrate
from sql.server.migrate import FOLDER, MigrationError, migrate
from tests.conftest import MakeDatabase
from tests.support.cluster import statements
from tests.support.databases import execute
from tests.support.migrations import NAMES, migrate_part
from tests.support.timing import no_hang

FILLED = [
    "insert into publisher (publisher_id, name) values (7, 'Kept')",
    "insert into account (publisher_id, username, email, password_hash, role)"
    " values (7, 'kept', 'kept@example.com', '', 'owner')",
    "insert into site (publisher_id, site_id, name, channel_type, channel_platform, promotion_methods,"
    " website, status) values (7, 70, 'Kept', 1, 'Own website', '{1}', 'https://kept.example', 1)",
    "insert into brand (mid, mcid, name, site_url, description, categories, country, regions, currency,"
    " offer_type, brand_type, domains, cookie_days, validation_days, payment_days, deep_link, approval,"
    " status, click_param, forbidden_words, promotion_methods, contact, commission, commission_rank,"
    " words, created_at, updated_at) values (700, 'kept', 'Kept', 'https://kept.example', '', '{}', 'GB',"
    " '{}', 'GBP', 'CPS', 1, '{kept.example}', 30, 30, 30, true, 'auto', 'online', 'click_ref', '{}',"
    " '{}', '', '5%', 5, '', '2026-01-01', '2026-01-01')",
    "insert into relationship (publisher_id, site_id, mid, status, applied_at)"
    " values (7, 70, 700, 2, '2026-01-01')",
    "insert into link (publisher_id, link_id, code, site_id, mid, target_url, created_at)"
    " values (7, 71, 'abc', 70, 700, 'https://kept.example', '2026-01-01')",
    "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, device, verdict,"
    " visitor) values (7, '2026-01-01', gen_random_uuid(), 71, 70, 700, 'desktop', 'valid', '')",
    "insert into conversion (publisher_id, oid, mid, order_id, site_id, link_id, order_time, currency,"
    " report_currency, rate, sale_amount, sale_comm, report_amount, report_comm, status, created_at,"
    " updated_at) values (7, 1, 700, 'A-1', 70, 71, '2026-01-01', 'GBP', 'GBP', 1, 10, 1, 10, 1,"
    " 'Pending', '2026-01-01', '2026-01-01'), (7, 2, 700, 'A-2', 70, 71, '2026-01-01', 'GBP', 'GBP', 1, 20,"
    " 2, 20, 2, 'Approved', '2026-01-01', '2026-01-01')",
    "insert into conversion_item (publisher_id, oid, item_id, quantity, sale_amount, sale_comm,"
    " ori_amount, ori_comm, report_amount, report_comm, status, updated_at,"
    " paid_date) values (7, 1, '', 1, 10, 1, 10, 1, 10, 1, 'Pending', '2026-01-01', null),"
    " (7, 2, 'a', 1, 15, 1, 15, 1, 15, 1, 'Approved', '2026-01-01', '2026-01-02'),"
    " (7, 2, 'b', 1, 5, 1, 5, 1, 5, 1, 'Rejected', '2026-01-01', null)",
    "insert into rollup (publisher_id, grain, day, key, clicks, pending_orders, pending_sales,"
    " pending_commission) values (7, 'day', '2026-01-01', 0, 1, 1, 10, 1)",
]

WAITING = {
    "0021_click_intake": "insert into click_intake (publisher_id, link_id, visitor, click_time, click_id,"
    " site_id, mid, device, verdict) values (7, 71, '', '2026-02-01', gen_random_uuid(), 70, 700,"
    " 'desktop', 'valid')",
    "0015_pending": "insert into click_pending (publisher_id, link_id, visitor, click_time, click_id,"
    " site_id, mid) values (7, 71, '', '2026-02-01', gen_random_uuid(), 70, 700)",
}
"""A click that waits for the figures, since when such clicks look so."""

FIRST_FILLED = 1_000
"""The publisher that is added after the second migration has this number and two, and so on."""
TESTED_AT_ONCE = 19
"""Of every so many stages, one is brought up to date in one go; all are one migration after another."""
FIRST_DISTRIBUTED = "0026_network_refusal"
"""The last migration of the first version that could be distributed."""
CHANGE = r"\b(?:add|drop|alter|validate) (?:constraint|column)\b"
COLUMN_WITH_CHECK = re.compile(
    r"alter table[^;]*\badd column (?:(?!\badd (?:column|constraint)\b)[^;])*\bcheck\s*\([^;]*"
)


def shape(url: str) -> list[tuple[str, ...]]:
    """Every column of every table, with its type."""
    rows = execute(
        url,
        "select table_name, column_name, data_type, is_nullable from information_schema.columns"
        " where table_schema = 'public' order by 1, 2",
    )
    return [tuple(row) for row in rows]


@pytest.fixture(scope="module")
def whole_shape(make_database: MakeDatabase) -> list[tuple[str, ...]]:
    """The schema of a database after all migrations."""
    return shape(make_database())


def test_empty_database_is_migrated_once(make_database: MakeDatabase) -> None:
    url = make_database(empty=True)

    assert migrate(url) == NAMES
    assert migrate(url) == []


def fill(publisher_id: int, statements: Iterable[str]) -> list[str]:
    """Statements of FILLED or WAITING for another publisher, whose ids begin with its own."""
    named = [re.sub(r"\b(kept|abc)\b", rf"\g<1>{publisher_id}", each) for each in statements]
    return [re.sub(r"\b7(00|0|1)?\b", rf"{publisher_id}\g<1>", each) for each in named]


class StoredRows(NamedTuple):
    """What is stored of publishers, by their ids."""

    items: dict[int, list[tuple[Any, ...]]]
    clicks: dict[int, list[tuple[Any, ...]]]
    """By the month."""
    figures: dict[int, list[tuple[Any, ...]]]


def read_rows(url: str) -> StoredRows:
    queries = (
        "select publisher_id, sale_amount, status from conversion_item where oid = 1",
        "select publisher_id, extract(month from day), sum(clicks) from ("
        "select publisher_id, day, clicks from rollup where grain = 'day' union all"
        " select publisher_id, click_time::date, 1 from click_uncounted) figure group by 1, 2 order by 1, 2",
        "select publisher_id, grain, key, clicks, pending_sales, pending_with_approved, approved_with_rejected"
        " from rollup where day = '2026-01-01' and grain in ('month_all', 'brand', 'mix') order by 1, 2",
    )
    found = StoredRows({}, {}, {})
    for rows_by_publisher, query in zip(found, queries, strict=True):
        for publisher_id, *row in execute(url, query):
            rows_by_publisher.setdefault(publisher_id, []).append(tuple(row))
    return found


def check_rows(stored_rows: StoredRows, publisher_id: int, before: int) -> None:
    """The rows of a publisher that was added when only NAMES[:before] had run are there, and counted as today."""
    assert stored_rows.items[publisher_id] == [(10, "Pending")]
    waiting = [(2, 1)] if waiting_at(before) else []
    assert stored_rows.clicks[publisher_id] == [(1, 1), *waiting]
    clicks, sales = (1, 10) if "0017_month_all" in NAMES[before:] else (0, 0)
    expected = [("brand", 100 * publisher_id, 0, 0, 0, 1), ("month_all", 0, clicks, sales, 0, 1)]
    if "0025_status_narrows" not in NAMES[before:]:
        expected = []
    assert stored_rows.figures.get(publisher_id, []) == expected


def waiting_at(before: int) -> list[str]:
    """The click that waits for the figures once NAMES[:before] have run."""
    return [insert for name, insert in WAITING.items() if name in NAMES[:before]][:1]


@pytest.fixture(scope="module")
def filled_between(make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database that got a publisher with rows after each migration but the first, while the rest ran one by one."""
    url = make_database(empty=True)
    for before in range(2, len(NAMES) + 1):
        with pytest.MonkeyPatch.context() as patch:
            applied = migrate_part(url, NAMES[:before], tmp_path_factory.mktemp("part"), patch)
        assert applied == NAMES[:before] if before == 2 else applied == [NAMES[before - 1]]
        execute(url, *fill(FIRST_FILLED + before, [*FILLED, *waiting_at(before)]))
    return url


@pytest.fixture(scope="module")
def stored_rows(filled_between: str) -> StoredRows:
    return read_rows(filled_between)


@pytest.mark.parametrize("before", range(2, len(NAMES) + 1))
def test_each_migration_keeps_the_rows_stored_before_it(
    stored_rows: StoredRows, before: int
) -> None:
    check_rows(stored_rows, FIRST_FILLED + before, before)


def test_database_migrated_one_by_one_has_the_shape_of_a_new_one(
    filled_between: str, whole_shape: list[tuple[str, ...]]
) -> None:
    assert shape(filled_between) == whole_shape


@pytest.mark.parametrize("before", range(2, len(NAMES) + 1, TESTED_AT_ONCE))
def test_migrating_a_filled_database_keeps_its_rows(
    make_database: MakeDatabase,
    whole_shape: list[tuple[str, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: int,
) -> None:
    url = make_database(empty=True)
    migrate_part(url, NAMES[:before], tmp_path, monkeypatch)
    execute(url, *FILLED, *waiting_at(before))

    assert migrate(url) == NAMES[before:]

    check_rows(read_rows(url), 7, before)
    assert shape(url) == whole_shape


def test_migration_keeps_existing_orders_and_coupon_codes_findable(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Look-alike orders and an assigned code, as the release before 0150_order_identity wrote them."""
    url = make_database(empty=True)
    migrate_part(url, [name for name in NAMES if name < "0150"], tmp_path, monkeypatch)
    execute(
        url,
        *FILLED,
        "insert into order_directory (mid, order_id, publisher_id, oid, reported_at) values"
        " (700, ' A-1', 7, 1, '2026-01-01'), (700, 'A-1', 7, 2, '2026-01-01'),"
        " (700, E'B\\u200b', 7, 3, '2026-01-01')",
        "insert into coupon (mid, code, description, publisher_id, updated_at) values"
        " (700, 'MINE', '', 7, '2026-01-02'), (700, 'ALL', '', 0, '2026-01-02')",
    )
    before = execute(url, "select * from order_directory order by oid")

    migrate(url)

    assert execute(url, "select * from order_directory order by oid") == before
    asked = ["A-1", " A-1", "A-1 ", "B", "C"]
    found = asyncio.run(find_orders(url, asked))
    assert found == {"A-1": 2, " A-1": 1, "A-1 ": 2, "B": 3}
    codes = execute(url, "select code, assigned_at = updated_at as is_known from coupon")
    assert {row["code"]: row["is_known"] for row in codes} == {"MINE": True, "ALL": None}
    [brand] = execute(url, "select coupon_decides from brand")
    assert brand["coupon_decides"]


async def find_orders(url: str, order_ids: list[str]) -> dict[str, int]:
    db = await asyncpg.connect(url)
    try:
        owners = await sql.orders.order_directory.find_owners(db, {700: order_ids})
    finally:
        await db.close()
    return {order_id: owner.oid for (_, order_id), owner in owners.items()}


@pytest.mark.parametrize("name", [name for name in NAMES if name > FIRST_DISTRIBUTED])
def test_migration_is_one_statement(name: str) -> None:
    """A cluster sends the text of a call to its nodes, which take one statement at a time."""
    up = (FOLDER / f"{name}.sql").read_text().partition("-- migrate:down")[0]

    assert len(statements(up)) == 1, "put them between `do $$ begin` and `end $$;`"


@pytest.mark.parametrize("name", [name for name in NAMES if name > FIRST_DISTRIBUTED])
def test_migration_adds_no_column_together_with_its_check(name: str) -> None:
    """Citus refuses both at once on a table that is distributed; `legal_entity` was not, when its column came."""
    up = (FOLDER / f"{name}.sql").read_text().partition("-- migrate:down")[0]

    found = [text for text in COLUMN_WITH_CHECK.findall(up) if "legal_entity" not in text]
    assert found == [], "add the column, then a constraint with a name"


@pytest.mark.parametrize("name", [name for name in NAMES if name > FIRST_DISTRIBUTED])
def test_migration_adds_a_constraint_by_itself(name: str) -> None:
    """Citus refuses `add constraint` beside any other change of the table."""
    up = (FOLDER / f"{name}.sql").read_text().partition("-- migrate:down")[0]

    changes = [re.findall(CHANGE, text) for text in re.findall(r"alter table[^;]*;", up)]
    assert [each for each in changes if "add constraint" in each and len(each) > 1] == []


def test_column_with_its_check_is_found() -> None:
    """The control."""
    assert COLUMN_WITH_CHECK.findall("alter table a add column b int check (b > 0);") != []
    assert (
        COLUMN_WITH_CHECK.findall(
            "alter table a\n  add column b int,\n  add column c int check (c > 0);"
        )
        != []
    )
    apart = "alter table a add column b int, add constraint b_check check (b > 0);"
    assert COLUMN_WITH_CHECK.findall(apart) == []


def test_check_counts_statements_of_a_migration_and_a_do_block_as_one() -> None:
    assert statements("alter table a add b text; -- now; then\ncreate index c on a (b);") == [
        "alter table a add b text;",
        "create index c on a (b);",
    ]
    assert len(statements("do $$ begin alter table a add b text; drop index c; end $$;")) == 1


class TestTablesInUse:
    """Migrations of a database that is in use: what uses a table goes on, and nobody waits behind a migration."""

    async def test_migration_lets_others_pass_until_a_table_is_free(
        self, make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        url, done = await asyncio.to_thread(earlier_database, make_database, tmp_path, monkeypatch)
        reading, other = [await asyncpg.connect(url) for _ in range(2)]
        transaction = reading.transaction()
        await transaction.start()
        await reading.fetch("select from account")
        migrating = asyncio.create_task(asyncio.to_thread(migrate, url))
        try:
            async with no_hang():
                for _ in range(60):  # behind a migration that waits, these would wait for `reading`
                    await other.fetch("select from account")
                    await asyncio.sleep(0.02)
            assert not migrating.done()
        finally:
            await transaction.rollback()
        assert await migrating == NAMES[done:]
        for connection in (reading, other):
            await connection.close()

    async def test_two_processes_migrate_at_once(
        self, make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        url, done = await asyncio.to_thread(earlier_database, make_database, tmp_path, monkeypatch)

        applied = await asyncio.gather(*(asyncio.to_thread(migrate, url) for _ in range(2)))

        assert sorted({*applied[0], *applied[1]}) == NAMES[done:]

    def test_migration_says_why_it_gave_up(
        self, make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        url, _ = earlier_database(make_database, tmp_path, monkeypatch)
        monkeypatch.setattr(sql.server.migrate, "LOCK_PATIENCE", 0.2)
        with (
            table_in_use(url, "account"),
            pytest.raises(MigrationError, match="was in use all the time"),
        ):
            migrate(url)
        assert NAMES[-1] in migrate(url)


def earlier_database(
    make_database: MakeDatabase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, int]:
    """A database of release 0.9.0, and how many migrations it has."""
    url, done = make_database(empty=True), NAMES.index("0269_restoration") + 1
    migrate_part(url, NAMES[:done], folder, monkeypatch)
    return url, done


@contextmanager
def table_in_use(url: str, table: str) -> Iterator[None]:
    """A transaction that has read a table, open for the block."""
    begun, ended = Event(), Event()

    async def hold() -> None:
        db = await asyncpg.connect(url)
        async with db.transaction():
            await db.fetch(f"select from {table}")
            begun.set()
            await asyncio.to_thread(ended.wait)
        await db.close()

    thread = Thread(target=lambda: asyncio.run(hold()))
    thread.start()
    begun.wait()
    try:
        yield
    finally:
        ended.set()
        thread.join()
