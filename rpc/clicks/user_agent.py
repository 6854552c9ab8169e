"""Recognizes the browser, system and kind of device in a user agent."""

import re
from functools import lru_cache

from rpc.clicks.crawler import MAX_AGENTS, crawler_name

BROWSERS = (
    ("Edge", r"\bEdg(?:e|A|iOS)?/"),
    ("Opera", r"\bOPR/"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\b(?:Firefox|FxiOS)/"),
    ("Chrome", r"\b(?:Chrome|Chromium|HeadlessChrome|CriOS)/"),
    ("Safari", r"\bSafari/"),
)
SYSTEMS = (
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Android", r"\bAndroid\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Windows", r"\bWindows\b"),
    ("macOS", r"\bMacintosh\b"),
    ("Linux", r"\bLinux\b"),
)
"""The systems and their patterns. The order matters: a user agent may also match the patterns of later ones."""
TABLET = re.compile(r"iPad|Tablet|PlayBook|Silk|Android(?!.*Mobi)")
MOBILE = re.compile(r"Mobi|iPhone|iPod|Opera Mini")


@lru_cache(maxsize=1_000)
def agent_name(agent: str) -> str:
    """The browser and system, such as `Firefox on Linux`, as far as they are known."""
    browser = next((name for name, words in BROWSERS if re.search(words, agent)), "")
    system = next((name for name, words in SYSTEMS if re.search(words, agent)), "")
    return " on ".join(filter(None, (browser, system)))


@lru_cache(maxsize=MAX_AGENTS)
def device_of(agent: str) -> str:
    """desktop, mobile, tablet or bot, by the keywords that browsers share (MDN, "Browser detection")."""
    if not agent or crawler_name(agent) is not None:
        return "bot"
    if TABLET.search(agent):
        return "tablet"
    return "mobile" if MOBILE.search(agent) else "desktop"
