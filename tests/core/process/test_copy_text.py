"""Rows written as lines for COPY are read back unchanged, whatever they contain."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from schema.core.event import OrderEventItem
from schema.orders.order import ItemStatus
from sql.core.copy_text import ROWS_AT_ONCE, copy_lines, encode_rows
from sql.core.db import open_pool

HARD = ["\\N", "\\", "a\tb", "a\nb", "a\r\nb", "\\t", "\\.", "None", "", " ", "é\u2028😀", '"\\""']
TABLE = "create temp table kept (n bigint, word text, amount numeric, at timestamptz, body jsonb)"
NOW = datetime(2026, 11, 20, 10, 0, 0, 123456, tzinfo=UTC)


async def back(url: str, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    pool = await open_pool(url)
    async with pool.acquire() as db:
        await db.execute(TABLE)
        await copy_lines(db, "kept", ("n", "word", "amount", "at", "body"), rows)
        found = await db.fetch("select * from kept order by n")
    await pool.close()
    return [tuple(row) for row in found]


async def test_special_characters_survive_copy_to_the_database(database_url: str) -> None:
    rows = [(n, word, None, NOW, {"word": word}) for n, word in enumerate(HARD)]
    rows += [(len(HARD), None, Decimal("7.50"), None, None)]
    assert await back(database_url, rows) == rows


async def test_each_special_word_alone_survives_copy_to_the_database(database_url: str) -> None:
    for word in HARD:
        rows = [(1, word, Decimal("1E+3"), NOW, {})]
        assert await back(database_url, rows) == rows


async def test_rows_copied_to_the_database_in_several_pieces_are_complete(
    database_url: str,
) -> None:
    rows = [(n, str(n), Decimal(n), NOW, {"n": n}) for n in range(2 * ROWS_AT_ONCE + 1)]
    assert await back(database_url, rows) == rows


def test_copied_amounts_keep_their_decimals_and_enums_their_values() -> None:
    ids = UUID(int=7)
    item = OrderEventItem("Pending", Decimal("2.50"), Decimal("0.10"))
    row = (Decimal("7.50"), ItemStatus.PENDING, True, ids, item)
    assert encode_rows([row]) == (
        b"7.50\tPending\tTrue\t00000000-0000-0000-0000-000000000007\t"
        b'{"status":"Pending","sale_amount":"2.50","sale_comm":"0.10"}\n'
    )


def test_copying_bytes_as_text_is_refused() -> None:
    with pytest.raises(TypeError):
        encode_rows([(b"x",)])
