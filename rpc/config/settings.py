"""What the environment decides, read once. Nothing else reads os.environ, but `portal run`, which hands it on."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from rpc.config.keyring import keyring
from rpc.config.oidc_providers import OidcProvider, oidc_providers
from rpc.config.parsers import (
    Network,
    Rate,
    address,
    files,
    folder,
    host,
    long_token,
    network,
    one_of,
    optional,
    origin,
    port_number,
    postgres,
    processes,
    rate,
    seconds,
    several,
    smtp,
    truth,
)

ROOT = Path(__file__).parent.parent.parent
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
    replica_url: str | None
    """A copy of the database that reports are read from."""
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
    """Whom one can sign in by; see rpc/config/oidc_providers.py."""
    trusted_proxies: tuple[Network, ...]
    """Whose X-Forwarded-For is believed."""
    log_level: Literal["debug", "info", "warning", "error"]
    metrics_token: str | None
    """None: /metrics answers this machine only."""
    fast_paths: bool
    """Requests and statements go past what uvicorn and asyncpg do for each, by private names of theirs."""
    click_seconds: float
    """How long the database may take to store a batch of clicks before they go to the journal."""
    session_rate: Rate
    """How often a session or token may call."""
    brand_rate: Rate
    """How often a brand's key may call."""

    def __repr__(self) -> str:
        return "Settings(…)"  # keys and passwords must not reach a log

    @property
    def outbox(self) -> Path:
        return self.data_dir / "outbox"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read and check every setting, and make DATA_DIR and a key where none is asked for."""
        read: Reader = partial(setting, environment)
        port = read("PORT", "8000", port_number)
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
            replica_url=read("REPLICA_URL", "", optional(postgres)),
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
            log_level=read("LOG_LEVEL", "info", one_of("debug", "info", "warning", "error")),
            metrics_token=read("METRICS_TOKEN", "", optional(long_token)),
            fast_paths=read("FAST_PATHS", "1", truth),
            click_seconds=read("CLICK_SECONDS", "1", seconds),
            session_rate=read("SESSION_RATE", "20/100", rate),
            brand_rate=read("BRAND_RATE", "100/200", rate),
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
