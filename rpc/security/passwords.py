"""Passwords: hashed with Argon2id, never more than two at once, so that a storm of sign-ins starves nobody."""

import asyncio
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from rpc.security.bounded_queue import BoundedQueue
from rpc.security.password_rules import find_weakness, normalize
from schema.core.errors import Code, Fault

Result = TypeVar("Result")
THREADS = 2
MAX_CONCURRENT_CALLS = 4
"""Calls at work that hash: while two do so, two others may query the database."""
MAX_WAITING_CALLS = 50
NICENESS = 10
"""How far the threads stand back from the calls."""


class Passwords:
    """Argon2id with m=19 MiB, t=2, p=1 (OWASP), in threads of lower priority behind a short queue."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._threads = ThreadPoolExecutor(THREADS, "argon2", initializer=lower_priority)
        self.queue = BoundedQueue(MAX_CONCURRENT_CALLS, MAX_WAITING_CALLS)
        """For calls that hash."""
        self._dummy_hash = self._hasher.hash("nobody's")
        self.hashes = 0
        """How many were computed, for the metric."""

    async def hash(self, password: str) -> str:
        return await self._run(self._hasher.hash, normalize(password))

    async def matches(self, hash: str | None, password: str) -> bool:
        """Whether a password is the one of a hash. False without a hash, after as much work as with one:
        the time taken does not reveal that an account is unknown."""
        matches = await self._run(self._verify, hash or self._dummy_hash, normalize(password))
        return bool(matches and hash)

    def needs_rehash(self, hash: str) -> bool:
        """Whether a hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(hash)

    def check_strength(self, password: str, personal_words: Iterable[str]) -> None:
        """Raises 20005 with the reason for a password that is easy to guess, also by somebody who knows the person."""
        if reason := find_weakness(password, personal_words):
            raise Fault(
                Code.PASSWORD_INVALID,
                f"{Code.PASSWORD_INVALID.message}: {reason}. Try three unrelated words",
                field="attributes.password",
            )

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., Result], *args: str) -> Result:
        self.hashes += 1
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)


def lower_priority() -> None:
    """Let calls go first. On Linux threads have a priority of their own; hashing takes what is left."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    except (AttributeError, OSError):
        return
