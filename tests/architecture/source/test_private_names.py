"""Private names of packages are used only in known places, and such packages are pinned exactly."""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from configparser import RawConfigParser
from importlib import import_module
from typing import Any

import pytest

from tests.architecture.source.imports import LAYERS, ROOT, nodes, parse, project

INHERITED = {
    ("rpc/server/inline_protocol.py", "uvicorn", "_start_asgi_task"),
    ("sql/core/fast_connection.py", "asyncpg", "_check_open"),
    ("sql/core/fast_connection.py", "asyncpg", "_drop_global_statement_cache"),
    ("sql/core/fast_connection.py", "asyncpg", "_execute"),
    ("sql/core/fast_connection.py", "asyncpg", "_protocol"),
    ("sql/core/fast_connection.py", "asyncpg", "_stmt_cache"),
}
"""Private names that a class has from a package's class, and uses or replaces."""
REACHED = {("rpc/calls/multipart.py", "starlette", "_files_to_close_on_error")}
"""Private names of an object that a package made."""
PUBLIC = {"_asdict", "_exit", "_fields", "_make", "_replace"}
"""Documented ones, of NamedTuple and os."""
MODULES = [each for each in project().values() if not each.name.endswith("__main__")]


def private(name: str) -> bool:
    return re.match(r"_[a-z]", name) is not None and name not in PUBLIC


def attributes(tree: ast.AST) -> Iterator[ast.Attribute]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and private(node.attr):
            yield node


def methods(tree: ast.AST) -> set[str]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds) and private(node.name)}


def find_inherited(source: str, loaded: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(package, name) of what the classes of a source have from a package's class, and use or replace."""
    for node in nodes(source):
        made = loaded.get(node.name) if isinstance(node, ast.ClassDef) else None
        if not inspect.isclass(made):
            continue
        names = methods(node) | {each.attr for each in attributes(node)}
        for base in made.__mro__:
            package = base.__module__.partition(".")[0]
            if package not in (*LAYERS, "tests"):
                yield from ((package, name) for name in sorted(names & vars(base).keys()))


def find_reached(source: str, own: set[str]) -> set[str]:
    """Private names of anything but the object itself that are none of our `own`."""
    return {
        node.attr
        for node in attributes(parse(source))
        if node.attr not in own and ast.unparse(node.value) not in ("self", "cls", "super()")
    }


def of_the_project() -> set[str]:
    """Private names of the project's own classes."""
    trees = [parse(each.source) for each in MODULES]
    return {
        name
        for tree in trees
        for name in methods(tree)
        | {node.attr for node in attributes(tree) if isinstance(node.ctx, ast.Store)}
    }


def test_private_names_of_packages_are_inherited_only_in_known_places() -> None:
    found = {
        (each.path, package, name)
        for each in MODULES
        for package, name in find_inherited(each.source, vars(import_module(each.name)))
    }
    assert found == INHERITED


def test_private_names_of_packages_are_accessed_only_in_known_places() -> None:
    own = of_the_project()
    found = {(each.path, name) for each in MODULES for name in find_reached(each.source, own)}
    assert found == {(path, name) for path, _, name in REACHED}


@pytest.mark.parametrize("package", sorted({package for _, package, _ in INHERITED | REACHED}))
def test_package_whose_private_names_are_used_is_pinned_exactly(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pins = [each for each in project["dependencies"] if re.match(rf"{package}\b", each)]
    assert len(pins) == 1
    assert re.fullmatch(rf"{package}==[\d.]+", pins[0])


class Parser(RawConfigParser):
    def load(self) -> None:
        self._read([], "")  # type: ignore[attr-defined]

    def _get(self) -> None: ...  # type: ignore[override]


def test_check_finds_each_use_of_a_packages_private_name() -> None:
    """The control."""
    found = find_inherited(inspect.getsource(Parser), {"Parser": Parser})
    assert list(found) == [("configparser", "_get"), ("configparser", "_read")]
    assert find_reached("a.b._c(self._d, d._asdict(), e._own, f()._g)", {"_own"}) == {"_c", "_g"}
