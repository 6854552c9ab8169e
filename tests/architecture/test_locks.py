"""The lock files name no host, match the requirements, and match what is installed."""

import ast
import re
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parent.parent.parent
RUNTIME, TESTS = PYTHON = ("requirements.lock", "requirements-dev.lock")
LOCKS = (*PYTHON, "pnpm-lock.yaml")
HOST = re.compile(
    r"(?:https?|git|ssh|file)(?:\+\w+)?://|^\s*--?(?:index|extra-index|find-links)", re.M
)
PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^]]*\])?==(\S+)( ;.*)? \\$", re.M)
OWN = "publisher-portal"
TRIED = {"oidc-provider-mock"}
"""Offered by `portal run` where it is installed (handlers/cli/dev_oidc.py)."""
NAME = re.compile(r"^[A-Za-z0-9._-]+")


def read_pins(*locks: str) -> dict[str, str]:
    """The packages of these lock files, or of both."""
    text = "".join((ROOT / lock).read_text() for lock in locks or PYTHON)
    return {name: number for name, number, _ in PINNED.findall(text)}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_file_names_no_package_host(lock: str) -> None:
    assert HOST.findall((ROOT / lock).read_text()) == []


@pytest.mark.parametrize("lock", PYTHON)
def test_every_python_package_has_a_hash(lock: str) -> None:
    text = (ROOT / lock).read_text()

    blocks = re.split(r"\n(?=[a-z])", text.strip())

    assert [block for block in blocks if "--hash=sha256:" not in block] == []


def test_lock_files_satisfy_the_project_requirements() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]

    assert extras.keys() == {"build", "dev"}
    assert missing([*project["dependencies"], *extras["build"]], read_pins(RUNTIME)) == []
    assert missing(extras["dev"], read_pins()) == []


def missing(requirements: list[str], locked: dict[str, str]) -> list[str]:
    wrong = []
    for requirement in requirements:
        name, _, number = requirement.partition("==")
        found = locked.get(canonical(NAME.match(name).group()))
        if found is None or (number and found != number):
            wrong.append(requirement)
    return wrong


def test_lists_of_runtime_and_test_packages_do_not_overlap() -> None:
    runtime, tests = read_pins(RUNTIME), read_pins(TESTS)

    assert runtime.keys() & tests.keys() == set()
    assert {"pytest", "mypy", "moto", "playwright", "oidc-provider-mock"} <= tests.keys()


def test_runtime_imports_only_runtime_packages() -> None:
    assert distributions_of("schema", "sql", "rpc", "handlers") - read_pins(RUNTIME).keys() == TRIED
    assert distributions_of("tests") - read_pins(RUNTIME).keys() > {"pytest"}, "the control"


def distributions_of(*layers: str) -> set[str]:
    """The packages whose modules are imported anywhere in these folders."""
    known = packages_distributions()
    files = (file for layer in layers for file in (ROOT / layer).rglob("*.py"))
    modules = {
        name.partition(".")[0]
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        for name in imports_of(node)
    }
    return {canonical(name) for module in modules for name in known.get(module, ())} - {OWN}


def imports_of(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []


def test_installed_versions_equal_the_locked_ones() -> None:
    different = {}
    for name, number in read_pins().items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue  # for another system
        if installed != number:
            different[name] = (number, installed)

    assert different == {}


def test_web_lock_file_matches_package_json() -> None:
    package = msgspec.json.decode((ROOT / "web" / "package.json").read_bytes())
    lock = msgspec.yaml.decode((ROOT / "pnpm-lock.yaml").read_bytes())["importers"]["web"]

    for group in ("dependencies", "devDependencies"):
        asked = package.get(group, {})
        locked = {name: entry["specifier"] for name, entry in lock.get(group, {}).items()}
        assert locked == asked


@pytest.mark.parametrize("field", ["packageManager", "devEngines"])
def test_package_manager_is_pinned_only_in_the_makefile(field: str) -> None:
    package = msgspec.json.decode((ROOT / "web" / "package.json").read_bytes())

    assert field not in package
    assert not (ROOT / "package.json").exists()
