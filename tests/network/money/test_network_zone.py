"""Months, batches and documents of a network follow its own time zone, where that is not UTC."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from schema.core.days import first_instant
from tests.conftest import MakeDatabase
from tests.payments.documents.test_documents import billable_company, document, save_entity
from tests.support.orders.orders import deal
from tests.support.orders.payouts import add_method, pay, request, set_state
from tests.support.orders.settling import decided_at
from tests.support.portal import Portal
from tests.support.server import serve

ZONE = "America/Los_Angeles"
NEW_YEARS_EVE = datetime(2027, 1, 1, 5, tzinfo=UTC)
"""Nine in the evening of 31 December there."""
INSTANT = timedelta(microseconds=1)


@pytest.fixture
async def western(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Portal]:
    """A network in Los Angeles, on New Year's Eve."""
    async with serve(make_database(), tmp_path, NETWORK_TIME_ZONE=ZONE) as portal:
        monkeypatch.setattr(portal.resources.clock, "now", lambda: NEW_YEARS_EVE)
        yield portal


async def test_invoice_year_ends_at_midnight_of_the_networks_time_zone(western: Portal) -> None:
    operator = await western.operator()
    it = await deal(western, publisher={"currency": "EUR"}, prepaid=True, currency="EUR")
    await save_entity(western)
    await western.ok("/user/edit", it.who, attributes={"company": billable_company()})
    end = first_instant(date(2026, 12, 1), ZONE)
    orders = (it.order("300.00", status="Approved", currency="EUR") for _ in range(2))
    timely, late = [row["oid"] for row in await it.report(*orders)]
    await decided_at(it, [timely], end - INSTANT)
    await decided_at(it, [late], end)

    # December is over in UTC, but not there.
    asked = {"mcid": it.brand.mcid, "period": "2026-12"}
    reply = await western.post("/network/settle", operator, attributes=asked)
    assert "not over" in reply.message
    await western.ok("/network/settle", operator, attributes={**asked, "period": "2026-11"})
    await western.work()
    given = {"uid": it.who.uid, "amount": "5.00", "reference": "b", "note": "n"}
    bonus = await western.ok("/network/bonus_add", operator, attributes=given)

    rows = (await western.ok("/payments/settlements", it.who))["list"]
    assert [(row["type"], row["period"], row["amount"]) for row in rows] == [
        ("bonus", "2026-12", "5.00"),
        ("commission", "2026-11", "30.00"),
    ]
    assert bonus["period"] == "2026-12"
    reply = await western.post("/network/pay", operator, attributes={"date": "2027-01-01"})
    assert reply.refusal == {"field": "attributes.date"}
    await add_method(it)
    payment = await request(it)
    await pay(western, date="2026-12-31")
    payment = await set_state(western, payment, "sent")
    assert payment["invoice"] == "NW-2026-00001"
    await document(it, payment)
    issued = "select document ->> 'issued_on' from invoice where publisher_id = $1"
    assert await western.value(issued, it.who.uid) == "2026-12-31"
    given = {"period": "2026-12", "format": "csv"}
    statement = await western.ok("/payments/statement", it.who, attributes=given)
    assert "2026-12-31,Bonus or adjustment: n" in statement["content"]


async def test_terms_and_coupons_start_at_midnight_of_the_networks_time_zone(
    western: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    standard = {"name": "Standard", "pays": "percent", "value": "10"}
    winter = {**standard, "name": "Winter", "value": "20", "starts_at": "2027-01-01"}
    autumn = {
        **standard,
        "name": "Autumn",
        "value": "15",
        "category": "Coats",
        "ends_at": "2027-01-01",
    }
    midnight = first_instant(date(2027, 1, 1), ZONE)
    evening = midnight - timedelta(minutes=5)
    monkeypatch.setattr(western.resources.clock, "now", lambda: evening)
    it = await deal(western, commission_groups=[standard, winter, autumn])
    coupon = {"mcid": it.brand.mcid, "code": "JAN", "description": "", "starts_at": "2027-01-01"}
    await western.ok("/network/coupon_save", await western.operator(), attributes=coupon)

    async def paying_groups(at: datetime) -> list[str]:
        """The groups that pay for an order of that time, of coats and of anything else, and the coupons of its day."""
        monkeypatch.setattr(western.resources.clock, "now", lambda: at)
        orders = [it.order("10.00"), it.order("10.00", category="Coats")]
        oids = [row["oid"] for row in await it.report(*orders)]
        found = [
            await western.ok("/reports/transaction", it.who, attributes={"oid": oid})
            for oid in oids
        ]
        info = await western.ok("/brands/info", it.who, attributes={"mcid": it.brand.mcid})
        assert info["terms_time_zone"] == ZONE
        coupons = [each["code"] for each in info["coupons"]]
        return [order["items"][0]["commission_group"] for order in found] + coupons

    assert await paying_groups(evening) == ["Standard", "Autumn"]
    assert await paying_groups(midnight - timedelta(milliseconds=1)) == ["Standard", "Autumn"]
    assert await paying_groups(midnight) == ["Winter", "Winter", "JAN"]
