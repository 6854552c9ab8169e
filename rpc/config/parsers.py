"""Parsers of settings: each converts a text to its value, or raises a ValueError that says what is valid."""

import os
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from decimal import Decimal
from email.utils import formataddr, parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import unquote, urlsplit

from schema.core.countries import countries
from schema.core.time_zones import zone_names
from schema.payments.payout_minimum import MINIMUM
from schema.reports.sale_days import YearDays


class Rate(NamedTuple):
    """The rate of a token bucket: calls per second in the long run, and calls at once."""

    per_second: float
    burst: float


MAX_WORKERS = 64
MAX_TEXT_FILE = 100_000
"""The maximum size of a text file, in bytes."""
MIN_METRICS_TOKEN = 16
"""The minimum length of the token for /metrics."""
RECIPIENT = "portal-backup-public-"
RECIPIENT_BYTES = 32

HOST_NAME = re.compile(r"[0-9A-Za-z-]{1,63}(?:\.[0-9A-Za-z-]{1,63}){0,9}")
BOUNCE_LOCAL_MAX = 31
"""A mail's token follows the name of the mailbox: 64 characters at most together (RFC 5321, section 4.5.3.1.1)."""
EMAIL = re.compile(r"[^@\s<>,]+@[^@\s<>,]+")
FEE = re.compile(r"((?:paypal|payoneer|airwallex|bank):[A-Z]{3})=(\d{1,6}(?:\.\d{1,3})?)")
AMOUNT = re.compile(r"([A-Z]{3})=(\d{1,11}(?:\.\d{1,4})?)")
YEAR_DAYS = re.compile(r"([A-Z]{2})=(\d\d)-(\d\d)(?:/(\d\d)-(\d\d))?", re.ASCII)
Network = IPv4Network | IPv6Network
T = TypeVar("T")


def port_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65_535:
        raise ValueError(f"'{text}' is not a port; give a number from 1 to 65535")
    return int(text)


def process_count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MAX_WORKERS:
        raise ValueError(f"'{text}' is not a number from 1 to {MAX_WORKERS}")
    return int(text)


def host(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.:_-]+", text):
        raise ValueError(f"'{text}' is not a name or address; give one such as 127.0.0.1")
    return text


def boolean(text: str) -> bool:
    if text.lower() not in ("0", "1", "false", "true"):
        raise ValueError(f"'{text}' is neither 0 nor 1")
    return text.lower() in ("1", "true")


def folder(text: str) -> Path:
    path = Path(text).expanduser().absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"cannot make the folder {path} ({error.strerror})") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ValueError(f"cannot write in {path}; give a folder of your own")
    return path


def text_file(text: str) -> str:
    """The text in a file, which must not be empty."""
    path = Path(text).expanduser().absolute()
    try:
        raw = path.read_bytes()[: MAX_TEXT_FILE + 1]
        content = raw.decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"cannot read {path} ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text") from error
    if len(raw) > MAX_TEXT_FILE:
        raise ValueError(f"{path} is larger than {MAX_TEXT_FILE // 1000} kB")
    if not content.strip():
        raise ValueError(f"{path} is empty")
    return content


def postgres_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("postgresql", "postgres"):
        raise ValueError("not a PostgreSQL address; give postgresql://user:password@host:5432/name")
    if not parts.path.strip("/") and "dbname=" not in parts.query:
        raise ValueError("names no database; give postgresql://user:password@host:5432/name")
    return text


def origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise ValueError(f"'{text}' is not an origin; give one such as https://portal.example")
    return f"{parts.scheme}://{parts.netloc}"


def http_url(text: str) -> str:
    parts = urlsplit(text)
    whole = parts.scheme in ("http", "https") and parts.hostname
    if not whole or parts.username or parts.query or parts.fragment:
        raise ValueError("not an address; give one such as https://provider.example/v1/payouts")
    return text


