"""The demonstration's file is imported completely, and an interrupted import continues."""

import csv
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from handlers.cli.imports.import_orders import import_orders
from handlers.network.imports.import_batches import BATCH_SIZE, CHUNK_SIZE
from schema.orders.import_mapping import ImportMapping
from tests.support.orders.files import import_file, mapping
from tests.support.orders.orders import deal
from tests.support.portal import Portal

DEMO = Path(__file__).parent.parent.parent / "handlers" / "demo" / "orders"


def half_even_pence(exact: Fraction) -> int:
    return round(exact * 100)  # Python rounds a Fraction half-even


class TestDemonstrationFile:
    async def test_demo_file_is_imported_to_the_penny(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"time_zone": "Europe/London"})
        chosen = msgspec.json.decode((DEMO / "orders.json").read_bytes(), type=ImportMapping)
        chosen = msgspec.structs.replace(
            chosen,
            constants={**chosen.constants, "mcid": it.brand.mcid, "code": it.code},
        )
        good, bad, pence = set(), {}, 0
        with (DEMO / "orders.csv").open(newline="") as file:
            for line, row in enumerate(csv.DictReader(file), 2):
                quantity, price = int(row["Quantity"]), Fraction(row["UnitPrice"])
                if quantity > 0 and price > 0:
                    good.add(row["InvoiceNo"])
                    pence += half_even_pence(quantity * price)
                else:
                    bad[line] = (row["InvoiceNo"], "Quantity" if quantity <= 0 else "UnitPrice")

        result = await import_orders(portal.resources, DEMO / "orders.csv", chosen)

        assert result.lines == 25_943
        assert (result.created, result.updated, result.unchanged) == (len(good), 0, 0)
        assert {r.line: r.order_id for r in result.refused} == {n: b[0] for n, b in bad.items()}
        assert all(r.reason.startswith(bad[r.line][1]) for r in result.refused)
        assert result.sales["GBP"] * 100 == pence
        async with portal.db() as db:
            progress = await db.fetchrow(
                "select count(*), sum(sale_amount) from conversion where publisher_id = $1",
                it.who.uid,
            )
            figures = await db.fetchval(
                "select sum(pending_sales) from rollup where publisher_id = $1 and grain = 'day'",
                it.who.uid,
            )
            ireland = await db.fetchval(
                "select count(*) from conversion where publisher_id = $1 and country = 'IE'",
                it.who.uid,
            )
            first = await db.fetchval(
                "select order_time from conversion where publisher_id = $1 and order_id = '536365'",
                it.who.uid,
            )
        assert (progress["count"], progress["sum"] * 100, figures * 100) == (
            len(good),
            pence,
            pence,
        )
        assert ireland > 250
        assert first.isoformat() == "2010-12-01T08:26:00+00:00"
        await it.check_figures()

        before = await it.counts()
        again = await import_orders(portal.resources, DEMO / "orders.csv", chosen)

        assert (again.created, again.updated, again.unchanged) == (0, 0, len(good))
        assert again.refused == result.refused
        assert await it.counts() == before


class TestInterruptedImport:
    async def test_interrupted_import_resumes_after_its_last_batch(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        file = tmp_path / "long.csv"
        whole = 2 * BATCH_SIZE
        bad = {2: "x", BATCH_SIZE + 1_000: "0", whole - 100: "-1"}
        rows = [f"n{n},{bad.get(n, '2.50')},2026-10-01T10:00:00,GB" for n in range(2, whole + 2)]
        good, sales = whole - len(bad), (whole - len(bad)) * Decimal("2.50")
        file.write_text("\n".join(["id,value,at,land", *rows]))
        progress: list[int] = []

        def cut(lines: int, _: int) -> None:
            progress.append(lines)
            raise InterruptedError

        with pytest.raises(InterruptedError):
            await import_orders(portal.resources, file, mapping(it), progress=cut)
        async with portal.db() as db:
            before = await db.fetchval(
                "select count(*) from conversion where publisher_id = $1", it.who.uid
            )
        result = await import_orders(portal.resources, file, mapping(it))

        assert progress == [BATCH_SIZE]
        assert 0 < before < good
        assert [refused.line for refused in result.refused] == sorted(bad)
        assert (result.lines, result.created + result.unchanged) == (whole, good)
        assert str(result.sales["GBP"]) == str(sales)
        assert (result.created, result.unchanged) == (good, 0)
        async with portal.db() as db:
            assert await db.fetchval("select count(*) from import_progress") == 0
            assert (
                await db.fetchval(
                    "select count(*) from conversion where publisher_id = $1", it.who.uid
                )
                == good
            )
        await it.check_figures()

    async def test_first_order_sets_the_currency_for_its_batch(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal, publisher={"currency": "USD", "currency_chosen": False})
        file = tmp_path / "two.csv"
        rows = [f"n{n},2.50,GBP" for n in range(CHUNK_SIZE)]
        file.write_text("\n".join(["id,value,money", *rows, "last,250,KMF"]))
        columns = {"order_id": "id", "amount": "value", "currency": "money"}

        result = await import_orders(portal.resources, file, mapping(it, columns, currency=""))

        assert (result.created, result.refused) == (CHUNK_SIZE + 1, [])
        orders = {order["order_id"]: order for order in await it.rows("conversion")}
        assert {order["report_currency"] for order in orders.values()} == {"GBP"}
        assert [name for name, order in orders.items() if order["unrated"]] == ["last"]
        await it.check_figures()

    async def test_order_number_repeated_in_a_later_batch_of_a_file_is_refused(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        rows = [f"n{n},2.50,2026-10-01T10:00:00,GB" for n in range(BATCH_SIZE + 1_000)]
        rows.append("n7,2.50,2026-10-01T10:00:00,GB")

        result = await import_file(
            it, tmp_path / "again.csv", "\n".join(["id,value,at,land", *rows]), id=""
        )

        assert result.created == BATCH_SIZE + 999
        assert [(refused.line, refused.order_id) for refused in result.refused] == [
            (9, "n7"), (BATCH_SIZE + 1_002, "n7"),
        ]  # fmt: skip
