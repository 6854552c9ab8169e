"""`portal backup` makes backups, follows the log and rehearses a restore; `portal verify` reads all again."""

import argparse
import asyncio
from argparse import Namespace as Arguments
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from handlers.cli.backups.follow import follow
from handlers.cli.backups.reconciling import find_all_differences
from handlers.cli.runner import Commands, add_command
from rpc.backup.contents import Contents
from rpc.backup.make import make
from rpc.backup.restore import open_restored
from rpc.backup.restore import verify as find_faults
from rpc.backup.sealed_keys import make_pair
from rpc.backup.target import open_target
from rpc.config.settings import Settings
from rpc.database.connect import database
from sql.server import embedded

PAIR = """\
BACKUP_RECIPIENT={public}

{private}

The first line is a setting. The second opens the keys of every backup: keep it in two places, on paper or in a
password manager, and never on this machine. It is shown this once and stored nowhere.
"""
ROWS_ALONE = (
    "It holds rows alone, because the database's user has no right REPLICATION: no later moment can be reached"
    " from it"
)
WITHOUT_KEYS = "The keys are not in it: without SECRET_KEY, payment details and two-step secrets are unreadable"


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, backup)
    parser.add_argument(
        "action",
        nargs="?",
        choices=["now", "init", "follow", "drill", "daily"],
        default="now",
        help="now: make a backup (default); init: make a pair of keys to seal the keyring with; follow: copy the log as"
        " it is written; drill: restore the newest backup beside, and compare every sum; daily: backup and drill",
    )
    parser.add_argument("--without-keys", action="store_true", help="leave the keyring out")
    parser.add_argument("--until-orphaned", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--ready-fd", type=int, help=argparse.SUPPRESS)
    add_command(commands, verify)


def backup(settings: Settings, arguments: Arguments) -> None:
    """Back up the database, the files and the sealed keys to BACKUP_URL."""
    match arguments.action:
        case "init":
            public, private = make_pair()
            print(PAIR.format(public=public, private=private), end="")
        case "follow":
            with database(settings) as url:
                follow(settings, url, arguments)
        case "drill":
            drill(settings)
        case _:
            with database(settings) as url:
                made = asyncio.run(make(settings, url, without_keys=arguments.without_keys))
            print(f"Backup {made.name}: {made.data.size:,} bytes, {len(made.files)} files")
            if not made.wal_end:
                print(ROWS_ALONE)
            if arguments.without_keys:
                print(WITHOUT_KEYS)
            if arguments.action == "daily":
                drill(settings)


def verify(settings: Settings, _: Arguments) -> None:
    """Read every backup again: whether it is whole, the log has no gap, and every key in use is sealed."""
    contents = Contents(open_target(settings))
    faults = list(find_faults(contents))
    for fault in faults:
        print(fault)
    backups = contents.backups()
    print(
        f"{len(backups)} backups, {len(contents.segments())} segments of the log, {len(faults)} faults"
    )
    if faults:
        raise SystemExit(1)


def drill(settings: Settings) -> None:
    """Restore the newest backup beside the portal, without worker, mail and network, and compare every sum."""
    contents = Contents(open_target(settings))

    async def rehearse(folder: Path) -> None:
        async with open_restored(contents, folder, None, find_all_differences, None) as found:
            for line in found.differences:
                print(line)
            print(
                f"Backup {found.backup.name} was restored to {found.reached:%Y-%m-%d %H:%M:%S} UTC:"
                f" {len(found.differences)} differences"
            )
            if found.differences:
                raise SystemExit(1)

    with scratch(settings) as folder:
        asyncio.run(rehearse(folder))


@contextmanager
def scratch(settings: Settings) -> Iterator[Path]:
    """A folder that the user who runs servers can reach, and that is gone afterwards."""
    top = Path(mkdtemp(prefix="drill-", dir=embedded.scratch_parent(settings.data_dir)))
    top.chmod(0o755)
    try:
        yield top / "postgres"
    finally:
        rmtree(top, ignore_errors=True)
