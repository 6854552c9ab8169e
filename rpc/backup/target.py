"""Where backups are kept: a folder, or a bucket with the S3 protocol.

Whatever is stored becomes visible whole or not at all. `~` and the SHA-256 of the content end the name of what has no
list of its own, so that a look at the names says what there is, and a reader sees whether it was altered.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError, NotFoundError

from rpc.backup.errors import BackupError
from rpc.config.settings import Settings
from rpc.files.storage import s3_store

if TYPE_CHECKING:
    from obstore.store import S3Store

READ_SIZE = 8 << 20
"""How many bytes one request reads: it must end within the time that a request may take."""
MARK = "~"


class Target:
    """Stored content by name. Raises BackupError if the target cannot be reached, or is full."""

    def __init__(self, url: str) -> None:
        self.url = url if not url.startswith("s3:") else f"s3://{url.rpartition('@')[2]}"
        self._folder: Path | None = None
        self._store: S3Store | None = None
        if url.startswith("s3:"):
            self._store = s3_store(url)
        else:
            self._folder = Path(url)

    def put(self, name: str, body: bytes) -> None:
        self.put_pieces(name, [body])

    def put_pieces(self, name: str, pieces: Iterable[bytes]) -> int:
        """Store what comes in pieces; returns how many bytes. If the pieces break off, nothing is stored."""
        if self._folder is not None:
            return self._put_file(self._folder / name, pieces)
        assert self._store is not None
        size = 0
        try:
            first: list[bytes] = []
            rest = iter(pieces)
            for piece in rest:
                first.append(piece)
                size += len(piece)
                if size >= READ_SIZE:
                    break
            else:
                self._store.put(name, b"".join(first), use_multipart=False)
                return size
            with obstore.open_writer(self._store, name, buffer_size=READ_SIZE) as writer:
                for piece in first:
                    writer.write(piece)
                for piece in rest:
                    writer.write(piece)
                    size += len(piece)
        except (BaseError, OSError) as error:
            raise self._unreachable(error) from error
        return size

    def _put_file(self, path: Path, pieces: Iterable[bytes]) -> int:
        partial = path.with_name(f".{path.name}.part")
        size = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with partial.open("wb") as file:
                for piece in pieces:
                    file.write(piece)
                    size += len(piece)
                file.flush()
                os.fsync(file.fileno())
            partial.rename(path)
            sync_folder(path.parent)
        except OSError as error:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            raise self._unreachable(error) from error
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        return size

    def read(self, name: str) -> Iterator[bytes]:
        """The content in pieces. Raises BackupError if there is none."""
        try:
            if self._folder is not None:
                with (self._folder / name).open("rb") as file:
                    yield from iter(lambda: file.read(READ_SIZE), b"")
                return
            assert self._store is not None
            size = self._store.head(name)["size"]
            for start in range(0, size, READ_SIZE):
                length = min(READ_SIZE, size - start)
                yield bytes(self._store.get_range(name, start=start, length=length))
        except (NotFoundError, FileNotFoundError):
            raise BackupError(
                f"{self.url}: {name} is missing; use another backup, or make a new one"
            ) from None
        except (BaseError, OSError) as error:
            raise self._unreachable(error) from error

    def get(self, name: str) -> bytes:
        return b"".join(self.read(name))

    def names(self, folder: str) -> list[str]:
        """The names of what is stored in a folder, in order, without it."""
        try:
            if self._folder is not None:
                top = self._folder / folder
                found = [
                    path.relative_to(top).as_posix()
                    for path in top.rglob("*")
                    if path.is_file() and not path.name.startswith(".")
                ]
                return sorted(found)
            assert self._store is not None
            listed = self._store.list(f"{folder}/").collect()
            return sorted(each["path"].partition(f"{folder}/")[2] for each in listed)
        except (BaseError, OSError) as error:
            raise self._unreachable(error) from error

    def remove_unfinished(self, before: float) -> None:
        """Remove what was begun before a time of this machine's clock and never became whole."""
        for path in self._folder.rglob(".*.part") if self._folder is not None else ():
            with suppress(OSError):
                if path.stat().st_mtime < before:
                    path.unlink()

    def remove(self, name: str) -> None:
        try:
            if self._folder is not None:
                (self._folder / name).unlink(missing_ok=True)
                return
            assert self._store is not None
            with suppress(NotFoundError, FileNotFoundError):
                self._store.delete(name)
        except (BaseError, OSError) as error:
            raise self._unreachable(error) from error

    def _unreachable(self, error: Exception) -> BackupError:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return BackupError(
                f"BACKUP_URL: the disk of {self.url} is full; nothing of this was kept. Make room, or"
                " remove old backups"
            )
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        reason = " ".join(why.split())[:200]
        return BackupError(f"BACKUP_URL: {self.url} cannot be used: {reason}")


def open_target(settings: Settings) -> Target:
    """The target in BACKUP_URL. Raises BackupError without one, or if it would be lost together with the data."""
    url = settings.backup_url
    if url is None:
        raise BackupError("BACKUP_URL is not set; give a folder on another disk, or s3://…")
    if not url.startswith("s3:"):
        folder, data = Path(url).resolve(), settings.data_dir.resolve()
        if folder == data or folder.is_relative_to(data):
            raise BackupError(
                f"BACKUP_URL: {folder} is inside DATA_DIR and would be lost together with it; give another folder"
            )
    return Target(url)


def sync_folder(folder: Path) -> None:
    """Have a rename in a folder outlive a power cut."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def mark_name(name: str, content: bytes) -> str:
    """A name that also says what the content is."""
    return f"{name}{MARK}{sha256(content).hexdigest()}"


def check(name: str, content: bytes) -> bytes:
    """The content. Raises BackupError if it is not what its name says."""
    if sha256(content).hexdigest() != name.rpartition(MARK)[2]:
        raise BackupError(
            f"{name.rpartition(MARK)[0]} was cut short or altered; use another backup"
        )
    return content
