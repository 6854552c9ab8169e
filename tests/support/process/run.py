"""`portal run` in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "handlers", "run"]


def environment(data: Path, port: int) -> dict[str, str]:
    passed = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return passed | {"DATA_DIR": str(data), "PORT": str(port), "DEMO": "0", "HOME": str(data)}


def output_of(data: Path, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What a run says that cannot start, within the five seconds a person waits for it."""
    return subprocess.run(
        COMMAND, env=environment(data, 0) | {"PORT": "8000"} | settings,
        capture_output=True, text=True, timeout=20,  # on a busy machine
    )  # fmt: skip
