"""The exit status of `portal import-orders`: 0 all accepted, 1 some refused, 2 file unreadable."""

import asyncio
import os
import sys
from pathlib import Path
from secrets import token_hex

import pytest

from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

HEADER = "id,value,at,land\n"
GOOD = "A-1,10.00,2026-02-01 12:00,GB\n"
WITHOUT_PRICE = "A-2,-1,2026-02-01 12:00,GB\n"


async def import_file(it: Deal, folder: Path, content: bytes | None) -> tuple[int, str, str]:
    """What the command ends with and prints; without content there is no file."""
    file = folder / "orders.csv"
    if content is not None:
        file.write_bytes(content)
    columns = ("order_id=id", "amount=value", "order_time=at", "country=land")
    constants = (f"mcid={it.brand.mcid}", f"code={it.code}", "currency=GBP")
    environment = os.environ | {
        "DATABASE_URL": it.portal.resources.database_url,
        "SECRET_KEY": token_hex(32),
        "DATA_DIR": str(folder / "data"),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "handlers",
        "import-orders",
        str(file),
        *(part for column in columns for part in ("--map", column)),
        *(part for constant in constants for part in ("--set", constant)),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, failed = await process.communicate()
    assert process.returncode is not None
    return process.returncode, printed.decode(), failed.decode()


@pytest.mark.parametrize(
    ("content", "status", "orders", "says"),
    [
        (HEADER + GOOD, 0, 1, "1 lines: 1 accepted"),
        (HEADER + GOOD + WITHOUT_PRICE, 1, 1, "line 3: order 'A-2' refused:"),
        (HEADER.replace("value", "price") + GOOD, 2, 0, "value"),
        (None, 2, 0, "No such file"),
    ],
)
async def test_exit_status_of_import_orders_reflects_the_outcome(
    portal: Portal, tmp_path: Path, content: str | None, status: int, orders: int, says: str
) -> None:
    it = await deal(portal)

    ended, printed, failed = await import_file(it, tmp_path, content and content.encode())

    assert ended == status, (printed, failed)
    assert says in (failed if status == 2 else printed)
    assert len(await it.rows("conversion")) == orders


async def test_import_orders_of_a_file_that_is_not_utf_8_exits_with_2(
    portal: Portal, tmp_path: Path
) -> None:
    it = await deal(portal)

    ended, _, failed = await import_file(
        it, tmp_path, (HEADER + GOOD).encode() + "Köln\n".encode() + b"\xff\n"
    )

    assert (ended, await it.rows("conversion")) == (2, [])
    assert "is not UTF-8" in failed
