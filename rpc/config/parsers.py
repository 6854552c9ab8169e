"""What a setting may look like: each reads a text, or raises ValueError with what would be right."""

import os
import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit


class Rate(NamedTuple):
    """So many a second over time, and so many at once."""

    per_second: float
    burst: float


MAX_WORKERS = 64
MIN_METRICS_TOKEN = 16
"""Characters of the token that opens /metrics."""

Network = IPv4Network | IPv6Network
T = TypeVar("T")


def port_number(given: str) -> int:
    if not given.isascii() or not given.isdigit() or not 1 <= int(given) <= 65_535:
        raise ValueError(f"'{given}' is not a port; give a number from 1 to 65535")
    return int(given)


def process_count(given: str) -> int:
    if not given.isascii() or not given.isdigit() or not 1 <= int(given) <= MAX_WORKERS:
        raise ValueError(f"'{given}' is not a number from 1 to {MAX_WORKERS}")
    return int(given)


def host(given: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.:_-]+", given):
        raise ValueError(f"'{given}' is not a name or address; give one such as 127.0.0.1")
    return given


def boolean(given: str) -> bool:
    if given.lower() not in ("0", "1", "false", "true"):
        raise ValueError(f"'{given}' is neither 0 nor 1")
    return given.lower() in ("1", "true")


def folder(given: str) -> Path:
    path = Path(given).expanduser().absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"cannot make the folder {path} ({error.strerror})") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ValueError(f"cannot write in {path}; give a folder of your own")
    return path


def postgres_url(given: str) -> str:
    parts = urlsplit(given)
    if parts.scheme not in ("postgresql", "postgres"):
        raise ValueError("not a PostgreSQL address; give postgresql://user:password@host:5432/name")
    if not parts.path.strip("/") and "dbname=" not in parts.query:
        raise ValueError("names no database; give postgresql://user:password@host:5432/name")
    return given


def origin(given: str) -> str:
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise ValueError(f"'{given}' is not an origin; give one such as https://portal.example")
    return f"{parts.scheme}://{parts.netloc}"


def s3_url(given: str) -> str:
    parts = urlsplit(given)
    if parts.scheme != "s3" or not parts.hostname:
        raise ValueError("not a bucket; give s3://key:secret@bucket/prefix?endpoint=…&region=…")
    return given


def smtp_url(given: str) -> str:
    parts = urlsplit(given)
    if parts.scheme not in ("smtp", "smtps", "smtp+starttls") or not parts.hostname:
        raise ValueError("not a mail server; give smtp://, smtp+starttls:// or smtps://host:port")
    return given


def email_address(given: str) -> str:
    if not re.fullmatch(r"[^@\s<>,]+@[^@\s<>,]+", given):
        raise ValueError(f"'{given}' is not an e-mail address; give one such as portal@example.com")
    return given


def network(given: str) -> Network:
    try:
        return ip_network(given)
    except ValueError as error:
        raise ValueError(f"'{given}' is not a network; give one such as 10.0.0.0/8") from error


def rate(given: str) -> Rate:
    """So many a second over time, a slash, so many at once."""
    per_second, _, burst = given.partition("/")
    try:
        found = Rate(float(per_second), float(burst))
    except ValueError:
        found = Rate(0, 0)
    if not (0 < found.per_second < float("inf") and 1 <= found.burst < float("inf")):
        raise ValueError(
            f"'{given}' is not a rate; give calls a second and at once, such as 20/100"
        )
    return found


def metrics_token(given: str) -> str:
    if len(given) < MIN_METRICS_TOKEN:
        raise ValueError(f"is too short; give {MIN_METRICS_TOKEN} random characters or more")
    return given


def optional(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    return lambda given: parse(given) if given else None


def comma_separated(parse: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    """Parted by commas."""
    return lambda given: tuple(parse(part.strip()) for part in given.split(",") if part.strip())


def one_of(*words: str) -> Callable[[str], str]:
    def parse(given: str) -> str:
        if given not in words:
            raise ValueError(f"'{given}' is unknown; give one of {', '.join(words)}")
        return given

    return parse
