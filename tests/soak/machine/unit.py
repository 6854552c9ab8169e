"""The unit of systemd leaves the portal as few rights as it says."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import which

from tests.soak.support.tally import Tally
from tests.support.release import UNIT

MOST = 20
"""The exposure that `systemd-analyze security` may find at most, in tenths of ten."""
EXPOSURE = re.compile(r"Overall exposure level for \S+: (\d+\.\d)")


async def main(_: Path, ports: list[int], size: None) -> AsyncIterator[Tally]:
    tally = Tally("exposure of the unit")
    if which("systemd-analyze") is None:
        tally.notes.append("not run: this machine has no systemd-analyze")
        yield tally
        return
    status, output = await exposure(UNIT, MOST)
    found = EXPOSURE.search(output)
    tally.must(status == 0, f"at most {MOST / 10}: {found[1] if found else output}")
    yield tally
    control = Tally("exposure without the hardening", control=True)
    bare = Path("/tmp/bare.service")
    bare.write_text("[Service]\nExecStart=/srv/portal/bin/portal run\n")
    status, _ = await exposure(bare, MOST)
    bare.unlink()
    control.lost = int(status != 0)
    yield control


async def exposure(unit: Path, most: int) -> tuple[int, str]:
    """The status, 0 if it is at most so much, and what was said."""
    arguments = ("security", "--offline=true", "--no-pager", f"--threshold={most}", str(unit))
    process = await asyncio.create_subprocess_exec(
        "systemd-analyze", *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()
