"""Builds what the portal serves below /clients/: the wheel and the npm package, as they could be published."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rpc.config.settings import ROOT
from rpc.http.web_app_files import DIST

SOURCES = ROOT / "schema" / "clients"
PACKAGES = DIST / "clients"
NODE = Path(sys.prefix) / "node"
TSC = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc6"


def build_packages(folder: Path) -> None:
    """Write both packages into a folder, in place of what is there. Needs what builds the web, and no network."""
    with tempfile.TemporaryDirectory() as workspace:
        built = Path(workspace) / "packages"
        built.mkdir()
        build_wheel(Path(workspace), built)
        build_npm_package(Path(workspace), built)
        for example in (
            *SOURCES.glob("python/examples/*.py"),
            *SOURCES.glob("typescript/examples/*.ts"),
        ):
            shutil.copy(example, built)
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for package in built.iterdir():
            shutil.copy(package, folder)


def build_wheel(workspace: Path, built: Path) -> None:
    source = workspace / "python"
    shutil.copytree(SOURCES / "python", source, ignore=shutil.ignore_patterns("__pycache__"))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel")
    run(*pip, "--no-build-isolation", "--no-deps", "--no-index", "-w", built, source, cwd=workspace)


def build_npm_package(workspace: Path, built: Path) -> None:
    source = workspace / "typescript"
    shutil.copytree(
        SOURCES / "typescript",
        source,
        ignore=shutil.ignore_patterns("dist", "node_modules", "*.tgz"),
    )
    node = NODE / "bin" / "node"
    npm = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    run(node, TSC, cwd=source)
    run(node, npm, "pack", "--silent", "--pack-destination", built, cwd=source)


def run(*command: object, cwd: Path) -> None:
    """Run a command. Raises RuntimeError with what it said if it fails."""
    done = subprocess.run(  # noqa: S603 - the commands above
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(cwd)},
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
