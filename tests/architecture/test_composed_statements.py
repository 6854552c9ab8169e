"""Composed statements name their publisher, and every module that composes statements is known."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, combinations
from typing import Any

import pytest

from sql.accounts import agent_request, audit
from sql.brands import application_list, brand, facets, standing
from sql.brands import search as brand_search
from sql.channels import channel
from sql.core.db import Template
from sql.exports import download, schedule
from sql.links import broken_link_list, link
from sql.payments import paid_items
from sql.postbacks import delivery
from sql.reports import book, book_rows, why
from sql.reports.figures import rebuild, reconcile, rollup
from tests.architecture.source.imports import ROOT
from tests.architecture.test_statements import (
    ACROSS,
    NotConstant,
    constant,
    faults,
    with_names,
)

FILTERS_OF_LINKS = ("link_id", "mcid", "site_id", "keyword", "retired", "in use")
PROVED_HERE = {
    "sql/accounts/agent_request.py",
    "sql/accounts/audit.py",
    "sql/exports/download.py",
    "sql/exports/schedule.py",
    "sql/channels/channel.py",
    "sql/brands/application_list.py",
    "sql/brands/standing.py",
    "sql/brands/brand.py",
    "sql/links/link.py",
    "sql/brands/facets.py",
    "sql/brands/search.py",
    "sql/reports/figures/rebuild.py",
    "sql/reports/figures/reconcile.py",
    "sql/reports/figures/rollup.py",
    "sql/payments/paid_items.py",
    "sql/links/broken_link_list.py",
    "sql/postbacks/delivery.py",
    "sql/reports/book.py",
    "sql/reports/book_rows.py",
    "sql/reports/why.py",
}
"""Modules whose statements are composed below."""
PROVED_ELSEWHERE = {
    "sql/reports/clicks.py": "test_report_statements.py",
    "sql/exports/export_statements.py": "test_report_statements.py",
    "sql/reports/orders.py": "test_report_statements.py",
    "sql/reports/performance.py": "test_report_statements.py",
    "sql/orders/attribution.py": "fetch_clicks() takes constants of the module",
    "sql/orders/order.py": "write_rows() takes constants of the module",
    "sql/payments/reconcile.py": "RULES holds constants of the module",
    "sql/exports/data_export.py": "statements of data_export_statements.py",
    "sql/brands/brand_count.py": "no table of publishers",
    "sql/orders/order_import.py": "no table of publishers",
    "sql/payments/balance.py": "no table of publishers",
    "sql/brands/coupon.py": "no table of publishers",
    "sql/core/pypika_ext.py": "pages of what others compose",
    "sql/core/keyset.py": "pages of what others compose",
    "sql/core/db.py": "the functions themselves",
    "sql/core/sql_template.py": "the function itself",
    "sql/core/copy_text.py": "runs what others compose",
    "sql/core/fast_pool.py": "a setting",
    "sql/orders/intake_batch.py": "a method of its own is called prepare",
    "sql/clicks/page_and_placement.py": "pieces of constants of file_clicks.py",
    "sql/clicks/fill_pages.py": "a function for the page of a click is called page_of",
    "sql/clicks/click.py": "makes the partitions of months, for all publishers",
    "sql/orders/import_progress.py": "locks, settings and statistics",
}
COMPOSING = {
    "compose", "template", "number", "text", "Text", "page_of", "page_sql", "page_query", "prepare",
}  # fmt: skip
DIRECT = {"db.execute", "db.fetch", "db.fetchrow", "db.fetchval", "db.cursor"}
"""Calls of the driver, past the functions of sql/core/db.py."""


def subsets(names: tuple[str, ...]) -> Iterator[frozenset[str]]:
    return map(
        frozenset, chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))
    )


def statements() -> Iterator[tuple[str, Template]]:
    for names in subsets(FILTERS_OF_LINKS):
        word = "+".join(sorted(names)) or "all"
        yield f"links {word}", link.page_template(names, False)
        yield f"links {word} on", link.page_template(names, True)
        yield f"links {word} in a file", link.all_template(names)
        yield f"links {word} count", link.count_template(names)
    for names in subsets(tuple(broken_link_list.FILTERS)):
        word = "+".join(sorted(names)) or "all"
        yield f"broken {word}", broken_link_list.page_template(names)
        yield f"broken {word} count", broken_link_list.count_template(names)
    for name in (*brand_search.CONDITIONS, ""):
        names = frozenset({name} - {""})
        for sort in brand_search.ORDERS:
            yield f"brands {name} {sort}", brand_search._page(names, sort, False)
            yield f"few brands {name} {sort}", brand_search._few(names, sort, False)
        yield f"brands {name} count", brand_search._total(names)
        for field in ("category", "country", "offer_type"):
            yield f"brands {name} by {field}", facets._facet(names, field)
    for continued in (False, True):
        yield f"applications {continued}", application_list._page(continued)
        yield f"standings {continued}", standing._page(continued)
        yield f"deliveries {continued}", delivery._page(continued)
        yield f"audit {continued}", audit.page_template(continued)
        yield f"downloads {continued}", download.page_template(continued)
        yield f"schedule runs {continued}", schedule.runs_template(continued)
        yield f"sites {continued}", channel.page_template(continued)
        yield f"comparisons of books {continued}", book._page(continued)
    for names in subsets(tuple(book_rows.CONDITIONS)):
        word = "+".join(sorted(names)) or "all"
        ordered = tuple(sorted(names))
        yield f"rows of books {word}", book_rows._rows(ordered, False)
        yield f"rows of books {word} on", book_rows._rows(ordered, True)
        yield f"rows of books {word} count", book_rows._count_rows(ordered)
    yield "comparison of books", book._one()
    yield "comparisons of books count", book._count()
    yield "rows of books in a file", book_rows._all_rows()
    yield "past days to payment", why.past_days_template()
    yield "requests of apps", agent_request.recent_template()
    for lock in (False, True):
        yield f"request of an app {lock}", agent_request.one_template(lock)
    yield "audit count", audit.count_template()
    yield "downloads count", download.count_template()
    yield "schedule runs count", schedule.count_template()
    yield "applications count", application_list._count()
    yield "standings count", standing._count()
    yield "rebuild count", rebuild.count_template()
    yield "rebuild move", rebuild.move_template()
    yield "results of a brand", brand.results_template()
    yield "items of a payment", paid_items.sums_template()
    for counted in ("orders", "items", "clicks", "uncounted"):
        yield f"reconcile {counted}", getattr(reconcile, f"{counted}_template")()
    yield "rollup", rollup.upsert_template(("clicks", "pending_orders"))


STATEMENTS = {name: with_names(template) for name, template in statements()}


def test_composed_statement_names_its_publisher() -> None:
    wrong = {name: found for name, statement in STATEMENTS.items() if (found := faults(statement))}
    assert wrong == {}


def test_check_finds_a_composed_statement_without_its_publisher() -> None:
    """The control: the same statements with their publisher left out."""
    for name in ("links all", "broken all", "rebuild move"):
        whole = STATEMENTS[name]
        assert faults(re.sub(r'publisher_id("? ?= ?:)', r"mid\1", whole))


def composes(source: str, module: dict[str, Any]) -> bool:
    """Whether a module runs a statement that is none of its own constants, which test_statements.py reads."""
    tree = ast.parse(source)
    constants = {id(node.value) for node in tree.body if isinstance(node, ast.Assign)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args or id(node) in constants:
            continue
        function = ast.unparse(node.func)
        name = function.rpartition(".")[2]
        if function in DIRECT or (
            name in COMPOSING and (name != "text" or not is_constant(node.args[0], module))
        ):
            return True
    return False


def is_constant(node: ast.expr, module: dict[str, Any]) -> bool:
    """Whether it is literals and constants, of this module or another."""
    try:
        constant(node, module)
    except NotConstant:
        return False
    return True


def test_every_module_that_composes_statements_is_tested() -> None:
    found = set()
    for file in sorted((ROOT / "sql").rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        if path.startswith(ACROSS):
            continue
        module = vars(import_module(path.removesuffix(".py").replace("/", ".")))
        if composes(file.read_text(), module):
            found.add(path)
    assert found == PROVED_HERE | PROVED_ELSEWHERE.keys()


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("text(ALL)", False),
        ("text(statement)", True),
        ("number(statement)", True),
        ('Text("select 1", ())', True),
        ('def find():\n    compose("select 1")', True),
        ('ALL = compose("select 1")', False),
        ('text("select 1")', False),
        ('text("select " + name)', True),
        ('db.fetch("select 1")', True),
    ],
)
def test_check_detects_a_composed_statement(source: str, seen: bool) -> None:
    """The control."""
    assert composes(source, {"ALL": "select 1"}) == seen
