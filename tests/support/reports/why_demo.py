"""Whether Why explains the demonstration: what it should say is found from the rows, without the portal's own code."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from handlers.demo.people.people import ZONE
from schema.core.days import day_of
from schema.reports.why.answer import WhyFact, WhyVerdict
from tests.support.portal import Portal, Someone
from tests.support.reports.why import ask, facts_of

ORDERS = """
select c.oid, c.order_time, c.test_order, c.unrated, c.click_id is not null as clicked, b.after_validation,
       b.validation_days, array_agg(i.status) as statuses, array_agg(i.reason_code) as reasons,
       array_agg(i.corrects) as corrects, array_agg(i.item_id) as item_ids, array_agg(i.sale_amount) as amounts,
       array_agg(i.settlement_id) as settlements, max(i.expected_validation_date) as expected
  from conversion c
  join brand b on b.mid = c.mid
  join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
 where c.publisher_id = $1
 group by c.publisher_id, c.oid, b.mid
"""
SETTLEMENTS = """
select s.settlement_id, s.amount, s.payable_at, s.paid_at, p.state from settlement s
  left join payment p on p.publisher_id = s.publisher_id and p.payment_id = s.payment_id
 where s.publisher_id = $1
"""
OF_PAYMENTS = {
    "requested": WhyVerdict.PAYMENT_NOT_STARTED,
    "processing": WhyVerdict.IN_PAYMENT,
    "sent": WhyVerdict.SENT,
    "paid": WhyVerdict.PAID,
    "failed": WhyVerdict.PAYMENT_FAILED,
}
NOT_REQUESTED = {
    WhyVerdict.BELOW_MINIMUM,
    WhyVerdict.NO_METHOD,
    WhyVerdict.METHOD_WAITING,
    WhyVerdict.NOT_REQUESTED,
    WhyVerdict.SCHEDULED,
    WhyVerdict.SUM_NOT_POSITIVE,
}


async def check_orders(portal: Portal, demo: Someone, most: int) -> Counter[str]:
    """Ask about orders of every kind, and compare; returns how many there were of each kind."""
    async with portal.db() as db:
        rows = [dict(row) for row in await db.fetch(ORDERS, demo.uid)]
        settlements = {
            row["settlement_id"]: dict(row) for row in await db.fetch(SETTLEMENTS, demo.uid)
        }
    now = portal.resources.clock.now()
    kinds: dict[str, list[tuple[dict[str, Any], set[WhyVerdict]]]] = {}
    for row in rows:
        verdicts = find_verdicts(row, settlements, now)
        kinds.setdefault(" ".join(sorted(each.name for each in verdicts)), []).append(
            (row, verdicts)
        )
    chance, seen = random.Random("why"), Counter[str]()
    for name, cases in sorted(kinds.items()):
        for row, verdicts in chance.sample(cases, min(len(cases), max(1, most // len(kinds)))):
            answer = await ask(portal, demo, oid=row["oid"])
            assert answer["verdict"] in verdicts, (name, row, answer)
            check_facts(row, answer)
            seen[name] += 1
    return seen


def find_verdicts(
    row: dict[str, Any], settlements: dict[int, dict[str, Any]], now: datetime
) -> set[WhyVerdict]:
    """What Why should say of an order, by how it was made."""
    if row["test_order"]:
        return {WhyVerdict.TEST_ORDER}
    left = Counter[str]()
    for item_id, corrects, amount in zip(
        row["item_ids"], row["corrects"], row["amounts"], strict=True
    ):
        left[corrects if corrects is not None else item_id] += amount
    reasons = set()
    for corrects, status, reason in zip(
        row["corrects"], row["statuses"], row["reasons"], strict=True
    ):
        taken_back = corrects is not None and left[corrects] <= 0
        if status == "Rejected" or taken_back:
            reasons.add(reason)
    if reasons:
        named = reasons - {None, "other"}
        return {WhyVerdict.DECLINED if named else WhyVerdict.DECLINED_WITHOUT_REASON}
    if "Pending" in row["statuses"]:
        until = row["expected"] or now
        if row["after_validation"] == "approve":
            until = min(until, row["order_time"] + timedelta(days=row["validation_days"]))
        return {WhyVerdict.PENDING if until > now else WhyVerdict.PENDING_TOO_LONG}
    if row["unrated"]:
        return {WhyVerdict.NOT_RATED}
    if None in row["settlements"]:
        return {WhyVerdict.MONTH_NOT_CLOSED}
    parts = [settlements[each] for each in row["settlements"]]
    free = [part for part in parts if part["state"] is None]
    if any(part["payable_at"] is None and part["amount"] > 0 for part in free):
        return {WhyVerdict.BRAND_NOT_PAID}
    if free:
        return {WhyVerdict.DEDUCTED} if free[0]["amount"] < 0 else set(NOT_REQUESTED)
    open_states = [part["state"] for part in parts if part["paid_at"] is None]
    return {OF_PAYMENTS[state] for state in open_states or ["paid"]}


def check_facts(row: dict[str, Any], answer: dict[str, Any]) -> None:
    """The facts begin with what the order came from, and happened in order."""
    facts = facts_of(answer)
    assert (WhyFact.CLICKED in facts) == row["clicked"], answer
    assert WhyFact.REPORTED in facts
    times = [datetime.fromisoformat(fact["at"]) for fact in answer["list"] if fact["at"]]
    assert times == sorted(times)
    assert all(at <= datetime.now(UTC) for at in times)
    assert all(fact["documented"] for fact in answer["list"])
    declined = [fact for fact in answer["list"] if fact["fact"] == WhyFact.DECLINED]
    assert len(declined) == row["statuses"].count("Rejected"), (row, answer)


async def check_missing(portal: Portal, demo: Someone) -> dict[str, int]:
    """Ask about each order of the step `reasons`; the verdicts by order number."""
    async with portal.db() as db:
        brand = await db.fetchrow(
            "select b.mcid, d.order_id from order_directory d join brand b on b.mid = d.mid"
            " where d.order_id = 'WHY-LATER-CLICK'"
        )
        times = dict(
            await db.fetch(
                "select order_id, order_time from conversion where order_id like 'WHY-%'"
                " union all select order_id, order_time from order_refusal where order_id like 'WHY-%'"
            )
        )
    return {
        order_id: (
            await ask(
                portal,
                demo,
                mcid=brand["mcid"],
                order_id=order_id,
                day=day_of(at, ZONE).isoformat(),
                amount="48.50",
            )
        )["verdict"]
        for order_id, at in times.items()
    }
