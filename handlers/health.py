"""Liveness, readiness and metrics, for monitoring."""

from collections.abc import Iterator
from hmac import compare_digest
from ipaddress import ip_address

import msgspec

import sql.core.clock
import sql.core.restoration
from rpc import Code, Fault, Request, Response, endpoint
from rpc.process.disk import disks
from rpc.process.exposition import write_metrics
from rpc.process.resources import Resources
from schema.core.envelope import Reply
from schema.core.scalar import At
from schema.core.version import VERSION
from sql.core.db import pooled_connection

JSON = b"application/json; charset=utf-8"


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
    if any(disk.nearly_full for disk in disks(resources.settings)):
        yield "the disk is nearly full"
    if not resources.failover.has_reserve and not resources.failover.active:
        yield "no room is set aside for clicks"


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
