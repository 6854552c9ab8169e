"""A database whose orders were all rated, and whose inverse rates had ten decimals, is brought up to date."""

from decimal import Decimal
from pathlib import Path

import pytest

from sql.server.migrate import migrate
from tests.architecture.test_migrate import FILLED
from tests.conftest import MakeDatabase
from tests.support.databases import execute
from tests.support.migrations import NAMES, migrate_part

BEFORE = "0160_unrated_order"
RATES = """
insert into currency_rate (base, quote, day, rate, derived) values
    ('EUR', 'IRR', '2026-01-01', 1100000, false), ('IRR', 'EUR', '2026-01-01', 0.0000009091, true),
    ('GBP', 'EUR', '2026-01-01', 1.25, false), ('EUR', 'GBP', '2026-01-01', 0.8, true),
    ('GBP', 'EUR', '2026-01-02', 1.17, false), ('EUR', 'GBP', '2026-01-02', 0.85, false)
"""


def test_orders_stay_rated_and_inverse_rates_become_exact(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, done = make_database(empty=True), NAMES.index(BEFORE)
    migrate_part(url, NAMES[:done], tmp_path, monkeypatch)
    execute(url, *FILLED, RATES)

    assert migrate(url) == NAMES[done:]

    orders = execute(
        url, "select oid, rate, sale_comm, report_comm, unrated from conversion order by oid"
    )
    assert [tuple(row) for row in orders] == [(1, 1, 1, 1, False), (2, 1, 2, 2, False)]
    rows = execute(url, "select base, quote, day::text, rate from currency_rate")
    rates = {tuple(row[:3]): row["rate"] for row in rows}
    assert rates["IRR", "EUR", "2026-01-01"] == Decimal("0.000000909090909091")
    assert str(rates["EUR", "GBP", "2026-01-01"]) == "0.8"
    assert rates["EUR", "GBP", "2026-01-02"] == Decimal("0.85")
    assert rates["GBP", "EUR", "2026-01-01"] == Decimal("1.25")
    constraints = execute(
        url, "select conname from pg_constraint where conname like '%unrated' and convalidated"
    )
    assert len(constraints) == 2
