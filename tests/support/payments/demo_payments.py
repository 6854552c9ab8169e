"""Properties of the demonstration's payments besides their sums."""

from decimal import Decimal
from typing import Any

from handlers.network.money.reconcile import check_publisher
from rpc import Code
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, Someone


async def check_documents(portal: Portal, demo: Someone, payments: list[dict[str, Any]]) -> None:
    """The next payment is forecast, and every payment that was sent has its invoice, whose file is made."""
    balance = (await portal.ok("/home/dashboard", demo))["balance"]
    assert Decimal(balance["on_the_way"]) == Decimal(payments[0]["net"]) > 0
    assert balance["next_payment"]["day"].endswith("-15")
    assert Decimal(balance["next_payment"]["high"]) > 0
    for payment in payments:
        given = {"payment_id": payment["payment_id"]}
        if payment["sent_date"] is None:
            await portal.refuses(Code.NOT_FOUND, "/payments/invoice", demo, attributes=given)
            continue
        made = await portal.ok("/payments/invoice", demo, attributes=given)
        assert made["number"].startswith("PN-")
        assert f"Total,,{payment['net']}" in made["csv"]
    await run_job(portal, "/payments/make_late_documents")
    assert await portal.value("select count(*) from invoice where made_at is null") == 0


async def check_staff_work(portal: Portal, demo: Someone) -> None:
    """The staff have a month to close and a brand's payment to record; the money adds up after both."""
    operator = await portal.operator()
    newest = (await portal.ok("/network/months", operator))["list"][0]
    assert newest["open"] > 0
    before = (await portal.ok("/network/settlements", operator))["total"]
    waiting = await portal.ok("/network/settlements", operator, filter={"state": "waiting"})
    unpaid = waiting["list"][0]
    given = {"mcid": unpaid["mcid"], "period": unpaid["period"], "reference": "BACS 7"}
    await portal.ok("/network/brand_paid", operator, attributes=given)

    await portal.ok("/network/settle", operator, attributes={"period": newest["period"]})
    await portal.work()

    closed = (await portal.ok("/network/months", operator))["list"][0]
    assert (closed["open"], closed["waiting"], closed["closing"]) == (0, 0, 0)
    assert (await portal.ok("/network/settlements", operator))["total"] > before
    paid = {"uid": demo.uid, "mcid": unpaid["mcid"], "state": "payable"}
    rows = (await portal.ok("/network/settlements", operator, filter=paid))["list"]
    assert unpaid["settlement_id"] in [row["settlement_id"] for row in rows]
    async with portal.db() as db:
        assert await check_publisher(db, demo.uid) == []
