"""Whoever follows docs/add-a-call.md adds a call that is served, tested and in the clients."""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from textwrap import indent

import pytest

from rpc.calls.registry_entry import PERMISSION_RULE
from tests.architecture.source.examples import Example, find_examples, refresh
from tests.architecture.source.imports import ROOT
from tests.support.timing import HANG_SECONDS

PAGE = ROOT / "docs/add-a-call.md"
NAMES = {
    "/postback/recent": "/postback/latest",
    r"\brecent\(": "latest(",
    "RecentDeliveries": "LatestDeliveries",
    r"\bPATH\b": '"/postback/latest"',
}
"""What the call that is added is called instead of the example."""
CLIENTS = [
    "schema/clients/python/src/publisher_portal_client/calls.py",
    "schema/clients/typescript/src/calls.ts",
]


def find_page_examples() -> list[Example]:
    return list(find_examples(PAGE.read_text()))


def test_examples_of_docs_add_a_call_match_the_code() -> None:
    texts = {file.name: file.read_text() for file in (ROOT / "docs").rglob("*.md")}
    stale = [name for name, text in texts.items() if text != refresh(text)]
    assert stale == [], "run `python -m tests.architecture.source.examples`"


def test_changed_example_is_restored_from_the_code() -> None:
    """The control."""
    text = PAGE.read_text()
    changed = text.replace("postback_id: int", "postback_id: str")
    assert changed != text
    assert refresh(changed) == text


def rename(code: str) -> str:
    for old, new in NAMES.items():
        code = re.sub(old, new, code)
    return code


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository's Python, with the bytecode that is up to date."""
    folder = tmp_path_factory.mktemp("repository")
    skip = ignore_patterns("node_modules", "dist")
    for layer in ("handlers", "rpc", "schema", "sql", "tests"):
        copytree(ROOT / layer, folder / layer, ignore=skip)
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    return folder


def follow(copy: Path, *, without: str = "") -> None:
    """Add the page's call under other names to the files as they are here; a struct is imported where it is used."""
    struct, *parts = find_page_examples()
    for file in {example.file for example in (struct, *parts)}:
        (copy / file).write_bytes((ROOT / file).read_bytes())
    for example in (struct, *parts):
        code = rename(example.code).replace(without, "")
        if example.name.startswith("Test"):
            code = "class TestLatest:\n" + indent(code, "    ")
        if example is not struct and "LatestDeliveries" in code:
            module = struct.file.removesuffix(".py").replace("/", ".")
            code = f"from {module} import LatestDeliveries\n\n\n{code}"
        with (copy / example.file).open("a") as file:
            file.write(f"\n\n{code}")


def run(copy: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=copy,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )


def test_call_added_by_the_docs_takes_four_files() -> None:
    assert len({example.file for example in find_page_examples()}) == 4


def test_call_added_by_the_docs_is_in_openapi_and_both_clients(copy: Path) -> None:
    follow(copy)

    described, written = run(copy, "handlers", "openapi"), run(copy, "handlers", "clients")

    assert (described.returncode, written.returncode) == (0, 0), described.stderr + written.stderr
    assert '"/postback/latest"' in described.stdout
    for client in CLIENTS:
        assert '"/postback/latest"' in (copy / client).read_text()
        assert '"/postback/latest"' not in (ROOT / client).read_text()


def test_documented_test_passes_once_docs_add_a_call_is_followed(
    copy: Path, server_url: str
) -> None:
    follow(copy)

    file = find_page_examples()[-1].file
    tested = run(copy, "pytest", "-q", file, "-k", "TestLatest", TEST_DATABASE_URL=server_url)

    assert "1 passed" in tested.stdout, tested.stdout + tested.stderr


def test_call_without_a_permission_fails_with_an_explanation(copy: Path) -> None:
    follow(copy, without=', permission="postback.edit"')

    described = run(copy, "handlers", "openapi")

    assert described.returncode != 0
    assert f".latest: a handler {PERMISSION_RULE}" in described.stderr
