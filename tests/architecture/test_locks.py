"""The lock files name no host, say what was asked for, and are what is installed."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parent.parent.parent
LOCKS = ("requirements.lock", "pnpm-lock.yaml")
HOST = re.compile(
    r"(?:https?|git|ssh|file)(?:\+\w+)?://|^\s*--?(?:index|extra-index|find-links)", re.M
)
PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^]]*\])?==(\S+)( ;.*)? \\$", re.M)
NAME = re.compile(r"^[A-Za-z0-9._-]+")


def pinned() -> dict[str, str]:
    return {name: number for name, number, _ in PINNED.findall((ROOT / LOCKS[0]).read_text())}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_names_no_host(lock: str) -> None:
    assert HOST.findall((ROOT / lock).read_text()) == []


def test_every_python_package_has_a_hash() -> None:
    text = (ROOT / LOCKS[0]).read_text()

    blocks = re.split(r"\n(?=[a-z])", text.strip())

    assert [block for block in blocks if "--hash=sha256:" not in block] == []


def test_the_lock_holds_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    locked = pinned()

    wrong = []
    for requirement in asked:
        name, _, number = requirement.partition("==")
        found = locked.get(canonical(NAME.match(name).group()))
        if found is None or (number and found != number):
            wrong.append(requirement)

    assert wrong == []


def test_what_is_locked_is_what_is_installed() -> None:
    different = {}
    for name, number in pinned().items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue  # for another system
        if installed != number:
            different[name] = (number, installed)

    assert different == {}


def test_the_web_lock_holds_what_the_web_asks_for() -> None:
    package = msgspec.json.decode((ROOT / "web" / "package.json").read_bytes())
    lock = msgspec.yaml.decode((ROOT / "pnpm-lock.yaml").read_bytes())["importers"]["web"]

    for group in ("dependencies", "devDependencies"):
        asked = package.get(group, {})
        locked = {name: entry["specifier"] for name, entry in lock.get(group, {}).items()}
        assert locked == asked


@pytest.mark.parametrize("field", ["packageManager", "devEngines"])
def test_nothing_pins_the_package_manager_twice(field: str) -> None:
    package = msgspec.json.decode((ROOT / "web" / "package.json").read_bytes())

    assert field not in package
    assert not (ROOT / "package.json").exists()
