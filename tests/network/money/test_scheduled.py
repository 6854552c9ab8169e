"""Scheduled payments: made on their day, with what was payable by then."""

from datetime import date

from rpc import Code
from sql.network.payment import find_scheduled
from tests.support.accounts.mails import mails_to
from tests.support.orders.payouts import add_method, pay, request, set_state, withdrawable
from tests.support.portal import Portal


async def test_payment_is_requested_on_its_scheduled_day(portal: Portal) -> None:
    it = await withdrawable(portal, "300.00")
    poor = await withdrawable(portal, "100.00")
    today = portal.resources.clock.now().date()
    async with portal.db() as db:
        await db.execute(
            "update settlement set payable_at ="
            " date_trunc('month', payable_at at time zone 'UTC') at time zone 'UTC'"
            " where publisher_id = any($1::bigint[])",
            [it.who.uid, poor.who.uid],
        )
    for who in (it.who, poor.who):
        await portal.ok("/payments/schedule", who, attributes={"day": min(today.day, 28)})
    shown = await portal.ok("/payments/balance", it.who)
    assert shown["next_payment"]["day"] == today.isoformat()

    taken = await pay(portal)

    [made] = (await portal.ok("/payments/summary", it.who))["list"]
    assert made["scheduled"]
    [row] = [row for row in taken["list"] if row["uid"] == poor.who.uid]
    assert row["code"] == Code.BELOW_MINIMUM.number
    assert (await portal.ok("/payments/summary", poor.who))["total"] == 0


async def test_settlement_payable_after_the_scheduled_day_waits_for_the_next_one(
    portal: Portal,
) -> None:
    it = await withdrawable(portal, "300.00")
    await portal.ok("/payments/schedule", it.who, attributes={"day": 15})
    taken = {}
    async with portal.db() as db:
        await db.execute(
            "update settlement set payable_at = '2027-03-15 23:30Z' where publisher_id = $1",
            it.who.uid,
        )
        for zone in ("UTC", "Europe/Berlin"):  # where it is the 16th by then
            for day in (date(2027, 3, 14), date(2027, 3, 23), date(2027, 4, 15)):
                due = await find_scheduled(db, day, zone, 10_000)
                taken[zone, day.day] = it.who.uid in {uid for uid, _ in due}

    assert [day for (zone, day), found in taken.items() if zone == "UTC" and found] == [23, 15]
    assert [day for (zone, day), found in taken.items() if zone != "UTC" and found] == [15]


async def test_schedule_skips_a_default_method_whose_account_is_closed_and_says_so(
    portal: Portal,
) -> None:
    it = await withdrawable(portal, "300.00")
    today = portal.resources.clock.now().date()
    await portal.ok("/payments/schedule", it.who, attributes={"day": min(today.day, 28)})
    made = await request(it)
    await pay(portal)
    await set_state(portal, made, "failed")
    await portal.work()
    mails = mails_to(portal, it.who.email, subject="failed")
    assert any("Your scheduled payments wait" in mail for mail in mails)
    await portal.ok("/payments/cancel", it.who, attributes={"payment_id": made["payment_id"]})
    async with portal.db() as db:
        await db.execute(
            "update settlement set payable_at ="
            " date_trunc('month', payable_at at time zone 'UTC') at time zone 'UTC'"
            " where publisher_id = $1",
            it.who.uid,
        )
    shown = await portal.ok("/payments/balance", it.who)
    assert shown["schedule_failure"] == "account closed"

    taken = await pay(portal)

    [row] = [row for row in taken["list"] if row["uid"] == it.who.uid]
    assert row["code"] == Code.METHOD_NOT_USABLE.number
    assert "account closed" in row["reason"]
    other = await add_method(it, iban="DE02120300000000202051")
    attributes = {"id": other, "password": it.who.password}
    await portal.ok("/payments/method_default", it.who, attributes=attributes)
    assert (await portal.ok("/payments/balance", it.who))["schedule_failure"] is None
    await pay(portal)
    [new, _] = (await portal.ok("/payments/summary", it.who))["list"]
    assert (new["scheduled"], new["payee"]) == (True, "•••• 2051")
