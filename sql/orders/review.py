"""Reviews of orders by the network: many at once, with the same locks as reports."""

from collections.abc import Sequence
from datetime import datetime

import sql.accounts.publisher
import sql.orders.order
import sql.orders.order_changes
import sql.orders.order_directory
from schema.core.sandbox import is_live
from schema.network.order import OrderReviewed
from schema.orders.correction import correct_decision
from schema.orders.intake import OrderOwner
from schema.orders.order import ItemStatus, Outcome
from schema.orders.order_changes import OrderChanges
from schema.orders.order_rows import ItemRow, OrderRow
from sql.core.db import Connection


async def review(
    db: Connection,
    oids: Sequence[int],
    status: ItemStatus,
    reason_code: str | None,
    *,
    note: str | None = None,
    of_status: ItemStatus | None = None,
    now: datetime,
    by: str,
    sandbox: bool = False,
) -> list[OrderReviewed]:
    """Approve or reject every item (of a status); returns an outcome for each order, in the same order.

    A settled item stays as it is and gets a correction. Orders are live ones, or else those of a `sandbox`.
    """
    known = await sql.orders.order_directory.of_oids(db, list(oids))
    claims = [claim for claim in known if is_live(claim.publisher_id) is not sandbox]
    await sql.orders.order_directory.claim(db, claims, now)
    owners = [OrderOwner(claim.publisher_id, claim.oid) for claim in claims]
    # Locks before the items are read: closing a month settles items under the exclusive side of this lock.
    tenants = await sql.accounts.publisher.get_tenants(
        db, sorted({owner.publisher_id for owner in owners})
    )
    stored = await sql.orders.order.of_owners(db, owners)
    changes = OrderChanges()
    outcomes = {}
    for oid, (head, lines) in stored.items():
        after = decide(head, lines, status, reason_code, now, of_status=of_status)
        if after != lines:
            zone = tenants[head.publisher_id].zone
            changes.change(head, lines, after, zone)
            outcomes[oid] = OrderReviewed(oid, Outcome.UPDATED, None)
        else:
            outcomes[oid] = OrderReviewed(oid, Outcome.UNCHANGED, None)
    await sql.orders.order_changes.write(db, changes, now, by)
    if note is not None:
        updated = [
            o for o in owners if (row := outcomes.get(o.oid)) and row.outcome == Outcome.UPDATED
        ]
        await sql.orders.order.set_notes(db, updated, note, now)
    unknown = "there is no such order"
    return [outcomes.get(oid) or OrderReviewed(oid, Outcome.REFUSED, unknown) for oid in oids]


def decide(
    head: OrderRow,
    lines: list[ItemRow],
    status: ItemStatus,
    reason: str | None,
    now: datetime,
    *,
    of_status: ItemStatus | None,
) -> list[ItemRow]:
    """An order's items after a decision; corrections come last."""
    after, corrections = [], []
    for line in lines:
        if of_status not in (None, line.status) or line.corrects is not None:
            after.append(line)
        elif line.settled:
            after.append(line)
            corrections += correct_decision(head, line, lines, status, reason, now)
        else:
            after.append(line.with_decision(status, reason, now))
    return after + corrections
