"""Writes what a batch of orders changes: rows, history, events and figures, in one transaction."""

from datetime import datetime

import sql.core.outbox
import sql.orders.attribution
import sql.orders.order
import sql.orders.order_refusal
import sql.reports.figures.rollup
from schema.orders.order_changes import OrderChanges
from sql.core.clock import RETRYABLE
from sql.core.db import Connection


async def write(db: Connection, changes: OrderChanges, now: datetime, by: str) -> None:
    """Write all changes. Raises one of RETRYABLE if a publisher's currency changed meanwhile."""
    await write_rows(db, changes, now, by)
    await write_sums(db, changes, now)


async def write_rows(db: Connection, changes: OrderChanges, now: datetime, by: str) -> None:
    """Write and clear the orders' own rows; shared changes collect until write_sums()."""
    await sql.orders.order.add(db, changes.new_orders, changes.new_items, now)
    await sql.orders.order.change(db, changes.changed_orders, changes.changed_items, now)
    await sql.orders.order.add_history(db, changes.history, by, now)
    await sql.core.outbox.add(db, changes.events, now)
    changes.clear_rows()


async def write_sums(db: Connection, changes: OrderChanges, now: datetime) -> None:
    """Write the changes that orders share once, always in the same sequence, so that writers wait and do not deadlock.

    Raises one of RETRYABLE if a publisher's currency changed meanwhile.
    """
    first = dict(sorted(changes.first_currencies.items()))
    if first and not await sql.orders.attribution.fix_currencies(db, first):
        raise RETRYABLE[0]("a report currency changed while its first order was rated")
    await sql.reports.figures.rollup.add(db, changes.deltas())
    await sql.orders.attribution.add_overruled(db, changes.overruled, now)
    await sql.orders.order_refusal.add(db, changes.refusals, now)
