"""Deletes data that has outlived its retention period (schema/network/retention.py)."""

from datetime import timedelta

import sql.network.payments.payout_file
import sql.network.retention
from handlers.network.imports.past_imports import purge_imports
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.network.retention import PAYOUT_FILES


@job("/network/purge_expired", every=timedelta(days=1), atomic=False)
async def purge_expired(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Delete what has outlived its retention period."""
    await sql.network.retention.purge_shared(ctx.db, ctx.now)
    await sql.network.payments.payout_file.forget(ctx.db, ctx.now - PAYOUT_FILES)
    await purge_imports(ctx)
    await sql.network.retention.purge_publishers(ctx.db, ctx.now)
