"""Lists lines by which a test could fail on a slow machine; tests/support/timing.py has the alternatives."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.architecture.source.imports import ROOT, Modules, made_up, nodes

CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time"}
CLOCKS |= {f"{name}_ns" for name in (*CLOCKS, "time")}
TIMING = "tests/support/timing.py"
"""The one module that reads clocks."""
GUARD = "HANG_SECONDS"
LIMITS = {"timeout": 0, "wait_for": 1, "set_default_timeout": 0}
"""Functions that end something after a time, and its position among what they are given."""
NEGATIVE = {"wait"}
"""Of asyncio: it ends nothing, but returns what has not finished."""
WEB_LIMIT = re.compile(
    r"\b(?:timeout|interval): *[\d_]|\bvi\.waitFor\(|\bperformance\.now\(|\b(?:test|it)\(.*\}, *[\d_]+\);"
)
"""A limit of one test, a function whose limit of a second cannot be set for all, and a clock."""
MEASURED = ("tests/bench/", "tests/soak/")
"""Programs that measure, and run separately."""


def project_tests() -> Modules:
    """All modules of the tests but those that measure."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    sources = {file.relative_to(ROOT).as_posix(): file.read_text() for file in files}
    return made_up(
        {path: source for path, source in sources.items() if not path.startswith(MEASURED)}
    )


def readings(modules: Modules) -> Iterator[str]:
    """Lines that read a clock; a span that `measure` returns can only be compared with another one."""
    for each in modules.values():
        if each.path != TIMING:
            for node in nodes(each.source):
                if reads_clock(node):
                    yield f"{each.path}:{node.lineno}"  # type: ignore[attr-defined]


def reads_clock(node: ast.AST) -> bool:
    match node:
        case ast.ImportFrom(module="time", names=names):
            return any(alias.name in CLOCKS | {"time"} for alias in names)
        case ast.Attribute(value=ast.Name(id="time"), attr=name):
            return name in CLOCKS | {"time"}
        case ast.Call(func=ast.Attribute(value=owner, attr="time"), args=[], keywords=[]):
            return "loop" in ast.unparse(owner)
    return False


def limits(modules: Modules) -> Iterator[str]:
    """Lines that end something after another time than that after which a test calls itself hung."""
    for each in modules.values():
        if each.path == TIMING:
            continue
        for node in nodes(each.source):
            if isinstance(node, ast.Call) and any(map(is_short, given_limits(node))):
                yield f"{each.path}:{node.lineno}"


def given_limits(call: ast.Call) -> Iterator[ast.expr]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    position = LIMITS.get(name)
    if position is not None and len(call.args) > position:
        yield call.args[position]
    if ast.unparse(call.func) not in {f"asyncio.{negative}" for negative in NEGATIVE}:
        yield from (each.value for each in call.keywords if each.arg == "timeout")


def is_short(limit: ast.expr) -> bool:
    """Whether a limit is a number or a constant that does not rest on the one for all."""
    parts = [*ast.walk(limit)]
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    numbers = (isinstance(part, ast.Constant) and is_number(part.value) for part in parts)
    return GUARD not in names and (any(numbers) or any(name.isupper() for name in names))


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def ages(modules: Modules) -> Iterator[str]:
    """Lines that compare how long ago something was with a time that is given."""
    for each in modules.values():
        for node in nodes(each.source):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                if any(map(is_age, sides)) and any(map(is_given, sides)):
                    yield f"{each.path}:{node.lineno}"


def is_age(side: ast.expr) -> bool:
    """Whether it is a difference with the present time in it."""
    return any(
        isinstance(part, ast.BinOp)
        and isinstance(part.op, ast.Sub)
        and "timedelta" not in ast.unparse(part)
        and re.search(r"\bnow\(", ast.unparse(part))
        for part in ast.walk(side)
    )


def is_given(side: ast.expr) -> bool:
    return isinstance(side, ast.Call) and ast.unparse(side.func).endswith("timedelta")


def polls(modules: Modules) -> Iterator[str]:
    """Loops that poll a limited number of times, with a pause after each."""
    for each in modules.values():
        for node in nodes(each.source):
            if isinstance(node, ast.For) and ast.unparse(node.iter).startswith("range("):
                inner = [part for statement in node.body for part in ast.walk(statement)]
                sleeps = any("sleep(" in ast.unparse(part) for part in node.body)
                if sleeps and any(isinstance(part, ast.Break | ast.Return) for part in inner):
                    yield f"{each.path}:{node.lineno}"


def web_limits(sources: Mapping[str, str]) -> Iterator[str]:
    """Lines of the web's tests with a limit of their own, where vite.config.ts and setup.ts set one for all."""
    for path, source in sources.items():
        for number, line in enumerate(source.splitlines(), 1):
            if WEB_LIMIT.search(line):
                yield f"{path}:{number}"


def web_tests() -> dict[str, str]:
    """The sources of the web's tests by their paths."""
    files = sorted((ROOT / "web/src").rglob("*.test.ts*"))
    return {file.relative_to(ROOT).as_posix(): file.read_text() for file in files}
