"""The keyring, sealed to a public key whose private half is kept apart from every backup.

An ephemeral X25519 key agrees with the recipient's on a secret, from which HKDF derives the key of AES-256-GCM.
"""

import secrets
from collections.abc import Sequence

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from rpc.backup.errors import BackupError
from rpc.config.parsers import RECIPIENT
from rpc.security.encryption import decode_base64url, encode_base64url, key_id
from schema.core.backup import FORMAT, SealedKeys

PRIVATE = "portal-backup-private-"
NONCE_BYTES = 12


def make_pair() -> tuple[str, str]:
    """A new recipient, and its private half."""
    private = X25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    return (
        RECIPIENT + encode_base64url(public),
        PRIVATE + encode_base64url(private.private_bytes_raw()),
    )


def seal(keys: Sequence[str], recipient: str, installation: str) -> SealedKeys:
    ephemeral = X25519PrivateKey.generate()
    public = X25519PublicKey.from_public_bytes(decode_base64url(recipient.removeprefix(RECIPIENT)))
    unsealed = SealedKeys(
        format=FORMAT,
        installation=installation,
        key_ids=[key_id(key) for key in keys],
        recipient=recipient,
        ephemeral=encode_base64url(ephemeral.public_key().public_bytes_raw()),
        nonce=encode_base64url(secrets.token_bytes(NONCE_BYTES)),
        ciphertext="",
    )
    cipher = AESGCM(derive(ephemeral.exchange(public), unsealed))
    plain = msgspec.json.encode(list(keys))
    sealed = cipher.encrypt(decode_base64url(unsealed.nonce), plain, bound_content(unsealed))
    return msgspec.structs.replace(unsealed, ciphertext=encode_base64url(sealed))


def unseal(sealed: SealedKeys, private: str) -> list[str]:
    """The keys, oldest first. Raises BackupError if this is not the private half, or the seal was altered."""
    try:
        raw = decode_base64url(private.strip().removeprefix(PRIVATE))
        own = X25519PrivateKey.from_private_bytes(raw)
    except ValueError:
        raise BackupError(
            f"the private key cannot be read; it is the one line that begins with {PRIVATE}, as"
            " `portal backup init` printed it"
        ) from None
    recipient = RECIPIENT + encode_base64url(own.public_key().public_bytes_raw())
    if recipient != sealed.recipient:
        raise BackupError(
            f"the keys are sealed to {sealed.recipient}, and this is the private half of {recipient}; give the right"
            " one, or --without-keys"
        )
    try:
        ephemeral = X25519PublicKey.from_public_bytes(decode_base64url(sealed.ephemeral))
        cipher = AESGCM(derive(own.exchange(ephemeral), sealed))
        plain = cipher.decrypt(
            decode_base64url(sealed.nonce),
            decode_base64url(sealed.ciphertext),
            bound_content(sealed),
        )
    except (InvalidTag, ValueError):
        raise BackupError(
            "the sealed keys were altered; use those of another backup, or give --without-keys"
        ) from None
    return msgspec.json.decode(plain, type=list[str])


def derive(secret: bytes, sealed: SealedKeys) -> bytes:
    info = f"portal backup keys|{sealed.ephemeral}|{sealed.recipient}".encode()
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)


def bound_content(sealed: SealedKeys) -> bytes:
    """The associated data of the encryption: every field but the ciphertext."""
    return msgspec.json.encode(msgspec.structs.replace(sealed, ciphertext=""))
