"""Every statement the code can make on a publisher's table says whose rows it means (docs/grow.md)."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

ROOT = Path(__file__).parent.parent.parent
ACROSS = ("sql/network/", "sql/demo/catalogue/network.py")
"""Where statements may ask across publishers, for the network's staff and for jobs."""
OWN = "publisher_id"
SQL = re.compile(r"\s*(select|insert|update|delete|with)\s", re.I)


def tenant_tables() -> set[str]:
    """Tables whose primary key begins with publisher_id, as the migrations make them."""
    found = set()
    for file in (ROOT / "sql/migrations").glob("*.sql"):
        for name, body in re.findall(
            r"create (?:unlogged )?table (\w+) \((.*?)\n\)", file.read_text(), re.S | re.I
        ):
            if re.search(r"primary key \(publisher_id\b|publisher_id\s+bigint primary key", body):
                found.add(name)
        found.update(re.findall(r"^create view (\w+)", file.read_text(), re.M))
    return found


TENANT = tenant_tables()


def handwritten() -> Iterator[tuple[str, str]]:
    """(place, statement) of every text(…) in sql/, and of every text of SQL that is bound later."""
    for file in sorted((ROOT / "sql").rglob("*.py")):
        own = file.relative_to(ROOT)
        module = vars(import_module(".".join(own.with_suffix("").parts)))
        for name, value in module.items():
            if isinstance(value, str) and SQL.match(value):
                yield f"{own}:{name}", value
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and function_name(node) == "text" and node.args:
                yield f"{own}:{node.lineno}", constant(node.args[0], module)


def constant(node: ast.expr, module: dict[str, Any]) -> str:
    """The text of an argument made of literals and a module's constants; anything else is an error."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return str(module[name])
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return constant(left, module) + constant(right, module)
    raise TypeError(f"{ast.unparse(node)} is no text of literals")


def function_name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def faults(statement: str) -> list[str]:
    """What is wrong with a statement: tables asked without their publisher, clocks of other machines."""
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
    """The aliases whose publisher is given: by a parameter, or by that of one whose publisher is."""
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
        elif isinstance(condition.expression, exp.Parameter | exp.Any | exp.Subquery | exp.Literal):
            grounded.add(left)
    for _ in pairs:
        for one, another in pairs:
            if {one, another} & (grounded | ({one, another} - known_tables)):
                grounded |= {one, another}
    return grounded


def owner(term: exp.Expression | None, tables: dict[str, str]) -> str | None:
    """The alias of a `….publisher_id`; without an alias, that of the only table."""
    if not isinstance(term, exp.Column) or term.name != OWN:
        return None
    if term.table:
        return term.table
    return next(iter(tables)) if len(tables) == 1 else None


HANDWRITTEN = list(handwritten())


@pytest.mark.parametrize(("path", "statement"), HANDWRITTEN, ids=[path for path, _ in HANDWRITTEN])
def test_a_statement_says_whose_rows_it_means(path: str, statement: str) -> None:
    wrong = faults(statement)
    if path.startswith(ACROSS):
        wrong = [fault for fault in wrong if "publisher_id" not in fault]
    assert not wrong, f"{path}: {wrong}\n{statement}"


def test_the_tables_of_publishers_are_known() -> None:
    assert {"publisher", "account", "session", "site", "link", "click", "conversion"} <= TENANT
    assert not {"brand", "login_directory", "order_directory", "terms"} & TENANT


@pytest.mark.parametrize(
    "statement",
    [
        "select * from link where link_id = $1",
        "select * from link where publisher_id = $1 or link_id = $2",
        "select * from link join site on site.site_id = link.site_id where link.publisher_id = $1",
        "update site set name = $1 where site_id = $2",
        "delete from session where hash = $1",
        "insert into link (code) values ($1)",
        "select exists (select from site where site_id = $1)",
        "select * from click where publisher_id = $1 and click_time < now()",
    ],
)
def test_a_statement_that_does_not_is_found(statement: str) -> None:
    assert faults(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "select * from link where publisher_id = any($1)",
        "select * from link join site on site.publisher_id = link.publisher_id"
        " and site.site_id = link.site_id where link.publisher_id = $1",
        "select 1 from publisher where publisher_id = $1 and exists"
        " (select from site where site.publisher_id = publisher.publisher_id)",
        "update site set name = $1 where publisher_id = $2 and site_id = $3",
        "select * from brand where mcid = $1",
    ],
)
def test_a_statement_that_does_is_not(statement: str) -> None:
    assert not faults(statement)
