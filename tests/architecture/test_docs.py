"""Files and tests that the documents name exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from handlers.__main__ import build_parser
from handlers._registry import registry
from rpc.calls.registry_entry import Entry
from tests.architecture.source.imports import ROOT

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "rpc/server/README.md",
    *sorted((ROOT / ".github").glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`((?:docs|handlers|rpc|schema|sql|tests|web)/[\w./$-]+\.\w+)`")
TYPED_FILE = re.compile(
    r"^ {4}.*[ /]((?:(?:docs|handlers|rpc|schema|sql|tests)|src)/[\w./$-]+\.\w+)", re.MULTILINE
)
"""A file in a command, from the root or, of the web, from its `src`."""
TEST = re.compile(r"`(?:[\w/]+/)?(test_\w+)(?:\.py)?(?:::(\w+))?`")
COMMAND = re.compile(r"(?:`|^ {4}|/|&& )(portal|make) ([a-z][a-z-]+)", re.MULTILINE)
TARGET = re.compile(r"^([a-z][a-z-]+):", re.MULTILINE)
PATH = re.compile(r"`(/[a-z]+/[a-z_]+)`")
BUILT_FILES = {"web/dist/index.html"}
"""Files that `make` builds."""


def missing(folder: Path, text: str) -> Iterator[str]:
    """Linked pages, from the document's folder, and files named in code, from the root, that do not exist."""
    for target in LINK.findall(text):
        if not (folder / target).exists():
            yield target
    for file in FILE.findall(text):
        if file not in BUILT_FILES and not (ROOT / file).exists():
            yield file
    for file in TYPED_FILE.findall(text):
        if not (ROOT / "web" / file if file.startswith("src/") else ROOT / file).exists():
            yield file


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_document_names_only_files_that_exist(document: Path) -> None:
    assert list(missing(document.parent, document.read_text())) == []


def missing_tests(text: str, tests: dict[str, str]) -> list[str]:
    """Tests named in code, by their file with or without a class, that do not exist; `tests` are sources by file."""
    return [
        f"{file}::{name}" if name else file
        for file, name in TEST.findall(text)
        if file not in tests
        or not re.search(rf"\b(class|def) {name}\b" if name else "", tests[file])
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_document_names_only_tests_that_exist(document: Path) -> None:
    tests = {file.stem: file.read_text() for file in (ROOT / "tests").rglob("test_*.py")}
    assert missing_tests(document.read_text(), tests) == []


def test_check_finds_a_reference_to_a_missing_test() -> None:
    """The control."""
    text = "`test_a` `rooms/test_a.py` `test_a::TestB` `test_a::TestC` `test_d` `tests/test_e.py`"
    assert missing_tests(text, {"test_a": "class TestB:"}) == ["test_a::TestC", "test_d", "test_e"]


def test_check_finds_a_reference_to_a_missing_file() -> None:
    """The control."""
    text = "[a](nowhere.md) [b](README.md#more) [c](https://example.com) `sql/nowhere.py` `sql/core/db.py`"
    typed = "\n    psql -f sql/roles.sql\n    pytest tests/nowhere.py\n    cd web && vitest run src/nowhere.ts\n"
    nowhere = ["nowhere.md", "sql/nowhere.py", "tests/nowhere.py", "src/nowhere.ts"]
    assert list(missing(ROOT, text + typed)) == nowhere


def missing_commands(text: str, known: dict[str, set[str]]) -> list[str]:
    """Commands of `portal` and targets of `make` that are named and do not exist."""
    return [
        f"{program} {name}" for program, name in COMMAND.findall(text) if name not in known[program]
    ]


def test_document_names_only_commands_that_exist() -> None:
    usage = build_parser(None).format_help()
    known = {
        "portal": {*re.findall(r"^    ([a-z][a-z-]+)", usage, re.MULTILINE)},
        "make": {*TARGET.findall((ROOT / "Makefile").read_text())},
    }
    assert {"run", "doctor"} <= known["portal"]
    missing = {file.name: missing_commands(file.read_text(), known) for file in DOCUMENTS}
    assert {name: commands for name, commands in missing.items() if commands} == {}


def test_check_finds_a_reference_to_a_missing_command() -> None:
    """The control."""
    text = "`portal run` `.venv/bin/portal fly`\n    make test\n    make tea"
    known = {"portal": {"run"}, "make": {"test"}}
    assert missing_commands(text, known) == ["portal fly", "make tea"]


def test_document_names_only_call_paths_that_exist() -> None:
    known = {entry.path for entry in registry.entries(Entry)}
    texts = {file.name: file.read_text() for file in DOCUMENTS}
    missing = {(name, path) for name, text in texts.items() for path in PATH.findall(text)}
    assert {(name, path) for name, path in missing if path not in known} == set()
