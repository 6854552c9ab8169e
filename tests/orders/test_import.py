"""`portal import-orders`: whole files imported, each invalid line named, nothing lost silently."""

import argparse
from pathlib import Path

import pytest

from handlers.cli.imports.import_orders import add_arguments, import_orders, read_mapping, run
from schema.core.table_file import FileFlaw
from schema.orders.import_order_rows import APART
from tests.support.orders.files import COLUMNS, import_file, mapping
from tests.support.orders.orders import deal
from tests.support.portal import Portal


class TestImport:
    async def test_rows_with_one_order_number_become_the_items_of_one_order(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        content = (
            "\ufeffid,value,at,land\n"
            "A,1.00,2026-07-01T23:30:00,United Kingdom\n"
            "A,2.00,2026-07-01T23:30:00,United Kingdom\n"
            '"B","3.00",2026-07-01T23:30:00+02:00,\n'
        )

        result = await import_file(it, tmp_path / "orders.csv", content)

        assert (result.lines, result.created, result.refused) == (3, 2, [])
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

    async def test_order_whose_rows_are_apart_in_the_file_is_refused(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        content = "id,value,at,land\nA,1.00,,GB\n\nB,2.00,,GB\nA,4.00,,GB\nA,5.00,,GB\n"

        result = await import_file(it, tmp_path / "orders.csv", content)

        assert (result.lines, result.created) == (4, 1)
        assert [(each.line, each.order_id) for each in result.refused] == [
            (2, "A"), (5, "A"), (6, "A"),
        ]  # fmt: skip
        assert {each.reason for each in result.refused} == {APART}
        assert [order["order_id"] for order in await it.rows("conversion")] == ["B"]

    async def test_import_names_each_invalid_line(self, portal: Portal, tmp_path: Path) -> None:
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

        result = await import_file(it, tmp_path / "orders.csv", content)

        assert (result.lines, result.created, result.sales) == (11, 2, {"GBP": 2})
        reasons = {refused.line: refused.reason for refused in result.refused}
        expected = {
            2: "id is empty",
            3: "value 'NaN' is not a number",
            4: "value -1.00 is not above 0",
            5: "value 0 is not above 0",
            6: "more decimals than GBP has",
            7: "at 'yesterday' is not in the form",
            9: "has 2 cells where the header has 4",
            10: "in the future",
            11: "id is longer than 100 characters",
        }
        assert reasons.keys() == expected.keys()
        for line, words in expected.items():
            assert words in reasons[line]
        await it.check_figures()

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (
                b"id,value,at,land\nA,1.00,,M\xc3\xbcnchen\nB,2.00,,M\xfcnchen\n",
                "line 3, byte 10 (0xfc) is not UTF-8",
            ),
            (
                b"id,value,at,land\nA,1.00,,GB\nB,2.00,,M\x81nchen\n",
                "line 3, byte 10 (0x81) is neither UTF-8 nor Windows-1252",
            ),
            (b"id,value,at\nA,1.00,\n", "line 1: there is no column 'land'"),
            (b"", "line 1: there is no column 'id'"),
            (b'id,value,at,land\nA,1.00,,GB\nB,"2.00,,GB\n', "line 3: "),
        ],
    )
    async def test_import_of_an_unreadable_file_stores_nothing(
        self, portal: Portal, tmp_path: Path, content: bytes, words: str
    ) -> None:
        it = await deal(portal)
        before = await it.counts()

        with pytest.raises(FileFlaw) as caught:
            await import_file(it, tmp_path / "orders.csv", content)

        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
        assert await it.counts() == before

    @pytest.mark.parametrize(
        ("columns", "constants", "words"),
        [
            ({"amount": "value"}, {}, "order_id"),
            ({"order_id": "id"}, {}, "column for the amount"),
            ({"order_id": "id", "unit_price": "value"}, {}, "one for the quantity"),
            (COLUMNS, {"currency": ""}, "column for the currency"),
            (COLUMNS, {"mcid": ""}, "mcid"),
            (COLUMNS, {"code": ""}, "click_ref"),
            (COLUMNS, {"amount": "1"}, "has a column and one value"),
            ({**COLUMNS, "colour": "c"}, {}, "'colour' is not a field"),
        ],
    )
    async def test_column_mapping_that_fits_no_file_is_refused(
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

        with pytest.raises(FileFlaw, match=words):
            await import_orders(portal.resources, file, mapping(it, columns, **constants))

    async def test_line_with_an_unknown_brand_or_link_is_refused(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        content = "id,value,at,land\nA,1.00,,GB\nA,1.00,,GB\n"

        no_brand = await import_file(it, tmp_path / "a.csv", content, mcid="nobody")
        no_link = await import_file(it, tmp_path / "b.csv", content, code="nothing")

        assert [r.reason for r in no_brand.refused] == [
            "there is no brand with the mcid 'nobody'"
        ] * 2
        assert [r.line for r in no_link.refused] == [2, 3]
        assert all(r.reason.startswith("not_traced") for r in no_link.refused)

    async def test_import_orders_command_prints_the_outcome_of_each_line(
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

        with pytest.raises(SystemExit, match="1"):
            await run(arguments, portal.resources)

        printed = capsys.readouterr().out.splitlines()
        lines = [line for line in printed if line.startswith(("line ", "2 lines"))]
        assert lines[0].startswith("line 3: order 'B' refused: n -1 is not above 0")
        assert lines[1].startswith(
            "2 lines: 1 accepted (GBP\u00a03.00), 1 refused; orders: 1 created"
        )
        assert read_mapping(arguments).constants == constants
