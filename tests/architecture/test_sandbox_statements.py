"""Statements that span publishers, or read brands at large, say whether they mean live ones or sandboxes.

One function says so of publishers, `is_live(publisher_id)` (migration 0283), and one column of brands, `brand.sandbox`.
"""

import re
from collections.abc import Iterator

import pytest
import sqlglot
from sqlglot import exp
from sqlglot.optimizer.scope import traverse_scope

from schema.core.sandbox import SANDBOX_FROM, is_live
from schema.network.order import NetworkOrderBasis
from sql.core.db import Template
from sql.network import account, expected_decision_date, guarded_change, payment
from sql.network.lists import (
    brand,
    channel,
    order,
    order_case,
    refused_report,
    relationship,
    undelivered_mail,
    vat_review,
)
from sql.network.payments import settlement
from tests.architecture.source.imports import ROOT
from tests.architecture.test_composed_statements import STATEMENTS
from tests.architecture.test_statements import (
    HANDWRITTEN,
    conjuncts,
    faults,
    find_conditions,
    with_names,
)
from tests.support.portal import Portal

IS_LIVE = re.compile(r"(?<!<> )is_live\(((?:\w+\.)?publisher_id)\)")
OF_ALL = {
    "sql/network/account.py": "ends what one of the staff opened, wherever",
    "sql/network/book_comparison.py": "takes up a job that was killed, whosever",
    "sql/network/due_schedule.py": "schedules, which no sandbox has",
    "sql/network/due_delivery.py": "postbacks of sandboxes are delivered",
    "sql/network/expired_download.py": "files of sandboxes expire, too",
    "sql/network/guarded_change.py": "settles changes, which no sandbox has",
    "sql/network/issued.py": "a restored portal draws no number twice, in sandboxes neither",
    "sql/network/payments/payout_file.py": "payments of a batch, which no sandbox has",
    "sql/network/payments/unmade_document.py": "documents of sandboxes are made",
    "sql/network/pending_click.py": "clicks of sandboxes are filed",
    "sql/network/publisher.py": "zones and marks of figures, which sandboxes have; names of rows that were found",
    "sql/network/retention.py": "rows of sandboxes expire, too",
    "sql/network/sealed_row.py": "keys are replaced for every sealed row",
    "sql/network/unused_upload.py": "files of sandboxes expire, too",
    "handlers/demo/catalogue/network.py": "the demonstration",
    "handlers/demo/people/memberships.py": "the demonstration",
    "handlers/demo/people/owners.py": "the demonstration",
}
"""Modules whose statements span live publishers and sandboxes, each with the reason."""
OF_LIVE_ROWS = {
    "sql/network/alert_task.py": "alerts: the watch goes round live publishers",
    "sql/network/lists/alert.py": "alerts: the watch goes round live publishers",
    "sql/network/brand_decline.py": "counted by the watch's round",
    "sql/network/expected_date.py": "recorded for publisher.all_ids()",
    "sql/network/measured/statements.py": "counted for publisher_ids()",
    "sql/network/watch/control_figures.py": "watched publishers",
    "sql/network/lists/vat_review.py": "what a publisher says of its VAT, refused in a sandbox",
}
"""Modules that read tables in which only live publishers have rows, by whoever writes these."""
SEALED = "payment_method as payment_method "
"""Sealed rows, which are encrypted anew whosever they are."""
BRANDS_OF_ALL = {
    "sql/network/unused_upload.py": "pictures in use",
    "sql/payments/past_payments.py": "the brands of one's own settlements",
    "sql/reports/dashboard.py": "the brands of one's own figures",
}
"""Modules that read brands by something else than their number, and need not say which they mean, with the reason."""


def network_lists() -> Iterator[tuple[str, Template]]:
    """The statements of the network's lists that are composed."""
    lists = "sql/network/lists/"
    for continued in (False, True):
        yield "sql/network/account.py", account._page(continued)
        yield "sql/network/guarded_change.py page", guarded_change._page(continued)
        yield "sql/network/payment.py", payment._page(continued)
        yield "sql/network/payments/settlement.py", settlement._page(continued)
        yield f"{lists}undelivered_mail.py", undelivered_mail._page(continued)
        yield f"{lists}vat_review.py page", vat_review._page(frozenset(), continued)
        yield f"{lists}channel.py", channel._page(frozenset(), continued)
        for basis in NetworkOrderBasis:
            yield f"{lists}order.py", order._page(order.ORDERS[basis], frozenset(), continued)
        yield f"{lists}order_case.py", order_case._page(frozenset(), continued)
        yield f"{lists}refused_report.py", refused_report._page(frozenset(), continued)
        yield f"{lists}relationship.py", relationship._page(frozenset(), continued)
        yield f"{lists}brand.py", brand._page(frozenset(), continued)
    yield "sql/network/account.py", account._count()
    yield "sql/network/guarded_change.py count", guarded_change._count()
    yield "sql/network/payment.py", payment._count()
    yield "sql/network/payments/settlement.py", settlement._count()
    yield "sql/network/expected_decision_date.py", expected_decision_date.decisions()
    yield f"{lists}undelivered_mail.py", undelivered_mail._count()
    yield f"{lists}vat_review.py count", vat_review._count(frozenset())
    yield f"{lists}channel.py", channel._count(frozenset())
    for basis in NetworkOrderBasis:
        yield f"{lists}order.py", order._oids(order.ORDERS[basis], frozenset({"undecided"}))
    yield f"{lists}order.py", order._count(frozenset())
    yield f"{lists}order_case.py", order_case._count(frozenset())
    yield f"{lists}refused_report.py", refused_report._count(frozenset())
    yield f"{lists}relationship.py", relationship._count(frozenset())
    yield f"{lists}brand.py", brand._count(frozenset())


