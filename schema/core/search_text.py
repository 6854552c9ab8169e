"""Texts as plain words for searching, without case and accents."""

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")


def normalize_words(text: str) -> str:
    """The words of a text, without case, accents and punctuation."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in bare if unicodedata.category(letter) != "Mn")
    return " ".join(WORD.findall(letters))


def prefix_query(keyword: str) -> str:
    """A keyword as a full-text query: every word of it must begin a word of the text."""
    return " & ".join(f"{word}:*" for word in normalize_words(keyword).split())


def escape_like(word: str) -> str:
    """Escape a word for a LIKE pattern, so that `%` and `_` are literal."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
