"""Order files that cannot be imported, and what their preview shows."""

from typing import Any

import pytest

import handlers.flows.table_upload
from schema.core.errors import Code
from schema.network.order_import import ORDERS_FILE_BYTES_MAX
from tests.network.imports.test_orders_import import (
    HEADER,
    MAPPED,
    import_file,
    make_mapping,
    upload_file,
)
from tests.support.hostile.files import send, send_all
from tests.support.orders.orders import deal
from tests.support.portal import Portal, unique


class TestRefused:
    async def test_order_file_in_an_unknown_encoding_is_refused_whole(self, portal: Portal) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        file = await upload_file(portal, operator, HEADER.encode() + b"A,1.00,,Espa\x81a\n")
        given = {"file_url": file["url"], "name": "orders.csv", "mapping": make_mapping(it)}

        for path in ("/network/orders_preview", "/network/orders_import"):
            attributes = {k: v for k, v in given.items() if path.endswith("import") or k != "name"}
            answer = await portal.refuses(
                Code.REQUEST_INVALID, path, operator, attributes=attributes
            )
            assert "line 2, byte 13 (0x81) is neither UTF-8 nor Windows-1252" in answer.message
        assert await it.rows("conversion") == []

    async def test_invalid_encoding_far_down_an_order_file_fails_the_import_before_anything_is_stored(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal)
        monkeypatch.setattr(handlers.flows.table_upload, "PREVIEW_BYTES", 256 * 1024)
        row = "1.00,2026-07-01T10:00:00,GB\n"
        many = "".join(f"{unique('o'):x<80},{row}" for _ in range(6_500))
        assert len(many) > 512 * 1024  # the call looks no further

        done = await import_file(it, (HEADER + many).encode() + b"Z,1.00,,Espa\x81a\n")

        assert done["status"] == 3
        assert "line 6502" in done["error"]
        assert await it.rows("conversion") == []

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"columns": {"order_id": "Invoice No"}}, "Choose a column for the amount, or one"),
            ({"columns": {**MAPPED, "amount": "Price"}}, "there is no column 'Price'"),
            (
                {"constants": {"currency": "GBP", "code": "x"}},
                "Choose a column for the brand (mcid), or one value",
            ),
            ({"time_zone": "Mars/Olympus"}, "'Mars/Olympus' is not a time zone"),
            ({"time_format": "%d.%m.%Y %d"}, "names a part of the time twice"),
            ({"time_format": "%d" + " " * 99}, "cannot be longer than 100"),
            (
                {"constants": {"mcid": "x", "code": "x"}},
                "Choose a column for the currency, or one value for every row",
            ),
            (
                {"constants": {"mcid": "x", "code": "x", "amount": "1", "currency": "GBP"}},
                "'amount' has a column and one value",
            ),
            (
                {"constants": {"mcid": "x", "currency": "GBP"}},
                "they say whose the orders are",
            ),
        ],
    )
    async def test_incomplete_column_mapping_is_refused(
        self, portal: Portal, changes: dict[str, Any], why: str
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        file = await upload_file(portal, operator, HEADER + "A,1.00,,GB\n")
        given = {"file_url": file["url"], "mapping": make_mapping(it, **changes)}

        seen = await portal.ok("/network/orders_preview", operator, attributes=given)
        named = {**given, "name": "orders.csv"}
        answer = await portal.refuses(
            Code.REQUEST_INVALID, "/network/orders_import", operator, attributes=named
        )

        assert why in seen["reason"]
        assert answer.message == seen["reason"]
        assert "mapping" not in answer.message
        assert answer.data["field"] == "attributes.mapping"

    @pytest.mark.parametrize(
        ("body", "why"),
        [
            (b"PK\x03\x04 workbook", "is a spreadsheet (such as XLSX) or a ZIP archive, not a CSV"),
            (b"\xd0\xcf\x11\xe0 old workbook", "save it as CSV (UTF-8)"),
            (b"%PDF-1.7\norder,amount\n", "is a PDF document, not a CSV file: export the table"),
            (b"\x89PNG\r\n", "is an image, not a CSV file"),
            (b"\xff\xd8\xff\xe0", "is an image, not a CSV file"),
        ],
    )
    async def test_refusal_of_an_order_file_names_its_format_if_it_is_not_csv(
        self, portal: Portal, body: bytes, why: str
    ) -> None:
        operator = await portal.new_operator()
        how = {"path": "/network/orders_file", "called": "orders.csv"}

        answer = await send(portal, body, operator, **how)

        assert answer.code == Code.REQUEST_INVALID.number
        assert answer.data["field"] == "file"
        assert why in answer.message

    async def test_import_of_a_foreign_oversized_or_unknown_file_is_refused(
        self, portal: Portal
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        how = {"path": "/network/orders_file", "called": "orders.xlsx"}
        assert "not a CSV file" in (await send(portal, b"PK\0\0", operator, **how)).message
        assert (await send(portal, b"a,b\n", it.who, **how)).code == Code.NOT_ALLOWED.number
        large = await send(portal, b"a" * (ORDERS_FILE_BYTES_MAX + 1), operator, **how)
        assert large.code == Code.TOO_LARGE.number
        picture = await send_all(portal, operator)
        for url in (picture["url"], "/files/none.csv", "https://elsewhere.example/a.csv"):
            answer = await portal.refuses(
                Code.REQUEST_INVALID,
                "/network/orders_preview",
                operator,
                attributes={"file_url": url},
            )
            assert "is not a file of orders" in answer.message


class TestPreview:
    async def test_import_preview_has_ten_rows_and_a_proposed_mapping(self, portal: Portal) -> None:
        operator = await portal.new_operator()
        rows = "".join(f"A{n};{n}.00;2026-07-01T10:00:00;GB\n" for n in range(20))
        file = await upload_file(portal, operator, HEADER.replace(",", ";") + rows)

        seen = await portal.ok(
            "/network/orders_preview", operator, attributes={"file_url": file["url"]}
        )

        assert seen["columns"] == ["Invoice No", "Value", "InvoiceDate", "Country"]
        assert seen["mapping"]["columns"] == MAPPED
        assert seen["mapping"]["delimiter"] == ";"
        assert "mcid" in seen["reason"]
        assert len(seen["list"]) == 10

    async def test_import_preview_names_rows_that_would_be_refused(self, portal: Portal) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        file = await upload_file(portal, operator, HEADER + "A,1.00,,GB\nB,x,,GB\n")
        given = {"file_url": file["url"], "mapping": make_mapping(it)}

        seen = await portal.ok("/network/orders_preview", operator, attributes=given)

        assert seen["reason"] is None
        assert [(row["order_id"], row["reason"]) for row in seen["list"]] == [
            ("A", None),
            ("B", "Value 'x' is not a number such as 12.50"),
        ]
        assert await it.rows("conversion") == []

    async def test_overlong_price_in_an_order_file_refuses_only_its_row(
        self, portal: Portal
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        rows = f"A,{'9' * 40},3\nB,{'1' * 5_000},3\nC,2.50,3\n"
        file = await upload_file(portal, operator, "Invoice No,Price,Pieces\n" + rows)
        columns = {"order_id": "Invoice No", "unit_price": "Price", "quantity": "Pieces"}
        given = {"file_url": file["url"], "mapping": make_mapping(it, columns=columns)}

        seen = await portal.ok("/network/orders_preview", operator, attributes=given)

        reasons = [row["reason"] for row in seen["list"]]
        assert reasons == [
            "Price has 40 characters, at most 24 can be read",
            "Price has 5000 characters, at most 24 can be read",
            None,
        ]
