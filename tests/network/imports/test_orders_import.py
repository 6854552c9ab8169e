"""Files of orders on the operators' page: mapped, previewed, imported by a job, with every refused line listed."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest

import handlers.network.imports.import_batches
from rpc.jobs.job import Job
from schema.core.errors import Code
from schema.network.order_import import ImportOrders
from tests.support.hostile.files import send_all
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, Someone, unique

HEADER = "Invoice No,Value,InvoiceDate,Country\n"
MAPPED = {
    "order_id": "Invoice No",
    "amount": "Value",
    "order_time": "InvoiceDate",
    "country": "Country",
}


async def upload_file(portal: Portal, operator: Someone, content: str | bytes) -> dict[str, Any]:
    body = content if isinstance(content, bytes) else content.encode()
    how = {"path": "/network/orders_file", "called": "orders.csv"}
    file: dict[str, Any] = await send_all(portal, operator, body, **how)
    return file


def make_mapping(it: Deal, **changes: Any) -> dict[str, Any]:
    constants = {"mcid": it.brand.mcid, "code": it.code, "currency": "GBP"}
    return {"columns": MAPPED, "constants": constants, **changes}


async def import_file(it: Deal, content: str | bytes, **mapping: Any) -> dict[str, Any]:
    """The outcome of a file, once its job is done."""
    operator = await it.portal.new_operator()
    file = await upload_file(it.portal, operator, content)
    given = {"file_url": file["url"], "name": file["name"], "mapping": make_mapping(it, **mapping)}
    queued = await it.portal.ok("/network/orders_import", operator, attributes=given)
    assert (queued["status"], queued["lines"]) == (0, 0)
    await it.portal.work()
    return await info(it.portal, operator, queued["id"])


async def info(portal: Portal, operator: Someone, id: int) -> dict[str, Any]:
    found: dict[str, Any] = await portal.ok(
        "/network/order_import_info", operator, attributes={"id": id}
    )
    return found


async def refused_lines(portal: Portal, id: int) -> dict[int, str]:
    operator = await portal.new_operator()
    rows = await portal.ok(
        "/network/import_refused", operator, attributes={"id": id}, page={"perPage": 1000}
    )
    assert rows["total"] == len(rows["list"])
    return {row["line"]: row["reason"] for row in rows["list"]}


class TestImport:
    async def test_valid_order_lines_are_imported_and_invalid_ones_listed(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        orders = [unique("o") for _ in range(4)]
        content = HEADER + (
            f"{orders[0]},10.00,2026-07-01T10:00:00,United Kingdom\n"
            f"{orders[1]},-3,2026-07-01T10:00:00,GB\n"
            f"{orders[2]},20.50,July,GB\n"
            f"{orders[3]},5.25,2026-07-01T10:00:00,FR\n"
            "=cmd|' /C calc'!A0,abc,,GB\n"
        )

        done = await import_file(it, content)

        assert (done["status"], done["error"]) == (2, None)
        assert (done["lines"], done["total"], done["created"], done["refused"]) == (5, 5, 2, 3)
        assert {name: Decimal(each) for name, each in done["sales"].items()} == {
            "GBP": Decimal("15.25")
        }
        rows = await it.rows("conversion", "order_id")
        assert {row["order_id"]: row["sale_amount"] for row in rows} == {
            orders[0]: 10, orders[3]: Decimal("5.25"),
        }  # fmt: skip
        reasons = await refused_lines(portal, done["id"])
        assert sorted(reasons) == [3, 4, 6]
        assert "Value -3 is not above 0" in reasons[3]
        assert "InvoiceDate 'July' is not" in reasons[4]
        await it.check_figures()

        answer = await portal.http.get(done["refused_url"])
        [head, *lines] = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
        assert head == ["line", "reason", "Invoice No", "Value", "InvoiceDate", "Country"]
        assert [int(line) for line, *_ in lines] == [3, 4, 6]
        assert lines[0][1:4] == ["Value -3 is not above 0, so it is not a sale", orders[1], "-3"]
        assert lines[2][2] == "'=cmd|' /C calc'!A0"

    async def test_doubtful_orders_of_a_file_are_imported_with_warnings(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        named, large, lost = it.order(), unique("o"), unique("o")
        named["items"] = [{"amount": "10.00", "item_id": "SKU1"}]
        await it.report(named)
        content = HEADER + (
            f"{lost},1.00,2026-07-01T10:00:00,Narnia\n"
            f"{large},2000000.00,2026-07-01T10:00:00,gbr\n"
            f"{named['order_id']},10.00,2026-07-01T10:00:00,The Netherlands\n"
            f"{unique('o')},10.00,2026-07-01T10:00:00,Kosovo\n"
        )

        done = await import_file(it, content)

        assert (done["created"], done["updated"], done["refused"]) == (3, 1, 0)
        assert done["warned"] == 3
        warnings = {(row["line"], row["order_id"]): row["warning"] for row in done["warnings"]}
        assert list(warnings) == [(2, lost), (3, large), (4, named["order_id"])]
        assert warnings[2, lost] == (
            "Country 'Narnia' is not known, so it is left out; send a code such as GB"
        )
        assert warnings[3, large].startswith(
            "Value on line 3 GBP\u00a02,000,000.00 is unusually large"
        )
        assert "an item without item number beside 'SKU1'" in warnings[4, named["order_id"]]

    async def test_download_link_of_refused_rows_expires_with_the_session(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        done = await import_file(it, HEADER + "A,-1,,GB\n")

        path, _, ticket = done["refused_url"].partition("?")

        assert (await portal.http.get(f"{path}?{ticket}")).status_code == 200
        assert (await portal.http.get(path)).status_code == 404
        async with portal.db() as db:
            await db.execute(
                "update session set ended_at = now() where publisher_id = 0 and account_id ="
                " (select account_id from order_import where import_id = $1)",
                done["id"],
            )
        assert (await portal.http.get(f"{path}?{ticket}")).status_code == 404

    async def test_repeated_import_of_an_order_file_changes_nothing(self, portal: Portal) -> None:
        it = await deal(portal)
        content = HEADER + f"{unique('o')},10.00,,GB\n"
        await import_file(it, content)
        before = await it.counts()

        again = await import_file(it, content)

        assert (again["created"], again["unchanged"]) == (0, 1)
        assert await it.counts() == before

    async def test_order_file_submitted_twice_is_imported_once(self, portal: Portal) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        file = await upload_file(portal, operator, HEADER + f"{unique('o')},10.00,,GB\n")
        same = await upload_file(portal, operator, (HEADER + "x,1,,GB\n"))
        assert file["url"] != same["url"]
        given = {"file_url": file["url"], "name": "orders.csv", "mapping": make_mapping(it)}
        first = await portal.ok("/network/orders_import", operator, attributes=given)

        await portal.refuses(
            Code.DOWNLOAD_DUPLICATE, "/network/orders_import", operator, attributes=given
        )

        await portal.work()
        assert (await info(portal, operator, first["id"]))["created"] == 1
        listed = await portal.ok("/network/order_imports", operator)
        assert [row["id"] for row in listed["list"]].count(first["id"]) == 1

    async def test_interrupted_order_import_starts_again_without_duplicates(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        monkeypatch.setattr(handlers.network.imports.import_batches, "BATCH_SIZE", 2)
        orders = [unique("o") for _ in range(7)]
        content = HEADER + "".join(f"{order},1.00,,GB\n" for order in orders) + "bad,x,,GB\n"
        file = await upload_file(portal, operator, content)
        given = {"file_url": file["url"], "name": "orders.csv", "mapping": make_mapping(it)}
        queued = await portal.ok("/network/orders_import", operator, attributes=given)
        batches = handlers.network.imports.import_batches.import_batch
        made = 0

        async def run_out_of_memory(*arguments: Any) -> Any:
            nonlocal made
            made += 1
            if made == 3:
                raise MemoryError
            return await batches(*arguments)

        monkeypatch.setattr(
            handlers.network.imports.import_batches, "import_batch", run_out_of_memory
        )
        await portal.work()
        half = await info(portal, operator, queued["id"])
        assert (half["status"], half["lines"]) == (1, 4)
        async with portal.db() as db, db.transaction():
            job = portal.registry.find("/network/import_orders", Job)
            await job.later(db, ImportOrders(queued["id"]))
        await portal.work()

        done = await info(portal, operator, queued["id"])

        assert (done["status"], done["created"], done["refused"]) == (2, 7, 1)
        rows = await it.rows("conversion", "order_id")
        assert sorted(row["order_id"] for row in rows) == sorted(orders)
        await it.check_figures()
