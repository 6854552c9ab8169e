"""Signed URLs: a ticket grants access to one file until it expires, or stops one kind of mails to an account."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha384

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from schema.accounts.notification import Subscription
from schema.exports.download import DOWNLOAD_URL_LIFETIME

MAX_LENGTH = 1_500
MAX_FILENAME = 100


class Grant(msgspec.Struct, frozen=True, array_like=True):
    """The file that may be fetched, until when (Unix time, seconds), and its name for the download.

    A private file also names its publisher and the hash of the session that may fetch it.
    """

    file: str
    expires_at: int
    filename: str
    publisher_id: int = 0
    session: bytes = b""


class SignedUrls:
    def __init__(self, keys: Sequence[str]) -> None:
        """`keys`: oldest first; the last one signs, all of them verify."""
        self._signer = serializer(keys, "download.v1")

    def make(
        self,
        file: str,
        filename: str,
        now: datetime,
        *,
        publisher_id: int = 0,
        session: bytes = b"",
    ) -> str:
        expires_at = int((now + DOWNLOAD_URL_LIFETIME).timestamp())
        grant = Grant(file, expires_at, filename[:MAX_FILENAME], publisher_id, session)
        return str(self._signer.dumps(msgspec.to_builtins(grant)))

    def read(self, ticket: str, file: str, now: datetime) -> Grant | None:
        """The grant in a ticket, if it is valid for this file and has not expired."""
        if not ticket.isascii() or len(ticket) > MAX_LENGTH:
            return None
        try:
            grant = msgspec.convert(self._signer.loads(ticket), Grant)
        except (BadData, ValueError, TypeError, msgspec.ValidationError):
            return None
        return grant if grant.file == file and now.timestamp() < grant.expires_at else None


class UnsubscribeTickets:
    """Tickets of unsubscribe links, which work without a session. They do not expire, as mails are kept."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._signer = serializer(keys, "unsubscribe.v1")

    def make(self, subscription: Subscription) -> str:
        return str(self._signer.dumps(msgspec.to_builtins(subscription)))

    def read(self, ticket: str) -> Subscription | None:
        if not ticket.isascii() or len(ticket) > MAX_LENGTH:
            return None
        try:
            return msgspec.convert(self._signer.loads(ticket), Subscription)
        except (BadData, ValueError, TypeError, msgspec.ValidationError):
            return None


def serializer(keys: Sequence[str], salt: str) -> URLSafeSerializer:
    """A signer for one purpose: what is signed for another is refused."""
    return URLSafeSerializer(
        list(keys),
        salt=salt,
        signer_kwargs={"digest_method": sha384, "key_derivation": "hmac"},
    )
