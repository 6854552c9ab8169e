"""Ids that come back from outside: each contains its publisher, masked, so that a look-up needs only one shard."""

import os
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from uuid import UUID

PUBLISHER_BITS = 34
CODE_RANDOM_BITS = 46
CODE_LENGTH = 14
SALTS_AT_ONCE = 1_000
MAX_CODES = 50_000
"""How many codes have their publisher cached, in 12 MB."""
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
CODE = re.compile(rf"[0-9A-Za-z]{{{CODE_LENGTH}}}")
PATH = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,62}[A-Za-z0-9]")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
LATEST_MILLISECOND = (datetime.max.replace(tzinfo=UTC) - EPOCH) // MILLISECOND
_VALUES = {letter: value for value, letter in enumerate(ALPHABET)}
_PUBLISHER_MASK = (1 << PUBLISHER_BITS) - 1
_AFTER_VARIANT = (1 << 22) - 1
_HALVES = Struct(">QQ")


class Ids:
    """Makes and reads click references and link codes with one key, which must never change."""

    def __init__(self, key: bytes, make_uuid: Callable[[bytes], UUID] | None = None) -> None:
        """`make_uuid` may be a faster way to make a UUID from 16 bytes, such as asyncpg's."""
        self._make_uuid = make_uuid or (lambda data: UUID(bytes=data))
        self._keyed = blake2b(key=key, digest_size=8)
        self._decoded = lru_cache(maxsize=MAX_CODES)(self._decode)
        """The publisher of each code that was read. Errors are not cached."""

    def make_code(self, publisher_id: int) -> str:
        """A new link code: 46 random bits and the masked publisher, as 14 letters and digits."""
        salt = secrets.randbits(CODE_RANDOM_BITS)
        number = salt << PUBLISHER_BITS | self._mask(publisher_id, salt)
        letters = []
        for _ in range(CODE_LENGTH):
            number, value = divmod(number, len(ALPHABET))
            letters.append(ALPHABET[value])
        return "".join(reversed(letters))

    def publisher_of_code(self, code: str) -> int | None:
        """The publisher in a code, or None if it is not a code. The link itself may not exist."""
        if len(code) != CODE_LENGTH:
            return None
        try:
            return self._decoded(code)
        except ValueError:
            return None

    def _decode(self, code: str) -> int:
        if not CODE.fullmatch(code):
            raise ValueError("not a code")
        number = 0
        for letter in code:
            number = number * len(ALPHABET) + _VALUES[letter]
        salt, masked = number >> PUBLISHER_BITS, number & _PUBLISHER_MASK
        if salt >> CODE_RANDOM_BITS:
            raise ValueError("not a code")
        return self._mask(masked, salt)

    def make_click_id(self, publisher_id: int, at: datetime, salt: int | None = None) -> UUID:
        """A click's id: a UUIDv8 of 48 bits of milliseconds, the masked publisher and 40 random bits.

        The same `salt` (random_salt()) gives the same id.
        """
        if salt is None:
            salt = random_salt()
        masked = self._mask(publisher_id, salt)
        # The masked publisher is split by the variant: 12 bits before it, 22 after.
        first = milliseconds(at) << 16 | 8 << 12 | masked >> 22
        second = 0b10 << 62 | (masked & _AFTER_VARIANT) << 40 | salt
        return self._make_uuid(_HALVES.pack(first, second))

    def read_click_id(self, click_id: UUID) -> tuple[int, datetime]:
        """The publisher and the time of a click; meaningless for an id that is not ours."""
        value = click_id.int
        bits = (value >> 64 & 0xFFF) << 62 | value & (1 << 62) - 1
        at = EPOCH + timedelta(milliseconds=value >> 80)
        return self._mask(bits >> 40, bits & (1 << 40) - 1), at

    def _mask(self, publisher_id: int, salt: int) -> int:
        hash = self._keyed.copy()  # half the time of a new one
        hash.update(salt.to_bytes(8, "big"))
        return publisher_id ^ int.from_bytes(hash.digest(), "big") & _PUBLISHER_MASK


@lru_cache(maxsize=1_000)
def milliseconds(at: datetime) -> int:
    """Milliseconds since 1970. Cached, because many clicks share a millisecond."""
    return (at - EPOCH) // MILLISECOND


_salts: list[int] = []
os.register_at_fork(after_in_child=_salts.clear)


def random_salt() -> int:
    """The random part of a click's id. Many are made at once, because each alone would take a system call."""
    while True:
        try:
            return _salts.pop()
        except IndexError:
            many = secrets.token_bytes(5 * SALTS_AT_ONCE)
            _salts.extend(int.from_bytes(many[n : n + 5], "big") for n in range(0, len(many), 5))


def format_click_ref(click_id: UUID) -> str:
    """A click's id as brands and publishers see it: 32 hexadecimal digits."""
    return click_id.hex


def parse_click_ref(text: str) -> UUID | None:
    """Parse a click reference to an id, or None if it is not one of ours."""
    try:
        click_id = UUID(text)
    except ValueError:
        return None
    # Milliseconds beyond the year 9999 do not fit a datetime.
    return click_id if click_id.version == 8 and click_id.int >> 80 <= LATEST_MILLISECOND else None
