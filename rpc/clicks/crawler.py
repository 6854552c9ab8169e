"""Tells crawlers and programs from browsers by their user agents (docs/clicks.md, "Who is a visitor")."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from rpc.clicks.crawler_patterns import CONTACTS, FORMS, PRODUCTS, WORDS

MAX_AGENTS = 10_000
"""How many results are cached by user agent. Each user agent has at most 500 characters: 8 MB."""
MAX_LENGTH = 500
MAX_NAME_LENGTH = 40
MAX_TRIED = 8
"""How many words of a user agent are searched for a crawler's name."""
UNNAMED = "no name given"
"""Stands for the name of a crawler whose user agent has none."""


def either(patterns: Iterable[str]) -> re.Pattern[str]:
    """Combine patterns into one. Letter case does not matter; words consist of ASCII characters, as in isbot."""
    return re.compile("|".join(patterns), re.IGNORECASE | re.ASCII)


DECISIVE = either(PRODUCTS + CONTACTS)
WORD = either(WORDS)
FORM = either(FORMS)
NAMED = either(PRODUCTS + WORDS)
MODEL = either(
    (
        # (Linux; Android 13; MODEL Build/ID; wv), but not where a robot's product stands in the model's place
        r"(\bandroid[^;()]{0,20};)(?![^()]*?(?:https?:|compatible\b|(?:google|bot)/\d))[^()]*+(?:\([^()]*+\)[^()]*+)*+(?=\))",
        r"(\biemobile/[\d.]+;)[^()]*+(?=\))",  # (compatible; … IEMobile/9.0; MAKER; MODEL)
        r"(\b(?:instagram|barcelona) [\d.]+ android )\([^()]*\)",  # (31/12; 450dpi; 1080x2199; MAKER; MODEL; …)
        r"(\bfban/)(?:[^\]()]|\([^()]*+\))*+",  # [FBAN/FB4A;…FBMF/MAKER;FBDV/MODEL;…], of Facebook's apps
    )
)
"""The parts that name a phone and its build."""
ENGINE = either((r"applewebkit/", r"\bgecko/", r"trident/", r"presto/", r"msie \d", r"opera mini"))
PLATFORM = either(
    (
        r"[(;] ?(?:windows|macintosh|x11|linux|iphone|ipad|ipod|cros|tizen|web0s|playstation|nintendo|xbox|blackberry"
        r"|bb10|symbian\w*|palmsource)\b",
        r"\bandroid\b",
    )
)
DEVICE = either(
    (
        r"ucbrowser|ucweb|midp-|cldc-|\bmaui|wap[ -]?browser|\bbada/",
        r"ce-html/|nettv/|hbbtv/",
        r"^(?:apple-)?iphone[\w,./]*$|\bfban/",
    )
)
"""Feature phones, television sets and Facebook's apps, whose user agents have forms of their own."""
VERSION = re.compile(r"/[^\s;()]*")
ADDRESS = re.compile(r"https?://[^\s;()]*|[^\s;()]*@[^\s;()]*", re.IGNORECASE)
PROGRAM = re.compile(r"[A-Za-z][A-Za-z._-]+(?=/|\Z)")
NAME = re.compile(r"[A-Za-z._-]{2,}")
COMMON = either(
    (
        r"agent|bots?|robots?|crawler|spider|compatible|build|mobile|version",
        r"mozilla|applewebkit|gecko|chrome|safari|firefox|opera|msie|trident",
    )
)
"""Words that crawlers share with each other and with browsers, and that are therefore no names."""


@lru_cache(maxsize=MAX_AGENTS)
def crawler_name(agent: str) -> str | None:
    """The name of the crawler or program with this user agent, at most 40 letters; None for a browser.

    An agent is a robot if its product says so. The phone's model is ignored; where a browser's engine and platform are
    named, an ordinary word ("bot", "spider") counts only in the name of a product, not in its version.
    """
    shown = MODEL.sub(lambda match: match[match.lastindex or 0], agent[:MAX_LENGTH])
    if DECISIVE.search(shown):
        return name_in(shown)
    if DEVICE.search(shown) or (ENGINE.search(shown) and PLATFORM.search(shown)):
        names = VERSION.sub("", shown)
        if WORD.search(names):
            return name_in(names)
    elif WORD.search(shown):
        return name_in(shown)
    return name_in(shown) if FORM.search(shown) and not DEVICE.search(shown) else None


def name_in(agent: str) -> str:
    """The name of the crawler in its user agent: letters alone, no address and no number, which could be a person's."""
    text = ADDRESS.sub(" ", agent)
    recognized = [match.span() for match in islice(NAMED.finditer(text), MAX_TRIED)]
    names = [
        name[0]
        for name in NAME.finditer(text)
        if any(name.start() < end and start < name.end() for start, end in recognized)
    ]
    named = (name.strip("._-") for name in [*names, *PROGRAM.findall(text)])
    return next(
        (name[:MAX_NAME_LENGTH] for name in named if name and not COMMON.fullmatch(name)), UNNAMED
    )
