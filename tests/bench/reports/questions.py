"""A report's queries on a large network: on roll-ups, on rows, and on DuckDB."""

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import asyncpg

import sql.reports.figures.reconcile
import sql.reports.performance
from schema.core.days import Days, first_instant
from schema.core.envelope import Page
from schema.reports.report import GroupBy
from sql.core.db import Text, set_codecs
from sql.reports import order_filter
from sql.reports import orders as order_report
from sql.reports.figures.report_query import ReportQuery
from tests.bench.machine import FOLDER
from tests.bench.reports.data import DAYS, LARGEST, LAST_DAY

FAR = 20
"""A page's depth: the n-th part of all orders comes after it."""
WARM = 6
"""How often each is asked before it is measured: the portal's connections live long, and PostgreSQL keeps one plan
for a statement that came five times."""
WHOLE = Days(LAST_DAY - timedelta(days=DAYS - 1), LAST_DAY)
QUARTER = Days(LAST_DAY - timedelta(days=89), LAST_DAY)
DUCK = "duckdb==2.0.0"
RAW = {
    "day": (
        """
        select (order_time at time zone 'UTC')::date, count(*), sum(report_amount), sum(report_comm)
          from conversion where publisher_id = $1 and order_time >= $2 and order_time < $3
         group by 1 order by 1
        """,
        """
        select (click_time at time zone 'UTC')::date, count(*) filter (where verdict = 'valid')
          from click where publisher_id = $1 and click_time >= $2 and click_time < $3
         group by 1 order by 1
        """,
    ),
    "brand": (
        """
        select mid, count(*), sum(report_amount), sum(report_comm)
          from conversion where publisher_id = $1 and order_time >= $2 and order_time < $3
         group by 1 order by 1
        """,
        """
        select mid, count(*) filter (where verdict = 'valid')
          from click where publisher_id = $1 and click_time >= $2 and click_time < $3
         group by 1 order by 1
        """,
    ),
}
COVERING = (
    "create index raw_orders on conversion (publisher_id, order_time)"
    " include (mid, status, report_amount, report_comm)",
    "create index raw_clicks on click (publisher_id, click_time) include (mid, verdict)",
    "vacuum analyze conversion",
    "vacuum analyze click",
)
UNCOVERED = ("drop index raw_orders", "drop index raw_clicks")
"""The portal has no such indexes, and is not to be helped or held up by them."""
COUNT = """
    select count(*) from conversion
     where publisher_id = $1 and order_time >= $2 and order_time < $3
"""
EXPORTS = {
    "orders": "select publisher_id, order_time at time zone 'UTC', mid, status, report_amount, report_comm"
    " from conversion order by publisher_id, order_time",
    "clicks": "select publisher_id, click_time at time zone 'UTC', mid, verdict"
    " from click order by publisher_id, click_time",
}

Ask = Callable[[], Awaitable[float]]


async def time_questions(small: str, large: str, rounds: int) -> dict[str, list[float]]:
    """The milliseconds of each question, a round of them all after the other."""
    few, many = await asyncpg.connect(small), await asyncpg.connect(large)
    for db in (few, many):
        await db.execute("set jit = off")
        await set_codecs(db)
    found = await sql.reports.figures.reconcile.find_differences(few, LARGEST)
    assert not found, found[:3]
    with duckdb() as duck:
        await export_rows(many, duck)
        questions = await of(few, many, duck)
        times: dict[str, list[float]] = {name: [] for name in questions}
        for ask in questions.values():
            for _ in range(WARM):
                await ask()
        for _ in range(rounds):
            for name, ask in questions.items():
                times[name].append(await ask())
    await few.close()
    await many.close()
    return times


async def of(few: Any, many: Any, duck: "Duck") -> dict[str, Ask]:
    """Every question by its name; each call answers in milliseconds."""
    first, after = WHOLE.bounds("UTC")
    values = (LARGEST, first, after)
    found: dict[str, Ask] = {}
    for name, groups in (("day", (GroupBy.DATE,)), ("brand", (GroupBy.BRAND,)), ("totals", ())):
        statement = statement_of(question(WHOLE, groups))
        found[name] = prepare(many, (statement.statement, statement.values))
        found[f"{name} small"] = prepare(few, (statement.statement, statement.values))
    for name, statements in RAW.items():
        found[f"{name} raw"] = prepare(many, *((statement, values) for statement in statements))
        found[f"{name} duckdb"] = duck.asking([name, f"clicks by {name}"], values)
    quarter = statement_of(question(QUARTER, (GroupBy.DATE,)))
    found["day, 90 days"] = prepare(many, (quarter.statement, quarter.values))
    found["count(*)"] = prepare(many, (COUNT, values))
    orders = order_filter.OrderQuery(publisher_id=LARGEST, zone="UTC", days=WHOLE)
    depth = (await many.fetchval(COUNT, *values)) * (FAR - 1) // FAR
    before_far = await order_report.page(many, orders, Page(number=depth + 1, size=1), 1)
    for name, cursor in (("page 1", None), ("page far", before_far.next)):
        found[name] = prepare_page(many, orders, Page(size=20, cursor=cursor))
    return found


def question(days: Days, groups: tuple[GroupBy, ...]) -> ReportQuery:
    return ReportQuery(publisher_id=LARGEST, zone="UTC", currency="GBP", days=days, groups=groups,
                    now=first_instant(LAST_DAY, "UTC"))  # fmt: skip


def statement_of(question: ReportQuery) -> Text:
    return sql.reports.performance.bind(question, sql.reports.performance.shape_of(question))


def prepare(db: Any, *statements: tuple[str, tuple[Any, ...]]) -> Ask:
    async def ask() -> float:
        began = perf_counter()
        for statement, values in statements:
            await db.fetch(statement, *values)
        return (perf_counter() - began) * 1000

    return ask


def prepare_page(db: Any, orders: order_filter.OrderQuery, page: Page) -> Ask:
    async def ask() -> float:
        began = perf_counter()
        await order_report.page(db, orders, page, 1)
        return (perf_counter() - began) * 1000

    return ask


class Duck:
    """DuckDB in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def say(self, message: dict[str, Any]) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(message, default=str), file=self._process.stdin, flush=True)
        answer: float = json.loads(self._process.stdout.readline())
        return answer

    def asking(self, questions: list[str], values: tuple[Any, ...]) -> Ask:
        plain = [str(value).removesuffix("+00:00") for value in values]

        async def ask() -> float:
            return self.say({"questions": questions, "values": plain})

        return ask


def install(name: str, *packages: str) -> Path:
    """The folder of a peer's packages, which are fetched the first time."""
    folder = FOLDER / name
    if not (folder / name).exists():
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--target", folder]
        subprocess.run([*pip, *packages], check=True)
    return folder


@contextmanager
def duckdb() -> Iterator[Duck]:
    """DuckDB on an empty file; it is installed the first time."""
    folder, file = install("duckdb", DUCK), FOLDER / "reports.duckdb"
    file.unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, Path(__file__).parent.parent / "peers" / "duck.py"],
        env=os.environ | {"PEERS": str(folder), "FILE": str(file)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Duck(process)
    finally:
        process.terminate()
        process.wait()
        file.unlink(missing_ok=True)


async def export_rows(db: Any, duck: Duck) -> None:
    """Give DuckDB the rows in the order that suits it best."""
    for name, statement in EXPORTS.items():
        file = FOLDER / f"{name}.csv"
        await db.copy_from_query(statement, output=str(file), format="csv", timeout=3600)
        duck.say({"load": name, "file": str(file)})
        file.unlink()
