"""Saved views at addresses for spreadsheets, for anyone who has the address."""

import asyncio
from dataclasses import replace

import asyncpg
import msgspec

import sql.accounts.publisher
import sql.exports.sheet
from handlers.reports.export_rows import ExportRows
from handlers.reports.export_table import EXPORTS
from handlers.reports.report_queries import Reader
from rpc import Fault, Request, Response, endpoint
from rpc.exports.sheet_writer import SheetWriter, cell_with
from rpc.exports.snapshots import Snapshot
from rpc.process.resources import Resources
from rpc.security.tokens import SHEET
from schema.exports.export import ExportReport
from schema.exports.sheet import PROGRAM_LONGEST, SHEET_ROWS_MAX, SheetFetch
from sql.core.copy_text import read_alone
from sql.core.db import Connection
from sql.core.narrowing import narrow
from sql.exports.sheet import FoundSheet

HEADERS = [
    (b"cache-control", b"private, no-store"),
    (b"x-robots-tag", b"noindex, nofollow"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; sandbox; frame-ancestors 'none'"),
]
ENDED = b"There is no such address, or it has ended\n"
TOO_OFTEN = b"This address is read more than 60 times in an hour: wait\n"
TOO_MANY_ROWS = (
    f"This saved view has more than {SHEET_ROWS_MAX:,} rows. Choose fewer days, or group it"
)
TOO_SLOW = "This saved view takes too long to read. Choose fewer days, or group it"
OUT_OF_DATE = "This saved view no longer fits its report. Open it in the portal and save it again"


@endpoint("/reports/sheet/{token}")
async def sheet(ctx: Request) -> Response:
    """Serve a saved view as CSV, as its maker may see it, to a spreadsheet that has its address."""
    resources, now = ctx.resources, ctx.resources.clock.now()
    secret = resources.tokens.read(SHEET, ctx.path_param)
    if secret is None:
        return Response(404, ENDED, HEADERS)
    uid = secret.owner
    async with resources.pool_for_calls.connection() as db:
        sheet = await sql.exports.sheet.find(db, uid, secret.hash, now)
        if sheet is None:
            return Response(404, ENDED, HEADERS)
        wait = await resources.shared_limits.sheet.try_spend(db, f"{uid}:{sheet.sheet_id}", now)
        if wait is not None:
            seconds = b"%d" % max(1, round(wait.total_seconds() + 0.5))
            return Response(429, TOO_OFTEN, [*HEADERS, (b"retry-after", seconds)])
        zone, currency, _ = await sql.accounts.publisher.get_report_settings(db, uid)
    reader = Reader(
        db=db,
        publisher_id=uid,
        zone=zone,
        currency=currency,
        now=now,
        public_url=resources.settings.public_url,
        site_ids=sheet.site_ids,
        with_money=sheet.with_money,
    )
    snapshot = await find_snapshot(resources, sheet, reader)
    if ctx.method == "GET":
        program = ctx.header(b"user-agent")[:PROGRAM_LONGEST]
        fetch = SheetFetch(at=now, program=program.replace("\0", ""), rows=snapshot.rows)
        async with resources.pool_for_calls.connection() as db:
            await sql.exports.sheet.record_fetch(db, uid, sheet.sheet_id, fetch)
    return Response(200, snapshot.body, HEADERS, b"text/csv; charset=utf-8")


async def find_snapshot(resources: Resources, sheet: FoundSheet, reader: Reader) -> Snapshot:
    """The view's rows: those of the last minutes, or read now, by one request at a time."""
    key = (
        reader.publisher_id,
        msgspec.json.encode(sheet),
        reader.zone,
        reader.currency,
        reader.today,
    )
    if snapshot := resources.snapshots.get(key, reader.now):
        return snapshot
    async with resources.heavy_calls.slot(reader.publisher_id):
        if snapshot := resources.snapshots.get(key, reader.now):
            return snapshot
        async with resources.pool_for_calls.connection() as db:
            snapshot = await read_view(db, sheet, reader)
        resources.snapshots.keep(key, snapshot, reader.now)
    return snapshot


async def read_view(db: Connection, sheet: FoundSheet, reader: Reader) -> Snapshot:
    """Read the view as its maker may see it. One that cannot be read is a cell that says why."""
    reader = replace(reader, db=narrow(db, sheet.site_ids))
    export = EXPORTS[ExportReport(sheet.report)]
    try:
        async with db.transaction(isolation="repeatable_read", readonly=True):
            await read_alone(db)
            rows = await export.read_rows(reader, sheet.filter_on(reader.today))
            writer = SheetWriter(rows.columns, sheet.look, reader.zone)
            await write(rows, writer)
    except Fault:
        return Snapshot(cell_with(OUT_OF_DATE), None)
    except asyncpg.QueryCanceledError:
        return Snapshot(cell_with(TOO_SLOW), None)
    if writer.rows > SHEET_ROWS_MAX:
        return Snapshot(cell_with(TOO_MANY_ROWS), None)
    return Snapshot(writer.body, writer.rows)


async def write(rows: ExportRows, writer: SheetWriter) -> None:
    """Write all rows, up to one more than a spreadsheet gets. The rest is dropped: a COPY cannot end before."""

    async def add(lines: bytes) -> None:
        if writer.rows <= SHEET_ROWS_MAX:
            await asyncio.to_thread(writer.write, lines)

    await rows.send(add)
