"""The disks that the portal writes to: of its data, and of the embedded database."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple

from rpc.config.settings import Settings
from rpc.database.connect import embedded_folder

FREE_LEAST = 512 * 1024 * 1024
FREE_SHARE = 0.05
"""Free space of a disk, in bytes and as a share: below either, the disk is nearly full."""


class Disk(NamedTuple):
    name: str
    folder: Path
    free: int
    size: int

    @property
    def nearly_full(self) -> bool:
        return self.free < max(FREE_LEAST, self.size * FREE_SHARE)


def disks(settings: Settings) -> Iterator[Disk]:
    """The disk of each folder whose usage can be read."""
    for name, folder in (("data", settings.data_dir), ("database", embedded_folder(settings))):
        if folder is not None:
            with suppress(OSError):
                usage = disk_usage(folder)
                yield Disk(name, folder, usage.free, usage.total)
