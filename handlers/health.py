"""For whoever runs the portal: whether it is alive, whether it can work, and what it counts."""

from contextlib import suppress
from hmac import compare_digest
from ipaddress import ip_address

import msgspec
from prometheus_client import generate_latest

import sql.core.clock
import sql.core.job
from rpc import Answer, Code, Door, Fault, door
from rpc.config.metrics import HASHES, JOBS, METRICS
from schema.core.scalar import At
from sql.core.db import borrowed

JSON = b"application/json; charset=utf-8"


class Health(msgspec.Struct, frozen=True):
    status: str
    time: At


@door("/health")
async def health(ctx: Door) -> Answer:
    """Whether the process answers; asks nothing of the database."""
    return Answer(200, encoded("ok", ctx), None, JSON)


@door("/ready")
async def ready(ctx: Door) -> Answer:
    """Whether it can work: 503 while the database is away."""
    try:
        async with borrowed(ctx.parts.pool, seconds=2) as db:
            await sql.core.clock.now(db)
    except sql.core.clock.AWAY:
        return Answer(503, encoded("no database", ctx), [(b"retry-after", b"2")], JSON)
    return Answer(200, encoded("ready", ctx), None, JSON)


@door("/metrics")
async def metrics(ctx: Door) -> Answer:
    """Counts in Prometheus' text form, for this machine, or for who has the token of the settings."""
    wanted = ctx.parts.settings.metrics_token
    token = ctx.header(b"authorization").removeprefix("Bearer ")
    local = bool(ctx.ip) and ip_address(ctx.ip).is_loopback
    if not (compare_digest(token, wanted) if wanted else local):
        raise Fault(Code.NOT_ALLOWED)
    with suppress(*sql.core.clock.AWAY):  # else they are told as they were
        async with borrowed(ctx.parts.pool, seconds=2) as db:
            JOBS.counts = await sql.core.job.counts(db)
    HASHES.set(ctx.parts.passwords.hashes)
    return Answer(200, generate_latest(METRICS), None, b"text/plain; version=0.0.4; charset=utf-8")


def encoded(status: str, ctx: Door) -> bytes:
    return msgspec.json.encode(Health(status, ctx.parts.clock.now()))
