"""The file of refused lines: corrected and imported again, it adds the missing orders, once."""

import csv
import io
from decimal import Decimal
from typing import Any

from handlers.network.imports.refused_file import KEEP
from schema.orders.import_order_rows import APART
from tests.network.imports.test_decisions_import import import_decisions
from tests.network.imports.test_orders_import import (
    HEADER,
    import_file,
    make_mapping,
    refused_lines,
    upload_file,
)
from tests.support.orders.orders import deal
from tests.support.portal import Portal, unique

TIME = "2026-07-01T10:00:00"


async def download(portal: Portal, report: dict[str, Any]) -> str:
    answer = await portal.http.get(report["refused_url"])
    return answer.content.decode("utf-8-sig")


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


class TestOrders:
    async def test_file_of_refused_rows_holds_all_rows_of_an_order_and_can_be_imported(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        whole, part, apart = unique("o"), unique("o"), unique("=o")
        content = HEADER + (
            f"{apart},1.00,{TIME},GB\n"
            f"{whole},2.00,{TIME},GB\n"
            f"{part},3.00,{TIME},GB\n"
            f"{part},four,{TIME},GB\n"
            f"{apart},5.00,{TIME},GB\n"
        )
        done = await import_file(it, content)
        assert (done["created"], done["refused"]) == (2, 3)

        text = await download(portal, done)

        assert [row[:4] for row in rows_of(text)[1:]] == [
            ["2", APART, f"'{apart}", "1.00"],
            ["6", APART, f"'{apart}", "5.00"],
            ["4", KEEP, part, "3.00"],
            ["5", "Value 'four' is not a number such as 12.50", part, "four"],
        ]
        done = await import_file(it, "\ufeff" + text.replace(",four,", ",4.00,"))
        assert (done["created"], done["updated"], done["refused"]) == (1, 1, 0)
        orders = await it.rows("conversion")
        assert {row["order_id"]: row["sale_amount"] for row in orders} == {
            apart: Decimal(6), whole: Decimal(2), part: Decimal(7),
        }  # fmt: skip
        await it.check_figures()

    async def test_second_import_ignores_the_columns_added_to_the_file_of_refused_rows(
        self, portal: Portal
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        first = await import_file(it, HEADER + f"{unique('o')},-1,{TIME},GB\n")
        text = await download(portal, first)
        file = await upload_file(portal, operator, text)

        seen = await portal.ok(
            "/network/orders_preview", operator, attributes={"file_url": file["url"]}
        )
        again = await import_file(it, text)

        assert seen["mapping"]["columns"].keys() == {"order_id", "amount", "order_time", "country"}
        assert [len(row) for row in rows_of(await download(portal, again))] == [6, 6]

    async def test_column_may_be_named_like_one_added_to_the_file_of_refused_rows(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        columns = {
            "order_id": "Order",
            "amount": "Total",
            "status": "State",
            "reason_code": "reason",
        }
        content = f"Order,Total,State,reason\n{unique('o')},many,Rejected,out_of_stock\n"
        first = await import_file(it, content, columns=columns)

        text = await download(portal, first)
        again = await import_file(it, text.replace(",many,", ",3.00,"), columns=columns)

        assert rows_of(text)[0] == ["line", "reason", "Order", "Total", "State", "reason"]
        assert (again["created"], again["refused"]) == (1, 0)

    async def test_file_of_refused_rows_keeps_the_delimiter(self, portal: Portal) -> None:
        it = await deal(portal)
        content = (HEADER + f"{unique('o')},-1,{TIME},GB\n").replace(",", ";")

        done = await import_file(it, content, delimiter=";")

        [head, row] = (await download(portal, done)).splitlines()
        assert head == "line;reason;Invoice No;Value;InvoiceDate;Country"
        assert row.startswith("2;Value -1 is not above 0")

    async def test_reasons_in_the_file_of_refused_rows_name_the_columns(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        columns = {
            "order_id": "Order",
            "amount": "Total",
            "code": "Link",
            "status": "State",
            "quantity": "Pieces",
            "currency": "Money",
        }
        lines = {
            2: ("A,1.00,nobody,,,GBP", f"Link does not belong to {it.brand.mcid}"),
            3: ("B,1.00,,,,GBP", "the row has neither a click reference nor a link code"),
            4: (f"C,1.00,{it.code},Teleported,,GBP", "State 'Teleported' is not one of Pending"),
            5: (f"D,1.00,{it.code},,2000000000,GBP", "Pieces is above 1,000,000,000"),
            6: (f"E,1.00,{it.code},,,Pounds", "Money 'Pounds' is not an ISO 4217 code"),
            7: (
                f"F,1.00,{it.code},,,GBP",
                "Total on line 8 '1.001' has more decimals than GBP has (2)",
            ),
            8: (
                f"F,1.001,{it.code},,,GBP",
                "Total on line 8 '1.001' has more decimals than GBP has (2)",
            ),
        }
        content = "Order,Total,Link,State,Pieces,Money\n" + "\n".join(
            row for row, _ in lines.values()
        )

        mapping = make_mapping(it, columns=columns, constants={"mcid": it.brand.mcid})
        done = await import_file(it, content, **mapping)

        reasons = await refused_lines(portal, done["id"])
        assert reasons.keys() == lines.keys()
        for line, (_, words) in lines.items():
            assert reasons[line].startswith(words), reasons[line]
        assert {int(row[0]): row[1] for row in rows_of(await download(portal, done))[1:]} == reasons


class TestDecisions:
    async def test_corrected_decision_file_decides_the_orders_of_refused_lines(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        made = await it.report(it.order("10.00"), it.order("20.00"))
        oids = [row["oid"] for row in made]
        content = f"oid,status,reason_code\n{oids[0]},Approved,\n{oids[1]},Rejected,\n"
        done = await import_decisions(it, content)

        text = await download(portal, done)

        assert rows_of(text) == [
            ["line", "reason", "oid", "status", "reason_code"],
            ["3", "reason_code is required to reject", str(oids[1]), "Rejected", ""],
        ]
        again = await import_decisions(it, text.replace("Rejected,", "Rejected,item_returned"))
        assert (again["updated"], again["refused"]) == (1, 0)
        orders = await it.rows("conversion", "oid")
        assert [row["status"] for row in orders] == ["Approved", "Rejected"]
