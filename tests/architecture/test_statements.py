"""Every statement on a publisher's table names its publisher (docs/grow.md)."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

import pytest
import sqlglot
from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from sql.core.db import Template, number
from tests.architecture.source.imports import ROOT, files_with_statements

ACROSS = (
    "sql/network/",
    "handlers/demo/catalogue/network.py",
    "handlers/demo/people/memberships.py",
    "handlers/demo/people/owners.py",
)
"""Where statements may ask across publishers, for the network's staff, for jobs and for the demonstration."""
OWN = "publisher_id"
PUBLISHERS = re.compile(r"(.*_)?(publisher_id|uid)s?")
"""Names of parameters for the numbers of publishers."""
SQL = re.compile(r"\s*(select|insert|update|delete|with)\s", re.I)


def tenant_tables() -> set[str]:
    """Tables whose primary key begins with publisher_id, as the migrations make them and leave them."""
    found: set[str] = set()
    for file in sorted((ROOT / "sql/migrations").glob("*.sql")):
        up = file.read_text().partition("-- migrate:down")[0]
        found -= set(re.findall(r"^drop table (\w+);", up, re.M))
        for name, body in re.findall(
            r"create (?:unlogged )?table (\w+) \((.*?)\n\)", file.read_text(), re.S | re.I
        ):
            if re.search(r"primary key \(publisher_id\b|publisher_id\s+bigint primary key", body):
                found.add(name)
        found.update(re.findall(r"^create view (\w+)", file.read_text(), re.M))
    return found


TENANT = tenant_tables()


def handwritten() -> Iterator[tuple[str, str]]:
    """(place, statement) of every text(…) but those of constants, and of every constant that is a statement.

    A text(…) of anything else is seen in test_composed_statements.py.
    """
    for file in files_with_statements():
        own = file.relative_to(ROOT)
        module = vars(import_module(".".join(own.with_suffix("").parts)))
        for name, value in module.items():
            if isinstance(value, str) and SQL.match(value):
                yield f"{own}:{name}", value
            elif isinstance(value, Template):
                yield f"{own}:{name}", with_names(value)
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and function_name(node) == "text" and node.args:
                with suppress(NotConstant):
                    yield f"{own}:{node.lineno}", constant(node.args[0], module)


def find_misnamed(source: str, module: dict[str, Any]) -> list[str]:
    """The calls of text(…) whose keywords are not the names in their statement, as far as they are written out."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or function_name(node) != "text" or not node.args:
            continue
        given = {keyword.arg for keyword in node.keywords if keyword.arg}
        with suppress(NotConstant):
            names = set(number(constant(node.args[0], module)).names)
            spread = any(keyword.arg is None for keyword in node.keywords)
            if given - names or (names - given and not spread):
                found.append(f"{node.lineno}: {sorted(names ^ given)}")
    return found


def constant(node: ast.expr, module: dict[str, Any]) -> str:
    """The text of an argument made of literals and constants of modules; anything else is an error."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) if name in module:
            return statement_of(module[name])
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in module:
            return statement_of(getattr(module[name], attribute))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return constant(left, module) + constant(right, module)
    raise NotConstant(f"{ast.unparse(node)} is no text of literals")


def statement_of(value: object) -> str:
    if isinstance(value, Template):
        return with_names(value)
    if not isinstance(value, str):
        raise NotConstant(f"{value!r} is no statement")
    return value


def with_names(template: Template) -> str:
    """The statement with the names of its parameters, not their numbers."""
    return re.sub(
        r"\$(\d+)", lambda match: f":{template.names[int(match[1]) - 1]}", template.statement
    )


class NotConstant(Exception):
    """An argument that is no text of literals."""


def function_name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def faults(statement: str) -> list[str]:
    """The faults of a statement: tables read without their publisher, clocks of other machines."""
    tree = sqlglot.parse_one(statement, read="postgres")
    found = [*check_selects(tree), *check_writes(tree)]
    if not isinstance(tree, exp.Insert) and re.search(r"\bnow\(\)", statement, re.I):
        found.append("now() in a statement that a worker may run: pass the time")
    return found


def check_selects(tree: exp.Expression) -> Iterator[str]:
    for scope in traverse_scope(tree):
        if not isinstance(scope.expression, exp.Select):
            continue  # a function in FROM, which sees its neighbours but asks none of them
        tables = {
            alias: source.name
            for alias, source in scope.sources.items()
            if isinstance(source, exp.Table) and source.name in TENANT
        }
        if not tables:
            continue
        derived = {alias for alias, source in scope.sources.items() if isinstance(source, Scope)}
        conditions = list(find_conditions(scope.expression))
        grounded = grounds(conditions, tables, derived, set(scope.sources))
        for alias, name in tables.items():
            if alias not in grounded:
                yield f"{name} as {alias} without its publisher_id"


def check_writes(tree: exp.Expression) -> Iterator[str]:
    for node in tree.find_all(exp.Update, exp.Delete, exp.Insert):
        table = node.find(exp.Table)
        if table is None or table.name not in TENANT:
            continue
        if isinstance(node, exp.Insert):
            columns = node.this.expressions if isinstance(node.this, exp.Schema) else []
            drawn = table.name == "publisher"  # whose id is drawn as it is inserted
            if not drawn and OWN not in {column.name for column in columns}:
                yield f"insert into {table.name} without publisher_id"
            continue
        where = node.args.get("where")
        others = {source.alias_or_name for source in node.find_all(exp.Table)} - {
            table.alias_or_name
        }
        conditions = list(conjuncts(where.this)) if where else []
        names = {table.alias_or_name: table.name}
        if table.alias_or_name not in grounds(
            conditions, names, set(), {table.alias_or_name} | others
        ):
            yield f"{type(node).__name__.lower()} of {table.name} without its publisher_id"


