"""Downloads: files that are built in the background, as their owner sees them."""

from datetime import timedelta
from enum import IntEnum, StrEnum

from msgspec import Struct, field

from schema.core.scalar import At, Count, Flag, Id

STALL_TIMEOUT = timedelta(hours=1)
"""A job that has reported no progress for this long has died."""
DOWNLOAD_URL_LIFETIME = timedelta(minutes=10)
"""How long the signed URL of a file works."""
DOWNLOAD_TYPES = {
    "zip": "application/zip",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}
"""The media type of each kind of file, by file name extension."""
STOPPED_MESSAGE = "The export stopped before it finished. Try it again"


class DownloadStatus(IntEnum):
    QUEUED = 0
    PROCESSING = 1
    READY = 2
    FAILED = 3


class DownloadKind(StrEnum):
    ACCOUNT = "account"
    """A copy of all the data stored about the account."""
    REPORT = "report"
    """A report as a file."""


class Download(Struct, frozen=True, kw_only=True):
    """A requested file.

    `progress` is a percentage, `size` is in bytes; `download_url` opens a finished file for ten minutes.
    """

    id: Id
    kind: DownloadKind
    filename: str
    status: DownloadStatus
    download_url: str | None
    progress: int
    rows: int
    size: int | None
    error: str | None
    created_at: At
    expires_at: At


class DownloadDel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One download by its `id`, or all of them with `clearAll` 1, whatever the `id`."""

    id: Count | None = None
    clear_all: Flag = field(name="clearAll", default=0)


class DownloadRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class MakeDownload(Struct, frozen=True):
    """The payload of the job that builds a download."""

    publisher_id: int
    download_id: int
