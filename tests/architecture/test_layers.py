"""Each layer imports itself and the layers below it; the path of a call is the place of its code."""

import inspect
import subprocess
from pathlib import Path

import pytest

from handlers._registry import registry
from rpc.calls.registry_entry import Entry
from tests.architecture.source import rules
from tests.architecture.source.imports import LAYERS, ROOT, all_imports, project
from tests.architecture.source.packages import Graph, circles, explain, graph, upward

ORDER = {
    "schema": [
        "core", "brands", "channels", "accounts", "links", "orders", "payments", "reports", "reports.why", "exports",
        "clicks", "postbacks", "home", "network",
    ],
    "sql": [
        "core", "server", "reports.figures", "accounts", "reports", "clicks", "links", "channels", "brands", "orders",
        "payments", "exports", "home", "postbacks", "network", "network.lists", "network.payments", "network.watch",
        "network.measured",
    ],
    "rpc": [
        "config", "monitoring", "database", "security", "exports", "files", "backup", "mail", "outbound", "clicks",
        "process", "http", "calls.decoding", "calls", "openapi", "agents", "clients", "jobs", "postbacks", "server", "",
    ],
    "handlers": [
        "flows", "flows.payments", "flows.accounts", "",
        "demo.core", "demo.people", "demo.catalogue", "demo.orders", "demo",
        "agents", "auth", "common", "home", "mcp", "oauth", "payments", "postback", "sandbox", "staff", "status",
        "tools", "tools.links", "tools.broken_links", "user",
        "brands", "reports", "reports.watch", "reports.why", "network", "network.orders", "network.brands",
        "network.imports", "network.money", "network.overview",
        "network.publishers", "cli", "cli.imports", "cli.backups", "__main__",
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


def test_layer_imports_no_higher_layer() -> None:
    assert rules.of_a_layer_above(MODULES) == []


def test_handlers_of_a_path_are_not_imported() -> None:
    assert rules.of_a_path(MODULES) == []


def test_helpers_of_a_path_segment_are_imported_only_within_it() -> None:
    assert rules.of_another_path(MODULES) == []


def test_flows_serve_several_path_segments() -> None:
    assert rules.of_one_path(MODULES) == []


def test_handler_paths_are_not_named_in_lower_layers() -> None:
    paths = {entry.path for entry in registry.entries(Entry)}
    assert list(rules.paths_by_name(MODULES, paths)) == []


def test_patterns_allow_no_trailing_line_break() -> None:
    assert list(rules.open_ended_patterns(MODULES)) == []


def test_money_is_formatted_by_one_function() -> None:
    assert list(rules.money_written_by_hand(MODULES)) == []


def test_packages_of_a_layer_have_no_import_cycle(packages: Graph) -> None:
    found = circles(packages)
    assert not found, "\n" + "\n".join(explain(packages, circle) for circle in found)


def test_package_imports_only_lower_packages_of_its_layer(packages: Graph) -> None:
    assert list(ORDER) == LAYERS
    for layer, order in ORDER.items():
        assert (
            list(upward(packages, layer, [f"{layer}.{name}".rstrip(".") for name in order])) == []
        )


def test_server_is_imported_only_where_a_process_starts() -> None:
    users = {
        each.importer.name
        for each in all_imports(MODULES)
        if each.target.startswith("rpc.server.")
        and not each.importer.name.startswith(("rpc.server", "tests."))
    }
    assert users == {"rpc.app", "handlers.cli.server"}


def test_call_path_matches_the_location_of_its_handler() -> None:
    for entry in registry.entries(Entry):
        file = Path(inspect.getsourcefile(entry.handler) or "").relative_to(ROOT / "handlers")
        first, *rest = entry.path.strip("/.").replace("-", "_").split("/")
        assert file.with_suffix("").parts[0] == first or not rest, f"{entry.path} is in {file}"


def test_top_level_holds_only_known_entries() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    top = {name.partition("/")[0] for name in listed}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL
