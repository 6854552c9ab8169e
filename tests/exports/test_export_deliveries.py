"""Exports of postback deliveries: the rows of the log, in every format, of the caller only."""

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import PASSWORD, Portal
from tests.support.postbacks.receiver import log_of, save
from tests.support.reports.exports import moment, read_export, text

NAMES = ("id", "postback_id", "event_id", "event_type", "oid", "attempt", "state", "url")


@pytest.mark.parametrize("format", ["csv", "xlsx", "parquet"])
async def test_exported_deliveries_have_the_rows_of_the_delivery_log(
    portal: Portal, format: str
) -> None:
    it, other = await deal(portal), await deal(portal)
    for each in (it, other):
        await save(portal, each.who, "http://127.0.0.1:9/in?a={sale_amount}")
        await each.report(each.order("12.50"), each.order("7.25"))
    shown = await log_of(portal, it.who)

    rows = await read_export(portal, it.who, "deliveries", format)

    assert len(rows) == len(shown) == 2
    for row, seen in zip(rows, shown, strict=True):
        assert [text(row[name]) for name in NAMES] == [text(seen[name]) for name in NAMES]
        assert moment(row["created_at"], "UTC") == moment(seen["created_at"], "UTC")
    assert await read_export(portal, it.who, "deliveries", format, state="delivered") == []


async def test_token_without_postback_scope_cannot_export_deliveries(portal: Portal) -> None:
    alice = await portal.someone()
    ask = {"name": "Report", "scopes": ["report.read"], "password": PASSWORD}
    made = await portal.ok("/common/gen_token", alice, attributes=ask)
    given = {"report": "deliveries", "format": "csv"}
    reply = await portal.post("/reports/export", made["token"], attributes=given)
    assert reply.code == Code.NOT_ALLOWED.number
