"""Operators read one order, channel, account or relationship."""

from typing import Any

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import Portal

UNKNOWN = 2**33 - 1


async def test_operators_order_details_have_items_and_timeline(portal: Portal) -> None:
    it = await deal(portal)
    [order] = await it.report(it.order("10.00"))
    await it.review(order["oid"])
    own = await portal.ok("/reports/transaction", it.who, attributes={"oid": order["oid"]})

    info = await portal.ok(
        "/network/order_info", await portal.operator(), attributes={"oid": order["oid"]}
    )

    site = await portal.ok("/site/info", it.who, attributes={"id": own["site_id"]})
    whose = {"uid": it.who.uid, "publisher": it.who.username, "site_name": site["name"]}
    assert info == {**own, **whose}
    assert [entry["kind"] for entry in info["timeline"]] == ["order", "status"]


async def test_operators_order_list_shows_the_amounts_of_matching_items(portal: Portal) -> None:
    it = await deal(portal)
    items = [{"item_id": str(n), "amount": "5.00"} for n in range(3)]
    items[0] |= {"status": "Rejected", "reason_code": "out_of_stock"}
    await it.report(it.order("1.00", items=items))
    operator = await portal.operator()

    for status, amount in ((None, "15.00"), ("Rejected", "5.00"), ("Pending", "10.00")):
        filter = {"uid": it.who.uid} | ({"status": status} if status else {})
        [row] = (await portal.ok("/network/orders", operator, filter=filter))["list"]
        assert (row["sale_amount"], row["matched_amount"]) == ("15.00", amount)
        assert float(row["matched_comm"]) == pytest.approx(float(amount) / 10)


async def test_operator_sees_a_channel_as_its_publisher_does(portal: Portal) -> None:
    alice = await portal.someone()
    own = await portal.ok("/site/info", alice, attributes={"id": alice.site_id})

    info = await portal.ok(
        "/network/site_info",
        await portal.operator(),
        attributes={"uid": alice.uid, "site_id": alice.site_id},
    )

    assert info == {**own, "uid": alice.uid, "publisher": alice.username}


async def test_operators_account_details_have_company_and_settings(portal: Portal) -> None:
    company = {"name": "Blog Ltd", "country": "GB"}
    alice = await portal.someone(currency="EUR", time_zone="Europe/Paris")
    await portal.ok(
        "/user/edit", alice, attributes={"company": company, "phone": "+44 20 7946 0018"}
    )
    await portal.site(alice.uid)
    brand = await portal.brand()
    await portal.join(alice, brand)
    operator = await portal.operator()
    [row] = (await portal.ok("/network/accounts", operator, filter={"uid": alice.uid}))["list"]

    info = await portal.ok("/network/account_info", operator, attributes={"uid": alice.uid})

    assert {name: info[name] for name in row} == row
    assert {name: value for name, value in info["company"].items() if value} == company
    assert (info["currency"], info["time_zone"], info["phone"]) == (
        "EUR",
        "Europe/Paris",
        "+442079460018",
    )
    assert (info["channels"], info["brands_joined"]) == (2, 1)
    assert info["last_seen"]
    assert not [name for name in info if "secret" in name or "hash" in name]


async def test_operators_relationship_details_have_terms_and_results(portal: Portal) -> None:
    it = await deal(portal)
    await it.report(it.order("10.00"))
    operator = await portal.operator()
    ref = {"uid": it.who.uid, "site_id": it.who.site_id, "mcid": it.brand.mcid}
    [row] = (await portal.ok("/network/relationships", operator, filter={"uid": it.who.uid}))[
        "list"
    ]

    info = await portal.ok("/network/relationship_info", operator, attributes=ref)

    assert {name: info[name] for name in row} == row
    assert (info["site_status"], info["needs_review"]) == (1, False)
    assert [group["value"] for group in info["commission_groups"]] == ["10"]
    assert (info["results"]["orders"], info["results"]["sales"]) == (1, "10.00")
    end = {**ref, "status": 4, "reason": "Fraud"}
    await portal.ok("/network/relationship_review", operator, attributes=end)
    ended = await portal.ok("/network/relationship_info", operator, attributes=ref)
    assert (ended["status"], ended["needs_review"]) == (4, True)


@pytest.mark.parametrize(
    ("path", "attributes", "code"),
    [
        ("/network/order_info", {"oid": UNKNOWN}, Code.NOT_FOUND),
        ("/network/site_info", {"uid": UNKNOWN, "site_id": 1}, Code.NOT_FOUND),
        ("/network/account_info", {"uid": UNKNOWN}, Code.USER_NOT_FOUND),
        (
            "/network/relationship_info",
            {"uid": UNKNOWN, "site_id": 1, "mcid": "nix"},
            Code.BRAND_UNKNOWN,
        ),
    ],
)
async def test_operators_details_of_an_unknown_id_are_refused_as_are_publishers(
    portal: Portal, path: str, attributes: dict[str, Any], code: Code
) -> None:
    await portal.refuses(code, path, await portal.operator(), attributes=attributes)
    await portal.refuses(Code.NOT_ALLOWED, path, await portal.someone(), attributes=attributes)


async def test_relationship_details_without_an_application_are_not_found(portal: Portal) -> None:
    alice, brand = await portal.someone(), await portal.brand()
    ref = {"uid": alice.uid, "site_id": alice.site_id, "mcid": brand.mcid}
    operator = await portal.operator()
    await portal.refuses(Code.NOT_FOUND, "/network/relationship_info", operator, attributes=ref)
