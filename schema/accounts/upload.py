"""Uploaded files: what is allowed, how large, and what is returned about them."""

from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.envelope import Header
from schema.core.scalar import Text255

FILE_BYTES_MAX = 5 * 1024 * 1024
PIXELS_MAX = 16_000_000
SIDE_PIXELS_MAX = 2_000
"""The maximum side of an image in pixels. Larger images are scaled down."""
FILES_MAX, BYTES_MAX = 500, 200 * 1024 * 1024
"""The limits of one publisher's files."""
GUEST_DAY_BYTES_MAX = 25 * 1024 * 1024
"""The daily limit of the guests from one IP address."""
GUEST_FILES_MAX, GUEST_BYTES_MAX = 5_000, 1024 * 1024 * 1024
"""The limits of all guests' files together, until they have signed up."""
TICKET_LIFETIME = timedelta(minutes=10)
UNUSED_FILE_LIFETIME = timedelta(hours=24)
UNUSED_GUEST_FILE_LIFETIME = timedelta(hours=1)
"""How long a guest's unused file is kept."""
FILES_PATH = "/files/"
GUEST_PUBLISHER = 0
"""The owner of files that were uploaded before their publisher signed up."""
FILENAME_LENGTH = 255
"""How many characters of an uploaded file's name are kept."""


class FileKind(StrEnum):
    IMAGE = "image"
    DOCUMENT = "document"
    ORDERS = "orders"
    """A table of orders: one that the network imports, or a publisher's books. It is read, never shown."""


PUBLISHED_KINDS = (FileKind.IMAGE, FileKind.DOCUMENT)
"""The kinds of files that a publisher keeps and shows."""


MEDIA_TYPES = {
    "jpg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
    "pdf": "application/pdf",
}
"""Media types by the extension of a stored file's name."""


class UploadRequest(Struct, frozen=True, forbid_unknown_fields=True):
    header: Header | None = None


class UploadData(Struct, frozen=True, forbid_unknown_fields=True):
    """The multipart field `data` of an upload: the usual envelope, or the token next to the application id."""

    app_id: int = field(name="appId", default=0)
    token: Annotated[str, Meta(max_length=1_000)] | None = None
    req: UploadRequest | None = None

    @property
    def any_token(self) -> str | None:
        inner = self.req.header.token if self.req and self.req.header else None
        return self.token or inner


class Uploaded(Struct, frozen=True):
    """An uploaded file: calls take its `url`; `name` is the original name, `size` is in bytes."""

    url: str
    name: Text255
    size: int


class GuestUploaded(Uploaded, frozen=True):
    """A guest's uploaded file: sign_up takes its `ticket` within ten minutes, and gives it to the new publisher."""

    ticket: str


class StoredFile(Struct, frozen=True):
    """A file's row in the database."""

    name: str
    kind: FileKind
    size: int

    @property
    def url(self) -> str:
        return FILES_PATH + self.name


def file_names(urls: Iterable[str]) -> list[str]:
    """The names of stored files, from their URLs; an empty name for any other URL."""
    return [url.removeprefix(FILES_PATH) if url.startswith(FILES_PATH) else "" for url in urls]
