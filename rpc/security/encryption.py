"""Encrypts secrets for the database with AES-256-GCM; each text is bound to its row, and opens in no other.

A sealed text is `v1|key id|nonce|ciphertext` (trust.md §5.7). The keys are derived from SECRET_KEY by HKDF.
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
    """A sealed text was altered or moved, or its key is no longer in the settings."""


class Encryption:
    """Seals with the newest key, opens with any."""

    def __init__(self, keys: Sequence[str]) -> None:
        """`keys`: oldest first, as in the settings."""
        self._ciphers = {key_id(key): AESGCM(derive_key(key, "seal")) for key in keys}
        self._index_keys = [derive_key(key, "mark") for key in keys]
        self.key_id = key_id(keys[-1])
        """The id of the key that seals; a row sealed with another key can be sealed again."""

    def seal(self, plain: str, associated_data: AssociatedData) -> str:
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = self._ciphers[self.key_id].encrypt(nonce, plain.encode(), associated_data.as_bytes)
        return "|".join((VERSION, self.key_id, encode_base64url(nonce), encode_base64url(sealed)))

    def open(self, sealed: str, associated_data: AssociatedData) -> str:
        """The plain text. Raises DecryptionError if the text is another row's or was altered, or if its key is gone."""
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
        """Hashes by which equal texts are found without decrypting them, one for each key; store the last."""
        return [hmac.digest(key, plain.encode(), sha256) for key in self._index_keys]


def derive_key(key: str, purpose: str) -> bytes:
    """A key of 32 bytes for one purpose, so that a key that signs never encrypts."""
    hkdf = HKDF(
        algorithm=SHA256(), length=32, salt=None, info=f"portal {purpose} {VERSION}".encode()
    )
    return hkdf.derive(key.encode())


def key_id(key: str) -> str:
    return derive_key(key, "id").hex()[:8]


def encode_base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def decode_base64url(text: str) -> bytes:
    """Decode strictly: two encodings of one text would let an altered one pass."""
    raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode_base64url(raw) != text:
        raise ValueError("not the canonical encoding")
    return raw


@lru_cache(maxsize=4)
def encryption_for(keys: tuple[str, ...]) -> Encryption:
    """The instance for these keys; cached, because deriving them is slow."""
    return Encryption(keys)
