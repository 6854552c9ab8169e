"""The bare words of a text: what a keyword is compared with, whatever its case and accents."""

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")


def normalize_words(text: str) -> str:
    """A text as its bare words, without case or accents: what a keyword is compared with."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in bare if unicodedata.category(letter) != "Mn")
    return " ".join(WORD.findall(kept))


def prefix_query(keyword: str) -> str:
    """A keyword as a full-text query: every word must be there, or begin one that is."""
    return " & ".join(f"{word}:*" for word in normalize_words(keyword).split())
