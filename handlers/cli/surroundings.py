"""The checks of `portal doctor` of what the portal depends on: database, clock, mail, files, certificate."""

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import NamedTuple
from urllib.parse import urlsplit

import sql.core.exchange_rate
import sql.core.server_facts
import sql.network.missing_rate
import sql.network.publisher
import sql.network.watch.heartbeat
from rpc import Fault
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources
from rpc.files.storage import Storage
from rpc.mail.bounces import MAILBOX_ERRORS, parse_mailbox, signed_in
from rpc.mail.mailer import Mailer
from rpc.process.disk import disks
from schema.core.service import SILENT, WORKER
from schema.core.time_zones import zone_names
from sql.server.migrate import FOLDER

POSTGRESQL = 18
"""The major version that the statements are written for (docs/production.md)."""
CLOCK_OFF = timedelta(seconds=2)
RATES_OLD = timedelta(days=5)
"""A rate holds for its day and the seven days after it."""
CERTIFICATE_LEFT = timedelta(days=14)
CONNECT_SECONDS = 5
HTTPS_PORT = 443


class Advice(NamedTuple):
    """Something that is not as it should be, and what to do about it."""

    what: str
    fix: str


Check = Callable[[Settings, BaseResources], AsyncIterator[Advice]]


async def check_database(_: Settings, base: BaseResources) -> AsyncIterator[Advice]:
    async with base.pool.acquire() as db:
        version = await sql.core.server_facts.version(db)
        rights = await sql.core.server_facts.missing_rights(db)
        applied = await sql.core.server_facts.migrations(db)
    if version < POSTGRESQL:
        yield Advice(
            f"the server is PostgreSQL {version}", f"upgrade it to {POSTGRESQL} (docs/grow.md)"
        )
    if rights:
        yield Advice(
            f"the role of DATABASE_URL lacks rights on {', '.join(rights)}",
            "run sql/roles.sql as the owner of the tables",
        )
    if pending := {file.name.partition("_")[0] for file in FOLDER.glob("*.sql")} - applied:
        yield Advice(
            f"{len(pending)} migrations have not run, {min(pending)} first", "run `portal migrate`"
        )


async def check_zones(settings: Settings, base: BaseResources) -> AsyncIterator[Advice]:
    async with base.pool.acquire() as db:
        used = await sql.network.publisher.time_zones(db)
    for name in sorted({settings.network_time_zone, *used} - zone_names()):
        yield Advice(
            f"the time zone {name} is in use and the package tzdata does not have it",
            "install the tzdata of requirements.lock, or choose another zone in the publisher's profile",
        )


async def check_clock(_: Settings, base: BaseResources) -> AsyncIterator[Advice]:
    ahead = datetime.now(UTC) - base.clock.now()
    if abs(ahead) > CLOCK_OFF:
        word = "ahead of" if ahead > timedelta() else "behind"
        yield Advice(
            f"this machine's clock is {abs(ahead).total_seconds():.0f} s {word} the database's",
            "run a time service, such as chrony, on both machines",
        )


async def check_mail(settings: Settings, _: BaseResources) -> AsyncIterator[Advice]:
    if settings.smtp_url is None and not settings.demo:
        yield Advice(f"mails are written to {settings.outbox} and leave to nobody", "set SMTP_URL")
    elif not await Mailer(settings).available():
        where = urlsplit(settings.smtp_url or "").hostname or settings.outbox
        yield Advice(
            f"mails cannot be handed to {where}",
            "check SMTP_URL, its password, and that the mail server runs and lets this machine in",
        )
    if settings.bounce_mailbox is not None:
        try:
            await asyncio.to_thread(try_mailbox, settings.bounce_mailbox)
        except MAILBOX_ERRORS as error:
            yield Advice(
                f"the mailbox of undeliverable mails cannot be opened ({error})",
                "check BOUNCE_MAILBOX, its password and folder",
            )


def try_mailbox(url: str) -> None:
    with signed_in(parse_mailbox(url)):
        return


