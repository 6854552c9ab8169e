"""Postbacks of orders without an exchange rate, and of their rating."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.support.orders.orders import deal
from tests.support.orders.settling import run_job
from tests.support.payments.rates import weekly_rates
from tests.support.portal import Portal
from tests.support.postbacks.receiver import Receiver, save, wait_for_log

MACROS = ("sale_amount", "sale_comm", "delta_commission", "reason_code", "rate", "report_currency",
          "report_comm", "delta_report_comm")  # fmt: skip


async def test_commission_of_an_unrated_order_is_empty_in_its_postback(
    portal: Portal, receiver: Receiver, sending: None
) -> None:
    it = await deal(portal, publisher={"currency": "TOP"})
    for event in (1, 2):
        await save(
            portal,
            it.who,
            f"{receiver.url}/{event}",
            event_type=event,
            parameters={name: f"{{{name}}}" for name in MACROS},
        )
    await it.report(it.order("10.00", currency="WST"))
    async with weekly_rates(portal, "WST", "TOP", "0.85"):
        await run_job(portal, "/network/rate_orders")

    await wait_for_log(
        portal,
        it.who,
        lambda rows: len(rows) == 2 and all(row["state"] == "delivered" for row in rows),
    )

    created, rated = sorted((query_of(request.target) for request in receiver.received), key=str)
    if created["reason_code"]:
        created, rated = rated, created
    assert created == {**dict.fromkeys(MACROS, ""), "sale_amount": "10.00"}
    assert rated == {
        "sale_amount": "10.00",
        "sale_comm": "1.00",
        "delta_commission": "1.00",
        "reason_code": "rate",
        "rate": "0.85",
        "report_currency": "TOP",
        "report_comm": "0.85",
        "delta_report_comm": "0.85",
    }


def query_of(target: str) -> dict[str, Any]:
    values = parse_qs(urlsplit(target).query, keep_blank_values=True)
    return {name: value for name, [value] in values.items() if name in MACROS}
