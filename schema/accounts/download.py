"""Files that are made in the background: what their owner sees of them."""

from datetime import timedelta
from enum import IntEnum, StrEnum

from msgspec import Struct, field

from schema.core.scalar import At, Count, Flag, Id

STALL_TIMEOUT = timedelta(hours=1)
"""After so long without a sign of life whoever made it is dead for good."""
STOPPED_MESSAGE = "It stopped half-way; ask for it again"


class DownloadStatus(IntEnum):
    QUEUED = 0
    PROCESSING = 1
    READY = 2
    FAILED = 3


class DownloadKind(StrEnum):
    ACCOUNT = "account"
    """A copy of all data that are one's own."""


class Download(Struct, frozen=True, kw_only=True):
    """`progress` is in percent, `size` in bytes; `download_url` opens a ready file for ten minutes."""

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
    """One by its `id`, or with `clearAll` 1 every one there is, whatever `id` says."""

    id: Count | None = None
    clear_all: Flag = field(name="clearAll", default=0)


class MakeDownload(Struct, frozen=True):
    """The payload of a job that makes a download."""

    publisher_id: int
    download_id: int
