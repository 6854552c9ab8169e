"""Every statement can be narrowed to some channels, and nothing of a session goes past that (decision 257)."""

import ast
import re
from collections.abc import Iterator

import pytest
import sqlglot
from sqlglot import exp

from handlers._registry import registry
from rpc.calls.context import Member, Publisher
from rpc.calls.registry_entry import Procedure
from sql.core import narrowing
from sql.core.db import number
from sql.core.narrowing import HIDDEN, NARROWED, WHOLE, narrow_statement
from tests.architecture import test_composed_statements, test_report_statements
from tests.architecture.source.imports import ROOT, python_sources
from tests.architecture.test_statements import handwritten, with_names
from tests.support.portal import Portal

CHANNELS = r"\$\d+::bigint\[\]"
CARRYING = """
select table_name from information_schema.columns
 where column_name = 'publisher_id' and table_schema = 'public'
   and table_name not in (select relname from pg_class where relispartition)
"""
NOT_OF_PUBLISHERS = {"terms"}
"""Tables of brands with a publisher in some of their rows, narrowed nevertheless."""


def all_statements() -> Iterator[tuple[str, str]]:
    yield from handwritten()
    yield from test_composed_statements.STATEMENTS.items()
    for name, template in test_report_statements.STATEMENTS.items():
        yield name, with_names(template)


STATEMENTS = [
    (origin, statement)
    for origin, statement in all_statements()
    if not origin.startswith("handlers/demo/")
]
NEIGHBOURS = 4


def with_new_contexts() -> Iterator[tuple[str, str]]:
    """The statements with a table in words that it does not stand in before: reports repeat most of theirs."""
    seen: set[tuple[str, ...]] = set()
    for origin, statement in STATEMENTS:
        words = [each.text for each in narrowing.tokenize(statement) if not each.text.isspace()]
        contexts = {
            tuple(words[max(0, n - NEIGHBOURS) : n + NEIGHBOURS])
            for n, word in enumerate(words)
            if word.strip('"') in NARROWED.keys() | HIDDEN
        }
        if contexts - seen:
            yield origin, statement
        seen |= contexts


def find_unguarded_tables(statement: str) -> list[str]:
    """The narrowed and hidden tables that a statement reads or changes in full even once it is narrowed."""
    try:
        narrowed = narrow_statement(number(statement).statement).statement
    except TypeError:
        return []  # it writes what a narrowed session cannot write
    return find_unguarded(narrowed)


def find_unguarded(narrowed: str) -> list[str]:
    tree = sqlglot.parse_one(narrowed, read="postgres")
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    found = []
    for table in tree.find_all(exp.Table):
        name, parent = table.name, table.parent
        if name not in NARROWED.keys() | HIDDEN or table.alias in ("narrowed", "asked"):
            continue
        if name in named:
            found.append(f"{name} is the name of a table and of a part of the statement")
        if isinstance(parent, exp.Schema | exp.Insert):
            continue
        if isinstance(parent, exp.Update | exp.Delete):
            guards = parent.args["where"].this if parent.args.get("where") else None
            if guards is None or not is_condition(guards, name):
                found.append(f"{name} is changed without its condition")
        elif not is_guarded(parent, name):
            found.append(f"{name} is read without its condition")
    return found


def is_guarded(parent: exp.Expression | None, name: str) -> bool:
    """Whether a table stands in the `from` of a subquery that has its condition, and nothing else."""
    select = parent.parent if isinstance(parent, exp.From) else None
    if not isinstance(select, exp.Select) or not select.is_star or select.args.get("joins"):
        return False
    where = select.args.get("where")
    return where is not None and is_condition(where.this, name)


def is_condition(guards: exp.Expression, name: str) -> bool:
    """Whether a condition, or the first that must hold, is the one for the rows of a table."""
    while isinstance(guards, exp.And):
        guards = guards.left
    text = guards.sql(dialect="postgres").lower()
    if name in HIDDEN or NARROWED[name] == narrowing.NO_ROW:
        return text == "false"
    words = re.findall(r"site_id|account_id|publisher_id|grain", NARROWED[name])
    return all(word in text for word in words)


