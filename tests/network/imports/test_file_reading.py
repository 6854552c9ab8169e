"""How a file is read is shown and confirmed before the import, by calls and by the command."""

import argparse
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from handlers.cli.imports import import_orders
from handlers.cli.imports.import_brands import read_content
from schema.core.errors import Code
from schema.core.table_file import FileFlaw
from tests.network.imports.test_decisions_import import import_decisions
from tests.network.imports.test_orders_import import info, refused_lines, upload_file
from tests.support.orders.brands import saved_line
from tests.support.orders.files import import_file
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, unique

COLUMNS = {"order_id": "Nr", "amount": "Betrag", "order_time": "Datum"}


def make_mapping(it: Deal, columns: dict[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    constants = {"mcid": it.brand.mcid, "code": it.code, "currency": "GBP"}
    return {"columns": COLUMNS if columns is None else columns, "constants": constants, **changes}


async def preview(it: Deal, content: str | bytes, **mapping: Any) -> dict[str, Any]:
    operator = await it.portal.new_operator()
    file = await upload_file(it.portal, operator, content)
    given = {"file_url": file["url"], "mapping": make_mapping(it, **mapping)}
    seen: dict[str, Any] = await it.portal.ok("/network/orders_preview", operator, attributes=given)
    return seen


async def import_orders_file(it: Deal, content: str | bytes, **mapping: Any) -> dict[str, Any]:
    operator = await it.portal.new_operator()
    file = await upload_file(it.portal, operator, content)
    given = {"file_url": file["url"], "name": "o.csv", "mapping": make_mapping(it, **mapping)}
    queued = await it.portal.ok("/network/orders_import", operator, attributes=given)
    await it.portal.work()
    return await info(it.portal, operator, queued["id"])


async def amounts(it: Deal) -> dict[str, Decimal]:
    return {row["order_id"]: row["sale_amount"] for row in await it.rows("conversion")}


class TestQuestions:
    @pytest.mark.parametrize(
        ("rows", "field", "choices", "answer"),
        [
            ("1;1.234;\n", "amount", ["point", "comma"], {"decimal_signs": {"amount": "comma"}}),
            ("1;1,50;\n2;1.50;\n", "amount", ["point", "comma"], {"decimal_signs": {"amount": "comma"}}),
            ("1;5,00;03/10/2026\n", "order_time", ["dmy", "mdy"], {"date_order": "dmy"}),
        ],
    )  # fmt: skip
    async def test_import_preview_asks_what_an_ambiguous_value_means(
        self, portal: Portal, rows: str, field: str, choices: list[str], answer: dict[str, Any]
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        content = "Nr;Betrag;Datum\n" + rows

        seen = await preview(it, content)
        file = await upload_file(portal, operator, content)
        given = {"file_url": file["url"], "name": "o.csv", "mapping": make_mapping(it)}
        refused = await portal.refuses(
            Code.REQUEST_INVALID, "/network/orders_import", operator, attributes=given
        )
        answered = await preview(it, content, **answer)

        [question] = seen["questions"]
        assert (question["field"], question["choices"]) == (field, choices)
        assert seen["reason"] == refused.message == question["why"]
        assert seen["summary"] is None
        assert (answered["reason"], answered["questions"]) == (None, [])
        assert answered["summary"]["orders"] == 1

    async def test_import_uses_the_chosen_decimal_sign(self, portal: Portal) -> None:
        it = await deal(portal)
        order = unique("o")

        await import_orders_file(
            it, f"Nr;Betrag;Datum\n{order};1.234;\n", decimal_signs={"amount": "comma"}
        )

        assert await amounts(it) == {order: 1234}

    async def test_rows_beyond_the_preview_also_decide_the_number_format(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("handlers.flows.table_upload.PREVIEW_BYTES", 2_000)
        it = await deal(portal)
        many = "".join(f"{unique('o')};12;2026-10-01\n" for _ in range(200))
        late, other = unique("o"), unique("o")

        decided = await import_orders_file(it, f"Nr;Betrag;Datum\n{many}{late};1.234,50;\n")
        asked = await import_orders_file(it, f"Nr;Betrag;Datum\n{many}{other};1.234;\n")

        assert (await amounts(it))[late] == Decimal("1234.50")
        assert decided["mapping"]["decimal_signs"] == {"amount": "comma"}
        assert asked["status"] == 3
        assert "choose its decimal sign" in asked["error"]
        assert other not in await amounts(it)

    async def test_import_preview_asks_which_of_two_columns_of_one_name_to_use(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        content = "Nr;Betrag;Datum;Betrag\nA;1,00;;2,00\n"

        seen = await preview(it, content)
        chosen = await preview(
            it, content, columns={"order_id": "Nr", "amount": "Betrag (column 4)"}
        )
        proposed = await preview(it, content, columns={})

        assert seen["reason"] == (
            "line 1: 2 columns are called 'Betrag': choose one of Betrag (column 2), Betrag (column 4)"
        )
        assert chosen["summary"]["sales"] == {"GBP": "2.00"}
        assert proposed["questions"][0]["choices"] == ["Betrag (column 2)", "Betrag (column 4)"]
        assert proposed["reason"] == proposed["questions"][0]["why"]

    async def test_import_preview_asks_about_an_unknown_status_and_its_rows_are_refused(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        columns = {**COLUMNS, "status": "Status"}
        content = "Nr;Betrag;Datum;Status\nA;1,00;;bezahlt\nB;2,00;;verschollen\n"

        seen = await preview(it, content, columns=columns)
        answered = await preview(it, content, columns=columns, statuses={"verschollen": "Rejected"})

        assert seen["reason"] is None
        assert seen["statuses"] == [
            {"word": "bezahlt", "status": "Pending"}, {"word": "verschollen", "status": None},
        ]  # fmt: skip
        assert [each["field"] for each in seen["questions"]] == ["status"]
        assert seen["summary"]["refused"] == 1
        assert answered["summary"]["rejected"] == {"GBP": "2.00"}


class TestPreview:
    async def test_import_preview_shows_how_each_column_is_read(self, portal: Portal) -> None:
        it = await deal(portal)
        content = "Bericht\n\nNr;Betrag;Datum\nA;1.234,50 £;20.10.2026 10:00\nB;1,00;\n"

        seen = await preview(it, content.encode("cp1252"), time_zone="Europe/Berlin")

        reading = seen["reading"]
        assert (seen["titles"], reading["header_line"], reading["delimiter"]) == (
            ["Bericht"],
            3,
            ";",
        )
        assert reading["encoding"] == "windows-1252"
        assert reading["decimal_signs"] == {"amount": "comma"}
        assert (reading["date_order"], reading["time_zone"]) == ("dmy", "Europe/Berlin")
        values = {
            row["field"]: (row["column"], row["cell"], row["value"]) for row in seen["fields"]
        }
        assert values["amount"] == ("Betrag", "1.234,50 £", "1234.50")
        assert values["order_time"] == ("Datum", "20.10.2026 10:00", "2026-10-20T10:00:00+02:00")
        assert values["currency"] == (None, "", "GBP")
        assert (seen["summary"]["whole"], seen["summary"]["sales"]) == (True, {"GBP": "1235.50"})
        assert await it.rows("conversion") == []

    async def test_import_counts_repeated_lines(self, portal: Portal) -> None:
        it = await deal(portal)
        order = unique("o")
        content = f"Nr,Betrag,Datum\n{order},5.00,\n{order},5.00,\n{order},7.00,\n{order},5.00,\n"

        seen = await preview(it, content)
        done = await import_orders_file(it, content)

        assert seen["summary"]["repeats"] == done["repeats"] == 2
        assert (await amounts(it))[order] == 22

    async def test_fields_of_an_orders_first_row_apply_to_all_its_rows(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        columns = {**COLUMNS, "currency": "Geld", "coupon": "Code"}
        constants = {"mcid": it.brand.mcid, "code": it.code}
        content = "Nr,Betrag,Datum,Geld,Code\nA,1.00,2026-07-01,GBP,X\nA,2.00,,,\nB,3.00,2026-07-02,GBP,\n"

        without = await preview(it, content, columns=columns, constants=constants)
        seen = await preview(
            it, content, columns=columns, constants=constants, carried=["currency", "order_time"]
        )

        assert (without["summary"]["refused"], seen["summary"]["refused"]) == (1, 0)
        assert seen["summary"]["sales"] == {"GBP": "6.00"}

    async def test_rows_of_one_order_with_different_totals_are_refused(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        content = "Nr,Betrag,Datum\nA,5.00,\nA,5.00,\nB,5.00,\nB,6.00,\nC,7.00,\nC,,\n"

        seen = await preview(it, content, amount_of="order")

        assert seen["summary"]["sales"] == {"GBP": "12.00"}
        assert {row["line"]: row["reason"] for row in seen["summary"]["refused_lines"]} == {
            4: "Betrag is '5.00' and '6.00' in rows of one order",
            5: "Betrag is '5.00' and '6.00' in rows of one order",
        }

    @pytest.mark.parametrize(
        ("changes", "says"),
        [
            ({"carried": ["amount"]}, "'amount' cannot be carried down"),
            ({"decimal_signs": {"coupon": "comma"}}, "'coupon' has no decimal sign"),
            (
                {"columns": {"order_id": "Nr", "unit_price": "Betrag"}, "amount_of": "order"},
                "amount",
            ),
        ],
    )
    async def test_column_mapping_that_no_file_can_fit_is_refused(
        self, portal: Portal, changes: dict[str, Any], says: str
    ) -> None:
        it = await deal(portal)

        seen = await preview(it, "Nr,Betrag,Datum\nA,5.00,\n", **changes)

        assert says in seen["reason"]


class TestOtherFormats:
    @pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
    async def test_decision_file_saved_by_a_spreadsheet_is_read(
        self, portal: Portal, encoding: str
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        [one, two] = await it.report(it.order("10.00"), it.order("20.00"))
        content = (
            "sep=;\r\nEntscheidungen für Köln;;\r\noid;status;reason_code\r\n"
            f"{one['oid']};Approved;\r\n{two['oid']};Rejected;item_returned\r\n7;später;\r\n;;\r\n"
        ).encode(encoding)
        file = await upload_file(portal, operator, content)

        seen = await portal.ok(
            "/network/decisions_preview", operator, attributes={"file_url": file["url"]}
        )
        done = await import_decisions(it, content)

        assert (seen["delimiter"], seen["header_line"], seen["whole"]) == (";", 3, True)
        assert (seen["lines"], seen["approved"], seen["rejected"], seen["refused"]) == (3, 1, 1, 1)
        assert seen["titles"] == ["Entscheidungen für Köln;;"]
        assert (done["updated"], done["refused"]) == (2, 1)
        assert [*await refused_lines(portal, done["id"])] == [6]

    async def test_decision_file_without_a_status_column_is_refused(self, portal: Portal) -> None:
        operator = await portal.new_operator()
        file = await upload_file(portal, operator, "oid;reason_code\n1;\n")

        answer = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/decisions_preview",
            operator,
            attributes={"file_url": file["url"]},
        )

        assert "there is no column 'status'" in answer.message

    async def test_brand_file_saved_by_a_spreadsheet_is_read(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        mcid, other = unique("brand"), unique("brand")
        content = (
            "sep=;\r\nMarken;;;;;;\r\nmcid;name;site_url;domains;commission;currency\r\n"
            f"{mcid};Köln & Söhne;https://{mcid}.example;{mcid}.example;7,5 %;EUR\r\n"
            f"{other};B;https://{other}.example;{other}.example;1.250,00 EUR;EUR\r\n;;;;;\r\n"
        )
        file = tmp_path / "brands.csv"
        file.write_bytes(content.encode("cp1252"))

        answer = await portal.ok(
            "/network/brands_import",
            await portal.operator(),
            attributes={"content": read_content(file)},
        )

        assert [(row["line"], row["outcome"]) for row in answer["list"]] == [
            (4, "created"), (5, "created"),
        ]  # fmt: skip
        assert (await saved_line(portal, mcid))["commission"] == "7.5%"

    async def test_import_asks_about_an_ambiguous_commission_in_a_brand_file(
        self, portal: Portal
    ) -> None:
        content = (
            "mcid;name;site_url;domains;commission\nx;X;https://x.example;x.example;1,250 GBP\n"
        )

        answer = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/brands_import",
            await portal.operator(),
            attributes={"content": content},
        )

        assert "choose its decimal sign" in answer.message


class TestCommand:
    async def test_import_command_prints_how_the_file_was_read(
        self, portal: Portal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        it = await deal(portal)
        file = tmp_path / "orders.csv"
        file.write_bytes(b"Bestellnummer;Datum;Betrag\r\nA;20.10.2026;1,50\r\nA;20.10.2026;1,50")
        sets = [f"mcid={it.brand.mcid}", f"code={it.code}", "currency=GBP"]
        arguments = [str(file), *(part for each in sets for part in ("--set", each))]
        parser = argparse.ArgumentParser()
        import_orders.add_arguments(parser)

        await import_orders.run(parser.parse_args(arguments), portal.resources)

        printed = capsys.readouterr().out
        assert "read as utf-8, separated by ';', header on line 1" in printed
        assert "amount: column 'Betrag', decimal comma" in printed
        assert "order_time: column 'Datum', day first, UTC where it has no offset" in printed
        assert (
            "lines that say the same as another line of their order, and were counted again: 1"
            in printed
        )

    async def test_import_with_an_ambiguous_value_is_refused_before_anything_is_stored(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)

        with pytest.raises(FileFlaw, match="choose its decimal sign"):
            await import_file(it, tmp_path / "orders.csv", "id;value;at;land\nA;1.234;;GB\n")

        assert await it.rows("conversion") == []
