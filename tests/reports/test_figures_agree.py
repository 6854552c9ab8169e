"""Figures agree (contract §6): every screen and file says what a model of the same orders says."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from schema.core.money import format_money
from sql.reports.figures.reconcile import find_differences
from tests.reports.test_views import mail
from tests.support.accounts.export import open_archive, read_table
from tests.support.accounts.export import request_export as exported
from tests.support.accounts.mails import mails_to
from tests.support.orders.model import STATUSES, Question
from tests.support.orders.questions import (
    ask,
    before,
    check_comparison,
    check_performance,
    check_row,
    check_transactions,
    ranges,
    sample_filters,
)
from tests.support.orders.reporting import PUBLISHERS, Reporting, new_network
from tests.support.portal import Portal, unique
from tests.support.reports.exports import amount, read_csv, read_export, text

GROUPINGS = [
    *([group] for group in ("date", "week", "month", "brand", "site", "link")),
    *([group] for group in ("uid1", "country", "device", "offer_type")),
    [],
    ["date", "brand"],
    ["month", "site"],
    ["brand", "site"],
    ["brand", "country", "uid1"],
]
ANY = [None, *STATUSES]


@pytest.fixture(scope="module")
async def network(portal: Portal) -> AsyncIterator[list[Reporting]]:
    """Publishers with currencies and time zones of their own, and what they had of the same brands."""
    now = portal.resources.clock.now().replace(microsecond=0)
    with pytest.MonkeyPatch.context() as patch:

        def clock(at: Any) -> None:
            patch.setattr(portal.resources.clock, "now", lambda: at)

        yield await new_network(portal, clock, now)


@pytest.fixture(params=range(len(PUBLISHERS)), ids=[name for name, _ in PUBLISHERS])
async def one(request: pytest.FixtureRequest, network: list[Reporting]) -> Reporting:
    return network[request.param]


@pytest.mark.parametrize("basis", ["order", "validation"])
async def test_performance_agrees_with_the_model_by_every_grouping(
    one: Reporting, basis: str
) -> None:
    for status in ANY:
        for number, groups in enumerate(GROUPINGS):
            days = ranges(one)[number % 2]
            await check_performance(one, Question(**days, basis=basis, status=status), groups)


@pytest.mark.parametrize("basis", ["order", "validation"])
async def test_performance_agrees_with_the_model_under_every_filter(
    one: Reporting, basis: str
) -> None:
    for status in ANY:
        for number, where in enumerate(sample_filters(one)):
            days = ranges(one)[number % 2]
            asked = Question(**days, basis=basis, status=status, where=where)
            for groups in (["date"], ["link"]) if number % 2 else (["month"], ["brand"]):
                await check_performance(one, asked, groups)


@pytest.mark.parametrize("basis", ["order", "validation"])
async def test_day_in_a_range_of_performance_equals_a_report_of_that_day(
    one: Reporting, basis: str
) -> None:
    """So is a week, a month, and a day of a brand; orders may then add up to more than their totals."""
    days = {"first": ranges(one)[1]["last"] - timedelta(days=20), "last": ranges(one)[1]["last"]}
    for status in (None, "Approved", "Rejected"):
        asked = Question(**days, basis=basis, status=status)
        for groups in (["date"], ["week"], ["date", "brand"]):
            found = await ask(one, "/reports/performance", asked, group_by=groups)
            for name, rows in by_bucket(found["list"], groups[0]).items():
                first = max(date.fromisoformat(name), asked.first)
                end = date.fromisoformat(name) + timedelta(days=6 if groups[0] == "week" else 0)
                alone = replace(asked, first=first, last=min(end, asked.last))
                own = await ask(one, "/reports/performance", alone, group_by=groups)
                assert by_bucket(own["list"], groups[0])[name] == rows, (alone, groups)
            counted, total = sum(row["orders"] for row in found["list"]), found["totals"]["orders"]
            assert counted >= total if basis == "validation" else counted == total


@pytest.mark.parametrize("basis", ["order", "validation"])
async def test_comparison_of_periods_agrees_with_the_model_by_every_grouping(
    one: Reporting, basis: str
) -> None:
    for status in ANY:
        for number, groups in enumerate(GROUPINGS):
            days = ranges(one)[number % 2]
            where = sample_filters(one)[number % len(sample_filters(one))]
            asked = Question(**days, basis=basis, status=status, where=where)
            await check_comparison(one, asked, groups)


def by_bucket(rows: list[dict[str, Any]], group: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of each day or week."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row[group], []).append(row)
    return found


@pytest.mark.parametrize("basis", ["order", "validation", "update", "paid"])
async def test_transactions_and_totals_agree_with_the_model(one: Reporting, basis: str) -> None:
    for status in ANY:
        for number, where in enumerate(sample_filters(one)):
            days = ranges(one)[number % 2]
            await check_transactions(one, Question(**days, basis=basis, status=status, where=where))


@pytest.mark.parametrize("basis", ["order", "validation", "update", "paid"])
async def test_all_item_filters_of_transactions_apply_to_the_same_item(
    one: Reporting, basis: str
) -> None:
    days = ranges(one)[0]
    for item_status in ANY:
        for paid in (None, True, False):
            for status in {None, "Approved", item_status}:
                asked = Question(
                    **days, basis=basis, status=status, item_status=item_status, paid=paid
                )
                await check_transactions(one, asked)


async def test_dashboard_agrees_with_the_model(one: Reporting) -> None:
    today = one.model.day(one.now)
    for period in (7, 30, 90):
        asked = Question(first=today - timedelta(days=period - 1), last=today)
        found = await one.portal.ok("/home/dashboard", one.who, filter={"period": f"{period}d"})
        assert found["totals"] == one.model.totals(asked)
        trend = one.model.lines(asked, ["date"])
        for point in found["trend"]:
            expected = trend.get((point["date"],)) or one.model.figures(asked, [], 0)
            assert point == {name: expected.get(name, point["date"]) for name in point}
        for kind, key in (("brand", "mcid"), ("link", "link_id")):
            lines = one.model.lines(asked, [kind])
            top = found[f"top_{kind}s"]
            assert len(top) == min(5, len(lines))
            for row in top:
                expected = lines[(row[key],)]
                for name in ("clicks", "orders", "commission"):
                    assert row[name] == expected[name]
    orders = {order.oid: order for order in one.model.orders}
    for row in found["latest_orders"]:
        check_row(row, orders[row["oid"]], orders[row["oid"]].items)
    ever = one.model.totals(Question(first=today - timedelta(days=400), last=today))
    balance = found["balance"]
    assert (balance["pending"], balance["paid"]) == (
        ever["pending_commission"],
        ever["paid_commission"],
    )
    earned = Decimal(ever["approved_commission"]) - Decimal(ever["paid_commission"])
    assert Decimal(balance["approved"]) == earned


@pytest.mark.parametrize("format", ["csv", "xlsx", "parquet"])
async def test_exports_of_reports_agree_with_the_model(one: Reporting, format: str) -> None:
    """Each format, read by another library, adds up to the model: of everything, and under a status of its own."""
    own = {"csv": 1, "xlsx": 2, "parquet": 3}[format]
    for number, status in ((0, None), (own, ANY[own])):
        basis, where = ("order", "validation")[number % 2], sample_filters(one)[number]
        asked = Question(**ranges(one)[number % 2], basis=basis, status=status, where=where)
        filter = in_words(asked)
        items = await read_export(one.portal, one.who, "transactions", format, **filter)
        expected = one.model.totals(asked)
        real = [row for row in items if str(row["test_order"]).lower() not in ("true", "t", "1")]
        for column, total in (("report_amount", "sales"), ("report_comm", "commission")):
            found = sum((amount(row[column]) or Decimal(0) for row in real), Decimal(0))
            assert found == Decimal(expected[total]), (asked, column)
        assert len({text(row["oid"]) for row in real}) == expected["orders"], asked
        lines = await read_export(
            one.portal, one.who, "performance", format, **filter, group_by=["brand"]
        )
        for total in ("orders", "sales", "commission", "pending_commission"):
            found = sum((amount(row[total]) or Decimal(0) for row in lines), Decimal(0))
            assert found == Decimal(expected[total]), (asked, total)
        compares = {"group_by": ["brand"], "compare": "previous", "lapsed": True}
        compared = await read_export(
            one.portal, one.who, "performance", format, **filter, **compares
        )
        earlier = one.model.totals(before(one, asked))
        for total in ("orders", "sales", "commission", "pending_commission"):
            for suffix, meant in (
                ("", Decimal(expected[total])),
                ("_before", Decimal(earlier[total])),
                ("_change", Decimal(expected[total]) - Decimal(earlier[total])),
            ):
                column = f"{total}{suffix}"
                found = sum((amount(row[column]) or Decimal(0) for row in compared), Decimal(0))
                assert found == meant, (asked, column)


async def test_mailed_view_of_a_comparison_agrees_with_the_model(one: Reporting) -> None:
    """Its mail says of each total what it was before."""
    name = unique("View")
    asked = Question(first=one.model.day(one.now) - timedelta(days=29), last=one.model.day(one.now))
    now, then = one.model.totals(asked), one.model.totals(before(one, asked))
    given = {"report": "performance", "name": name, "days": "last_30", "mailed": "week"}
    filter = {"group_by": ["brand"], "compare": "previous"}
    view = await one.portal.ok(
        "/reports/view_save", one.who, attributes={**given, "filter": filter}
    )

    await mail(one.portal, one.who, view, one.portal.resources.clock.now())

    [body] = mails_to(one.portal, one.who.email, subject=name)
    texts = {"Orders": [f"{each['orders']:,}" for each in (now, then)]}
    for word, figure in (("Sales", "sales"), ("Commission", "commission")):
        texts[word] = [
            format_money(Decimal(each[figure]), one.model.currency) for each in (now, then)
        ]
    for word, (total, earlier) in texts.items():
        [line] = [line for line in body.splitlines() if line.startswith(f"{word}: {total}, ")]
        assert earlier in line
    last = before(one, asked).last
    assert f" to {last.day} {last:%b %Y}, " in body


async def test_mailed_view_agrees_with_the_model(one: Reporting) -> None:
    """A view's mail has the model's totals of its days, and so has its file."""
    name = unique("View")
    days = {"first": one.model.day(one.now) - timedelta(days=29), "last": one.model.day(one.now)}
    expected = one.model.totals(Question(**days))
    given = {"report": "transactions", "name": name, "days": "last_30", "mailed": "week"}
    view = await one.portal.ok("/reports/view_save", one.who, attributes={**given, "filter": {}})

    await mail(one.portal, one.who, view, one.portal.resources.clock.now())

    [body] = mails_to(one.portal, one.who.email, subject=name)
    assert f"Orders: {expected['orders']:,}" in body
    for word in ("Sales", "Commission"):
        figure = Decimal(expected[word.lower()])
        assert f"{word}: {format_money(figure, one.model.currency)}" in body
    rows = (await one.portal.ok("/common/download_list", one.who))["list"]
    made = next(row for row in rows if row["filename"].startswith("transactions-"))
    answer = await one.portal.http.get(made["download_url"])
    items = [row for row in read_csv(answer.content) if row["test_order"] != "true"]
    sales = sum((amount(row["report_amount"]) or Decimal(0) for row in items), Decimal(0))
    assert sales == Decimal(expected["sales"])


def in_words(question: Question) -> dict[str, Any]:
    """A question as the filter of a report."""
    where = {n: v for n, v in question.where.items() if n.startswith("uid")}
    where |= {f"{n}s": [v] for n, v in question.where.items() if n in ("mcid", "site_id")}
    return {
        "start_date": str(question.first),
        "end_date": str(question.last),
        "date_basis": question.basis,
        "status": (question.status or "all").lower(),
        **where,
    }


async def test_results_of_brands_and_links_agree_with_the_model(one: Reporting) -> None:
    today = one.model.day(one.now)
    for mcid in {link.brand.mcid for link in one.links}:
        month = Question(first=today - timedelta(days=29), last=today, where={"mcid": mcid})
        mine = await one.portal.ok("/brands/info", one.who, attributes={"mcid": mcid})
        expected = one.model.totals(month)
        assert mine["my_results"] == {name: expected[name] for name in mine["my_results"]}
    ever = one.model.lines(Question(first=today - timedelta(days=400), last=today), ["link"])
    links = (await one.portal.ok("/tools/links", one.who))["list"]
    assert len(links) == len(one.links)
    for link in links:
        expected = ever[(link["link_id"],)]
        for name in ("clicks", "orders", "commission"):
            assert link[name] == expected[name]


async def test_network_order_list_agrees_with_the_model(one: Reporting) -> None:
    operator = await one.portal.operator()
    for status in ANY:
        filter = {"uid": one.who.uid} | ({"status": status} if status else {})
        found = await one.portal.ok(
            "/network/orders", operator, filter=filter, page={"perPage": 1000}
        )
        meant = {
            order.oid: items
            for order in one.model.orders
            if (items := [item for item in order.items if status in (None, item.status)])
        }
        orders = {order.oid: order for order in one.model.orders}
        assert found["total"] == len(meant)
        assert {row["oid"] for row in found["list"]} == meant.keys()
        for row in found["list"]:
            order, items = orders[row["oid"]], meant[row["oid"]]
            shown = {"country": order.country, "items": order.items}
            check_row({**row, **shown}, order, items)
            assert row["items"] == len(order.items)


async def test_data_export_agrees_with_the_model(one: Reporting) -> None:
    archive = await open_archive(one.portal, (await exported(one.portal, one.who))["download_url"])
    real = {
        int(row["oid"]): row
        for row in read_table(archive, "orders")
        if row["test_order"] == "false"
    }
    today = one.model.day(one.now)
    ever = one.model.totals(Question(first=today - timedelta(days=400), last=today))
    assert len(real) == ever["orders"]
    assert sum(Decimal(row["report_amount"]) for row in real.values()) == Decimal(ever["sales"])
    items = [row for row in read_table(archive, "order_items") if int(row["oid"]) in real]
    for status in STATUSES:
        earned = sum(Decimal(row["report_comm"]) for row in items if row["status"] == status)
        assert earned == Decimal(ever[f"{status.lower()}_commission"])
        standing = sum(row["status"] == status for row in real.values())
        assert standing == ever[f"{status.lower()}_orders"]


async def test_roll_ups_of_figures_agree_with_orders_and_clicks(one: Reporting) -> None:
    async with one.portal.db() as db:
        assert await find_differences(db, one.who.uid) == []
