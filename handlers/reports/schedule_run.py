"""A run of a schedule: its file and manifest are made as of one moment, and put on the publisher's server."""

import asyncio
import csv
import hashlib
import io
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from tempfile import TemporaryFile
from typing import IO

import msgspec
import structlog

import sql.accounts.account
import sql.accounts.member
import sql.accounts.publisher
import sql.exports.schedule
import sql.reports.saved_view
from handlers.reports.export_build import Pace
from handlers.reports.export_rows import ExportRows, Write
from handlers.reports.export_table import EXPORTS, open_transactions
from handlers.reports.report_queries import Reader, order_query
from rpc import Fault, Worker
from rpc.exports.file_writer import open_writer
from rpc.jobs.account_mail import notify_team
from rpc.outbound.s3_client import S3Client
from rpc.outbound.sftp_client import SftpClient
from rpc.security.encryption import DecryptionError
from schema.accounts.permission import SCHEDULE_EDIT, permissions_of
from schema.accounts.team import Access
from schema.exports.delivery_failure import DeliveryFailed, Failure
from schema.exports.export import (
    Column,
    ColumnKind,
    ExportFormat,
    ExportReport,
    ExportRequest,
    ExportTimes,
    normalize_filter,
)
from schema.exports.manifest import (
    SCHEMA_VERSION,
    SUFFIX,
    Manifest,
    ManifestColumn,
    ManifestSum,
)
from schema.exports.schedule import (
    OVERLAP,
    RETRIES,
    RUN_MAX,
    RunSchedule,
    StoredSchedule,
    TargetKind,
    associated_data,
    file_name,
)
from schema.reports.report import TransactionFilter
from schema.reports.saved_view import filter_on
from sql.accounts.account import Login
from sql.core.copy_text import read_alone
from sql.core.narrowing import narrow

log = structlog.get_logger()

UPLOAD_SECONDS, BYTES_A_SECOND = 300, 200_000
"""How long a file may take on its way: some minutes, and more for a large one."""
READ_SIZE = 1024 * 1024


