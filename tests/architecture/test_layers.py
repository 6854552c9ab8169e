"""Each layer may import the layers below it, and itself; a path spells the place of its code."""

import inspect
import subprocess
from pathlib import Path

import pytest

from handlers._registry import registry
from rpc.calls.registry_entry import Entry
from tests.architecture.source import rules
from tests.architecture.source.imports import LAYERS, ROOT, project
from tests.architecture.source.packages import Graph, circles, explain, graph, upward

ORDER = {
    "schema": ["core", "brands", "accounts", "orders", "payments", "reports", "clicks", "home", "tools", "network"],
    "sql": [
        "core", "server", "figures", "reports", "accounts", "clicks", "brands", "orders", "payments", "exports", "home",
        "tools", "network", "network.lists", "network.payments", "demo.core", "demo.people", "demo.catalogue",
        "demo.orders", "demo",
    ],
    "rpc": [
        "config", "monitoring", "database", "security", "exports", "files", "mail", "outbound", "clicks", "process",
        "http", "calls.decoding", "calls", "openapi", "clients", "jobs", "postbacks", "",
    ],
    "handlers": [
        "flows", "flows.links", "flows.cases", "flows.payments", "flows.accounts", "flows.postbacks",
        "flows.broken_links", "flows.reports", "flows.network", "flows.exports",
        "flows.imports", "", "home", "network", "payments",
        "tools", "cli", "cli.imports", "__main__",
    ],
}  # fmt: skip
"""The packages of each layer from the bottom: each imports only those before it. The layer itself is empty."""
TOP_LEVEL = {
    "rpc", "handlers", "schema", "sql", "web", "tests", "docs", "Makefile", "pyproject.toml",
    "pnpm-workspace.yaml", "README.md", "LICENSE", "CHANGELOG.md",
    "requirements.lock", "requirements-dev.lock", "pnpm-lock.yaml",
}  # fmt: skip
MODULES = project()


@pytest.fixture(scope="module")
def packages() -> Graph:
    return graph(MODULES)


def test_a_layer_imports_none_above_it() -> None:
    assert rules.of_a_layer_above(MODULES) == []


def test_nobody_imports_the_handlers_of_a_path() -> None:
    assert rules.of_a_path(MODULES) == []


def test_no_handler_is_named_by_its_path_below_the_handlers() -> None:
    paths = {entry.path for entry in registry.entries(Entry)}
    assert list(rules.paths_by_name(MODULES, paths)) == []


def test_no_packages_of_a_layer_import_one_another_in_a_circle(packages: Graph) -> None:
    found = circles(packages)
    assert not found, "\n" + "\n".join(explain(packages, circle) for circle in found)


def test_a_package_imports_only_those_below_it_in_its_layer(packages: Graph) -> None:
    assert list(ORDER) == LAYERS
    for layer, order in ORDER.items():
        assert (
            list(upward(packages, layer, [f"{layer}.{name}".rstrip(".") for name in order])) == []
        )


def test_a_path_spells_the_place_of_its_code() -> None:
    for entry in registry.entries(Entry):
        file = Path(inspect.getsourcefile(entry.handler) or "").relative_to(ROOT / "handlers")
        first, *rest = entry.path.strip("/").split("/")
        assert file.with_suffix("").parts[0] == first or not rest, f"{entry.path} is in {file}"


def test_the_top_level_holds_what_it_may() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    top = {name.partition("/")[0] for name in listed}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL
