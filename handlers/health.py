"""Liveness, readiness and metrics, for monitoring."""

from collections.abc import Iterator
from contextlib import suppress
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from shutil import disk_usage

import msgspec

import sql.core.clock
import sql.core.restoration
from rpc import Code, Fault, Request, Response, endpoint
from rpc.database.connect import embedded_folder
from rpc.process.exposition import write_metrics
from rpc.process.resources import Resources
from schema.core.envelope import Reply
from schema.core.scalar import At
from schema.core.version import VERSION
from sql.core.db import pooled_connection

JSON = b"application/json; charset=utf-8"


FREE_LEAST = 512 * 1024 * 1024
FREE_SHARE = 0.05
"""Free space of a disk, in bytes and as a share: below either, the disk is nearly full."""


class Health(msgspec.Struct, frozen=True):
    status: str
    time: At
    version: str


@endpoint("/health")
async def health(ctx: Request) -> Response:
    """Report that the process is alive, without querying the database."""
    return Response(200, encode_health("ok", ctx), None, JSON)


@endpoint("/ready")
async def ready(ctx: Request) -> Response:
    """Report whether the process can serve calls: 503 while the database is unreachable.

    The status also names shortages, such as a nearly full disk.
    """
    try:
        async with pooled_connection(ctx.resources.pool, seconds=2) as db:
            is_held = await sql.core.restoration.is_held(db)
    except sql.core.clock.CONNECTION_LOST:
        return Response(503, encode_health("no database", ctx), [(b"retry-after", b"2")], JSON)
    status = ", but ".join(["ready", *shortages(ctx.resources, is_held=is_held)])
    return Response(200, encode_health(status, ctx), None, JSON)


def shortages(resources: Resources, *, is_held: bool) -> Iterator[str]:
    """Name what keeps part of the portal from working, or soon will."""
    if is_held:
        yield "held after a restore"
    settings = resources.settings
    folders = filter(None, (settings.data_dir, embedded_folder(settings)))
    if any(map(nearly_full, folders)):
        yield "the disk is nearly full"
    if not resources.failover.has_reserve and not resources.failover.active:
        yield "no room is set aside for clicks"


def nearly_full(folder: Path) -> bool:
    with suppress(OSError):
        usage = disk_usage(folder)
        return usage.free < max(FREE_LEAST, usage.total * FREE_SHARE)
    return False


@endpoint("/metrics")
async def metrics(ctx: Request) -> Response:
    """Serve metrics in Prometheus' text format, to this machine or to holders of METRICS_TOKEN."""
    token = ctx.headers.get(b"authorization", b"").removeprefix(b"Bearer ")
    expected = ctx.resources.settings.metrics_token
    if expected and not compare_digest(token, expected.encode()):
        reply = Reply(Code.UNAUTHORIZED.number, Code.UNAUTHORIZED.message)
        return Response(401, msgspec.json.encode(reply), [(b"www-authenticate", b"Bearer")], JSON)
    if not expected and not (ctx.ip and ip_address(ctx.ip).is_loopback):
        raise Fault(Code.NOT_ALLOWED)
    text = await write_metrics(ctx.resources)
    return Response(200, text, None, b"text/plain; version=0.0.4; charset=utf-8")


def encode_health(status: str, ctx: Request) -> bytes:
    return msgspec.json.encode(Health(status, ctx.resources.clock.now(), VERSION))
