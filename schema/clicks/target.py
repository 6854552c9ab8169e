"""The targets of links: whether a URL belongs to a brand, and how the click reference is added to it."""

import re
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

CACHED_URLS = 500
"""Each may have 24,000 characters once it is percent-encoded; LinkCache stores what is made of them."""
SAFE_CHARACTERS = "!#$%&'()*+,/:;=?@[]~-._"
CONTROL = re.compile(r"[\x00-\x20\x7f\\]")
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def parse_url(url: str) -> tuple[str, int | None] | None:
    """Host (in lower case, as DNS writes it) and port of an http(s) URL, or None for anything else."""
    if CONTROL.search(url):
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").removesuffix(".").encode("idna").decode().lower()
    except (ValueError, UnicodeError):
        return None
    if parts.scheme.lower() not in ("http", "https") or not host or port == 0:
        return None
    if not is_address(host) and not all(LABEL.fullmatch(label) for label in host.split(".")):
        return None
    return host, port


def has_userinfo(url: str) -> bool:
    return "@" in urlsplit(url).netloc


def is_address(host: str) -> bool:
    """Whether a host is an IP address in any form that a browser accepts."""
    try:
        ip_address(host)
    except ValueError:
        last = host.rpartition(".")[2]
        return last.isdigit() or last.startswith("0x")
    return True


@lru_cache(maxsize=CACHED_URLS)
def matches_domains(url: str, domains: tuple[str, ...]) -> bool:
    """Whether the URL belongs to one of a brand's domains (`host`, `*.host` or `host:port`)."""
    parts = parse_url(url)
    if parts is None or has_userinfo(url):
        return False
    host, port = parts
    usual = 443 if url[:5].lower() == "https" else 80
    return any(matches_domain(host, port if port != usual else None, domain) for domain in domains)


def matches_domain(host: str, port: int | None, domain: str) -> bool:
    name, _, domain_port = domain.partition(":")
    if port != (int(domain_port) if domain_port else None):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def covering_domains(url: str) -> list[str]:
    """The domains, as brands write them, that the URL would belong to; none if it is no URL."""
    parts = parse_url(url)
    if parts is None or has_userinfo(url):
        return []
    host, port = parts
    usual = 443 if url[:5].lower() == "https" else 80
    labels = host.split(".")
    parents = [f"*.{'.'.join(labels[n:])}" for n in range(1, len(labels))]
    tail = f":{port}" if port and port != usual else ""
    return [name + tail for name in (host, *parents)]


def to_ascii_url(url: str) -> str:
    """The URL for a Location header: what is not ASCII is percent-encoded, the host by IDNA."""
    parts = urlsplit(url)
    url_parts = parse_url(url)
    host = url_parts[0] if url_parts else parts.netloc
    netloc = f"{host}:{url_parts[1]}" if url_parts and url_parts[1] else host
    rest = url.partition("://")[2]
    tail = rest[len(parts.netloc) :]
    return f"{parts.scheme.lower()}://{netloc}{quote(tail, safe=SAFE_CHARACTERS)}"


@lru_cache(maxsize=CACHED_URLS)
def split_at_param(url: str, param: str) -> tuple[str, str]:
    """The parts of a URL before and after the value of `param`, without the value it had."""
    base, hash_sign, fragment = url.partition("#")
    address, _, query = base.partition("?")
    pairs = [pair for pair in query.split("&") if pair and pair.partition("=")[0] != param]
    return f"{address}?{'&'.join([*pairs, f'{param}='])}", hash_sign + fragment
