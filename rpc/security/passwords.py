"""Hashes passwords with Argon2id, never more than two at once, so that many sign-ins do not block other calls.

Passwords that are easy to guess are refused (NIST SP 800-63B §3.1.1.2): common ones, and those made of a person's own
words. Nothing here estimates how many guesses a password takes: such an estimator needs seconds for a text chosen to
keep it busy, and sign-up is open to everybody.
"""

import asyncio
import os
import unicodedata
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from rpc.monitoring.metrics import HASHES
from rpc.security.bounded_queue import BoundedQueue
from schema.core.errors import Code, Fault, Rule

Result = TypeVar("Result")
THREADS = 2
MAX_CONCURRENT_CALLS = 4
"""How many calls may hash: while two do so, two others may query the database."""
MAX_WAITING_CALLS = 50
NICENESS = 10
"""The niceness of the hashing threads."""
COMMON_PASSWORDS = Path(__file__).with_name("common_passwords.txt")
MIN_OWN_LENGTH = 3
"""The minimum length of a person's own words that are considered: shorter ones are part of too many other words."""
MIN_REST = 8
"""How many characters of a password must be left without these words: NIST's minimum for a whole password."""


class Weakness(StrEnum):
    COMMON = "common"
    PERSONAL = "personal"


REASONS = {
    Weakness.COMMON: "it is one of the most common passwords",
    Weakness.PERSONAL: "it consists mostly of your name, your email address or words of this portal",
}


class Passwords:
    """Argon2id with m=19 MiB, t=2, p=1 (OWASP), in threads of lower priority behind a short queue."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._threads = ThreadPoolExecutor(THREADS, "argon2", initializer=lower_priority)
        self.queue = BoundedQueue(MAX_CONCURRENT_CALLS, MAX_WAITING_CALLS)
        """The queue of calls that hash."""
        self._dummy_hash = self._hasher.hash("nobody's")
        self.hashes = 0
        """How many hashes this process has computed."""

    async def hash(self, password: str) -> str:
        return await self._run(self._hasher.hash, normalize(password))

    async def matches(self, hash: str | None, password: str) -> bool:
        """Whether a password matches a hash. False without a hash, after as much work as with one: the time taken does
        not reveal that an account is unknown.
        """
        matches = await self._run(self._verify, hash or self._dummy_hash, normalize(password))
        return bool(matches and hash)

    def needs_rehash(self, hash: str) -> bool:
        """Whether a hash was made with parameters other than today's."""
        return self._hasher.check_needs_rehash(hash)

    def check_strength(self, password: str, personal_words: Iterable[str]) -> None:
        """Raise 20005 with the reason for a password that is easy to guess, also from the person's data."""
        if weakness := find_weakness(password, personal_words):
            raise Fault(
                Code.PASSWORD_INVALID,
                f"{Code.PASSWORD_INVALID.message}: {REASONS[weakness]}. Try three unrelated words",
                field="attributes.password",
                rule=Rule.WEAK_PASSWORD,
                limit=weakness.value,
            )

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., Result], *args: str) -> Result:
        self.hashes += 1
        HASHES.add()
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)


def lower_priority() -> None:
    """Lower this thread's priority, so that calls come first. On Linux, each thread has a priority of its own."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    except (AttributeError, OSError):
        return


def find_weakness(password: str, personal_words: Iterable[str]) -> Weakness | None:
    """Why a password is easy to guess, or None if it is not known to be."""
    folded = fold(password)
    if folded in common_passwords():
        return Weakness.COMMON
    rest = folded
    words = {word for word in map(fold, personal_words) if len(word) >= MIN_OWN_LENGTH}
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    return Weakness.PERSONAL if rest != folded and len(rest) < MIN_REST else None


@cache
def common_passwords() -> frozenset[str]:
    """The most common passwords of 12 or more characters, folded."""
    _, _, listed = COMMON_PASSWORDS.read_text(encoding="utf-8").partition("\n\n")
    return frozenset(listed.splitlines())


def normalize(password: str) -> str:
    """Unify what different keyboards send for the same characters (NIST SP 800-63B §3.1.1.2)."""
    return unicodedata.normalize("NFKC", password)


def fold(text: str) -> str:
    """The form in which passwords and words are compared, regardless of case."""
    return normalize(text).casefold()
