"""Signatures of postbacks: Standard Webhooks 1.0 for POST, and `{signature}` for GET."""

import binascii
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256

PREFIX = "whsec_"
SECRET_BYTES = 32


def make_secret() -> str:
    """A new secret, in the format of the Standard Webhooks libraries."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def key_of(secret: str) -> bytes:
    """Decode a secret to its bytes. Raises ValueError if it is not a secret."""
    try:
        return b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        raise ValueError("not a secret") from None


def sign_body(secrets: Sequence[str], message_id: str, timestamp: int, body: str) -> str:
    """The header `webhook-signature`: a signature for each secret that is in force."""
    content = f"{message_id}.{timestamp}.{body}".encode()
    marks = [b64encode(hmac.digest(key_of(secret), content, sha256)).decode() for secret in secrets]
    return " ".join(f"v1,{mark}" for mark in marks)


def sign_url(secrets: Sequence[str], event_id: str, event_time: str, url: str) -> str:
    """The value of `{signature}`: hexadecimal, one for each secret that is in force, separated by commas.

    `url` is the URL in which the signature's own value is empty.
    """
    content = f"{event_id}.{event_time}.{url}".encode()
    return ",".join(hmac.digest(key_of(secret), content, sha256).hex() for secret in secrets)