def find_conditions(select: exp.Expression) -> Iterator[exp.Expression]:
    """The conditions of WHERE and of each JOIN that must all hold."""
    where = select.args.get("where")
    if where:
        yield from conjuncts(where.this)
    for join in select.args.get("joins") or ():
        if join.args.get("on"):
            yield from conjuncts(join.args["on"])


def conjuncts(condition: exp.Expression) -> Iterator[exp.Expression]:
    if isinstance(condition, exp.Paren):
        yield from conjuncts(condition.this)
    elif isinstance(condition, exp.And):
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    else:
        yield condition


def grounds(
    conditions: list[exp.Expression],
    tables: dict[str, str],
    derived: set[str],
    known_tables: set[str],
) -> set[str]:
    """The aliases whose publisher is given: by a parameter, or by joining an alias that has it."""
    grounded, pairs = set(derived), []
    for condition in conditions:
        left = owner(condition.this, tables)
        if left is None:
            right = owner(getattr(condition, "expression", None), tables)
            if isinstance(condition, exp.EQ) and right is not None:
                grounded.add(right)
            continue
        if isinstance(condition, exp.In):
            grounded.add(left)
        if not isinstance(condition, exp.EQ):
            continue
        other = owner(condition.expression, tables)
        if other is not None:
            pairs.append((left, other))
        elif gives_publisher(condition.expression):
            grounded.add(left)
    for _ in pairs:
        for one, another in pairs:
            if {one, another} & (grounded | ({one, another} - known_tables)):
                grounded |= {one, another}
    return grounded


def gives_publisher(term: exp.Expression) -> bool:
    """Whether a term is the number of a publisher: a parameter of this name, a literal or a subquery."""
    if isinstance(term, exp.Placeholder):
        return PUBLISHERS.fullmatch(term.name) is not None
    if isinstance(term, exp.Any):
        return all(map(gives_publisher, term.find_all(exp.Placeholder)))
    return isinstance(term, exp.Subquery | exp.Literal)


def owner(term: exp.Expression | None, tables: dict[str, str]) -> str | None:
    """The alias of a `….publisher_id`; without an alias, that of the only table."""
    if not isinstance(term, exp.Column) or term.name != OWN:
        return None
    if term.table:
        return term.table
    return next(iter(tables)) if len(tables) == 1 else None


HANDWRITTEN = list(handwritten())


@pytest.mark.parametrize(("path", "statement"), HANDWRITTEN, ids=[path for path, _ in HANDWRITTEN])
def test_statement_names_its_publisher(path: str, statement: str) -> None:
    wrong = faults(statement)
    if path.startswith(ACROSS):
        wrong = [fault for fault in wrong if "publisher_id" not in fault]
    assert not wrong, f"{path}: {wrong}\n{statement}"


def test_named_parameters_of_each_statement_match_their_values() -> None:
    found = {}
    for file in files_with_statements():
        own = file.relative_to(ROOT)
        module = vars(import_module(".".join(own.with_suffix("").parts)))
        if wrong := find_misnamed(file.read_text(), module):
            found[str(own)] = wrong
    assert found == {}


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        ('text("select :at, :name", at=1, name=2)', False),
        ('text("select :at, :name", at=1)', True),
        ('text("select :at", at=1, name=2)', True),
        ('text("select :at, :name", at=1, **values)', False),
        ('text("select :at", name=1, **values)', True),
        ("text(ALL, at=1)", False),
        ("text(ALL)", True),
    ],
)
def test_check_finds_a_mismatch_of_named_parameters_and_values(call: str, wrong: bool) -> None:
    """The control."""
    assert bool(find_misnamed(call, {"ALL": "select :at"})) == wrong


def test_publisher_tables_are_distinguished_from_shared_ones() -> None:
    assert {"publisher", "account", "session", "site", "link", "click", "conversion"} <= TENANT
    assert not {"brand", "login_directory", "order_directory", "terms"} & TENANT


@pytest.mark.parametrize(
    "statement",
    [
        "select * from link where link_id = :link_id",
        "select * from link where publisher_id = :link_id",
        "select * from link where publisher_id = any(:link_ids::bigint[])",
        "select * from link where publisher_id = :publisher_id or link_id = :link_id",
        "select * from link join site on site.site_id = link.site_id where link.publisher_id = :publisher_id",
        "update site set name = :name where site_id = :site_id",
        "delete from session where hash = :hash",
        "insert into link (code) values (:code)",
        "select exists (select from site where site_id = :site_id)",
        "select * from click where publisher_id = :publisher_id and click_time < now()",
    ],
)
def test_check_finds_a_statement_without_its_publisher(statement: str) -> None:
    """The control."""
    assert faults(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "select * from link where publisher_id = any(:publisher_ids)",
        "select * from link join site on site.publisher_id = link.publisher_id"
        " and site.site_id = link.site_id where link.publisher_id = :publisher_id",
        "select 1 from publisher where publisher_id = :publisher_id and exists"
        " (select from site where site.publisher_id = publisher.publisher_id)",
        "update site set name = :name where publisher_id = :publisher_id and site_id = :site_id",
        "select * from brand where mcid = :mcid",
    ],
)
def test_check_accepts_a_statement_with_its_publisher(statement: str) -> None:
    """The control."""
    assert not faults(statement)
