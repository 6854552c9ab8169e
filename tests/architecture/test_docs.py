"""What the documents point at is there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source.imports import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`((?:docs|handlers|rpc|schema|sql|tests|web)/[\w./$-]+\.\w+)`")
TEST = re.compile(r"`(?:[\w/]+/)?(test_\w+)(?:\.py)?(?:::(\w+))?`")
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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_a_document_names_only_files_that_exist(document: Path) -> None:
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
def test_a_document_names_only_tests_that_exist(document: Path) -> None:
    tests = {file.stem: file.read_text() for file in (ROOT / "tests").rglob("test_*.py")}
    assert missing_tests(document.read_text(), tests) == []


def test_a_missing_test_is_seen() -> None:
    """The control."""
    text = "`test_a` `rooms/test_a.py` `test_a::TestB` `test_a::TestC` `test_d` `tests/test_e.py`"
    assert missing_tests(text, {"test_a": "class TestB:"}) == ["test_a::TestC", "test_d", "test_e"]


def test_a_missing_file_is_seen() -> None:
    """The control."""
    text = "[a](nowhere.md) [b](README.md#more) [c](https://example.com) `sql/nowhere.py` `sql/core/db.py`"
    assert list(missing(ROOT, text)) == ["nowhere.md", "sql/nowhere.py"]
