"""Signed tokens, which name their owner and their database row; that row decides whether they are valid."""

import re
import secrets
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256, sha384
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

MAX_LENGTH = 256
TOKEN_FORMAT = re.compile(r"[A-Za-z0-9_.-]+")
MAX_VERIFIED = 20_000
"""How many tokens with a verified signature are cached, in 15 MB."""
SESSION, BRAND_KEY, VERIFY = "sess.v1", "brand-key.v1", "verify.v1"
RESET, EMAIL = "reset.v1", "email.v1"
AUTOLOGIN = "autologin.v1"
UPLOAD = "upload.v1"
API_TOKEN = "api-token.v1"  # noqa: S105 - a purpose
TWO_STEP = "two-step.v1"
DEVICE = "device.v1"
STEP_UP = "step-up.v1"
INVITATION = "invitation.v1"
GUARDED_CHANGE = "guarded-change.v1"
AGENT_CODE, AGENT_ACCESS, AGENT_REFRESH = "agent-code.v1", "agent-access.v1", "agent-refresh.v1"
SHEET = "sheet.v1"
PURPOSES = [
    TWO_STEP,
    DEVICE,
    STEP_UP,
    SESSION,
    BRAND_KEY,
    VERIFY,
    RESET,
    EMAIL,
    UPLOAD,
    AUTOLOGIN,
    API_TOKEN,
    INVITATION,
    GUARDED_CHANGE,
    AGENT_CODE,
    AGENT_ACCESS,
    AGENT_REFRESH,
    SHEET,
]


class Token(NamedTuple):
    """`owner` is the id of a publisher, or the mid of a brand in a brand's key; `hash` identifies the row."""

    owner: int
    hash: bytes


class Tokens:
    """Signs and verifies tokens; a token is valid for one purpose only.

    With its default, SHA-1, itsdangerous accepts altered tokens: base64 of it has unused bits. SHA-384 has none.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        """`keys`: oldest first; the last one signs, all of them verify."""
        self._signers = {
            purpose: URLSafeSerializer(
                list(keys),
                salt=purpose,
                signer_kwargs={"digest_method": sha384, "key_derivation": "hmac"},
            )
            for purpose in PURPOSES
        }
        self._verified = lru_cache(maxsize=MAX_VERIFIED)(self._verify)
        """Cached, because the signature of a token stays valid or invalid forever; only its row changes.

        Only verified tokens are stored: forged ones take no room.
        """

    def make(self, purpose: str, owner: int) -> tuple[str, bytes]:
        """A new token of 256 random bits, and the hash to store in its row."""
        secret = secrets.token_urlsafe(32)
        token = self._signers[purpose].dumps([owner, secret])
        return str(token), hash_secret(secret)

    def read(self, purpose: str, token: str) -> Token | None:
        """The contents of a token, or None for one that was not signed here for this purpose."""
        if len(token) > MAX_LENGTH:
            return None
        try:
            return self._verified(purpose, token)
        except (BadData, ValueError, TypeError):
            return None

    def _verify(self, purpose: str, token: str) -> Token:
        if not TOKEN_FORMAT.fullmatch(token):
            raise ValueError("not a token")
        owner, secret = self._signers[purpose].loads(token)
        return Token(owner, hash_secret(secret))


def hash_secret(secret: str) -> bytes:
    """The hash of a secret to store; with 256 random bits, a plain hash is enough."""
    return sha256(secret.encode()).digest()
