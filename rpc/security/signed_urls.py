"""Tickets in addresses: signed leave to fetch one file until a moment."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha384

import msgspec
from itsdangerous import BadData, URLSafeSerializer

LASTS = timedelta(minutes=10)
LONGEST = 1_500
CALLED_LONGEST = 100


class Grant(msgspec.Struct, frozen=True, array_like=True):
    """Which file may be fetched until when (seconds of Unix), and what it is called then.

    A download is fetched for a session, by the hash of its id, of the publisher whose it is.
    """

    file: str
    until: int
    called: str
    publisher_id: int = 0
    session: bytes = b""


class SignedUrls:
    def __init__(self, keys: Sequence[str]) -> None:
        """`keys`: oldest first; the last signs, all are read."""
        self._signer = URLSafeSerializer(
            list(keys),
            salt="download.v1",
            signer_kwargs={"digest_method": sha384, "key_derivation": "hmac"},
        )

    def make(
        self, file: str, called: str, now: datetime, *, publisher_id: int = 0, session: bytes = b""
    ) -> str:
        until = int((now + LASTS).timestamp())
        leave = Grant(file, until, called[:CALLED_LONGEST], publisher_id, session)
        return str(self._signer.dumps(msgspec.to_builtins(leave)))

    def read(self, ticket: str, file: str, now: datetime) -> Grant | None:
        """The leave that a ticket gives for a file now, if any."""
        if not ticket.isascii() or len(ticket) > LONGEST:
            return None
        try:
            leave = msgspec.convert(self._signer.loads(ticket), Grant)
        except (BadData, ValueError, TypeError, msgspec.ValidationError):
            return None
        return leave if leave.file == file and now.timestamp() < leave.until else None
