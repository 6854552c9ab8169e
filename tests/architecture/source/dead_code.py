"""Finds code that only tests use, or nothing. `make check` runs it: `python -m tests.architecture.source.dead_code`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from vulture import Vulture
from vulture.core import Item

from tests.architecture.source.imports import ROOT, python_sources

REGISTERED = ["@query", "@procedure", "@endpoint", "@job", "@upload", "@check"]
"""What these decorate is reached by its path or its name."""
CALLED_BY_OTHERS = {
    "log_message": "http.server calls it",
    "data_received": "uvloop calls it",
    "start_tls": "httpcore calls it",
    "validate_host_public_key": "asyncssh calls it",
    "send_400_response": "uvicorn calls it",
    "PoolConnectionProxy": "named in a type that is written as a string",
    "JpegImagePlugin": "loaded before a file can no longer be opened",
    "MpoImagePlugin": "loaded before a file can no longer be opened",
    "PngImagePlugin": "loaded before a file can no longer be opened",
    "WebPImagePlugin": "loaded before a file can no longer be opened",
}


def find_unused(sources: dict[str, str]) -> Iterator[Item]:
    """Functions, classes, methods and global names that no source uses.

    Fields are left out: a struct's are used by the wire and a row's by the database.
    """
    finder = Vulture(ignore_decorators=REGISTERED)
    for path, source in sources.items():
        finder.scan(source, filename=Path(path))
    for item in finder.get_unused_code(min_confidence=60):
        line = sources[str(item.filename)].splitlines()[item.first_lineno - 1]
        if item.typ != "attribute" and (item.typ != "variable" or not line[0].isspace()):
            yield item


def wrong(sources: dict[str, str]) -> list[str]:
    """What is unused and has no reason to be, and reasons that nothing needs any more."""
    reasons = CALLED_BY_OTHERS
    found = list(find_unused(sources))
    needless = reasons.keys() - {item.name for item in found}
    return [
        f"{item.filename}:{item.first_lineno}: nothing uses the {item.typ} {item.name}"
        for item in found
        if item.name not in reasons
    ] + [f"{name} is used or gone: dead_code.py names it for nothing" for name in sorted(needless)]


def project() -> dict[str, str]:
    return {file.relative_to(ROOT).as_posix(): file.read_text() for file in python_sources()}


if __name__ == "__main__":
    sys.exit("\n".join(wrong(project())) or 0)