class Delivered(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was delivered. `reached_at` is the time up to which an incremental one reaches."""

    file: str
    rows: int
    size: int
    reached_at: datetime | None


class Sums:
    """Adds up the columns of amounts, by currency, while the rows pass."""

    def __init__(self, columns: Sequence[Column]) -> None:
        names = [column.name for column in columns]
        self._places = [
            (n, column.name, names.index(column.currency) if column.currency in names else None)
            for n, column in enumerate(columns)
            if column.kind is ColumnKind.AMOUNT
        ]
        self._sums: defaultdict[tuple[str, str], Decimal] = defaultdict(Decimal)
        self.rows = 0

    def add(self, lines: bytes) -> None:
        for row in csv.reader(io.StringIO(lines.decode(), newline="")):
            self.rows += 1
            for n, name, currency in self._places:
                if row[n]:
                    self._sums[name, "" if currency is None else row[currency]] += Decimal(row[n])

    @property
    def by_column(self) -> list[ManifestSum]:
        return [ManifestSum(*key, amount) for key, amount in sorted(self._sums.items())]


async def run_due(ctx: Worker, request: RunSchedule) -> None:
    """Run a schedule that is due. A failure is logged, tried again, and at last stops the schedule."""
    uid, id, clock = request.publisher_id, request.schedule_id, ctx.resources.clock
    async with ctx.db.transaction():
        now = clock.now()
        schedule = await sql.exports.schedule.begin(ctx.db, uid, id, now=now, until=now + RUN_MAX)
        if schedule is None:
            return
        await sql.exports.schedule.fail_dead_runs(ctx.db, uid, id, now, Failure.DIED.words)
        run_id = await sql.exports.schedule.add_run(ctx.db, schedule, now)
    try:
        delivered = await deliver(ctx, schedule, run_id)
    except Exception as error:
        failed = error if isinstance(error, DeliveryFailed) else DeliveryFailed(Failure.PORTAL)
        if failed is not error:
            log.warning("schedule failed", publisher=uid, schedule=id, exc_info=error)
        async with ctx.db.transaction():
            await end_failed(ctx, schedule, run_id, failed)
    else:
        async with ctx.db.transaction():
            await end_done(ctx, schedule, run_id, delivered)
    finally:
        with suppress(OSError):
            await sql.exports.schedule.release(ctx.db, uid, id)


async def end_done(
    ctx: Worker, schedule: StoredSchedule, run_id: int, delivered: Delivered
) -> None:
    now, uid = ctx.resources.clock.now(), schedule.publisher_id
    zone, _, _ = await sql.accounts.publisher.get_report_settings(ctx.db, uid)
    await sql.exports.schedule.end_run(
        ctx.db,
        uid,
        run_id,
        now=now,
        file=delivered.file,
        rows=delivered.rows,
        size=delivered.size,
    )
    await sql.exports.schedule.finish(
        ctx.db,
        schedule,
        reached_at=delivered.reached_at,
        next_at=schedule.every.next_run(now, zone),
    )


async def end_failed(
    ctx: Worker, schedule: StoredSchedule, run_id: int, failed: DeliveryFailed
) -> None:
    """Plan another try, or stop the schedule and tell its owners what to do."""
    now, uid = ctx.resources.clock.now(), schedule.publisher_id
    await sql.exports.schedule.end_run(ctx.db, uid, run_id, now=now, error=str(failed))
    stops = failed.failure.final or schedule.failures >= len(RETRIES)
    next_at = None if stops else now + RETRIES[schedule.failures]
    is_told = await sql.exports.schedule.fail(ctx.db, schedule, error=str(failed), next_at=next_at)
    if stops and is_told:
        await notify_team(ctx, uid, "schedule_stopped", schedule=schedule.name, reason=str(failed))


async def deliver(ctx: Worker, schedule: StoredSchedule, run_id: int) -> Delivered:
    """Make the file and its manifest, and put both on the publisher's server. Raises DeliveryFailed."""
    access = await check_maker(ctx, schedule)
    secret = open_secret(ctx, schedule)
    folder = ctx.resources.settings.data_dir
    with TemporaryFile(dir=folder) as file, TemporaryFile(dir=folder) as beside:
        manifest = await write_file(ctx, schedule, access, file)
        beside.write(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
        await check_maker(ctx, schedule)
        if not await sql.exports.schedule.is_running(ctx.db, schedule.publisher_id, run_id):
            raise DeliveryFailed(Failure.CHANGED)
        files = {manifest.file: file, f"{manifest.file}{SUFFIX}": beside}
        try:
            async with asyncio.timeout(UPLOAD_SECONDS + manifest.size / BYTES_A_SECOND):
                await put_files(ctx, schedule, secret, files)
        except TimeoutError:
            raise DeliveryFailed(Failure.SLOW) from None
    return Delivered(
        file=manifest.file,
        rows=manifest.rows,
        size=manifest.size,
        reached_at=manifest.changed_until,
    )


async def put_files(
    ctx: Worker, schedule: StoredSchedule, secret: str, files: Mapping[str, IO[bytes]]
) -> None:
    """Put the files on the server in order. The host key that an SFTP server shows first is pinned."""
    target, http_client = schedule.target, ctx.resources.http_client
    if target.kind is TargetKind.S3:
        bucket = S3Client(http_client, target, secret)
        for name, file in files.items():
            await bucket.put_file(name, file)
        return
    server = SftpClient(http_client.allowed, target, secret, schedule.host_key)
    try:
        await server.put_files(files)
    finally:
        if server.host_key is not None and server.host_key != schedule.host_key:
            await sql.exports.schedule.pin_host_key(ctx.db, schedule, server.host_key)


async def check_maker(ctx: Worker, schedule: StoredSchedule) -> Access:
    """What the maker may see. Raises DeliveryFailed for one who is gone, locked, or may not deliver this report."""
    login = Login(schedule.publisher_id, schedule.account_id)
    maker = await sql.accounts.account.get(ctx.db, login.publisher_id, login.account_id)
    access = await sql.accounts.member.get_access(ctx.db, login)
    if maker is None or maker.closed_at or maker.locked_at or access is None:
        raise DeliveryFailed(Failure.MAKER)
    permissions = permissions_of(
        access.role, narrowed=access.site_ids is not None, with_money=access.with_money
    )
    if not {SCHEDULE_EDIT, *EXPORTS[schedule.report].permissions}.issubset(permissions):
        raise DeliveryFailed(Failure.MAKER)
    return access


def open_secret(ctx: Worker, schedule: StoredSchedule) -> str:
    row = associated_data(schedule.publisher_id, schedule.row_key)
    try:
        return ctx.resources.encryption.open(schedule.sealed, row)
    except DecryptionError:
        raise DeliveryFailed(Failure.SECRET) from None


async def write_file(
    ctx: Worker, schedule: StoredSchedule, access: Access, file: IO[bytes]
) -> Manifest:
    """Write the rows, as the maker may see them at one moment; returns what is to be said about the file."""
    zone, currency, _ = await sql.accounts.publisher.get_report_settings(
        ctx.db, schedule.publisher_id
    )
    now = ctx.resources.clock.now()
    reader = Reader(
        db=narrow(ctx.db, access.site_ids),
        publisher_id=schedule.publisher_id,
        zone=zone,
        currency=currency,
        now=now,
        public_url=ctx.resources.settings.public_url,
        site_ids=access.site_ids,
        with_money=access.with_money,
    )
    async with ctx.db.transaction(isolation="repeatable_read", readonly=True):
        await read_alone(ctx.db)
        try:
            filter, rows = await open_rows(reader, schedule)
        except Fault:
            raise DeliveryFailed(Failure.VIEW) from None
        request = ExportRequest(
            report=schedule.report,
            format=ExportFormat(schedule.format),
            filter=filter,
            zone=zone,
            currency=currency,
            times=ExportTimes.ISO,
        )
        sums = Sums(rows.columns)
        await write_rows(rows, request, sums, file)
    size = file.seek(0, os.SEEK_END)
    return Manifest(
        schema_version=SCHEMA_VERSION,
        schedule=schedule.name,
        report=schedule.report,
        filter=filter,
        time_zone=zone,
        currency=currency,
        file=file_name(schedule.report, schedule.format, schedule.due_at),
        format=schedule.format,
        rows=sums.rows,
        size=size,
        sha256=await asyncio.to_thread(digest_of, file),
        sums=sums.by_column,
        columns=[
            ManifestColumn(
                each.name, each.kind, each.currency if each.kind is ColumnKind.AMOUNT else None
            )
            for each in rows.columns
        ],
        incremental=schedule.incremental,
        changed_from=schedule.reached_at and schedule.reached_at - OVERLAP
        if schedule.incremental
        else None,
        changed_until=now if schedule.incremental else None,
        made_at=now,
    )


async def open_rows(
    reader: Reader, schedule: StoredSchedule
) -> tuple[dict[str, object], ExportRows]:
    """The filter of a run and its rows. Raises a Fault or DeliveryFailed for a report that no longer takes it."""
    export = EXPORTS[schedule.report]
    if schedule.incremental:
        return schedule.filter, await open_changes(reader, schedule)
    if schedule.view_id is None:
        raw = filter_on(schedule.filter, schedule.days, reader.today)
    else:
        login = Login(schedule.publisher_id, schedule.account_id)
        views = await sql.reports.saved_view.of_account(reader.db, login, None)
        view = next((each for each in views if each.id == schedule.view_id), None)
        if view is None or ExportReport(view.report) is not schedule.report:
            raise DeliveryFailed(Failure.VIEW)
        raw = view.filter_on(reader.today)
    filter = normalize_filter(export.decode_filter(raw))
    return filter, await export.read_rows(reader, filter)


async def open_changes(reader: Reader, schedule: StoredSchedule) -> ExportRows:
    """The items of the orders that changed since the last file, and for a while before it; at first of all orders."""
    today = reader.today.isoformat()
    raw = schedule.filter | {"start_date": today, "end_date": today}
    filter = EXPORTS[ExportReport.TRANSACTIONS].decode_filter(raw)
    assert isinstance(filter, TransactionFilter)
    query = await order_query(reader, filter)
    since = {} if schedule.reached_at is None else {"changed_from": schedule.reached_at - OVERLAP}
    return await open_transactions(reader, replace(query, days=None, filters=query.filters | since))


async def write_rows(rows: ExportRows, request: ExportRequest, sums: Sums, file: IO[bytes]) -> None:
    pace = Pace()
    async with open_writer(request, rows.columns, file) as writer:

        async def add(lines: bytes) -> None:
            await writer.write(lines)
            await asyncio.to_thread(sums.add, lines)
            await pace.rest()

        send: Write = add
        await rows.send(send)


def digest_of(file: IO[bytes]) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    while piece := file.read(READ_SIZE):
        digest.update(piece)
    return digest.hexdigest()
