"""Letting the waits of guarded changes pass."""

from datetime import timedelta

from handlers.auth.guarded_change import settle_changes
from rpc.calls.context import Worker
from schema.core.envelope import Nothing
from tests.support.databases import earlier
from tests.support.portal import Portal

TIMES = {
    "account": ("two_step_at", "factor_reset_at", "trusted_from", "created_at"),
    "guarded_change": ("waits_until", "created_at", "applied_at", "stopped_at", "settled_at"),
    "method_proposal": ("created_at",),
    "passkey": ("created_at",),
    "payment_method": ("usable_from", "held_until", "created_at", "updated_at"),
}
"""What waits, and the ages of factors."""
FOUR_DAYS = timedelta(days=4)


async def settle(portal: Portal) -> None:
    """What the worker does every few minutes."""
    async with portal.db() as db:
        worker = Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)
        await settle_changes.handler(worker, Nothing())


async def pass_wait(portal: Portal, uid: int, by: timedelta = FOUR_DAYS) -> None:
    """Let time pass for whatever waits at a publisher, and for the ages of its factors."""
    async with portal.db() as db:
        for table, columns in TIMES.items():
            changes = ", ".join(earlier(name, "$2") for name in columns)
            await db.execute(f"update {table} set {changes} where publisher_id = $1", uid, by)
    await settle(portal)
