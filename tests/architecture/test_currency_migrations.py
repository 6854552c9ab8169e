"""Money in several currencies, as an earlier version stored it, is kept and listed, and no more can be added."""

from pathlib import Path

import asyncpg
import pytest

from handlers.network.money.reconcile import check_publisher
from sql.server.migrate import migrate
from tests.architecture.test_migrate import FILLED
from tests.conftest import MakeDatabase
from tests.support.databases import execute
from tests.support.migrations import NAMES, migrate_part

BEFORE = NAMES[: NAMES.index("0165_payment_currency")]
PAYMENT = (
    "insert into payment (publisher_id, payment_id, state, payment_method_id, method, payee, currency, gross,"
    " fee, vat, net, payout_currency, requested_at) values (7, {id}, '{state}', 1, 'bank', '', '{currency}',"
    " {gross}, 0, 0, {gross}, 'GBP', '2026-01-01')"
)
SETTLEMENT = (
    "insert into settlement (publisher_id, settlement_id, type, period, source, amount, currency, items,"
    " orders, payable_at, payment_id, created_at) values (7, {id}, 'bonus', '2026-01-01', 'bonus:{id}',"
    " {amount}, '{currency}', 0, 0, '2026-01-01', {payment}, '2026-01-01')"
)
LINE = "insert into payment_line values (7, {payment}, {settlement}, {amount})"
CLEAN = [
    "update publisher set currency = 'GBP', currency_fixed = true",
    "update brand set currency = 'GBP'",
    "insert into terms (mid, name, pays, value, created_at) values (700, 'Leads', 'fixed', 5, '2026-01-01')",
    "insert into payment_schedule (publisher_id, minimum, day, updated_at) values (7, 30, 1, '2026-01-01')",
    PAYMENT.format(id=1, state="cancelled", currency="GBP", gross=30),
    PAYMENT.format(id=2, state="requested", currency="GBP", gross=30),
    SETTLEMENT.format(id=11, amount=30, currency="GBP", payment=2),
    LINE.format(payment=1, settlement=11, amount=30),
    LINE.format(payment=2, settlement=11, amount=30),
]
DIRTY = [
    # 50,000 yen, paid as 50,000 pounds; and a settlement that two living payments name.
    PAYMENT.format(id=3, state="paid", currency="GBP", gross=50_000),
    SETTLEMENT.format(id=12, amount=50_000, currency="JPY", payment=3),
    LINE.format(payment=3, settlement=12, amount=50_000),
    PAYMENT.format(id=4, state="requested", currency="GBP", gross=30),
    LINE.format(payment=4, settlement=11, amount=30),
]
VALIDATED = "select convalidated from pg_constraint where conname = 'settlement_payment'"


def upgrade(
    url: str, rows: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[object, ...]]:
    """Bring a database with these rows up to date; what they are then."""
    migrate_part(url, BEFORE, folder, monkeypatch)
    execute(url, *FILLED, *rows)
    migrate(url)
    query = "select payment_id, settlement_id, holds from payment_line order by 1, 2"
    return [tuple(row) for row in execute(url, query)]


def test_clean_database_has_valid_constraints_after_the_migration(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = make_database(empty=True)
    assert upgrade(url, CLEAN, tmp_path, monkeypatch) == [(1, 11, False), (2, 11, True)]
    assert [*execute(url, VALIDATED)[0]] == [True]
    assert [*execute(url, "select minimum, currency from payment_schedule")[0]] == [30, "GBP"]
    assert [*execute(url, "select value, currency from terms")[0]] == [5, "GBP"]


async def test_rows_in_mixed_currencies_are_kept_and_reported(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = make_database(empty=True)
    lines = upgrade(url, CLEAN + DIRTY, tmp_path, monkeypatch)
    assert lines == [(1, 11, False), (2, 11, True), (3, 12, True), (4, 11, False)]
    assert [*execute(url, VALIDATED)[0]] == [False]
    db = await asyncpg.connect(url)
    try:
        found = "\n".join(await check_publisher(db, 7))
        for line in (
            "settlement 12: JPY where GBP is expected",
            "payment 3 with settlement 12: JPY where GBP is expected",
            "payment 4: 11 where 11 is expected, because a living payment holds its settlements",
        ):
            assert line in found, found
        with pytest.raises(asyncpg.ForeignKeyViolationError):
            await db.execute(
                "update settlement set payment_id = 2, currency = 'USD' where settlement_id = 11"
            )
        await db.execute("update settlement set note = 'seen' where settlement_id = 12")
    finally:
        await db.close()
