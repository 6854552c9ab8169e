"""Notes long files and full folders, which may be two things. `make check` prints the notes and never fails by them."""

from collections import Counter
from collections.abc import Iterator

from tests.architecture.source.imports import CLIENTS, LAYERS, ROOT

FILES_MANY = 25
LINES_MANY = 400
GENERATED = {
    *("async_calls.py", "calls.py", "models.py", "refusals.py"),
    *("calls.ts", "models.ts", "refusals.ts"),
}
"""Those of the clients, which are written from the registry."""


def source_lines() -> dict[str, int]:
    """The lines of each file written by hand, by its path below the root."""
    tops = [*LAYERS, "tests", "web/src"]
    files = [file for top in tops for file in (ROOT / top).rglob("*")]
    return {
        file.relative_to(ROOT).as_posix(): len(file.read_text().splitlines())
        for file in files
        if file.suffix in (".py", ".ts", ".tsx")
        and ".gen." not in file.name
        and "node_modules" not in file.parts
        and not (CLIENTS in file.parents and file.name in GENERATED)
    }


def notes(lines: dict[str, int]) -> Iterator[str]:
    """A line for each long file and each full folder."""
    for path, count in sorted(lines.items()):
        if count > LINES_MANY:
            yield f"note: {path} has {count} lines: is it one thing?"
    folders = Counter(path.rpartition("/")[0] for path in lines if not path.endswith("__init__.py"))
    for folder, count in sorted(folders.items()):
        if count > FILES_MANY:
            yield f"note: {folder} has {count} files: is it one subject?"


if __name__ == "__main__":
    for note in notes(source_lines()):
        print(note)
