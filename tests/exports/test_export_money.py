"""Exports of payments and settlements: the rows of their screens, in every format, of the caller only."""

from typing import Any

import pytest

from rpc import Code
from tests.support.orders.payouts import request, withdrawable
from tests.support.portal import PASSWORD, Portal
from tests.support.reports.exports import amount, moment, read_export, text

FORMATS = ["csv", "xlsx", "parquet"]
ZONE = "UTC"


async def rows_of(portal: Portal, who: Any, path: str) -> list[dict[str, Any]]:
    found = await portal.ok(path, who, page={"perPage": 1000})
    return list(found["list"])


@pytest.mark.parametrize("format", FORMATS)
class TestMoney:
    async def test_exported_payments_have_the_rows_of_the_screen(
        self, portal: Portal, format: str
    ) -> None:
        it = await withdrawable(portal, "300.00", "100.50")
        await withdrawable(portal, "500.00")
        made = await request(it)
        shown = await rows_of(portal, it.who, "/payments/summary")
        rows = await read_export(portal, it.who, "payments", format)

        assert [text(row["payment_id"]) for row in rows] == [str(made["payment_id"])]
        for row, seen in zip(rows, shown, strict=True):
            for name in ("gross", "fee", "vat", "net", "payout_amount"):
                assert amount(row[name]) == amount(seen[name]), name
            for name in ("status", "method", "payee", "currency", "batch_id"):
                assert text(row[name]) == text(seen[name]), name
            assert moment(row["request_date"], ZONE) == moment(seen["request_date"], ZONE)
        assert await read_export(portal, it.who, "payments", format, status="paid") == []

    async def test_exported_settlements_have_the_rows_of_the_screen(
        self, portal: Portal, format: str
    ) -> None:
        it = await withdrawable(portal, "300.00")
        await withdrawable(portal, "500.00")
        given = {"uid": it.who.uid, "amount": "-4.00", "reference": "b", "note": '=1+"1",\n2'}
        await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
        shown = await rows_of(portal, it.who, "/payments/settlements")
        rows = await read_export(portal, it.who, "settlements", format)

        assert len(rows) == len(shown) == 2
        for row, seen in zip(rows, shown, strict=True):
            assert amount(row["amount"]) == amount(seen["amount"])
            for name in ("settlement_id", "mcid", "period", "type", "state", "orders", "currency"):
                assert text(row[name]) == text(seen[name]), name
            assert moment(row["created_at"], ZONE) == moment(seen["created_at"], ZONE)
        [bonus] = [row for row in rows if row["type"] != "commission"]
        expected = given["note"] if format != "csv" else f"'{given['note']}"
        assert bonus["note"] == expected
        [one] = await read_export(portal, it.who, "settlements", format, type="commission")
        assert amount(one["amount"]) == amount("30.00")


class TestRefusals:
    async def test_payment_export_with_reversed_days_or_an_unknown_field_is_refused(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        days = {"start_date": "2026-10-02", "end_date": "2026-10-01"}
        given = {"report": "payments", "format": "csv", "filter": days}
        await portal.refuses(Code.DATES_REVERSED, "/reports/export", alice, attributes=given)
        given = {"report": "settlements", "format": "csv", "filter": {"period": "2026-13"}}
        await portal.refuses(Code.REQUEST_INVALID, "/reports/export", alice, attributes=given)

    async def test_token_without_payment_scope_cannot_export_payments(self, portal: Portal) -> None:
        alice = await portal.someone()
        ask = {"name": "Report", "scopes": ["report.read"], "password": PASSWORD}
        made = await portal.ok("/common/gen_token", alice, attributes=ask)
        given = {"report": "payments", "format": "csv"}
        reply = await portal.post("/reports/export", made["token"], attributes=given)
        assert reply.code == Code.NOT_ALLOWED.number
