"""URLs as browsers parse them: the host of a URL, and the URL in ASCII."""

import re
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

import idna

SAFE_CHARACTERS = "!#$%&'()*+,/:;=?@[]~-._"
CONTROL = re.compile(r"[\x00-\x1f\x7f\\]")
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def parse_url(url: str) -> tuple[str, int | None] | None:
    """The host (lower case, in Punycode) and port of an http(s) URL, or None for anything else.

    Surrounding blanks are ignored, and blanks in the path are read as browsers do.
    """
    url = url.strip()
    if CONTROL.search(url):
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
        host = host_to_ascii((parts.hostname or "").removesuffix("."))
    except (ValueError, UnicodeError):  # an IDNAError too
        return None
    if parts.scheme.lower() not in ("http", "https") or not host or port == 0:
        return None
    if not is_address(host) and not all(LABEL.fullmatch(label) for label in host.split(".")):
        return None
    return host, port


def host_to_ascii(host: str) -> str:
    """A host in ASCII (Punycode) and lower case. Raises UnicodeError if it has characters that no host has.

    Converted as in browsers: UTS 46, non-transitional, so that `straße.de` is not `strasse.de` (URL Standard, "domain
    to ASCII"). A label that was written in ASCII, such as `xn--n3h`, stays as it is.
    """
    labels = idna.uts46_remap(host.lower(), std3_rules=False).split(".")
    return ".".join(
        label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels
    )


def domain_to_ascii(domain: str) -> str | None:
    """A domain of a brand (`host`, `*.host` or `host:port`) in its ASCII (Punycode) form; None if it has no host."""
    name, colon, port = domain.partition(":")
    star = "*." if name.startswith("*.") else ""
    parts = parse_url(f"https://{name.removeprefix(star)}/")
    return None if parts is None else f"{star}{parts[0]}{colon}{port}"


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


def is_loopback(host: str) -> bool:
    """Whether a host is the local machine, which browsers trust without https."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def to_ascii_url(url: str) -> str:
    """The URL for a Location header: blanks and non-ASCII characters percent-encoded, the host encoded by IDNA."""
    url = url.strip()
    parts = urlsplit(url)
    url_parts = parse_url(url)
    host = url_parts[0] if url_parts else parts.netloc
    if ":" in host and url_parts:  # an IPv6 address
        host = f"[{host}]"
    netloc = f"{host}:{url_parts[1]}" if url_parts and url_parts[1] else host
    rest = url.partition("://")[2]
    tail = rest[len(parts.netloc) :]
    return f"{parts.scheme.lower()}://{netloc}{quote(tail, safe=SAFE_CHARACTERS)}"
