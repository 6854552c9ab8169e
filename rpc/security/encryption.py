"""Encrypts what the database must not know: AES-256-GCM, each text bound to its row, so that it opens nowhere else.

A sealed text is `v1|key id|nonce|ciphertext` (trust.md §5.7). The keys come out of SECRET_KEY by HKDF.
"""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from schema.core.associated_data import AssociatedData as AssociatedData

VERSION = "v1"
NONCE_BYTES = 12


class DecryptionError(Exception):
    """A sealed text was altered or moved, or its key is no longer among the settings."""


class Encryption:
    """Seals with the newest key, opens with any."""

    def __init__(self, keys: Sequence[str]) -> None:
        """`keys`: oldest first, as in the settings."""
        self._ciphers = {key_id(key): AESGCM(derive_key(key, "seal")) for key in keys}
        self._index_keys = [derive_key(key, "mark") for key in keys]
        self.key_id = key_id(keys[-1])
        """Of the key that seals now; a row under another can be sealed anew."""

    def seal(self, plain: str, associated_data: AssociatedData) -> str:
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = self._ciphers[self.key_id].encrypt(nonce, plain.encode(), associated_data.as_bytes)
        return "|".join((VERSION, self.key_id, encode_base64url(nonce), encode_base64url(sealed)))

    def open(self, sealed: str, associated_data: AssociatedData) -> str:
        """The plain text. Raises NotOpened for another row's, an altered one, or one of a key that is gone."""
        try:
            version, key_id, nonce, text = sealed.split("|")
            if version != VERSION:
                raise DecryptionError
            return (
                self._ciphers[key_id]
                .decrypt(decode_base64url(nonce), decode_base64url(text), associated_data.as_bytes)
                .decode()
            )
        except (KeyError, ValueError, InvalidTag):
            raise DecryptionError from None

    def blind_index(self, plain: str) -> list[bytes]:
        """What tells equal texts without showing them, by each key; the last is the one to keep."""
        return [hmac.digest(key, plain.encode(), sha256) for key in self._index_keys]


def derive_key(key: str, purpose: str) -> bytes:
    """32 bytes for one purpose alone, so that a signature's key never encrypts."""
    made = HKDF(
        algorithm=SHA256(), length=32, salt=None, info=f"portal {purpose} {VERSION}".encode()
    )
    return made.derive(key.encode())


def key_id(key: str) -> str:
    return derive_key(key, "id").hex()[:8]


def encode_base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def decode_base64url(text: str) -> bytes:
    """Strictly: two spellings of one text would let an altered one pass."""
    raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode_base64url(raw) != text:
        raise ValueError("not the one spelling")
    return raw


@lru_cache(maxsize=4)
def encryption_for(keys: tuple[str, ...]) -> Encryption:
    """The one for the settings' keys: deriving them takes a moment."""
    return Encryption(keys)
