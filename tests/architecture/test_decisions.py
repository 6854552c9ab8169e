"""The index of decisions lists each of them once, under its own title."""

import re

from tests.architecture.source.imports import ROOT

FOLDER = ROOT / "docs/decisions"
ENTRY = re.compile(r"^- \[(.+)\]\((\S+\.md)\): .+\.$", re.MULTILINE)


def read_title(name: str) -> str:
    return (FOLDER / name).read_text().partition("\n")[0].removeprefix("# ")


def test_index_of_docs_decisions_lists_every_decision() -> None:
    listed = ENTRY.findall((FOLDER / "README.md").read_text())
    files = {file.name for file in FOLDER.glob("*.md")} - {"README.md"}
    assert sorted(file for _, file in listed) == sorted(files)
    assert listed == [(read_title(file), file) for _, file in listed]


def test_file_name_of_a_decision_begins_with_the_number_of_its_title() -> None:
    for file in FOLDER.glob("0*.md"):
        assert int(file.name[:4]) == int(read_title(file.name).partition(".")[0]), file.name
