"""`portal restore`: brings a backup back, held, and releases the portal once an operator has checked it."""

import asyncio
import getpass
import os
import sys
from argparse import Namespace as Arguments
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree

from handlers.cli.arguments import ArgumentError
from handlers.cli.backups.reconciling import find_all_differences
from handlers.cli.backups.release import command as release
from handlers.cli.runner import Commands, add_command
from rpc.backup.contents import Contents, choose
from rpc.backup.errors import BackupError
from rpc.backup.restore import Keys, Restored, open_restored, read_keys, restore_files, write_keys
from rpc.backup.target import open_target
from rpc.config.settings import Settings
from schema.core.backup import Backup
from sql.server import backup as programs
from sql.server import embedded


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "restore")
    parser.add_argument(
        "--at",
        metavar="TIME",
        help="the moment to reach, such as 2026-11-27T14:05:00Z (default: the last one)",
    )
    parser.add_argument(
        "--key",
        metavar="FILE",
        help="a file with the private half of BACKUP_RECIPIENT (default: it is asked for)",
    )
    parser.add_argument("--without-keys", action="store_true", help="restore without the keyring")
    parser.add_argument(
        "--release",
        action="store_true",
        help="let a restored portal send again, after showing what left it meanwhile",
    )
    parser.add_argument(
        "--statuses",
        metavar="FILE",
        help="with --release: the bank's answers, as payment_id,status[,reference]",
    )
    parser.add_argument(
        "--confirm", action="store_true", help="with --release: what is shown was looked at"
    )


def command(settings: Settings, arguments: Arguments) -> None:
    """Restore the newest backup, or the moment given by --at, into an empty DATA_DIR or database."""
    if arguments.release:
        release(settings, arguments)
        return
    if arguments.statuses or arguments.confirm:
        raise ArgumentError("--statuses and --confirm belong to --release")
    at = parse_time(arguments.at)
    contents = Contents(open_target(settings))
    cluster = embedded.cluster_folder(settings.data_dir, chosen=settings.data_dir_chosen)
    check_empty(settings, cluster)
    backup = choose(contents.backups(), at)
    keys = find_keys(contents, backup, arguments)
    beside = cluster.with_name("postgres.restoring")
    rmtree(beside, ignore_errors=True)
    embedded.prepare_folder(cluster.parent)
    try:
        found = asyncio.run(bring_back(settings, contents, beside, at, keys))
        if settings.database_url is None:
            put_in_place(beside, cluster)
    finally:
        rmtree(beside, ignore_errors=True)
    files, wrong = restore_files(contents, found.backup, settings)
    print(
        f"Restored to {found.reached:%Y-%m-%d %H:%M:%S} UTC from backup {found.backup.name}, with {files} files"
    )
    if keys.keys:
        print(write_keys(settings, keys))
    for kind, rows in found.unreadable.items():
        print(f"Unreadable without their key: {rows} {kind}")
    for line in (*wrong, *found.differences):
        print(line)
    print(f"{len(found.differences)} differences in figures and money")
    print(
        "The portal is held: start it, look, then run `portal restore --release`. Until then no payment, bank file,"
        " mail, postback or periodic job leaves it."
    )
    if wrong or found.differences:
        raise SystemExit(1)


async def bring_back(
    settings: Settings, contents: Contents, beside: Path, at: datetime | None, keys: Keys
) -> Restored:
    """Restore beside; with DATABASE_URL, read the result into that database."""
    ids = keys.ids
    async with open_restored(contents, beside, at, find_all_differences, ids) as found:
        if settings.database_url is not None:
            pieces = programs.dump(found.server.url)
            await asyncio.to_thread(programs.restore_dump, settings.database_url, pieces)
        elif (found.server.database, found.server.user) != ("portal", "postgres"):
            raise BackupError(
                f"backup {found.backup.name} is of a server of your own; give an empty database on one by DATABASE_URL"
            )
        return found


def put_in_place(beside: Path, cluster: Path) -> None:
    """Let restored files be the server's: by one rename, once they are on the disk."""
    os.sync()
    if cluster.exists():
        cluster.rmdir()
    beside.rename(cluster)


def check_empty(settings: Settings, cluster: Path) -> None:
    """Raise BackupError if something lives where the restore would go."""
    if settings.database_url is None:
        if cluster.exists() and any(cluster.iterdir()):
            raise BackupError(
                f"DATA_DIR: {cluster} holds a database, and a restore replaces none; give an empty DATA_DIR, or move"
                " that folder away"
            )
        return
    if tables := asyncio.run(programs.count_tables(settings.database_url)):
        raise BackupError(
            f"DATABASE_URL: the database has {tables} tables, and a restore replaces none; create an empty one"
            " (`createdb`), and name it"
        )


def parse_time(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentError(
            f"--at: '{text}' is no time; give one such as 2026-11-27T14:05:00Z"
        ) from None
    if at.tzinfo is None:
        raise ArgumentError(f"--at: '{text}' has no time zone; add Z for UTC, or +01:00")
    if at > datetime.now(UTC):
        raise ArgumentError(f"--at: {text} is in the future")
    return at.astimezone(UTC)


def find_keys(contents: Contents, backup: Backup, arguments: Arguments) -> Keys:
    if arguments.without_keys:
        return Keys([])
    if arguments.key:
        try:
            private = Path(arguments.key).read_text()
        except (OSError, UnicodeDecodeError) as error:
            raise ArgumentError(f"--key: {arguments.key} cannot be read ({error})") from None
    elif sys.stdin.isatty():
        private = getpass.getpass("The private half of BACKUP_RECIPIENT: ")
    else:
        raise ArgumentError(
            "give the private half of BACKUP_RECIPIENT with --key FILE, or --without-keys"
        )
    return read_keys(contents, backup, private)
