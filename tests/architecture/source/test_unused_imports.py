"""A module that is imported by its whole name is used by it: linters see only `sql` of `import sql.orders.order`."""

import ast
from pathlib import Path

from tests.architecture.source.imports import LAYERS, ROOT, python_sources

OURS = (*LAYERS, "tests")


def unused_imports(source: str) -> set[str]:
    """The project's modules that a source imports by their whole names, and does not use."""
    tree = ast.parse(source)
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.asname is None and alias.name.partition(".")[0] in OURS
    }
    last_parts = {name.rpartition(".")[2] for name in names}
    used = {
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in last_parts
    }
    return {name for name in names if "." in name and name not in used}


def sources() -> list[Path]:
    return [*python_sources(), *sorted((ROOT / "tests").rglob("*.py"))]


def test_every_imported_module_is_used() -> None:
    unused = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in sources()
        for name in unused_imports(file.read_text())
    }
    assert unused == set()


def test_check_finds_an_unused_import() -> None:
    """The control."""
    imports = "import sql.orders.order\nimport sql.orders.intake\n"
    assert unused_imports(imports + "sql.orders.order.page()") == {"sql.orders.intake"}
    assert unused_imports(imports + "work(sql.orders.order, sql.orders.intake.save)") == set()
