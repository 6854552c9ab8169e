"""No folder is a hall and no file is a scroll (issue 12)."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.architecture.source.imports import CLIENTS, LAYERS, ROOT

FILES_MAX = 15
LINES_MAX = 250
GENERATED = {"calls.py", "models.py"}
LARGE_FOLDERS = {"handlers"}
"""One module for each first segment of a path."""
LONG_FILES_FOR_NOW: set[str] = set()
"""To be removed from here when they are split."""


def python_files() -> list[str]:
    tops = [*LAYERS, "tests"]
    files = [file for top in tops for file in (ROOT / top).rglob("*.py")]
    return [str(file.relative_to(ROOT)) for file in files if not is_generated(file)]


def is_generated(file: Path) -> bool:
    """Whether it is one of the clients' that are written from the registry."""
    return CLIENTS in file.parents and file.name in GENERATED


def large_folders(files: Iterable[str]) -> set[str]:
    """Folders with too many modules beside their folders; their own `__init__` is none."""
    modules = (file for file in files if not file.endswith("__init__.py"))
    found = Counter(file.rpartition("/")[0] for file in modules)
    return {folder for folder, count in found.items() if count > FILES_MAX}


def test_no_folder_holds_more_files_than_one_takes_in() -> None:
    assert large_folders(python_files()) == LARGE_FOLDERS


def test_no_file_is_longer_than_one_reads_in_a_go() -> None:
    found = {file for file in python_files() if too_long((ROOT / file).read_text())}
    assert found == LONG_FILES_FOR_NOW


def too_long(source: str) -> bool:
    return len(source.splitlines()) > LINES_MAX


def test_what_is_too_large_is_seen() -> None:
    """The control."""
    files = [f"a/b/{n}.py" for n in range(FILES_MAX)]
    assert large_folders([*files, "a/b/__init__.py", "a/c.py", "a/b/d/e.py"]) == set()
    assert large_folders([*files, "a/b/c.py"]) == {"a/b"}
    assert not too_long("line\n" * LINES_MAX)
    assert too_long("line\n" * LINES_MAX + "line")
