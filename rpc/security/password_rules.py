"""Which passwords are easy to guess (NIST SP 800-63B §3.1.1.2): common ones, and those made of a person's own words.

Nothing here estimates how many guesses a password takes: such an estimator needs seconds for a text chosen to keep
it busy, and sign-up is open to everybody.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

COMMON_PASSWORDS = Path(__file__).with_name("common_passwords.txt")
MIN_OWN_LENGTH = 3
"""A shorter word of somebody's name is in many words that are not about them."""
MIN_REST = 8
"""What must be left without them: the least that NIST allows for a whole password."""
IS_COMMON = "it is one of the most common passwords"
IS_PERSONAL = "it consists mostly of your name, your email address or words of this portal"


def find_weakness(password: str, personal_words: Iterable[str]) -> str | None:
    """Why a password is easy to guess, or None if it is not known to be."""
    folded = fold(password)
    if folded in common_passwords():
        return IS_COMMON
    rest = folded
    words = {word for word in map(fold, personal_words) if len(word) >= MIN_OWN_LENGTH}
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    return IS_PERSONAL if rest != folded and len(rest) < MIN_REST else None


@cache
def common_passwords() -> frozenset[str]:
    """The most common passwords of 12 characters and more, folded."""
    _, _, listed = COMMON_PASSWORDS.read_text(encoding="utf-8").partition("\n\n")
    return frozenset(listed.splitlines())


def normalize(password: str) -> str:
    """One form of what different keyboards send for the same characters (NIST SP 800-63B §3.1.1.2)."""
    return unicodedata.normalize("NFKC", password)


def fold(text: str) -> str:
    """The form in which passwords and words are compared, whatever their case."""
    return normalize(text).casefold()
