"""Reads which modules of the project a module imports, in whatever form."""

import ast
import re
from collections.abc import Container, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
LAYERS = ["schema", "sql", "rpc", "handlers"]
"""Each may import those before it."""
CLIENTS = ROOT / "schema/clients"
"""Packages of their own, which others install."""
WITH_STATEMENTS = ("sql", "handlers/demo")
"""Folders with SQL: the layer of queries, and the demonstration, which copies a year at once."""
OURS = "|".join([*LAYERS, "tests"])
DOTTED = re.compile(rf"((?:{OURS})(?:\.\w+)+)(?::\w+)?")
COMMAND = re.compile(rf"-m\s*((?:{OURS})[\w.]*)")
BY_NAME = {"import_module", "__import__", "find_spec", "run_module"}
"""Functions whose first argument is the name of a module."""


class Module(NamedTuple):
    name: str
    package: str
    path: str
    source: str


class Import(NamedTuple):
    importer: Module
    line: int
    target: str
    """The module, or `package.*` where any module of the package may be meant."""
    process: bool = False
    """It is started as a process of its own, by `python -m`."""

    def __str__(self) -> str:
        text = self.importer.source.splitlines()[self.line - 1].strip()
        return f"{self.importer.path}:{self.line}: {text}"


Modules = dict[str, Module]


def module(path: str, source: str) -> Module:
    """The module that a file holds; `path` is its path below the root."""
    folder, _, file = path.rpartition("/")
    package, stem = folder.replace("/", "."), file.removesuffix(".py")
    return Module(package if stem == "__init__" else f"{package}.{stem}", package, path, source)


def made_up(sources: dict[str, str]) -> Modules:
    """Modules by their names, from the sources of files by their paths."""
    return {(each := module(path, source)).name: each for path, source in sources.items()}


def python_sources() -> list[Path]:
    """The files of the project's layers."""
    files = [file for layer in LAYERS for file in sorted((ROOT / layer).rglob("*.py"))]
    return [file for file in files if CLIENTS not in file.parents]


def files_with_statements() -> list[Path]:
    return [file for folder in WITH_STATEMENTS for file in sorted((ROOT / folder).rglob("*.py"))]


def project() -> Modules:
    """All modules of the project's layers."""
    return made_up(
        {file.relative_to(ROOT).as_posix(): file.read_text() for file in python_sources()}
    )


@cache
def parse(source: str) -> ast.Module:
    """The tree of a source, which several tests of a file walk; conftest.py forgets it after them."""
    return ast.parse(source)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """All nodes of a source, as ast.walk() yields them."""
    return tuple(ast.walk(parse(source)))


def all_imports(modules: Modules) -> list[Import]:
    return _all_imports(tuple(modules.values()))


@lru_cache(maxsize=2)
def _all_imports(modules: tuple[Module, ...]) -> list[Import]:
    names, packages = [each.name for each in modules], [each.package for each in modules]
    known = {*names, *packages, *LAYERS, "tests"}
    return [found for each in modules for found in imports(each, known)]


def imports(importer: Module, names_known: Container[str]) -> Iterator[Import]:
    """What a module imports of the `names_known` modules and packages, at any place and in any form."""
    tree = parse(importer.source)
    commands = {id(node) for each in ast.walk(tree) for node in programs_in(each)}
    prose = prose_of(tree)
    for node in ast.walk(tree):
        if id(node) in prose:
            continue
        for name in names_in(node, importer.package):
            if target := resolve(name, names_known):
                yield Import(importer, node.lineno, target, id(node) in commands)  # type: ignore[attr-defined]
        for name in commands_in(node, id(node) in commands):
            if target := resolve(name, names_known):
                yield Import(importer, node.lineno, target, process=True)  # type: ignore[attr-defined]


def prose_of(tree: ast.AST) -> set[int]:
    """The strings that are only there to be read, by their identity."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def resolve(name: str, modules_known: Container[str]) -> str:
    """The module that holds what is named; empty if it is none of ours."""
    star = name.endswith(".*")
    found = name.removesuffix(".*")
    while found and found not in modules_known:
        found, star = found.rpartition(".")[0], False
    return f"{found}.*" if star and found else found


def names_in(node: ast.AST, package: str) -> Iterator[str]:
    """The names of modules, or of things in modules, that a piece of code brings in."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=base, names=names, level=level):
            whole = absolute("." * level + (base or ""), package)
            yield from (f"{whole}.{alias.name}" for alias in names)
        case ast.Constant(value=str(text)) if found := DOTTED.fullmatch(text):
            yield found[1]
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]) if "." in start:
            yield f"{start.rpartition('.')[0]}.*"
        case ast.Call(func=function, args=[ast.Constant(value=str(text)), *_]):
            called = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
            if called in BY_NAME and not DOTTED.fullmatch(text):
                yield absolute(text, package)


def absolute(name: str, package: str) -> str:
    """A name as seen from the root, of one that begins with a dot for each package it goes up."""
    up = len(name) - len(name.lstrip("."))
    if not up:
        return name
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - up + 1], *filter(None, [name.lstrip(".")])])


def programs_in(node: ast.AST) -> Iterator[ast.expr]:
    """What follows `-m` in a command."""
    words = getattr(node, "elts", None) or getattr(node, "args", None)
    if isinstance(words, list):
        for option, program in pairwise(words):
            if isinstance(option, ast.Constant) and option.value == "-m":
                yield program


def commands_in(node: ast.AST, follows: bool) -> Iterator[str]:
    """Modules that a string starts: `python -m name`, or a bare name that follows `-m`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from COMMAND.findall(node.value)
        if follows and not DOTTED.fullmatch(node.value):
            yield node.value
