"""Operators read one payment or settlement, down to its orders."""

from typing import Any

import pytest

from rpc import Code
from tests.support.orders.payouts import pay, request, withdrawable
from tests.support.portal import Portal

UNKNOWN = 2**53 - 1


async def test_payment_has_its_settlements_and_their_proof(portal: Portal) -> None:
    it, other = await withdrawable(portal, "300.00", "50.00"), await withdrawable(portal, "260.00")
    given = {"uid": it.who.uid, "amount": "5.00", "reference": "b", "note": "Thanks"}
    operator = await portal.operator()
    await portal.ok("/network/bonus_add", operator, attributes=given)
    made, _ = await request(it), await request(other)
    await pay(portal)
    ref = {"payment_id": made["payment_id"]}
    [row] = (await portal.ok("/network/payments", operator, filter=ref))["list"]
    own = await portal.ok("/payments/details", it.who, filter=ref)

    info = await portal.ok("/network/payment_info", operator, attributes=ref)

    assert {name: info[name] for name in row} == row
    assert (info["parts"], [info["proof"]]) == (own["list"], own["proof"])
    assert sorted(part["amount"] for part in info["parts"]) == ["35.00", "5.00"]
    assert (info["uid"], info["proof"]["differences"]) == (it.who.uid, [])


async def test_settlement_details_have_its_orders(portal: Portal) -> None:
    it = await withdrawable(portal, "300.00", "50.00")
    await withdrawable(portal, "260.00")
    [own] = (await portal.ok("/payments/settlements", it.who))["list"]
    ref = {"settlement_id": own["settlement_id"]}
    seen = await portal.ok("/payments/settlement_orders", it.who, filter=ref)
    operator = await portal.operator()

    info = await portal.ok("/network/settlement_info", operator, attributes=ref)

    whose = {"uid": it.who.uid, "publisher": it.who.username}
    assert info["settlement"] == {**seen["settlement"], **whose}
    assert (info["list"], info["total"], info["sum"]) == (seen["list"], 2, "35.00")
    page = {"perPage": 1, "curPage": 2}
    second = await portal.ok("/network/settlement_info", operator, attributes=ref, page=page)
    assert (second["list"], second["sum"]) == (seen["list"][1:], "35.00")


@pytest.mark.parametrize(
    ("path", "attributes"),
    [
        ("/network/payment_info", {"payment_id": UNKNOWN}),
        ("/network/settlement_info", {"settlement_id": UNKNOWN}),
    ],
)
async def test_details_of_an_unknown_payment_or_settlement_are_refused_as_are_publishers(
    portal: Portal, path: str, attributes: dict[str, Any]
) -> None:
    await portal.refuses(Code.NOT_FOUND, path, await portal.operator(), attributes=attributes)
    await portal.refuses(Code.NOT_ALLOWED, path, await portal.someone(), attributes=attributes)
