"""Each layer may import the layers below it, and itself; a path spells the place of its code."""

import ast
import inspect
import subprocess
from pathlib import Path

import pytest

from handlers._registry import registry
from rpc.calls.registry import Entry

LAYERS = ["schema", "sql", "rpc", "handlers"]
ROOT = Path(__file__).parent.parent.parent
TOP_LEVEL = {
    "rpc", "handlers", "schema", "sql", "web", "tests", "docs", "Makefile", "pyproject.toml",
    "pnpm-workspace.yaml", "README.md", "LICENSE", "CHANGELOG.md", "requirements.lock", "pnpm-lock.yaml",
}  # fmt: skip


def imported(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text())))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_none_above_it(layer: str) -> None:
    above = set(LAYERS[LAYERS.index(layer) + 1 :])
    assert not {
        str(file.relative_to(ROOT)): sorted(found)
        for file in (ROOT / layer).rglob("*.py")
        if (found := imported(file) & above)
    }


def test_handlers_of_paths_do_not_import_one_another() -> None:
    modules = {file.stem for file in (ROOT / "handlers").glob("[!_]*.py")}
    for file in (ROOT / "handlers").glob("[!_]*.py"):
        tree = ast.walk(ast.parse(file.read_text()))
        from_handlers = [
            alias.name
            for node in tree
            if isinstance(node, ast.ImportFrom) and node.module == "handlers"
            for alias in node.names
        ]
        assert not set(from_handlers) & modules, file.name


def test_a_path_spells_the_place_of_its_code() -> None:
    for entry in registry.each(Entry):
        file = Path(inspect.getsourcefile(entry.handler) or "")
        first, *rest = entry.path.strip("/").split("/")
        assert file.parent.name == "handlers"
        assert file.stem == first or not rest, f"{entry.path} is in {file.name}"


def test_the_top_level_holds_what_it_may() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    top = {name.partition("/")[0] for name in listed}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL
