"""What the environment decides, read once. Nothing else reads os.environ."""

import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

import msgspec

from rpc.keyring import keyring
from rpc.providers import OidcProvider, oidc_providers

ROOT = Path(__file__).parent.parent
WORKERS_MOST = 64
METRICS_LEAST = 16
"""Characters of the token that opens /metrics."""

Network = IPv4Network | IPv6Network
Value = TypeVar("Value")


class SettingsError(Exception):
    """A setting is wrong; the message is one line that names it and what would be right."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting has the name of its environment variable, in lower case."""

    port: int
    host: str
    workers: int
    """Web processes, and as many for jobs."""
    data_dir: Path
    data_dir_chosen: bool
    """Whether DATA_DIR was given, and is not the default."""
    database_url: str | None
    """None: the embedded server in DATA_DIR."""
    demo: bool
    """Demonstration data, the shop, and outgoing calls to this machine are allowed."""
    secret_keys: tuple[str, ...]
    """Oldest first: the last signs, all verify."""
    public_url: str
    """Where the portal is reached, without a slash at its end."""
    cors_origins: tuple[str, ...]
    smtp_url: str | None
    """None: mails become files in DATA_DIR/outbox."""
    mail_from: str
    site_review: Literal["auto", "operator"]
    files_url: str | None
    """None: files lie in DATA_DIR/files."""
    allowed_networks: tuple[Network, ...]
    """Private networks that outgoing calls may reach all the same."""
    oidc_providers: tuple[OidcProvider, ...]
    """Whom one can sign in by; see rpc/providers.py."""
    trusted_proxies: tuple[Network, ...]
    """Whose X-Forwarded-For is believed."""
    only_https: bool
    log_level: Literal["debug", "info", "warning", "error"]
    metrics_token: str | None
    """None: /metrics answers this machine only."""

    def __repr__(self) -> str:
        return "Settings(…)"  # keys and passwords must not reach a log

    @property
    def outbox(self) -> Path:
        return self.data_dir / "outbox"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read and check every setting, and make DATA_DIR and a key where none is asked for."""
        read: Reader = partial(setting, environment)
        port = read("PORT", "8000", number)
        database_url = read("DATABASE_URL", "", optional(postgres))
        demo = read("DEMO", "0" if database_url else "1", truth)
        data_dir = read("DATA_DIR", str(ROOT / ".data"), folder)
        public_url = read("PUBLIC_URL", f"http://localhost:{port}", origin)
        return cls(
            port=port,
            host=read("HOST", "127.0.0.1", host),
            workers=read("WORKERS", "1", processes),
            data_dir=data_dir,
            data_dir_chosen=bool(environment.get("DATA_DIR")),
            database_url=database_url,
            demo=demo,
            secret_keys=read(
                "SECRET_KEY", "", partial(keyring, data_dir, database_url is None or demo)
            ),
            public_url=public_url,
            cors_origins=read("CORS_ORIGINS", "", several(origin)),
            smtp_url=read("SMTP_URL", "", optional(smtp)),
            mail_from=read("MAIL_FROM", "portal@localhost", address),
            site_review=read("SITE_REVIEW", "auto", one_of("auto", "operator")),
            files_url=read("FILES_URL", "", optional(files)),
            allowed_networks=read("ALLOWED_NETWORKS", "", several(network)),
            oidc_providers=read("OIDC_PROVIDERS", "", oidc_providers),
            trusted_proxies=read("TRUSTED_PROXIES", "", several(network)),
            only_https=read("ONLY_HTTPS", "1" if public_url.startswith("https:") else "0", truth),
            log_level=read("LOG_LEVEL", "info", one_of("debug", "info", "warning", "error")),
            metrics_token=read("METRICS_TOKEN", "", optional(long_token)),
        )


Reader = Callable[[str, str, Callable[[str], Any]], Any]


def setting(
    environment: Mapping[str, str], name: str, default: str, parse: Callable[[str], Value]
) -> Value:
    """A setting that is empty counts as not given."""
    try:
        return parse(environment.get(name, "").strip() or default)
    except ValueError as error:
        raise SettingsError(f"{name}: {error}") from error


def number(given: str) -> int:
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
