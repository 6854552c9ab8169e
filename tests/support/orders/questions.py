"""Questions to reports, and whether what they say is what the model says."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.support.orders.model import KnownOrder, Question
from tests.support.orders.reporting import Reporting

COLUMNS = {"brand": "mcid", "site": "site_id", "link": "link_id"}


def ranges(one: Reporting) -> list[dict[str, Any]]:
    """Both leave something out at either end; one is of whole months but for the edges."""
    today = one.model.day(one.now)
    return [
        {"first": today - timedelta(days=80), "last": today - timedelta(days=1)},
        {"first": today - timedelta(days=40), "last": today},
    ]


def narrowings(one: Reporting) -> list[dict[str, Any]]:
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
