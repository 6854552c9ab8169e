"""The country of an IP address, and a readable name for a user agent."""

import re
from functools import cache, lru_cache

from geoip2fast import GeoIP2Fast

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
"""Ordered: each comes before those whose patterns its user agents also match."""


@cache
def geoip_database() -> GeoIP2Fast:
    """The GeoIP database, loaded when a web server starts; a worker never needs it, which saves 35 MB."""
    return GeoIP2Fast()


@lru_cache(maxsize=20_000)
def country_of(ip: str) -> str | None:
    """The two-letter ISO 3166 code of an address's country; None if it has no country."""
    code = geoip_database().lookup(ip).country_code if ip else "--"
    return code if code and code.isalpha() and len(code) == 2 else None


@lru_cache(maxsize=1_000)
def agent_name(agent: str) -> str:
    """The browser and system, such as `Firefox on Linux`, as far as they are known."""
    browser = next((name for name, words in BROWSERS if re.search(words, agent)), "")
    system = next((name for name, words in SYSTEMS if re.search(words, agent)), "")
    return " on ".join(filter(None, (browser, system)))
