"""The settings, read once from the environment. Only `portal run`, which passes it on, also reads os.environ."""

import os
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from rpc.config.keyring import load_keys
from rpc.config.oidc_providers import OidcProvider, parse_oidc_providers
from rpc.config.parsers import (
    Network,
    Rate,
    amounts,
    backup_url,
    boolean,
    bounce_mailbox,
    comma_separated,
    contact,
    expiry_day,
    fees,
    folder,
    host,
    host_name,
    http_url,
    metrics_token,
    network,
    one_of,
    optional,
    origin,
    payout_key,
    percent,
    port_number,
    postgres_url,
    process_count,
    rate,
    recipient,
    s3_url,
    seconds,
    sender,
    smtp_url,
    text_file,
    time_zone,
    year_days,
)
from schema.reports.sale_days import YearDays

SALE_DAYS = "CN=11-11,GB=12-26/12-31,US=12-26/12-31"
ROOT = Path(__file__).parent.parent.parent
"""The checkout, or the folder of the packages that the wheel was installed into."""
IS_CHECKOUT = (ROOT / "pyproject.toml").is_file()
T = TypeVar("T")


class SettingsError(Exception):
    """A setting is not valid; the message names it in one line and says what is valid."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Each setting is named after its environment variable, in lower case."""

    port: int
    host: str
    workers: int
    """The number of web processes, and of worker processes."""
    data_dir: Path
    data_dir_chosen: bool
    """Whether DATA_DIR was set."""
    database_url: str | None
    """The URL of the database; None for the embedded server in DATA_DIR."""
    replica_url: str | None
    """A replica of the database that reports are read from."""
    demo: bool
    """Whether demonstration data, the shop and outgoing calls to this machine are allowed."""
    secret_keys: tuple[str, ...]
    """The keys, oldest first: the last one signs, all of them verify."""
    public_url: str
    """The URL of the portal, without a trailing slash."""
    cors_origins: tuple[str, ...]
    smtp_url: str | None
    """The mail server; None to write mails to DATA_DIR/outbox."""
    mail_from: str
    ehlo_name: str | None
    """The name by which mail servers are greeted; None for the host of PUBLIC_URL."""
    bounce_mailbox: str | None
    """The mailbox that undeliverable mails come back to; None if they are not read."""
    """The sender of mails, as a header: `Name <address>`."""
    site_review: Literal["auto", "operator"]
    terms: str | None
    """The terms that publishers agree to at sign-up; None for the text that comes with the portal."""
    payment_fees: dict[str, Decimal]
    """What a payment costs the publisher, by kind of method and currency, such as `bank:GBP`."""
    payout_minimums: dict[str, Decimal]
    payout_url: str | None
    """The payout provider that sends payments; None if they are sent with bank files."""
    payout_key: str | None
    """The key by which the provider identifies the portal."""
    referral_percent: Decimal
    """An inviting publisher's percentage of the commission settled in the invited one's first year."""
    network_time_zone: str
    sale_days: dict[str, list[YearDays]]
    """The days of sales in each country, which the watch ignores when it learns what is usual."""
    """The time zone of the network's months, by which settlements are closed."""
    files_url: str | None
    """The bucket in which files are stored; None for the folder DATA_DIR/files."""
    backup_url: str | None
    """Where backups are kept: a folder or a bucket; None if none are made."""
    backup_recipient: str | None
    """The public key that the keyring is sealed to in backups."""
    allowed_networks: tuple[Network, ...]
    """Private networks that outgoing calls may reach nevertheless."""
    oidc_providers: tuple[OidcProvider, ...]
    """The providers that one can sign in with; see rpc/config/oidc_providers.py."""
    trusted_proxies: tuple[Network, ...]
    """The proxies whose X-Forwarded-For is trusted."""
    log_level: Literal["debug", "info", "warning", "error"]
    metrics: bool
    """Whether calls, redirects and statements are counted, and shared with the other processes."""
    metrics_token: str | None
    """The token for /metrics; None if only this machine may read it."""
    fast_paths: bool
    """Whether requests and statements bypass some of uvicorn and asyncpg, using private names of theirs."""
    security_contact: tuple[str, ...]
    """Whom to tell about a vulnerability, as URLs: mailto:, https: or tel:."""
    security_expires: date | None
    """The day from which the contacts are no longer published."""
    click_seconds: float
    """How long the database may take to store a batch of clicks before they go to the journal."""
    session_rate: Rate
    """The rate limit of a session's calls."""
    brand_rate: Rate
    """The rate limit of calls with a brand's key."""

    def __repr__(self) -> str:
        return "Settings(…)"  # keys and passwords must not reach a log

    @property
    def outbox(self) -> Path:
        return self.data_dir / "outbox"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Parse every setting; create DATA_DIR, and generate a key if none is set and none is required."""
        read: ReadSetting = partial(read_setting, environment)
        port = read("PORT", "8000", port_number)
        database_url = read("DATABASE_URL", "", optional(postgres_url))
        demo = read("DEMO", "0" if database_url else "1", boolean)
        data_dir = read("DATA_DIR", str(default_data_dir()), folder)
        public_url = read("PUBLIC_URL", f"http://localhost:{port}", origin)
        payout_url = read("PAYOUT_URL", "", optional(http_url))
        security_contact = read("SECURITY_CONTACT", "", comma_separated(contact))
        return cls(
            port=port,
            host=read("HOST", "127.0.0.1", host),
            workers=read("WORKERS", "1", process_count),
            data_dir=data_dir,
            data_dir_chosen=bool(environment.get("DATA_DIR")),
            database_url=database_url,
            replica_url=read("REPLICA_URL", "", optional(postgres_url)),
            demo=demo,
            secret_keys=read(
                "SECRET_KEY", "", partial(load_keys, data_dir, database_url is None or demo)
            ),
            public_url=public_url,
            cors_origins=read("CORS_ORIGINS", "", comma_separated(origin)),
            smtp_url=read("SMTP_URL", "", optional(smtp_url)),
            mail_from=read("MAIL_FROM", "portal@localhost", sender),
            ehlo_name=read("EHLO_NAME", "", optional(host_name)),
            bounce_mailbox=read("BOUNCE_MAILBOX", "", optional(bounce_mailbox)),
            site_review=read("SITE_REVIEW", "auto", one_of("auto", "operator")),
            terms=read("TERMS_FILE", "", optional(text_file)),
            payment_fees=read("PAYMENT_FEES", "", fees),
            payout_minimums=read("PAYOUT_MINIMUMS", "", amounts),
            payout_url=payout_url,
            payout_key=read("PAYOUT_KEY", "", payout_key(required=payout_url is not None)),
            referral_percent=read("REFERRAL_PERCENT", "5", percent),
            network_time_zone=read("NETWORK_TIME_ZONE", "UTC", time_zone),
            sale_days=read("SALE_DAYS", SALE_DAYS, year_days),
            files_url=read("FILES_URL", "", optional(s3_url)),
            backup_url=read("BACKUP_URL", "", optional(backup_url)),
            backup_recipient=read("BACKUP_RECIPIENT", "", optional(recipient)),
            allowed_networks=read("ALLOWED_NETWORKS", "", comma_separated(network)),
            oidc_providers=read("OIDC_PROVIDERS", "", parse_oidc_providers),
            trusted_proxies=read("TRUSTED_PROXIES", "", comma_separated(network)),
            log_level=read("LOG_LEVEL", "info", one_of("debug", "info", "warning", "error")),
            metrics=read("METRICS", "1", boolean),
            metrics_token=read("METRICS_TOKEN", "", optional(metrics_token)),
            security_contact=security_contact,
            security_expires=read(
                "SECURITY_EXPIRES", "", expiry_day(required=bool(security_contact))
            ),
            fast_paths=read("FAST_PATHS", "1", boolean),
            click_seconds=read("CLICK_SECONDS", "1", seconds),
            session_rate=read("SESSION_RATE", "20/100", rate),
            brand_rate=read("BRAND_RATE", "100/200", rate),
        )


def default_data_dir() -> Path:
    """Where data is kept without DATA_DIR: in the checkout or, of an installed wheel, where one stands."""
    return (ROOT if IS_CHECKOUT else Path.cwd()) / ".data"


ReadSetting = Callable[[str, str, Callable[[str], Any]], Any]


def read_setting(
    environment: Mapping[str, str], name: str, default: str, parse: Callable[[str], T]
) -> T:
    """Parse a setting; an empty one counts as not set."""
    try:
        return parse(environment.get(name, "").strip() or default)
    except ValueError as error:
        raise SettingsError(f"{name}: {error}") from error