def payout_key(*, required: bool) -> Callable[[str], str | None]:
    """A parser of PAYOUT_KEY, which must be usable as the value of an HTTP header."""

    def parse(text: str) -> str | None:
        if required and not text:
            raise ValueError("is missing; give the key that the provider of PAYOUT_URL knows")
        if not text.isascii() or any(each.isspace() for each in text):
            raise ValueError("is not a key; give ASCII characters without spaces")
        return text or None

    return parse


def s3_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme != "s3" or not parts.hostname:
        raise ValueError("not a bucket; give s3://key:secret@bucket/prefix?endpoint=…&region=…")
    return text


def backup_url(text: str) -> str:
    """A folder, as an absolute path, or a bucket."""
    if text.startswith("s3:"):
        return s3_url(text)
    if "://" in text:
        raise ValueError("is neither a folder nor a bucket; give /mnt/backups, or s3://…")
    return str(Path(text).expanduser().absolute())


def recipient(text: str) -> str:
    """A public key that keys are sealed to."""
    if text.startswith("portal-backup-private-"):
        raise ValueError(
            "is the private half, which must not be on this machine; give the line that begins with"
            f" {RECIPIENT}, and run `portal backup init` again if others saw this one"
        )
    try:
        raw = urlsafe_b64decode(text.removeprefix(RECIPIENT) + "=")
        if not text.startswith(RECIPIENT) or len(raw) != RECIPIENT_BYTES:
            raise ValueError
    except ValueError:
        raise ValueError("is not a public key; `portal backup init` makes one") from None
    return text


def smtp_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("smtp", "smtps", "smtp+starttls") or not parts.hostname:
        raise ValueError("not a mail server; give smtp://, smtp+starttls:// or smtps://host:port")
    return text


def host_name(text: str) -> str:
    if not HOST_NAME.fullmatch(text):
        raise ValueError(f"'{text}' is not the name of a host; give one such as portal.example.com")
    return text


def bounce_mailbox(text: str) -> str:
    """Parse the mailbox that undeliverable mails come back to; its user or the fragment is an email address."""
    parts = urlsplit(text)
    if parts.scheme not in ("imap", "imaps", "imap+starttls") or not (
        parts.hostname and parts.username and parts.password
    ):
        raise ValueError(
            "not a mailbox; give imaps://, imap+starttls:// or imap://user:password@host:port/folder"
        )
    address = unquote(parts.fragment or parts.username)
    if not EMAIL.fullmatch(address) or "+" in address:
        raise ValueError(
            f"'{address}' is not an email address without a +; give the one that mails come back to after a #"
        )
    if len(address.partition("@")[0]) > BOUNCE_LOCAL_MAX:
        raise ValueError(
            f"'{address}' is too long: at most {BOUNCE_LOCAL_MAX} characters may stand before the @"
        )
    return text


def sender(text: str) -> str:
    """Parse an email address with the name shown beside it, by default the product's."""
    name, address = parseaddr(text)
    if not EMAIL.fullmatch(address):
        raise ValueError(
            f"'{text}' is not an email address; give one such as portal@example.com, or Name <portal@example.com>"
        )
    return formataddr((name or "Publisher portal", address))


def contact(text: str) -> str:
    """Parse a contact for vulnerabilities as a URL (RFC 9116, 2.5.3); an email address becomes a `mailto:`."""
    url = f"mailto:{text}" if EMAIL.fullmatch(text) else text
    known = url.startswith(("https://", "tel:")) or EMAIL.fullmatch(url.removeprefix("mailto:"))
    if not known or not url.isascii() or any(each.isspace() for each in url):
        raise ValueError(
            f"'{text}' is not a contact; give an email address or an https: address, such as security@example.com"
        )
    return url


def expiry_day(*, required: bool) -> Callable[[str], date | None]:
    """A parser of the day from which SECURITY_CONTACT no longer holds."""

    def parse(text: str) -> date | None:
        if not text and not required:
            return None
        with suppress(ValueError):
            return date.fromisoformat(text)
        raise ValueError(
            f"'{text}' is not a day; give the one, within a year, by which you will have checked SECURITY_CONTACT, "
            "such as 2027-06-30"
        )

    return parse


