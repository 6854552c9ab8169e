"""`portal run` in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.timing import HANG_SECONDS

COMMAND = [sys.executable, "-m", "handlers", "run"]


def environment(data: Path, port: int) -> dict[str, str]:
    passed = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return passed | {"DATA_DIR": str(data), "PORT": str(port), "DEMO": "0", "HOME": str(data)}


def output_of(data: Path, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What a run says that cannot start."""
    return subprocess.run(
        COMMAND, env=environment(data, 0) | {"PORT": "8000"} | settings,
        capture_output=True, text=True, timeout=HANG_SECONDS,
    )  # fmt: skip
