"""What all Python peers share: statements, ten rows, and the owner of a token, checked once per token."""

import json
import os
from functools import lru_cache
from hashlib import sha256, sha384
from pathlib import Path

from itsdangerous import URLSafeSerializer

WORK: dict[str, str] = json.loads(Path(__file__).with_name("work.json").read_text())
STILL = [{"id": number, "name": f"Channel {number}"} for number in range(1, 11)]
URL = os.environ["DATABASE_URL"]
POOL_SIZE = 10
SIGNER = URLSafeSerializer(
    [os.environ["SECRET_KEY"]],
    salt="sess.v1",
    signer_kwargs={"digest_method": sha384, "key_derivation": "hmac"},
)


@lru_cache(maxsize=20_000)
def owner(token: str) -> tuple[int, bytes]:
    """Publisher and key of the session's row. Raises itsdangerous.BadData for a forged token."""
    publisher_id, secret = SIGNER.loads(token)
    return publisher_id, sha256(secret.encode()).digest()
