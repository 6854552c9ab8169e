"""`make wheel`: everything that a release consists of, into dist/.

The wheel has the built web and the migrations inside. Beside it stand the locked requirements of running it, in the two
files that pip needs, a bill of materials made from the lock files, the unit of systemd, and the checksums of all.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import msgspec
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rpc.config.settings import ROOT
from schema.core.version import VERSION
from tests.support.sbom import bill_of_materials, split_lock

PROJECT = "publisher-portal"
BUILDERS = ("packaging", "setuptools", "wheel")
"""These come first: one package comes as source alone, and its build must not fetch its own."""
UNIT = ROOT / "docs/ops/portal.service"


def build_wheel(folder: Path) -> Path:
    """Build the wheel into a folder. Two builds of the same files are equal byte for byte."""
    if not (ROOT / "web/dist/index.html").is_file():
        raise SystemExit("web/dist is not built: run `make wheel`, which builds it first")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return folder / f"{PROJECT.replace('-', '_')}-{VERSION}-py3-none-any.whl"


def closure(names: list[str]) -> set[str]:
    """The packages that these need, of all platforms, as far as they are installed here."""
    found: set[str] = set()
    waiting = [canonicalize_name(name) for name in names]
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += needed_by(name)
    return found


def needed_by(name: str) -> Iterator[str]:
    try:
        needed = requires(name) or []
    except PackageNotFoundError:  # of another platform
        return
    for each in map(Requirement, needed):
        if each.marker is None or "extra" not in str(each.marker):
            yield canonicalize_name(each.name)


def lock_files() -> dict[str, str]:
    """The locked requirements without what only builds the web: what builds packages, and the rest."""
    own = [Requirement(each) for each in requires(PROJECT) or ()]
    running = closure([each.name for each in own if each.marker is None])
    building = closure([each.name for each in own if "build" in str(each.marker)]) - running
    whole = split_lock((ROOT / "requirements.lock").read_text())
    remaining = {name: part for name, part in whole.items() if name not in building}
    return {
        "requirements-build.lock": "".join(whole[name] for name in BUILDERS),
        "requirements.lock": "".join(remaining.values()),
    }


def write_release(folder: Path) -> list[Path]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build_wheel(folder)
    for name, content in lock_files().items():
        (folder / name).write_text(content)
    bill = bill_of_materials(ROOT, lock_files()["requirements.lock"])
    (folder / "sbom.cdx.json").write_bytes(msgspec.json.format(msgspec.json.encode(bill)) + b"\n")
    shutil.copy(UNIT, folder / UNIT.name)
    written = sorted(folder.iterdir())
    sums = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in written]
    (folder / "SHA256SUMS").write_text("".join(sums))
    return [*written, folder / "SHA256SUMS"]


if __name__ == "__main__":
    for file in write_release(ROOT / "dist"):
        sys.stdout.write(f"{file.relative_to(ROOT)}  {file.stat().st_size:,} bytes\n")
