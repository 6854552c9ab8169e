"""`portal doctor` finds what is wrong with what the portal stands on, in one line that says what to do."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

import handlers.cli.surroundings as module
import rpc.process.disk
from handlers.cli.doctor import findings
from handlers.cli.surroundings import SURROUNDINGS
from rpc.config.settings import ROOT
from rpc.process.heartbeat import beat
from schema.core.service import WORKER
from tests.support.portal import Portal

replace = msgspec.structs.replace


async def lines(portal: Portal, name: str, **changed: Any) -> list[str]:
    settings = replace(portal.resources.settings, **changed)
    return [line async for line in findings(settings, name, portal.resources)]


async def test_healthy_portal_has_no_findings(portal: Portal) -> None:
    async with portal.db() as db:
        await beat(db, WORKER)
    for name in ("database", "zones", "clock", "mail", "files", "disk", "workers", "certificate"):
        assert await lines(portal, name) == [], name


def test_documentation_names_every_check() -> None:
    text = (ROOT / "docs/production.md").read_text()
    assert [name for name in SURROUNDINGS if f"`{name}`" not in text] == []


async def test_old_server_and_missing_migrations_are_found(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "POSTGRESQL", 99)
    (tmp_path / "9999_later.sql").touch()
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    old, missing = await lines(portal, "database")
    assert old.startswith("database: the server is PostgreSQL 18: upgrade it to 99")
    assert missing == "database: 1 migrations have not run, 9999 first: run `portal migrate`"


async def test_rights_that_are_missing_are_found(portal: Portal) -> None:
    import sql.core.server_facts

    async with portal.db() as db, db.transaction():
        await db.execute("create role poor")
        await db.execute("grant usage on schema public to poor")
        await db.execute("grant select on all tables in schema public to poor")
        await db.execute("grant insert, update, delete on link, audit to poor")
        await db.execute("set local role poor")
        lacking = await sql.core.server_facts.missing_rights(db)
        await db.execute("reset role")
        await db.execute("drop owned by poor; drop role poor")
    assert "site" in lacking
    assert "click" in lacking
    assert not {"link", "audit", "schema_migrations"} & {*lacking}


async def test_unknown_time_zone_is_found(portal: Portal) -> None:
    [line] = await lines(portal, "zones", network_time_zone="Mars/Olympus")
    assert "Mars/Olympus" in line


@pytest.mark.parametrize(("seconds", "words"), [(30, "30 s ahead of"), (-30, "30 s behind")])
async def test_clock_that_is_off_is_found(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, seconds: int, words: str
) -> None:
    class Off(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return portal.resources.clock.now() + timedelta(seconds=seconds, milliseconds=1)

    monkeypatch.setattr(module, "datetime", Off)
    [line] = await lines(portal, "clock")
    assert words in line


async def test_doctor_reports_mail_that_cannot_be_delivered(
    portal: Portal, unused_port: int
) -> None:
    [line] = await lines(portal, "mail", demo=False)
    assert line.endswith("set SMTP_URL")
    [line] = await lines(portal, "mail", smtp_url=f"smtp://127.0.0.1:{unused_port}")
    assert line.startswith("mail: mails cannot be handed to 127.0.0.1: check SMTP_URL")


async def test_files_that_cannot_be_written_are_found(portal: Portal, tmp_path: Path) -> None:
    (tmp_path / "files").write_text("not a folder")
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "1.unreadable").touch()
    files, journal = await lines(portal, "files", data_dir=tmp_path)
    assert "cannot be written" in files
    assert journal.endswith("docs/recover.md")


async def test_missing_and_old_rates_are_found(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sql.core.exchange_rate
    import sql.network.missing_rate

    async def none(*_: object) -> list[Any]:
        return []

    async def missing(*_: object) -> list[Any]:
        return [sql.network.missing_rate.MissingRate(
            base="USD", quote="GBP", publishers=1, orders=3, first_day=None, last_day=None,
        )]  # fmt: skip

    async def old(*_: object) -> Any:
        return portal.resources.clock.now().date() - timedelta(days=6)

    monkeypatch.setattr(sql.network.missing_rate, "list_missing", missing)
    [line] = await lines(portal, "rates")
    assert line.startswith("rates: 3 orders wait for a rate of USD/GBP: save today's rates")
    monkeypatch.setattr(sql.network.missing_rate, "list_missing", none)
    monkeypatch.setattr(sql.core.exchange_rate, "newest_day", old)
    [line] = await lines(portal, "rates")
    assert "holds for seven days" in line


async def test_nearly_full_disk_is_found(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rpc.process.disk, "FREE_LEAST", 1 << 60)
    assert "MiB left of" in (await lines(portal, "disk"))[0]


async def test_worker_that_does_not_run_is_found(portal: Portal) -> None:
    async with portal.db() as db:
        await db.execute("delete from heartbeat where name = $1", WORKER)
    [line] = await lines(portal, "workers")
    assert line.startswith("workers: no worker has run ever: start `portal run`")


class TestCertificate:
    @pytest.mark.parametrize(("days", "found"), [(30, ""), (5, "ends in 4 days"), (-1, "refuse")])
    async def test_doctor_warns_before_the_certificate_expires(
        self,
        portal: Portal,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        days: int,
        found: str,
    ) -> None:
        ends = datetime.now(UTC) + timedelta(days=days, minutes=-5)
        own = write_certificate(tmp_path, ends)
        context = ssl.create_default_context(cafile=own)
        monkeypatch.setattr(ssl, "create_default_context", lambda: context)
        async with tls_server(own) as port:
            warnings = await lines(portal, "certificate", public_url=f"https://127.0.0.1:{port}")
        assert len(warnings) == bool(found)
        assert found in "".join(warnings)

    async def test_address_that_does_not_answer_is_found(
        self, portal: Portal, unused_port: int
    ) -> None:
        [line] = await lines(portal, "certificate", public_url=f"https://127.0.0.1:{unused_port}")
        assert "does not answer from here" in line

    async def test_address_without_tls_is_found(self, portal: Portal) -> None:
        [line] = await lines(portal, "certificate", demo=False)
        assert "in the clear" in line


@pytest.fixture
async def unused_port() -> int:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    return port


def write_certificate(folder: Path, ends: datetime) -> Path:
    """A certificate of 127.0.0.1 that signs itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(ends - timedelta(days=90))
        .not_valid_after(ends)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "own.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return file


@asynccontextmanager
async def tls_server(certificate: Path) -> AsyncIterator[int]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    async def answer(_: object, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
