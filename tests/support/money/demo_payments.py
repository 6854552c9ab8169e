"""What the demonstration's payments must have beside their sums."""

from decimal import Decimal
from typing import Any

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
