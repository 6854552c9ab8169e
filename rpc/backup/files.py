"""The portal's files, as a backup reads and a restore writes them: uploads, downloads and unsent mails."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from obstore.exceptions import BaseError, NotFoundError

from rpc.backup.errors import BackupError
from rpc.backup.target import Target
from rpc.config.settings import Settings
from rpc.files.storage import s3_store

if TYPE_CHECKING:
    from obstore.store import S3Store

STORED, OUTBOX = "stored", "outbox"


class FileSource:
    """Files under a prefix: those of a folder of this machine, or of the bucket in FILES_URL."""

    def __init__(self, prefix: str, folder: Path, url: str | None = None) -> None:
        self.prefix = prefix
        self._folder = folder
        self._store: S3Store | None = s3_store(url) if url else None

    @classmethod
    def of(cls, settings: Settings, data_dir: Path | None = None) -> tuple["FileSource", ...]:
        folder = data_dir or settings.data_dir
        return (
            cls(STORED, folder / "files", settings.files_url),
            cls(OUTBOX, folder / "outbox"),
        )

    def sizes(self) -> Iterator[tuple[str, int]]:
        """Each file with its size in bytes, by a name with the prefix."""
        if self._store is not None:
            try:
                for listed in self._store.list():
                    for each in listed:
                        yield f"{self.prefix}/{self._own_name(each['path'])}", each["size"]
            except (BaseError, OSError) as error:
                raise unreadable(error) from error
            return
        if not self._folder.is_dir():
            return
        for path in sorted(self._folder.rglob("*")):
            hidden = path.name.startswith(".") or path.suffix in (".part", ".half")
            if path.is_file() and not hidden:
                yield (
                    f"{self.prefix}/{path.relative_to(self._folder).as_posix()}",
                    path.stat().st_size,
                )

    def read(self, name: str) -> bytes | None:
        """A file's content; None if it was deleted meanwhile."""
        own = name.removeprefix(f"{self.prefix}/")
        try:
            if self._store is None:
                return (self._folder / own).read_bytes()
            return bytes(self._store.get(own).bytes())
        except (NotFoundError, FileNotFoundError):
            return None
        except (BaseError, OSError) as error:
            raise unreadable(error) from error

    def write(self, name: str, content: bytes) -> None:
        own = name.removeprefix(f"{self.prefix}/")
        if self._store is None:
            Target(str(self._folder)).put(own, content)
            return
        try:
            self._store.put(own, content, use_multipart=False)
        except (BaseError, OSError) as error:
            raise unreadable(error) from error

    def _own_name(self, path: str) -> str:
        assert self._store is not None
        prefix = f"{self._store.prefix}/" if self._store.prefix else ""
        return path.removeprefix(prefix)


def unreadable(error: Exception) -> BackupError:
    return BackupError(f"the portal's files cannot be used: {' '.join(str(error).split())[:200]}")
