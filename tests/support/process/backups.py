"""A portal with a server of its own that is backed up, and the commands for it, run inside this process."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import NamedTuple

import pytest

from handlers.__main__ import USER_ERRORS, build_parser
from rpc.backup.sealed_keys import make_pair
from rpc.config.settings import ROOT, Settings
from sql.server import embedded
from sql.server.migrate import migrate
from tests.support.timing import HANG_SECONDS, wait_without_loop

QUICK_FOLLOW = (
    "import handlers.cli.backups.follow as f; f.COPY_SECONDS = 0.1;"
    " from handlers.__main__ import main; main()"
)
"""`portal` whose `backup follow` copies ten times a second."""


class Home(NamedTuple):
    """A portal's folder and database, and where it is backed up."""

    folder: Path
    url: str
    target: Path
    recipient: str
    private: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def environment(self, **settings: str) -> dict[str, str]:
        return {
            "DATA_DIR": str(self.data),
            "DATABASE_URL": self.url,
            "SECRET_KEY": str(self.data / "secret.key"),
            "BACKUP_URL": str(self.target),
            "BACKUP_RECIPIENT": self.recipient,
        } | settings

    def elsewhere(self, name: str, **settings: str) -> dict[str, str]:
        """The environment on another machine, with an empty folder."""
        folder = self.folder / name
        folder.mkdir(mode=0o755)
        return {"DATA_DIR": str(folder), "DEMO": "0", "BACKUP_URL": str(self.target)} | settings


@contextmanager
def new_home() -> Iterator[Home]:
    """A migrated database on an embedded server, and an empty target."""
    folder = Path(mkdtemp(prefix="portal-backup-"))
    folder.chmod(0o755)
    data = folder / "data"
    data.mkdir(mode=0o755)
    cluster = embedded.cluster_folder(data, chosen=True)
    public, private = make_pair()
    (folder / "private.txt").write_text(f"{private}\n")
    try:
        url = embedded.start(cluster, durable=False)
        migrate(url)
        Settings.from_environment({"DATA_DIR": str(data)})  # generates the key
        yield Home(folder, url, folder / "target", public, folder / "private.txt")
    finally:
        embedded.stop(cluster)
        rmtree(folder, ignore_errors=True)


def portal(environment: dict[str, str], *words: str) -> None:
    """Run a command. Raises SystemExit if it ends with another status than 0, and its errors."""
    arguments = build_parser(words[0]).parse_args(words)
    arguments.command(Settings.from_environment(environment), arguments)


def refusal(environment: dict[str, str], *words: str) -> str:
    """The one line with which a command refuses."""
    with pytest.raises(USER_ERRORS) as refused:
        portal(environment, *words)
    message = str(refused.value)
    assert "\n" not in message
    return message


@contextmanager
def following(environment: dict[str, str], log: Path) -> Iterator[None]:
    """`portal backup follow` for the block, killed at its end as with its machine."""
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", QUICK_FOLLOW, "backup", "follow"],
            cwd=ROOT, env=environment | {"PATH": "/usr/bin:/bin"}, stdout=output, stderr=output,
        )  # fmt: skip
    target = Path(environment["BACKUP_URL"])
    try:
        wait_without_loop(
            lambda: any((target / "wal").glob("*.partial~*")), lambda: process.poll() is None
        )
        yield
    finally:
        process.kill()
        process.wait(HANG_SECONDS)


def commands(heading: str) -> list[list[str]]:
    """The commands of a section of docs/recover.md."""
    text = (ROOT / "docs/recover.md").read_text().partition(f"\n## {heading}\n")[2]
    section = text.partition("\n## ")[0]
    return [line.split() for line in re.findall(r"^ {4}portal ([^#\n]+)", section, re.MULTILINE)]
