"""Queries of reports, and whether their answers equal the model's."""

from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from tests.support.orders.model import KnownOrder, Question
from tests.support.orders.reporting import Reporting

TIMES = ("date", "week", "month")
COLUMNS = {"brand": "mcid", "site": "site_id", "link": "link_id"}


def ranges(one: Reporting) -> list[dict[str, Any]]:
    """Both leave something out at either end; one is of whole months but for the edges."""
    today = one.model.day(one.now)
    return [
        {"first": today - timedelta(days=80), "last": today - timedelta(days=1)},
        {"first": today - timedelta(days=40), "last": today},
    ]


def sample_filters(one: Reporting) -> list[dict[str, Any]]:
    link = one.links[0].fields
    return [
        {},
        {"mcid": link["mcid"]},
        {"site_id": link["site_id"]},
        {"mcid": link["mcid"], "site_id": link["site_id"]},
        {"uid1": link["uid1"]},
        {"uid1": ""},
    ]


async def ask(one: Reporting, path: str, question: Question, **more: Any) -> Any:
    """The question, in the words of the wire."""
    where = {n: v for n, v in question.where.items() if n.startswith("uid")}
    where |= {f"{n}s": [v] for n, v in question.where.items() if n in ("mcid", "site_id")}
    filter = {
        "start_date": question.first,
        "end_date": question.last,
        "date_basis": question.basis,
        "status": (question.status or "all").lower(),
        "item_status": question.item_status,
        "paid": question.paid,
        **where,
        **more,
    }
    filter = {name: value for name, value in filter.items() if value is not None}
    return await one.portal.ok(path, one.who, filter=filter, page={"perPage": 1000})


async def check_performance(one: Reporting, question: Question, groups: list[str]) -> None:
    found = await ask(one, "/reports/performance", question, group_by=groups)
    why = (question, groups)
    assert found["totals"] == one.model.totals(question), why
    names = [COLUMNS.get(group, group) for group in groups]
    figures = list(found["totals"])
    lines = {
        tuple(row[name] for name in names): {name: row[name] for name in figures}
        for row in found["list"]
    }
    assert len(lines) == len(found["list"]) == found["total"], why
    nothing = one.model.figures(question, [], 0)
    nonzero = {key: line for key, line in lines.items() if line != nothing}
    assert nonzero == (one.model.lines(question, groups) if groups else nonzero), why
    if question.status and groups[:1] not in (["date"], ["week"], ["month"]):
        assert len(nonzero) == (found["total"] if found["totals"]["orders"] else 0), why


def before(one: Reporting, question: Question) -> Question:
    """The question about as many days before them, up to the time that it is now where they end today."""
    length = (question.last - question.first).days + 1
    shift = timedelta(days=length)
    earlier = replace(question, first=question.first - shift, last=question.last - shift)
    now = one.portal.resources.clock.now().astimezone(ZoneInfo(one.model.zone))
    if question.last != now.date():
        return earlier
    return replace(earlier, until=datetime.combine(earlier.last, now.time(), now.tzinfo))


async def check_comparison(one: Reporting, question: Question, groups: list[str]) -> None:
    """Each line has what the model says of the earlier period, and all of that has a line."""
    found = await ask(
        one, "/reports/performance", question, group_by=groups, compare="previous", lapsed=True
    )
    why = (question, groups)
    assert found["totals"] == one.model.totals(question), why
    earlier = before(one, question)
    assert found["compared_totals"] == one.model.totals(earlier), why
    figures, names = list(found["totals"]), [COLUMNS.get(group, group) for group in groups]
    nothing = [one.model.figures(each, [], 0) for each in (question, earlier)]
    for rows, asked, zeros in (
        (found["list"], question, nothing[0]),
        (found["compared"], earlier, nothing[1]),
    ):
        lines = {
            tuple(row.get(name) for name in names): {name: row[name] for name in figures}
            for row in rows
        }
        nonzero = {key: line for key, line in lines.items() if line != zeros}
        expected = one.model.lines(asked, groups) if groups else nonzero
        if asked is earlier and (times := [name for name in names if name in TIMES]):
            # The earlier period can have more of them, and of the running one only a part is compared.
            running = max((row[times[0]] for row in found["list"]), default="")
            partners = [
                then.get(times[0])
                for row, then in zip(found["list"], found["compared"], strict=True)
                if row[times[0]] == running
            ]
            index = names.index(times[0])
            skipped = set(partners) if earlier.until else set()
            nonzero = {key: line for key, line in nonzero.items() if key[index] not in skipped}
            expected = {
                key: line
                for key, line in expected.items()
                if key in lines and key[index] not in skipped
            }
        assert nonzero == expected, why
    assert len(found["list"]) == len(found["compared"]) == found["total"], why


async def check_transactions(one: Reporting, question: Question) -> None:
    found = await ask(one, "/reports/transactions", question)
    assert found["totals"] == one.model.totals(question), question
    meant: dict[int, list[Any]] = {}
    orders: dict[int, KnownOrder] = {}
    for each in one.model.matches(question):
        meant.setdefault(each.order.oid, []).append(each.item)
        orders[each.order.oid] = each.order
    listed = [row["oid"] for row in found["list"]]
    assert (found["total"], sorted(listed)) == (len(meant), sorted(meant)), question
    newest = max if question.basis == "update" else min
    keys = {
        oid: (newest(item.updated for item in order.items), oid)
        if question.basis == "update"
        else (order.at, oid)
        for oid, order in orders.items()
    }
    assert listed == sorted(listed, key=keys.__getitem__, reverse=True), question
    for row in found["list"]:
        check_row(row, orders[row["oid"]], meant[row["oid"]])


def check_row(row: dict[str, Any], order: KnownOrder, meant: list[Any]) -> None:
    amounts = {
        "sale_amount": [item.amount for item in order.items],
        "sale_comm": [order.commission(item) for item in order.items],
        "matched_amount": [item.amount for item in meant],
        "matched_comm": [order.commission(item) for item in meant],
    }
    assert {name: Decimal(row[name]) for name in amounts} == {
        name: sum(parts) for name, parts in amounts.items()
    }
    assert (row["status"], row["country"]) == (order.status, order.country)
    assert len(row["items"]) == len(order.items)
