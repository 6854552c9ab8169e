"""The hooks of `make hooks` refuse what CONTRIBUTING.md asks not to commit."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.architecture.source.imports import ROOT

HOOKS = ROOT / ".github/hooks"
OWN = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, env=OWN, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("Refuse a second payment of one settlement\n\nBecause.\n", 0),
        ("x" * 72, 0),
        ("x" * 73, 1),
        ("Refuse it.\n", 1),
    ],
)
def test_git_hook_checks_the_commit_subject(tmp_path: Path, message: str, status: int) -> None:
    (tmp_path / "message").write_text(message)
    assert run(HOOKS / "commit-msg", tmp_path / "message", cwd=tmp_path).returncode == status


@pytest.mark.parametrize(
    ("file", "text", "status"),
    [
        ("a.py", "import os\n\nprint(os.name)\n", 0),
        ("a.py", "print( 1 )\n", 1),
        ("a.py", "import os\n", 1),
        ("web/src/a.ts", "export const one = 1;\n", 0),
        ("web/src/a.ts", "export const one = 1\n", 1),
        ("a.md", "print( 1 )\n", 0),
    ],
)
def test_git_hook_checks_staged_files(tmp_path: Path, file: str, text: str, status: int) -> None:
    run("git", "init", "--quiet", cwd=tmp_path)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    (tmp_path / "web/src").mkdir(parents=True)
    (tmp_path / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    (tmp_path / "web/biome.json").write_bytes((ROOT / "web/biome.json").read_bytes())
    (tmp_path / file).write_text(text)
    (tmp_path / "unstaged.py").write_text("print( 1 )\n")
    run("git", "add", file, cwd=tmp_path)

    assert run(HOOKS / "pre-commit", cwd=tmp_path).returncode == status
