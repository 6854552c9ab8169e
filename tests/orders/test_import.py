"""`portal import-orders`: whole files in, each bad line named, nothing lost in silence."""

import argparse
import csv
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from handlers.cli.import_batches import BATCH_SIZE, CHUNK_SIZE
from handlers.cli.import_orders import add_arguments, import_orders, read_mapping, run
from schema.network.network import ImportResult
from schema.orders.csv_import import ImportFault, ImportMapping
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

DEMO = Path(__file__).parent.parent.parent / "sql" / "demo" / "orders"
COLUMNS = {"order_id": "id", "amount": "value", "order_time": "at", "country": "land"}


def mapping(it: Deal, columns: dict[str, str] | None = None, **constants: str) -> ImportMapping:
    given = {"mcid": it.brand.mcid, "code": it.code, "currency": "GBP", **constants}
    return ImportMapping(
        columns=COLUMNS if columns is None else columns,
        constants={name: value for name, value in given.items() if value},
        time_zone="Europe/London",
    )


def half_even_pence(exact: Fraction) -> int:
    return round(exact * 100)  # Python rounds a Fraction half-even


async def imported(it: Deal, file: Path, content: str | bytes, **constants: str) -> ImportResult:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())  # noqa: ASYNC240
    return await import_orders(it.portal.resources, file, mapping(it, **constants))


