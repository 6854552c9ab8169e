"""The targets of links: whether a URL belongs to a brand, and how the click reference is added to it."""

import re
from functools import lru_cache
from urllib.parse import unquote_plus

from schema.core.url import has_userinfo, parse_url, to_ascii_url

CACHED_URLS = 500
"""How many URLs are cached: each can have 24,000 characters once percent-encoded, and LinkCache stores the results."""
PARAMETER_SEPARATOR = re.compile(r"([&;])")
BRANDS_NAMED = 5
"""How many brands an error names that share the domain of a page."""


@lru_cache(maxsize=CACHED_URLS)
def matches_domains(url: str, domains: tuple[str, ...]) -> bool:
    """Whether the URL belongs to one of a brand's domains (`host`, `*.host` or `host:port`)."""
    parts = parse_url(url)
    if parts is None or has_userinfo(url):
        return False
    host, port = parts
    usual = 443 if url.lstrip()[:5].lower() == "https" else 80
    return any(matches_domain(host, port if port != usual else None, domain) for domain in domains)


def matches_domain(host: str, port: int | None, domain: str) -> bool:
    name, _, domain_port = domain.partition(":")
    if port != (int(domain_port) if domain_port else None):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def covering_domains(url: str) -> list[str]:
    """The domains, as brands write them, that would cover the URL; empty if it is not a URL."""
    parts = parse_url(url)
    if parts is None or has_userinfo(url):
        return []
    host, port = parts
    usual = 443 if url.lstrip()[:5].lower() == "https" else 80
    labels = host.split(".")
    parents = [f"*.{'.'.join(labels[n:])}" for n in range(1, len(labels))]
    tail = f":{port}" if port and port != usual else ""
    return [name + tail for name in (host, *parents)]


def is_within(url: str, site_url: str) -> bool:
    """Whether a page belongs to a site, judged by the site's URL: on its host, or below its path.

    `http` or `https`, and `www.` or not, make no difference.
    """
    page, site = plain_address(url), plain_address(site_url)
    return page == site or page.startswith((f"{site}/", f"{site}?", f"{site}#"))


def plain_address(url: str) -> str:
    _, _, rest = to_ascii_url(url).partition("://")
    return rest.removeprefix("www.").rstrip("/")


@lru_cache(maxsize=CACHED_URLS)
def split_at_param(url: str, param: str) -> tuple[str, str]:
    """The parts of a URL before and after the value of `param`; a previous value, however spelled, is removed."""
    base, hash_sign, fragment = url.partition("#")
    address, _, query = base.partition("?")
    others = ""
    separators = ["", *PARAMETER_SEPARATOR.split(query)]
    for separator, pair in zip(separators[::2], separators[1::2], strict=True):
        name = unquote_plus(pair.partition("=")[0]).strip()
        if pair and name.casefold() != param.casefold():
            others += f"{separator if others else ''}{pair}"
    return f"{address}?{others}{'&' if others else ''}{param}=", hash_sign + fragment
