"""README.md names one list of subjects, whose folders are the same in every tree, and leads to them from a path."""

import re
from collections import Counter, defaultdict

import pytest

from handlers._registry import registry
from rpc.calls.registry_entry import Entry
from tests.architecture.source.imports import ROOT, all_imports, project

ROW = re.compile(r"^\| +(`\w+`(?:, `\w+`)*) +\| +(\w+(?:, \w+)*) +\|$", re.MULTILINE)
LIST = re.compile(r"one list of subjects: (.+?), which is what all share", re.DOTALL)
SUBJECT = re.compile(r"^(?:schema|sql)\.(\w+)")
EVERYWHERE = "core"
FOLDERS = re.compile(r"^\| `(schema|sql|rpc|tests|web)/` +\| .+ \| (.+) \|$", re.MULTILINE)
SKIPPED = {"__pycache__", "migrations"}
"""Folders that the README names by their purpose, or not at all."""
OF_SUBJECTS = ("web/src/features", "web/src/text")
"""Trees that hold subjects alone."""


def read_subjects() -> set[str]:
    [found] = LIST.findall((ROOT / "README.md").read_text())
    return {*re.findall(r"\w+", found)} - {"and"}


def folders_of(tree: str) -> set[str]:
    return {each.name for each in (ROOT / tree).iterdir() if each.is_dir()} - SKIPPED


def read_table() -> dict[str, list[str]]:
    """The subjects by segment."""
    rows = ROW.findall((ROOT / "README.md").read_text())
    return {
        name: subjects.split(", ") for names, subjects in rows for name in re.findall(r"\w+", names)
    }


def count_subjects() -> dict[str, Counter[str]]:
    """How often the modules of each segment's handlers import from each subject."""
    modules = defaultdict(set)
    for entry in registry.entries(Entry):
        segment = entry.path.strip("/.").split("/")[0].partition(".")[0].replace("-", "_")
        modules[segment].add(entry.handler.__module__)
    used = defaultdict(Counter[str])
    for each in all_imports(project()):
        if (found := SUBJECT.match(each.target)) and found[1] != EVERYWHERE:
            used[each.importer.name][found[1]] += 1
    return {
        segment: sum((used[name] for name in names), Counter[str]())
        for segment, names in modules.items()
    }


def test_every_path_segment_is_in_the_readme_table() -> None:
    assert read_table().keys() == count_subjects().keys()


def test_path_segment_uses_its_listed_subjects() -> None:
    table = read_table()
    for segment, used in count_subjects().items():
        named = {*table[segment]} - {EVERYWHERE}
        assert named <= used.keys(), (segment, used)
        assert {subject for subject, _ in used.most_common(1)} <= named, (segment, used)


def test_path_segments_list_only_known_subjects() -> None:
    assert {subject for row in read_table().values() for subject in row} <= read_subjects()


@pytest.mark.parametrize("tree", ["schema", "sql", "tests"])
def test_each_subject_has_its_folder(tree: str) -> None:
    assert read_subjects() - folders_of(tree) == set()


@pytest.mark.parametrize("tree", OF_SUBJECTS)
def test_folders_of_the_web_are_subjects(tree: str) -> None:
    assert folders_of(tree) - read_subjects() == set()


def test_folders_of_layers_are_listed_in_the_readme() -> None:
    listed = {
        layer: {*re.findall(r"\w+", names)}
        for layer, names in FOLDERS.findall((ROOT / "README.md").read_text())
    }
    assert len(listed) == 5
    for layer, names in listed.items():
        allowed = names | read_subjects() if "subjects" in names else names
        assert folders_of("web/src" if layer == "web" else layer) <= allowed, layer
