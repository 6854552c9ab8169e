"""For whoever runs the portal: whether it is alive, whether it can work, and what it counts."""

from contextlib import suppress
from hmac import compare_digest
from ipaddress import ip_address

import msgspec
from prometheus_client import generate_latest

import sql.core.clock
import sql.core.job
from rpc import Code, Fault, Request, Response, door
from rpc.config.metrics import HASHES, JOBS, METRICS
from schema.core.envelope import Reply
from schema.core.scalar import At
from sql.core.db import borrowed

JSON = b"application/json; charset=utf-8"


class Health(msgspec.Struct, frozen=True):
    status: str
    time: At


@door("/health")
async def health(ctx: Request) -> Response:
    """Whether the process answers; asks nothing of the database."""
    return Response(200, encoded("ok", ctx), None, JSON)


@door("/ready")
async def ready(ctx: Request) -> Response:
    """Whether it can work: 503 while the database is away."""
    try:
        async with borrowed(ctx.resources.pool, seconds=2) as db:
            await sql.core.clock.now(db)
    except sql.core.clock.CONNECTION_LOST:
        return Response(503, encoded("no database", ctx), [(b"retry-after", b"2")], JSON)
    return Response(200, encoded("ready", ctx), None, JSON)


@door("/metrics")
async def metrics(ctx: Request) -> Response:
    """Counts in Prometheus' text form, for this machine, or for who has the token of the settings."""
    token = ctx.headers.get(b"authorization", b"").removeprefix(b"Bearer ")
    expected = ctx.resources.settings.metrics_token
    if expected and not compare_digest(token, expected.encode()):
        reply = Reply(Code.UNAUTHORIZED.number, Code.UNAUTHORIZED.message)
        return Response(401, msgspec.json.encode(reply), [(b"www-authenticate", b"Bearer")], JSON)
    if not expected and not (ctx.ip and ip_address(ctx.ip).is_loopback):
        raise Fault(Code.NOT_ALLOWED)
    with suppress(*sql.core.clock.CONNECTION_LOST):  # else they are told as they were
        async with borrowed(ctx.resources.pool, seconds=2) as db:
            JOBS.counts = await sql.core.job.counts(db)
    HASHES.set(ctx.resources.passwords.hashes)
    return Response(
        200, generate_latest(METRICS), None, b"text/plain; version=0.0.4; charset=utf-8"
    )


def encoded(status: str, ctx: Request) -> bytes:
    return msgspec.json.encode(Health(status, ctx.resources.clock.now()))
