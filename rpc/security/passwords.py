"""Passwords: hashed with Argon2id, never more than two at once, so that a storm of sign-ins starves nobody."""

import asyncio
import os
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn

from rpc.security.concurrency import BoundedQueue
from schema.core.errors import Code, Fault

Result = TypeVar("Result")
AT_ONCE = 2
TURNS = 4
"""Calls at work that hash: while two do so, two others may ask the database."""
WAITING_MOST = 50
ZXCVBN_LONGEST = 72
STRONG_ENOUGH = 3
LOWER_PRIORITY = 10


class Passwords:
    """Argon2id with m=19 MiB, t=2, p=1 (OWASP), in threads of lower priority behind a short queue."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, "argon2", initializer=be_nice)
        self.turns = BoundedQueue(TURNS, WAITING_MOST)
        """For calls that hash."""
        self._nobodys = self._hasher.hash("nobody's")
        self.hashes = 0
        """How many were computed, for the metric."""

    async def hash(self, password: str) -> str:
        return await self._run(self._hasher.hash, normal(password))

    async def matches(self, hash: str | None, password: str) -> bool:
        """False for no hash too, after as much work: time does not tell that an account is unknown."""
        right = await self._run(self._verify, hash or self._nobodys, normal(password))
        return bool(right and hash)

    def outdated(self, hash: str) -> bool:
        return self._hasher.check_needs_rehash(hash)

    async def check_strength(self, password: str, context: list[str]) -> None:
        """20005 with the reason for a password that is easy to guess, also by who chose it."""
        found = await asyncio.to_thread(
            zxcvbn, normal(password)[:ZXCVBN_LONGEST], [word for word in context if word]
        )
        if found["score"] < STRONG_ENOUGH:
            hint = found["feedback"]["warning"] or "it is easy to guess"
            raise Fault(
                Code.PASSWORD_INVALID,
                f"{Code.PASSWORD_INVALID.message}: {hint.rstrip('.').lower()}. Try three unrelated words",
                field="attributes.password",
            )

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., Result], *given: str) -> Result:
        self.hashes += 1
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)


def be_nice() -> None:
    """Threads have a priority of their own on Linux: calls go first, hashes take what is left."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, LOWER_PRIORITY)
    except (AttributeError, OSError):
        return


def normal(password: str) -> str:
    """One form of what different keyboards send for the same characters (NIST SP 800-63B §3.1.1.2)."""
    return unicodedata.normalize("NFKC", password)
