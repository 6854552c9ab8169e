"""Orders, clicks, deliveries and payments leave the time they took in the metrics."""

from datetime import timedelta

import handlers.track
from rpc.monitoring.metrics import METRICS
from schema.core.envelope import Nothing
from tests.support.orders.orders import deal
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.portal import Portal
from tests.support.postbacks.receiver import answering, dispatching, run_receiver, save
from tests.support.timing import wait_until


def count_of(name: str, labels: str = "") -> float:
    """How many times a histogram was observed."""
    return sum(
        sum(cells[:-1])
        for family, of_series, _, cells in METRICS.read()
        if family.name == name and labels in of_series
    )


async def test_report_of_orders_is_timed_by_both_endpoints(portal: Portal) -> None:
    it = await deal(portal)
    before = count_of("portal_order_figure_seconds", 'source="call"')
    await it.report(it.order())
    order = {"order_id": "by-query", "currency": it.order()["currency"], "amount": "10"}
    link = {"code": it.code, "key": it.brand.token}
    answer = await portal.http.get("/conversion", params=order | link)
    assert answer.json()["code"] == 0, answer.json()
    assert count_of("portal_order_figure_seconds", 'source="call"') == before + 2


async def test_click_is_timed_when_it_is_filed(portal: Portal) -> None:
    it = await deal(portal)
    await portal.click(it.code)
    before = count_of("portal_click_figure_seconds")
    async with portal.db() as db:
        await db.execute(
            "update click_intake set click_time = click_time - $2::interval where publisher_id = $1",
            it.who.uid,
            timedelta(minutes=1),
        )
        await handlers.track.file_clicks.later(db, Nothing())
    await portal.work()
    assert count_of("portal_click_figure_seconds") >= before + 1


async def test_redirects_are_timed_by_outcome(portal: Portal) -> None:
    it = await deal(portal)
    outcomes = ("redirected", "unknown")
    before = [count_of("portal_redirect_seconds", f'"{each}"') for each in outcomes]
    await portal.click(it.code)
    await portal.http.get("/track/nothing-is-called-so")
    after = [count_of("portal_redirect_seconds", f'"{each}"') for each in outcomes]
    assert after == [count + 1 for count in before]


async def test_first_attempt_of_a_delivery_is_timed(portal: Portal) -> None:
    it = await deal(portal)
    before = count_of("portal_delivery_seconds", 'outcome="refused"')
    async with run_receiver(answering(503)) as receiver, dispatching(portal):
        await save(portal, it.who, receiver.url)
        await it.report(it.order())
        await receiver.wait_for(1)
        await wait_until(
            lambda: count_of("portal_delivery_seconds", 'outcome="refused"') == before + 1
        )


async def test_payment_is_timed_when_it_is_sent_or_fails(portal: Portal) -> None:
    it = await withdrawable(portal, "300.00")
    payment = await request(it)
    outcomes = ("sent", "failed")
    before = [count_of("portal_payment_seconds", f'"{each}"') for each in outcomes]
    await pay(portal)
    await set_state(portal, payment, "sent", "failed")
    after = [count_of("portal_payment_seconds", f'"{each}"') for each in outcomes]
    assert after == [count + 1 for count in before]