class TestTheRealFile:
    async def test_it_comes_in_whole_and_to_the_penny(self, portal: Portal) -> None:
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
            kept = await db.fetchrow(
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
        assert (kept["count"], kept["sum"] * 100, figures * 100) == (len(good), pence, pence)
        assert ireland > 250
        assert first.isoformat() == "2010-12-01T08:26:00+00:00"
        await it.agreed()

        before = await it.counts()
        again = await import_orders(portal.resources, DEMO / "orders.csv", chosen)

        assert (again.created, again.updated, again.unchanged) == (0, 0, len(good))
        assert again.refused == result.refused
        assert await it.counts() == before


class TestImport:
    async def test_rows_of_one_number_are_its_items(self, portal: Portal, tmp_path: Path) -> None:
        it = await deal(portal)
        content = (
            "\ufeffid,value,at,land\n"
            "A,1.00,2026-07-01T23:30:00,United Kingdom\n"
            "A,2.00,2026-07-01T23:30:00,United Kingdom\n"
            '"B","3.00",2026-07-01T23:30:00+02:00,\n'
            "\n"
            "A,4.00,2026-07-01T23:30:00,RSA\n"
        )

        result = await imported(it, tmp_path / "orders.csv", content)

        assert (result.lines, result.created) == (4, 2)
        [refused] = result.refused
        assert (refused.line, refused.order_id) == (6, "A")
        assert "further up already" in refused.reason
        orders = await it.rows("conversion", "order_id")
        assert [(o["order_id"], o["sale_amount"], o["country"]) for o in orders] == [
            ("A", 3, "GB"),
            ("B", 3, None),
        ]
        assert [o["order_time"].isoformat() for o in orders] == [
            "2026-07-01T22:30:00+00:00",
            "2026-07-01T21:30:00+00:00",
        ]
        items = await it.rows("conversion_item", "oid desc, item_id")
        assert sorted(i["item_id"] for i in items) == ["", "1", "2"]

    async def test_each_bad_line_is_named(self, portal: Portal, tmp_path: Path) -> None:
        it = await deal(portal)
        content = (
            "id,value,at,land\n"
            ",1.00,,GB\n"
            "B,NaN,,GB\n"
            "C,-1.00,,GB\n"
            "D,0,,GB\n"
            "E,1.001,,GB\n"
            "F,1.00,yesterday,GB\n"
            "G,1.00,,Atlantis\n"
            "H,1.00\n"
            "I,1.00,2999-01-01,GB\n"
            f"{'J' * 101},1.00,,GB\n"
            "K,1.00,,Germany\n"
        )

        result = await imported(it, tmp_path / "orders.csv", content)

        assert (result.lines, result.created, result.sales) == (11, 1, {"GBP": 1})
        reasons = {refused.line: refused.reason for refused in result.refused}
        expected = {
            2: "id is blank",
            3: "value 'NaN' is no number",
            4: "value -1.00 is not above 0",
            5: "value 0 is not above 0",
            6: "more decimals than GBP has",
            7: "at 'yesterday' is not as",
            8: "land 'Atlantis' is no country's name",
            9: "has 2 cells where the header has 4",
            10: "in the future",
            11: "length <= 100",
        }
        assert reasons.keys() == expected.keys()
        for line, words in expected.items():
            assert words in reasons[line]
        await it.agreed()

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (
                b"id,value,at,land\nA,1.00,,GB\nB,2.00,,M\xfcnchen\n",
                "line 3, byte 10 (0xfc) is not UTF-8",
            ),
            (
                "id,value,at,land\nA,1.00,,GB\n".encode("utf-16"),
                "line 1, byte 1 (0xff) is not UTF-8",
            ),
            (b"id,value,at\nA,1.00,\n", "line 1: there is no column 'land'"),
            (b"", "line 1: there is no column 'id'"),
            (b'id,value,at,land\nA,1.00,,GB\nB,"2.00,,GB\n', "line 3: "),
        ],
    )
    async def test_a_file_that_cannot_be_read_writes_nothing(
        self, portal: Portal, tmp_path: Path, content: bytes, words: str
    ) -> None:
        it = await deal(portal)
        before = await it.counts()

        with pytest.raises(ImportFault) as caught:
            await imported(it, tmp_path / "orders.csv", content)

        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
        assert await it.counts() == before

    @pytest.mark.parametrize(
        ("columns", "constants", "words"),
        [
            ({"amount": "value"}, {}, "'order_id'"),
            ({"order_id": "id"}, {}, "'amount'"),
            ({"order_id": "id", "unit_price": "value"}, {}, "'quantity'"),
            (COLUMNS, {"currency": ""}, "'currency'"),
            (COLUMNS, {"mcid": ""}, "'mcid'"),
            (COLUMNS, {"code": ""}, "'click_ref'"),
            (COLUMNS, {"amount": "1"}, "both a column and a constant"),
            ({**COLUMNS, "colour": "c"}, {}, "'colour' is no field"),
        ],
    )
    async def test_a_mapping_that_cannot_work_is_told(
        self,
        portal: Portal,
        tmp_path: Path,
        columns: dict[str, str],
        constants: dict[str, str],
        words: str,
    ) -> None:
        it = await deal(portal)
        file = tmp_path / "orders.csv"
        file.write_text("id,value,at,land\nA,1.00,,GB\n")

        with pytest.raises(ImportFault, match=words):
            await import_orders(portal.resources, file, mapping(it, columns, **constants))

    async def test_unknown_brands_and_links_are_told_by_line(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        content = "id,value,at,land\nA,1.00,,GB\nA,1.00,,GB\n"

        no_brand = await imported(it, tmp_path / "a.csv", content, mcid="nobody")
        no_link = await imported(it, tmp_path / "b.csv", content, code="nothing")

        assert [r.reason for r in no_brand.refused] == [
            "there is no brand with the mcid 'nobody'"
        ] * 2
        assert [r.line for r in no_link.refused] == [2, 3]
        assert all(r.reason.startswith("not_traced") for r in no_link.refused)

    async def test_the_command_prints_what_became_of_each_line(
        self, portal: Portal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        it = await deal(portal)
        file, chosen = tmp_path / "orders.csv", tmp_path / "mapping.json"
        file.write_text("id;value;n\nA;1.50;2\nB;1.50;-1\n")
        chosen.write_text(
            '{"columns": {"order_id": "id", "unit_price": "value"}, "delimiter": ";"}'
        )
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        constants = {"mcid": it.brand.mcid, "code": it.code, "currency": "GBP"}
        sets = [word for name, value in constants.items() for word in ("--set", f"{name}={value}")]
        arguments = parser.parse_args(
            [str(file), "--mapping", str(chosen), "--map", "quantity=n", *sets]
        )

        await run(arguments, portal.resources)

        printed = capsys.readouterr().out.splitlines()
        told = [line for line in printed if line.startswith(("line ", "2 lines"))]
        assert told[0].startswith("line 3: order 'B' refused: n -1 is not above 0")
        assert told[1].startswith("2 lines: 1 accepted (3.00 GBP), 1 refused; orders: 1 created")
        assert read_mapping(arguments).constants == constants


class TestCutShort:
    async def test_it_goes_on_from_its_last_batch(self, portal: Portal, tmp_path: Path) -> None:
        it = await deal(portal)
        file = tmp_path / "long.csv"
        whole = 2 * BATCH_SIZE
        bad = {2: "x", BATCH_SIZE + 1_000: "0", whole - 100: "-1"}
        rows = [f"n{n},{bad.get(n, '2.50')},2026-10-01T10:00:00,GB" for n in range(2, whole + 2)]
        good, sales = whole - len(bad), (whole - len(bad)) * Decimal("2.50")
        file.write_text("\n".join(["id,value,at,land", *rows]))
        told: list[int] = []

        def cut(lines: int, _: int) -> None:
            told.append(lines)
            raise InterruptedError

        with pytest.raises(InterruptedError):
            await import_orders(portal.resources, file, mapping(it), progress=cut)
        async with portal.db() as db:
            before = await db.fetchval(
                "select count(*) from conversion where publisher_id = $1", it.who.uid
            )
        result = await import_orders(portal.resources, file, mapping(it))

        assert told == [BATCH_SIZE]
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
        await it.agreed()

    async def test_the_first_order_fixes_the_currency_for_all_of_a_batch(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal, publisher={"currency": "USD", "currency_chosen": False})
        file = tmp_path / "two.csv"
        rows = [f"n{n},2.50,GBP" for n in range(CHUNK_SIZE)]
        file.write_text("\n".join(["id,value,money", *rows, "last,250,KMF"]))
        columns = {"order_id": "id", "amount": "value", "currency": "money"}

        result = await import_orders(portal.resources, file, mapping(it, columns, currency=""))

        assert result.created == CHUNK_SIZE
        [refused] = result.refused
        assert "no rate from KMF to GBP" in refused.reason
        await it.agreed()

    async def test_a_number_that_comes_back_batches_later_is_named(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        rows = [f"n{n},2.50,2026-10-01T10:00:00,GB" for n in range(BATCH_SIZE + 1_000)]
        rows.append("n7,2.50,2026-10-01T10:00:00,GB")

        result = await imported(
            it, tmp_path / "again.csv", "\n".join(["id,value,at,land", *rows]), id=""
        )

        assert result.created == BATCH_SIZE + 1_000
        assert [(refused.line, refused.order_id) for refused in result.refused] == [
            (BATCH_SIZE + 1_002, "n7")
        ]
