"""Questions about the demonstration, each a list of tool calls: the answers are exactly those of the API."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

import pytest

import handlers.demo.demonstration
from schema.accounts.api_token import Scope
from tests.conftest import MakeDatabase
from tests.support.accounts.agents import Agent
from tests.support.demo import DEMO
from tests.support.server import serve

TODAY: date = datetime.now(UTC).date()


def days(back: int, until: int = 0) -> dict[str, str]:
    first, last = TODAY - timedelta(days=back), TODAY - timedelta(days=until)
    return {"start_date": first.isoformat(), "end_date": last.isoformat()}


MONTH, WEEK = days(29), days(6)
BEFORE = days(13, 7)


class Question(NamedTuple):
    words: str
    calls: list[tuple[str, dict[str, Any]]]
    answer: Callable[..., Any]
    """The answer from what the calls return."""


def total(rows: list[dict[str, Any]], name: str) -> Decimal:
    return sum((Decimal(row[name]) for row in rows), Decimal(0))


def best(rows: list[dict[str, Any]], of: str, by: str) -> Any:
    return max(rows, key=lambda row: (Decimal(row[by] or 0), str(row[of])))[of] if rows else None


def performance(**filter: Any) -> tuple[str, dict[str, Any]]:
    return "/reports/performance", {"filter": filter, "page": {"perPage": 100}}


QUESTIONS = [
    Question("What did we earn in the last 30 days?", [performance(**MONTH)],
             lambda month: month["totals"]["commission"]),
    Question("How many clicks and orders were that?", [performance(**MONTH)],
             lambda month: (month["totals"]["clicks"], month["totals"]["orders"])),
    Question("Which brand earned most in 30 days?", [performance(**MONTH, group_by=["brand"])],
             lambda brands: best(brands["list"], "mcid", "commission")),
    Question("Which brand has the most clicks without an order?", [performance(**MONTH, group_by=["brand"])],
             lambda brands: best([row for row in brands["list"] if not row["orders"]], "mcid", "clicks")),
    Question("Which page earned most?", [performance(**MONTH, group_by=["page"])],
             lambda pages: best(pages["list"], "page", "commission")),
    Question("On which day were the most clicks?", [performance(**MONTH, group_by=["date"])],
             lambda by_day: best(by_day["list"], "date", "clicks")),
    Question("From which country do most orders come?", [performance(**MONTH, group_by=["country"])],
             lambda countries: best(countries["list"], "country", "orders")),
    Question("What share of clicks comes from phones?", [performance(**MONTH, group_by=["device"])],
             lambda devices: {row["device"]: row["clicks"] for row in devices["list"]}),
    Question("At which hour do people order?", [performance(**MONTH, group_by=["hour"])],
             lambda hours: best(hours["list"], "hour", "orders")),
    Question("How does this week compare with the last?", [performance(**WEEK), performance(**BEFORE)],
             lambda this, last: (this["totals"]["commission"], last["totals"]["commission"])),
    Question("How much is still pending?", [performance(**days(89))],
             lambda quarter: quarter["totals"]["pending_commission"]),
    Question("How much was declined in 90 days?", [performance(**days(89))],
             lambda quarter: quarter["totals"]["rejected_commission"]),
    Question("What is our conversion rate by brand?", [performance(**MONTH, group_by=["brand"])],
             lambda brands: {row["mcid"]: row["cr"] for row in brands["list"]}),
    Question("Which channel earns most?", [performance(**MONTH, group_by=["site"])],
             lambda sites: best(sites["list"], "site_name", "commission")),
    Question("What was the largest order of the month?",
             [("/reports/transactions", {"filter": MONTH, "page": {"perPage": 100}})],
             lambda orders: best(orders["list"], "order_id", "report_amount")),
    Question("How many orders wait for a decision?",
             [("/reports/transactions", {"filter": {**days(89), "status": "pending"}})],
             lambda orders: orders["total"]),
    Question("What can we withdraw now?", [("/payments/balance", {})],
             lambda balance: (balance["withdrawable"], balance["currency"])),
    Question("What is approved and not withdrawable yet?", [("/payments/balance", {})],
             lambda balance: (balance["approved"], balance["waiting"])),
    Question("Who is late with paying?", [("/payments/ageing", {})],
             lambda ageing: {row["mcid"]: row["late"]["amount"] for row in ageing["list"] if row["late"]["periods"]}),
    Question("How much is very late?", [("/payments/ageing", {})],
             lambda ageing: (ageing["very_late"], ageing["waiting"], ageing["currency"])),
    Question("When and how much were we paid?", [("/payments/summary", {})],
             lambda payments: [(row["payment_id"], row["net"], row["paid_date"]) for row in payments["list"]]),
    Question("What came in each month?", [("/payments/months", {})],
             lambda months: {row["month"]: row["net"] for row in months["list"]}),
    Question("Which settlements are not paid yet?",
             [("/payments/settlements", {"filter": {"state": "payable"}, "page": {"perPage": 100}})],
             lambda open_ones: total(open_ones["list"], "amount")),
    Question("What broke?", [("/reports/alerts", {"filter": {"state": "open"}, "page": {"perPage": 100}})],
             lambda alerts: sorted(row["alert_id"] for row in alerts["list"])),
    Question("Which links lead nowhere?", [("/tools/broken_links", {"filter": {"state": "open"}})],
             lambda broken: sorted((row["link_id"], row["type"]) for row in broken["list"])),
    Question("Which link has the most clicks?", [("/tools/links", {"page": {"perPage": 100}})],
             lambda links: best(links["list"], "code", "clicks")),
    Question("Which of our links are retired?", [("/tools/links", {"filter": {"retired": True}})],
             lambda links: links["total"]),
    Question("Which brands have we joined?", [("/brands/find", {"filter": {"status": 2}, "page": {"perPage": 100}})],
             lambda brands: sorted(row["mcid"] for row in brands["list"])),
    Question("Which brands with shoes could we join?",
             [("/brands/find", {"filter": {"status": 0, "keyword": "shoes"}})],
             lambda brands: brands["total"]),
    Question("What does Loomfield pay?", [("/brands/info", {"attributes": {"mcid": "loomfield"}})],
             lambda brand: (brand["commission"], [group["value"] for group in brand["commission_groups"]])),
    Question("Which coupons of Loomfield work now?", [("/brands/coupons", {"filter": {"mcid": "loomfield"}})],
             lambda coupons: sorted(row["code"] for row in coupons["list"])),
    Question("Which applications wait?", [("/brands/applications", {"filter": {"status": 1}})],
             lambda waiting: sorted(row["mcid"] for row in waiting["list"])),
    Question("How many visitors were bots?", [("/reports/clicks", {"filter": {**WEEK, "verdict": "bot"}})],
             lambda clicks: clicks["total"]),
    Question("Which cases are open?", [("/reports/case_list", {"page": {"perPage": 100}})],
             lambda cases: {row["case_id"]: row["state"] for row in cases["list"]}),
    Question("What are our channels?", [("/site/list", {})],
             lambda sites: [(row["name"], row["website"]) for row in sites["list"]]),
    Question("What does the dashboard say?", [("/home/dashboard", {"filter": {"period": "30d"}})],
             lambda board: (board["totals"], [row["mcid"] for row in board["top_brands"]])),
]  # fmt: skip


@pytest.fixture(scope="module")
async def demo(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Agent]:
    """An agent with a token of the demonstration's publisher, on a portal of its own."""
    async with serve(make_database(), tmp_path_factory.mktemp("demo")) as portal:
        assert await handlers.demo.demonstration.fill(portal.resources)
        account, password = DEMO
        signed_in = await portal.ok(
            "/auth/sign_in", attributes={"account": account, "password": password}
        )
        draft = {"name": "Questions", "scopes": [*Scope], "password": password}
        made = await portal.ok("/common/gen_token", signed_in["token"], attributes=draft)
        yield Agent(portal, made["token"])


async def ask(agent: Agent, path: str, req: dict[str, Any]) -> Any:
    """What a call's tool returns: as many rows as the call would, from as many results as it takes."""
    rows: list[Any] = []
    most = req.get("page", {}).get("perPage", 20)
    arguments = req
    while True:
        data = await agent.data(path.strip("/").replace("/", "_"), **arguments)
        if not isinstance(data, dict) or "list" not in data:
            return data
        rows += data["list"]
        if data["next"] is None or len(rows) >= most:
            return data | {"list": rows}
        arguments = {**req, "page": {"cursor": data["next"]}}


def test_there_are_enough_questions() -> None:
    assert 20 <= len(QUESTIONS) <= 50


async def test_questions_are_answered_with_the_portals_exact_figures(demo: Agent) -> None:
    answers = {}
    for words, calls, answer in QUESTIONS:
        by_agent = answer(*[await ask(demo, path, req) for path, req in calls])
        by_script = answer(*[await demo.portal.ok(path, demo.token, **req) for path, req in calls])
        assert by_agent == by_script, words
        answers[words] = by_agent
    nothing = [words for words, found in answers.items() if found in (None, [], {}, 0)]
    assert len(nothing) <= 4, nothing
