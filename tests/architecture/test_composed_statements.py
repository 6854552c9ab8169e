"""Statements that are composed, not written out, say whose rows they mean too; and no module composes one unseen."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, combinations
from typing import Any

import pytest

from sql.brands import application, facets
from sql.brands import search as brand_search
from sql.clicks import link
from sql.figures import rebuild, rollup
from sql.tools import broken_link
from tests.architecture.source.imports import ROOT
from tests.architecture.test_statements import ACROSS, SQL, constant, faults

FILTERS_OF_LINKS = ("link_id", "mcid", "site_id", "keyword", "retired", "in use")
PROVED_HERE = {
    "sql/brands/application.py",
    "sql/clicks/link.py",
    "sql/brands/facets.py",
    "sql/brands/search.py",
    "sql/figures/rebuild.py",
    "sql/figures/rollup.py",
    "sql/tools/broken_link.py",
}
"""Modules whose statements are composed below."""
PROVED_ELSEWHERE = {
    "sql/reports/clicks.py": "test_report_statements.py",
    "sql/reports/export_statements.py": "test_report_statements.py",
    "sql/reports/orders.py": "test_report_statements.py",
    "sql/reports/performance.py": "test_report_statements.py",
    "sql/home/notice.py": "Reader.ask() takes constants of the module",
    "sql/orders/attribution.py": "fetch_clicks() takes constants of the module",
    "sql/orders/order.py": "write_rows() takes constants of the module",
    "sql/payments/reconcile.py": "RULES holds constants of the module",
    "sql/exports/data_export.py": "statements of data_export_statements.py",
    "sql/brands/brand_count.py": "no table of publishers",
    "sql/brands/coupon.py": "no table of publishers",
    "sql/core/pypika_ext.py": "pages of what others compose",
    "sql/core/keyset.py": "pages of what others compose",
    "sql/core/db.py": "the functions themselves",
    "sql/core/copy_text.py": "runs what others compose",
    "sql/core/fast_pool.py": "a setting",
    "sql/orders/intake_batch.py": "a method of its own is called prepare",
    "sql/clicks/click.py": "makes the partitions of months, for all publishers",
    "sql/orders/import_progress.py": "locks, settings and statistics",
}
COMPOSING = {"compose", "template", "Text", "page_of", "page_query", "prepare"}
DIRECT = {"db.execute", "db.fetch", "db.fetchrow", "db.fetchval", "db.cursor"}
"""Calls of the driver, past the functions of sql/core/db.py."""


def subsets(names: tuple[str, ...]) -> Iterator[frozenset[str]]:
    return map(
        frozenset, chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))
    )


def statements() -> Iterator[tuple[str, str]]:
    for names in subsets(FILTERS_OF_LINKS):
        word = "+".join(sorted(names)) or "all"
        yield f"links {word}", link.page_template(names, False).statement
        yield f"links {word} on", link.page_template(names, True).statement
        yield f"links {word} in a file", link.all_template(names).statement
        yield f"links {word} count", link.count_template(names).statement
    for names in subsets(tuple(broken_link.FILTERS)):
        word = "+".join(sorted(names)) or "all"
        yield f"broken {word}", broken_link.page_template(names).statement
        yield f"broken {word} count", broken_link.count_template(names).statement
    for name in (*brand_search.CONDITIONS, ""):
        names = frozenset({name} - {""})
        for sort in brand_search.ORDERS:
            yield f"brands {name} {sort}", brand_search._page(names, sort, False).statement
            yield f"few brands {name} {sort}", brand_search._few(names, sort, False).statement
        yield f"brands {name} count", brand_search._total(names).statement
        for field in ("category", "country", "offer_type"):
            yield f"brands {name} by {field}", facets._facet(names, field).statement
    for continued in (False, True):
        yield f"applications {continued}", application._page(continued).statement
    yield "applications count", application._count().statement
    yield "rebuild count", rebuild.count_template().statement
    yield "rebuild move", rebuild.move_template().statement
    yield "rollup", rollup.upsert_statement(("clicks", "orders"))


STATEMENTS = dict(statements())


def test_a_composed_statement_says_whose_rows_it_means() -> None:
    wrong = {name: found for name, statement in STATEMENTS.items() if (found := faults(statement))}
    assert wrong == {}


def test_one_that_does_not_is_found() -> None:
    """The control: the same statements with their publisher left out."""
    for name in ("links all", "broken all", "rebuild move"):
        whole = STATEMENTS[name]
        assert faults(re.sub(r'publisher_id("? ?= ?\$)', r"mid\1", whole))


def composes(source: str, module: dict[str, Any]) -> bool:
    """Whether a module runs a statement that is none of its own constants, which test_statements.py reads."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function = ast.unparse(node.func)
        name = function.rpartition(".")[2]
        if function in DIRECT or (
            name in COMPOSING and (name != "Text" or not is_constant(node.args[0], module))
        ):
            return True
    return False


def is_constant(node: ast.expr, module: dict[str, Any]) -> bool:
    """Whether it is a constant, of this module or another, that begins as a statement does."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return bool(SQL.match(str(getattr(module.get(node.value.id), node.attr, ""))))
    try:
        return bool(SQL.match(constant(node, module)))
    except (TypeError, KeyError):
        return False


def test_no_module_composes_a_statement_unseen() -> None:
    found = set()
    for file in sorted((ROOT / "sql").rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        if path.startswith((*ACROSS, "sql/demo/")):
            continue
        module = vars(import_module(path.removesuffix(".py").replace("/", ".")))
        if composes(file.read_text(), module):
            found.add(path)
    assert found == PROVED_HERE | PROVED_ELSEWHERE.keys()


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ('ALL = "select 1"\nText(ALL, ())', False),
        ("Text(statement, ())", True),
        ('compose("select 1")', True),
        ('text("select 1")', False),
        ('db.fetch("select 1")', True),
    ],
)
def test_what_composes_is_seen(source: str, seen: bool) -> None:
    """The control."""
    assert composes(source, {"ALL": "select 1"}) == seen
