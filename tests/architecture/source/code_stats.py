"""Counts of the code's size and style. `make code-stats` prints them; they never fail."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.architecture.source.imports import ROOT, Modules, all_imports, project
from tests.architecture.source.sizes import source_lines

CALL_DECORATORS = {"query", "procedure", "upload"}
POSITIONAL = re.compile(r"\$\d")
NAMED = re.compile(r"(?<![:\w]):[a-z_]+")
STATEMENT = re.compile(r"\s*(?:select|insert|update|delete|with)\s", re.IGNORECASE)
VAGUE_STARTS = ("it", "its", "one", "what", "who", "nobody", "nothing")
"""First words of a test's name that do not say its subject."""
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
Count = tuple[str, int]


def line_counts() -> Iterator[Count]:
    """Lines written by hand, by layer, those of the web's product and of all tests."""
    lines = Counter[str]()
    for path, count in source_lines().items():
        top = "tests" if ".test." in path or "/testing/" in path else path.partition("/")[0]
        lines[top] += count
    yield "product", lines.total() - lines["tests"]
    yield from sorted(lines.items())


def forwarders(modules: Modules) -> Iterator[str]:
    """Handlers of calls that only return what one other function returns."""
    for each in modules.values():
        if not each.name.startswith("handlers."):
            continue
        for node in ast.parse(each.source).body:
            if isinstance(node, FUNCTIONS) and is_call(node) and is_forwarder(node):
                yield f"{each.path}:{node.lineno}"


def is_call(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        isinstance(each, ast.Call) and ast.unparse(each.func) in CALL_DECORATORS
        for each in function.decorator_list
    )


def is_forwarder(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the body is a single call with the function's own parameters, unchanged."""
    body = [node for node in function.body if not is_text(node)]
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Expr):
        return False
    value = body[0].value
    call = value.value if isinstance(value, ast.Await) else value
    return isinstance(call, ast.Call) and all(
        isinstance(each, ast.Name) for each in [*call.args, *(word.value for word in call.keywords)]
    )


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def modules_with_one_user(modules: Modules, package: str) -> list[str]:
    """Modules below a package that one other module alone imports."""
    users = defaultdict[str, set[str]](set)
    for each in all_imports(modules):
        users[each.target].add(each.importer.name)
    return [name for name in modules if name.startswith(f"{package}.") and len(users[name]) == 1]


def statement_kinds(modules: Modules) -> Iterator[Count]:
    """Statements and parts of them, by how their values and their text are put in."""
    kinds = Counter[str]()
    for each in modules.values():
        kinds["noqa S608"] += each.source.count("S608")
        kinds["files with PyPika"] += "from pypika" in each.source
        kinds["files with compose()"] += "compose(" in each.source
        for node in ast.walk(ast.parse(each.source)):
            if isinstance(node, ast.JoinedStr):
                kinds["f-strings"] += (
                    STATEMENT.match(ast.unparse(node)[1:].lstrip("'\"")) is not None
                )
            elif STATEMENT.match(text := string_value(node)):
                kinds[parameter_style(text)] += 1
    yield from sorted(kinds.items())


def string_value(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def parameter_style(statement: str) -> str:
    if POSITIONAL.search(statement):
        return "literals with $1"
    return "literals with :name" if NAMED.search(statement) else "literals without parameters"


def test_names() -> list[str]:
    """The names of all functions that pytest runs."""
    trees = [ast.parse(file.read_text()) for file in (ROOT / "tests").rglob("test_*.py")]
    return [
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and node.name.startswith("test_")
    ]


def report() -> Iterator[Count]:
    modules = project()
    yield from ((f"lines: {part}", count) for part, count in line_counts())
    yield "calls that only forward", len([*forwarders(modules)])
    for package in ("handlers.flows", "rpc", "schema", "sql"):
        yield f"modules with one user: {package}", len(modules_with_one_user(modules, package))
    yield from ((f"SQL: {kind}", count) for kind, count in statement_kinds(modules))
    names = test_names()
    vague = [name for name in names if name.split("_")[1] in VAGUE_STARTS]
    yield "tests", len(names)
    yield "tests whose name begins with it, one, what, who, nobody, nothing", len(vague)


if __name__ == "__main__":
    for label, count in report():
        print(f"{count:8,}  {label}")
