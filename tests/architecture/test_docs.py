"""What the documents point at is there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source.imports import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`((?:docs|handlers|rpc|schema|sql|tests|web)/[\w./$-]+\.\w+)`")
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


def test_a_missing_file_is_seen() -> None:
    """The control."""
    text = "[a](nowhere.md) [b](README.md#more) [c](https://example.com) `sql/nowhere.py` `sql/core/db.py`"
    assert list(missing(ROOT, text)) == ["nowhere.md", "sql/nowhere.py"]