def test_every_statement_can_be_narrowed() -> None:
    assert len(STATEMENTS) > 500
    tried = list(with_new_contexts())
    assert len(tried) > 200
    wrong = {
        origin: found for origin, statement in tried if (found := find_unguarded_tables(statement))
    }
    assert wrong == {}


def test_narrowed_statement_has_one_parameter_more() -> None:
    for origin, statement in STATEMENTS:
        template = number(statement)
        try:
            narrowed, takes_channels = narrow_statement(template.statement)
        except TypeError:
            continue
        last = max(map(int, re.findall(r"\$(\d+)", narrowed)), default=0)
        assert last == len(template.names) + takes_channels, origin


@pytest.mark.parametrize(
    "statement",
    [
        "select 1 from link",
        "select 1 from brand, link l where l.mid = brand.mid",
        "select 1 from brand left join lateral (select 1 from conversion c) c on true",
        "update link set note = '' from brand where link.mid = brand.mid",
        "delete from relationship",
        "with own as (select * from site) select * from own",
        "select exists (select from payment where net > 0)",
        "select 1 from (link l join brand on brand.mid = l.mid)",
    ],
)
def test_check_finds_a_statement_that_is_not_narrowed(statement: str) -> None:
    """The control: the same statements as they are written."""
    assert find_unguarded(statement)
    assert not find_unguarded_tables(statement)


@pytest.mark.parametrize(
    ("statement", "narrowed"),
    [
        ("select event is distinct from $1, link from brand", None),
        ("select conversion.oid from brand conversion", None),
        ("select 'from link' -- from link\n from brand", None),
        ("select substring(note from link) from brand", None),
        ("insert into link (mid) values (1) on conflict do update set mid = 2", None),
        (
            "update alert a set state = $1 where a or b returning *",
            "update alert a set state = $1 where a.site_id = any($2::bigint[]) and ( a or b ) returning *",
        ),
        (
            "select 1 from link limit $1 for update",
            "select 1 from (select * from link where link.site_id = any($2::bigint[]) ) as link limit $1 for update",
        ),
    ],
)
def test_only_tables_are_narrowed(statement: str, narrowed: str | None) -> None:
    assert narrow_statement(statement).statement == (narrowed or statement)


@pytest.mark.parametrize(
    "statement",
    [
        "update payment set state = 'paid'",
        "delete from payment_method",
        "insert into ledger (line) values (1)",
    ],
)
def test_narrowed_session_cannot_write_what_it_does_not_see(statement: str) -> None:
    with pytest.raises(TypeError, match="a narrowed session cannot write"):
        narrow_statement(statement)


async def test_every_table_of_publishers_is_narrowed_hidden_or_read_whole_for_a_reason(
    portal: Portal,
) -> None:
    async with portal.db() as db:
        tables = {row["table_name"] for row in await db.fetch(CARRYING)}
    known = [*NARROWED, *HIDDEN, *WHOLE]
    assert len(known) == len(set(known))
    assert set(known) == tables | NOT_OF_PUBLISHERS


UNNARROWED = {
    "rpc/calls/registry_entry.py": 'calls about the member\'s own account (`narrowed="account"`)',
    "sql/postbacks/postback.py": "the most postbacks there can be, and what goes with one that is deleted",
    "sql/orders/order_case.py": "the most cases there can be, and that nothing is claimed twice",
    "handlers/reports/why/missing.py": "an order of another channel is answered like one of another publisher",
    "sql/core/outbox.py": "postbacks report events whoever caused them",
    "handlers/reports/events.py": "the feed is numbered as a whole; what is read of it is narrowed",
}
"""Where the connection of a narrowed session is used as it is, each with the reason."""