async def check_files(settings: Settings, _: BaseResources) -> AsyncIterator[Advice]:
    name = f"doctor-{token_hex(8)}"
    try:
        storage = Storage(settings.data_dir / "files", settings.files_url)
        await storage.put(name, b"written by portal doctor")
        written = await storage.get(name) == b"written by portal doctor"
        await storage.remove(name)
    except (Fault, OSError):
        written = False
    if not written:
        where = "FILES_URL" if settings.files_url else settings.data_dir / "files"
        yield Advice(
            f"files cannot be written to {where} and read back",
            "check the bucket's key, secret and rights, or the folder's owner, who runs the portal",
        )
    journal = settings.data_dir / "journal"
    if journal.exists() and not os.access(journal, os.W_OK | os.X_OK):
        yield Advice(f"{journal} cannot be written", "give it to the user who runs the portal")
    for file in sorted(journal.glob("*.unreadable")):
        yield Advice(f"{file} holds clicks that could not be read", "see docs/recover.md")


async def check_rates(_: Settings, base: BaseResources) -> AsyncIterator[Advice]:
    today = base.clock.now().date()
    async with base.pool.acquire() as db:
        missing = await sql.network.missing_rate.list_missing(db, today)
        newest = await sql.core.exchange_rate.newest_day(db)
    if missing:
        pairs = ", ".join(f"{rate.base}/{rate.quote}" for rate in missing)
        yield Advice(
            f"{sum(rate.orders for rate in missing)} orders wait for a rate of {pairs}",
            "save today's rates (`portal import-rates`)",
        )
    elif newest is not None and today - newest > RATES_OLD:
        yield Advice(
            f"the newest exchange rate is of {newest}, and holds for seven days after it",
            "save today's rates (`portal import-rates`)",
        )


async def check_disk(settings: Settings, _: BaseResources) -> AsyncIterator[Advice]:
    for disk in disks(settings):
        if disk.nearly_full:
            yield Advice(
                f"the disk of {disk.folder} has {disk.free >> 20} MiB left of {disk.size >> 20}",
                "make room, or move it to a larger disk (docs/recover.md)",
            )


async def check_workers(_: Settings, base: BaseResources) -> AsyncIterator[Advice]:
    async with base.pool.acquire() as db:
        beats = await sql.network.watch.heartbeat.last_beats(db)
    last, now = beats.get(WORKER), base.clock.now()
    if last is None or now - last > SILENT:
        since = "ever" if last is None else f"since {last:%Y-%m-%d %H:%M} UTC"
        yield Advice(
            f"no worker has run {since}",
            "start `portal run` or `portal work`; if one runs, its log says why it does nothing",
        )


async def check_certificate(settings: Settings, base: BaseResources) -> AsyncIterator[Advice]:
    parts = urlsplit(settings.public_url)
    if parts.scheme != "https":
        if not settings.demo:
            yield Advice(
                f"PUBLIC_URL is {settings.public_url}, where passwords travel in the clear",
                "put a proxy with a certificate in front, and set PUBLIC_URL to its https address",
            )
        return
    host, port = parts.hostname or "", parts.port or HTTPS_PORT
    try:
        ends = await certificate_end(host, port)
    except ssl.SSLCertVerificationError as error:
        yield Advice(
            f"browsers refuse the certificate of {host}: {error.verify_message}",
            "renew it, and let the proxy send the whole chain",
        )
    except (OSError, TimeoutError) as error:
        yield Advice(
            f"{host}:{port} of PUBLIC_URL does not answer from here ({type(error).__name__})",
            "check its name in the DNS, the proxy and the firewall",
        )
    else:
        left = ends - base.clock.now()
        if left < CERTIFICATE_LEFT:
            yield Advice(
                f"the certificate of {host} ends in {left.days} days, on {ends:%Y-%m-%d}",
                "renew it, and see why that was not done by itself",
            )


async def certificate_end(host: str, port: int) -> datetime:
    """When the certificate of a server ends. Raises OSError, TimeoutError, or SSLCertVerificationError."""
    async with asyncio.timeout(CONNECT_SECONDS):
        _, writer = await asyncio.open_connection(host, port, ssl=ssl.create_default_context())
    try:
        certificate = writer.get_extra_info("peercert")
        return datetime.fromtimestamp(ssl.cert_time_to_seconds(certificate["notAfter"]), UTC)
    finally:
        writer.close()


SURROUNDINGS: dict[str, Check] = {
    "database": check_database,
    "zones": check_zones,
    "clock": check_clock,
    "mail": check_mail,
    "files": check_files,
    "rates": check_rates,
    "disk": check_disk,
    "workers": check_workers,
    "certificate": check_certificate,
}
"""The checks by name, in the order in which they run."""