LISTS = [(path, with_names(template)) for path, template in network_lists()]
WRITTEN = [*HANDWRITTEN, *STATEMENTS.items(), *LISTS]


def find_spanning(statement: str) -> list[str]:
    """The tables that a statement reads across publishers without saying of which."""
    grounded = IS_LIVE.sub(r"\1 = 0", statement)
    return [
        fault
        for fault in faults(grounded)
        if "publisher_id" in fault and not fault.startswith(SEALED)
    ]


def reads_brands_at_large(statement: str) -> bool:
    """Whether a statement reads brands by something else than their number, without saying which it means."""
    tree = sqlglot.parse_one(statement, read="postgres")
    for scope in traverse_scope(tree):
        select = scope.expression
        if not isinstance(select, exp.Select):
            continue
        names = {
            alias
            for alias, source in scope.sources.items()
            if isinstance(source, exp.Table) and source.name == "brand"
        }
        joined = {
            column.name
            for join in select.args.get("joins") or ()
            for column in join.args.get("using") or ()
        }
        if not names or "mid" in joined:
            continue
        conditions = list(find_conditions(select))
        if any(column.name == "sandbox" for each in conditions for column in columns(each)):
            continue
        if not any(pins(each, names) for each in conditions):
            return True
    return any(
        node.find(exp.Table).name == "brand"
        and not any(
            pins(each, {"brand", ""})
            for each in (conjuncts(node.args["where"].this) if node.args.get("where") else ())
        )
        for node in tree.find_all(exp.Update, exp.Delete)
    )


def columns(condition: exp.Expression) -> Iterator[exp.Column]:
    return condition.find_all(exp.Column)


def pins(condition: exp.Expression, names: set[str]) -> bool:
    """Whether a condition gives the number of a brand, as a value or of another row."""
    if not isinstance(condition, exp.EQ | exp.In):
        return False
    sides = [condition.this, condition.args.get("expression")]
    return any(
        isinstance(side, exp.Column) and side.name == "mid" and side.table in {*names, ""}
        for side in sides
    )


@pytest.mark.parametrize(("path", "statement"), WRITTEN, ids=[path for path, _ in WRITTEN])
def test_statement_that_spans_publishers_says_whether_they_are_live(
    path: str, statement: str
) -> None:
    module = path.split(":")[0].split(" ")[0]
    if (module in OF_ALL and " " not in path) or (module in OF_LIVE_ROWS and " " not in path):
        return
    assert find_spanning(statement) == [], f"{path}: say is_live(publisher_id)\n{statement}"


@pytest.mark.parametrize(("path", "statement"), WRITTEN, ids=[path for path, _ in WRITTEN])
def test_statement_that_reads_brands_at_large_says_which(path: str, statement: str) -> None:
    if path.split(":")[0] in BRANDS_OF_ALL or path.startswith("handlers/demo/"):
        return
    assert not reads_brands_at_large(statement), f"{path}: say brand.sandbox\n{statement}"


def test_exceptions_name_modules_that_exist() -> None:
    for path in (*OF_ALL, *OF_LIVE_ROWS, *BRANDS_OF_ALL):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(
    "statement",
    [
        "select count(*) from conversion where status = 'Pending'",
        "select * from payment p join publisher on publisher.publisher_id = p.publisher_id",
        "update payment set problem = :problem where channel = 'provider'",
    ],
)
def test_check_finds_a_statement_that_spans_publishers(statement: str) -> None:
    """The control."""
    assert find_spanning(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "select count(*) from conversion where is_live(publisher_id) and status = 'Pending'",
        "select * from payment p join publisher on publisher.publisher_id = p.publisher_id"
        " where is_live(p.publisher_id)",
        "update payment set problem = :problem where is_live(publisher_id)",
    ],
)
def test_check_accepts_a_statement_over_live_publishers(statement: str) -> None:
    """The control."""
    assert not find_spanning(statement)


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        ("select mid from brand where status = 'online'", True),
        ("select mid from brand where mcid = any(:mcids)", True),
        ("select mid from brand where status = 'online' and not sandbox", False),
        ("select mid from brand where mcid = :mcid and sandbox <> is_live(:publisher_id)", False),
        ("select name from brand where mid = any(:mids)", False),
        ("select c.oid from conversion c join brand on brand.mid = c.mid", False),
    ],
)
def test_check_finds_a_statement_that_reads_brands_at_large(statement: str, wrong: bool) -> None:
    """The control."""
    assert reads_brands_at_large(statement) == wrong


async def test_function_of_the_database_agrees_with_that_of_the_schema(portal: Portal) -> None:
    for uid in (0, 1, SANDBOX_FROM - 1, SANDBOX_FROM, SANDBOX_FROM + 1):
        assert await portal.value("select is_live($1)", uid) == is_live(uid)