def test_connection_of_a_narrowed_session_is_used_as_it_is_only_for_a_reason() -> None:
    found = set()
    for file in python_sources():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("without_narrowing"):
                found.add(file.relative_to(ROOT).as_posix())
    assert found == UNNARROWED.keys()


OTHER_CONNECTIONS = {
    "handlers/conversion.py": "a brand's server",
    "handlers/oauth/authorize.py": "no session: apps",
    "handlers/oauth/register.py": "no session: apps",
    "handlers/oauth/revoke.py": "an app by its token",
    "handlers/oauth/token.py": "an app by its code or token",
    "handlers/unsubscribe.py": "a link in a mail",
    "handlers/files.py": "a file by its name and ticket",
    "handlers/health.py": "no session",
    "handlers/network/imports/run_import.py": "a job of the network",
    "handlers/network/orders/cases.py": "staff",
    "handlers/reports/export_build.py": "the progress of a file",
    "handlers/reports/sheet_csv.py": "an address by its secret; the view is read narrowed",
}
"""Handlers that open connections of their own, which nothing narrows."""


def test_handlers_of_sessions_open_no_connection_of_their_own() -> None:
    found = {
        path
        for file in python_sources()
        if (path := file.relative_to(ROOT).as_posix()).startswith("handlers/")
        and not path.startswith(("handlers/cli/", "handlers/demo/"))
        and re.search(r"resources\.(pool|pool_for_calls|replica)\b", file.read_text())
    }
    assert found == OTHER_CONNECTIONS.keys()


OWN_ACCOUNT = {
    "/agents/request_decide", "/agents/request_info", "/agents/requests",
    "/auth/session_end", "/auth/sessions", "/auth/sign_out", "/auth/team_join", "/sandbox/switch",
    "/user/app_allow", "/user/app_end", "/user/app_info", "/user/app_list", "/user/avatar_edit", "/user/change_stop",
    "/user/changes", "/user/close",
    "/user/email_edit", "/user/export",
    "/user/passkey_begin", "/user/passkey_del", "/user/passkey_list", "/user/passkey_save", "/user/password_edit",
    "/user/publishers", "/user/publisher_switch",
    "/user/team_leave", "/user/third_bind", "/user/third_list", "/user/third_unbind", "/user/two_step_begin",
    "/user/two_step_confirm", "/user/two_step_end",
}  # fmt: skip
REFUSED = {
    # about the publisher as a whole
    "/sandbox/advance", "/sandbox/lives", "/sandbox/mails", "/sandbox/reset",
    "/home/refer", "/site/del", "/site/set_default", "/user/closing",
    "/user/media_kit_edit", "/user/media_kit_del", "/payments/self_billing_agree",
    "/user/team_invite", "/user/team_withdraw", "/user/team_role", "/user/team_remove", "/user/team_transfer",
    # money without a channel
    "/payments/balance", "/payments/settlements", "/payments/settlement_orders", "/payments/request",
    "/payments/cancel", "/payments/retry", "/payments/summary", "/payments/months", "/payments/details",
    "/payments/schedule", "/payments/invoice", "/payments/statement", "/payments/ageing", "/payments/vat_standing",
    "/payments/methods", "/payments/method_save", "/payments/method_del", "/payments/method_default",
    "/payments/method_propose", "/payments/proposals", "/payments/proposal_confirm", "/payments/proposal_end",
    # books hold the orders of all channels (decision 287)
    "/reports/books_preview", "/reports/books_compare", "/reports/books_list", "/reports/books_info",
    "/reports/books_rows", "/reports/books_del",
    "/reports/schedule_del", "/reports/schedule_list", "/reports/schedule_log", "/reports/schedule_run",
    "/reports/schedule_save",
}  # fmt: skip


def test_calls_refused_to_narrowed_members_and_those_about_their_account_are_known() -> None:
    calls = [each for each in registry.entries(Procedure) if each.context in (Member, Publisher)]
    assert {each.path for each in calls if each.narrowed == "account"} == OWN_ACCOUNT
    assert {each.path for each in calls if each.narrowed is None} == REFUSED
