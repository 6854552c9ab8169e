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


WORKERS_MOST = 64
METRICS_LEAST = 16
"""Characters of the token that opens /metrics."""

Network = IPv4Network | IPv6Network
Value = TypeVar("Value")


def port_number(given: str) -> int:
    if not given.isascii() or not given.isdigit() or not 1 <= int(given) <= 65_535:
        raise ValueError(f"'{given}' is not a port; give a number from 1 to 65535")
    return int(given)


def processes(given: str) -> int:
    if not given.isascii() or not given.isdigit() or not 1 <= int(given) <= WORKERS_MOST:
        raise ValueError(f"'{given}' is not a number from 1 to {WORKERS_MOST}")
    return int(given)


def host(given: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.:_-]+", given):
        raise ValueError(f"'{given}' is not a name or address; give one such as 127.0.0.1")
    return given


def truth(given: str) -> bool:
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


def postgres(given: str) -> str:
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


def files(given: str) -> str:
    parts = urlsplit(given)
    if parts.scheme != "s3" or not parts.hostname:
        raise ValueError("not a bucket; give s3://key:secret@bucket/prefix?endpoint=…&region=…")
    return given


def smtp(given: str) -> str:
    parts = urlsplit(given)
    if parts.scheme not in ("smtp", "smtps", "smtp+starttls") or not parts.hostname:
        raise ValueError("not a mail server; give smtp://, smtp+starttls:// or smtps://host:port")
    return given


def address(given: str) -> str:
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


def seconds(given: str) -> float:
    """A time between a tenth of a second and ten seconds."""
    try:
        found = float(given)
    except ValueError:
        found = 0.0
    if not 0.1 <= found <= 10:
        raise ValueError(f"'{given}' is not a time; give seconds from 0.1 to 10")
    return found


def long_token(given: str) -> str:
    if len(given) < METRICS_LEAST:
        raise ValueError(f"is too short; give {METRICS_LEAST} random characters or more")
    return given


def optional(parse: Callable[[str], Value]) -> Callable[[str], Value | None]:
    return lambda given: parse(given) if given else None


def several(parse: Callable[[str], Value]) -> Callable[[str], tuple[Value, ...]]:
    """Parted by commas."""
    return lambda given: tuple(parse(part.strip()) for part in given.split(",") if part.strip())


def one_of(*words: str) -> Callable[[str], str]:
    def parse(given: str) -> str:
        if given not in words:
            raise ValueError(f"'{given}' is unknown; give one of {', '.join(words)}")
        return given

    return parse