def network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError as error:
        raise ValueError(f"'{text}' is not a network; give one such as 10.0.0.0/8") from error


def rate(text: str) -> Rate:
    """Parse a rate such as `10/100`: calls per second, and calls at once."""
    per_second, _, burst = text.partition("/")
    try:
        parsed = Rate(float(per_second), float(burst))
    except ValueError:
        parsed = Rate(0, 0)
    if not (0 < parsed.per_second < float("inf") and 1 <= parsed.burst < float("inf")):
        raise ValueError(
            f"'{text}' is not a rate; give calls per second and calls at once, such as 20/100"
        )
    return parsed


def seconds(text: str) -> float:
    """Parse a number of seconds from 0.1 to 10."""
    try:
        duration = float(text)
    except ValueError:
        duration = 0.0
    if not 0.1 <= duration <= 10:
        raise ValueError(f"'{text}' is not a time; give seconds from 0.1 to 10")
    return duration


def metrics_token(text: str) -> str:
    if len(text) < MIN_METRICS_TOKEN:
        raise ValueError(f"is too short; give {MIN_METRICS_TOKEN} random characters or more")
    return text


def optional(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    return lambda text: parse(text) if text else None


def comma_separated(parse: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    """A parser of a list of values separated by commas."""
    return lambda text: tuple(parse(part.strip()) for part in text.split(",") if part.strip())


def one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"'{text}' is unknown; give one of {', '.join(words)}")
        return text

    return parse


def time_zone(text: str) -> str:
    if text not in zone_names():
        raise ValueError(f"'{text}' is not an IANA time zone, such as Europe/London")
    return text


def fees(text: str) -> dict[str, Decimal]:
    """Parse amounts by kind of payment method and currency: `bank:GBP=0.50,paypal:USD=1`."""
    fee_by_kind = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = FEE.fullmatch(part)
        if match is None:
            raise ValueError(f"'{part}' is not a fee, such as bank:GBP=0.50")
        fee_by_kind[match[1]] = Decimal(match[2])
    return fee_by_kind


def amounts(text: str) -> dict[str, Decimal]:
    """Parse amounts above zero by currency: `JPY=4000,CAD=40`."""
    amount_by_currency = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = AMOUNT.fullmatch(part)
        if match is None or match[1] not in MINIMUM or not Decimal(match[2]):
            raise ValueError(f"'{part}' is not an amount above 0 in a currency, such as CAD=40")
        amount_by_currency[match[1]] = Decimal(match[2])
    return amount_by_currency


def year_days(text: str) -> dict[str, list[YearDays]]:
    """Parse yearly periods or days by country: `GB=12-26/12-31,CN=11-11`."""
    days_by_country: dict[str, list[YearDays]] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = YEAR_DAYS.fullmatch(part)
        first = (int(match[2]), int(match[3])) if match else (0, 0)
        last = (int(match[4]), int(match[5])) if match and match[4] else first
        if match is None or match[1] not in countries() or not are_days(first, last):
            raise ValueError(f"'{part}' is not days of a country, such as GB=12-26/12-31")
        days_by_country.setdefault(match[1], []).append(YearDays(first, last))
    return days_by_country


def are_days(first: tuple[int, int], last: tuple[int, int]) -> bool:
    """Whether these are days of a year, the second not before the first."""
    with suppress(ValueError):
        return date(2028, *first) <= date(2028, *last)
    return False


def percent(text: str) -> Decimal:
    """Parse a percentage from 0 to 100."""
    try:
        number = Decimal(text)
    except ArithmeticError:
        number = Decimal(-1)
    if not 0 <= number <= 100:
        raise ValueError(f"'{text}' is not a percentage; give a number from 0 to 100")
    return number
