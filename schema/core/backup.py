"""What a backup says about itself, and what was issued."""

from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from msgspec import Struct

FORMAT = 1
"""The format of backups; one of another number is refused."""
LIFETIME = timedelta(days=35)
"""How long a backup, and the log that leads on from it, is kept."""
LEAST_KEPT = 2
"""How many backups are kept, however old."""
COPY_SECONDS = 5.0
"""How often what was written is copied to the target: the most that the loss of the machine can cost, nearly."""
EVERY = timedelta(days=1)
"""How often `portal run` makes a backup, and rehearses its restore."""


class Kind(StrEnum):
    """How a database was backed up: its files, from which any later moment is reached, or its rows."""

    FILES = "files"
    DUMP = "dump"


class Part(Struct, frozen=True):
    """A stored file: its size in bytes, and the SHA-256 of its content in hex."""

    name: str
    size: int
    sha256: str


class Backup(Struct, frozen=True, kw_only=True):
    """A backup. `wal_start` and `wal_end` are the segments it needs and has; later ones lead on from it."""

    format: int
    name: str
    kind: Kind
    portal: str
    migration: str
    postgres: int
    """The version of the server, such as 180004."""
    installation: str
    """The server's own identifier, which a restore keeps."""
    database: str
    user: str
    segment_size: int
    wal_start: str
    wal_end: str
    started_at: datetime
    ended_at: datetime
    data: Part
    key_ids: list[str]
    """The ids of the keys that some row is encrypted with."""
    files: list[Part]


class SealedKeys(Struct, frozen=True, kw_only=True):
    """The keyring, sealed to a public key. Everything but `ciphertext` is bound to it."""

    format: int
    installation: str
    key_ids: list[str]
    recipient: str
    ephemeral: str
    nonce: str
    ciphertext: str


class IssuedPayment(Struct, frozen=True, kw_only=True):
    """A payment that was handed to the bank, in a file, or to the payout provider."""

    payment_id: int
    uid: int
    state: str
    channel: str
    attempt: int
    currency: str
    amount: Decimal
    rate: Decimal
    batch_id: int | None
    file: str | None
    """The name of the bank file that contains it."""
    reference: str | None
    left_at: datetime
    """When anything last became of it that others know of."""

    @property
    def has_left(self) -> bool:
        """Whether others may know of it: until it stands in a file, a payment of the bank is only planned."""
        return self.channel != "file" or self.file is not None or self.state != "processing"


class IssuedDocument(Struct, frozen=True, kw_only=True):
    """An invoice or a credit note that has a number."""

    number: str
    uid: int
    payment_id: int
    issued_at: datetime


class IssuedFile(Struct, frozen=True, kw_only=True):
    """A bank file."""

    file_id: int
    batch_id: int
    name: str
    made_at: datetime


class Series(Struct, frozen=True, kw_only=True):
    """A series of invoice numbers, and the last one drawn."""

    entity_id: int
    year: int
    last: int


class Issued(Struct, frozen=True, kw_only=True):
    """What has been issued and cannot be taken back, kept beside the log.

    `sequences` are the last numbers that were drawn, so that a restored portal gives none of them twice.
    """

    at: datetime
    sequences: dict[str, int]
    series: list[Series]
    payments: list[IssuedPayment]
    documents: list[IssuedDocument]
    files: list[IssuedFile]


class Hold(Struct, frozen=True, kw_only=True):
    """A restore: the moment it reached, and what was issued after that."""

    restoration_id: int
    restored_at: datetime
    reached_at: datetime
    released_at: datetime | None
    issued: Issued
