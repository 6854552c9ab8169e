"""Orders decided by the network: many at once, under the same locks as their reports."""

from collections.abc import Sequence
from datetime import datetime

import sql.accounts.publisher
import sql.orders.directory
import sql.orders.order
import sql.orders.write
from schema.network.network import OrderReviewed
from schema.orders.changes import OrderChanges
from schema.orders.intake import OrderOwner
from schema.orders.order import ItemStatus, Outcome
from sql.core.db import Connection


async def review(
    db: Connection,
    oids: Sequence[int],
    status: ItemStatus,
    reason_code: str | None,
    *,
    now: datetime,
    by: str,
) -> list[OrderReviewed]:
    """Approve or reject every item of the orders that is not settled; an outcome for each, in their order."""
    claims = await sql.orders.directory.of_oids(db, list(oids))
    await sql.orders.directory.claim(db, claims, now)
    owners = [OrderOwner(claim.publisher_id, claim.oid) for claim in claims]
    stored = await sql.orders.order.of_owners(db, owners)
    tenants = await sql.accounts.publisher.get_tenants(
        db, sorted({owner.publisher_id for owner in owners})
    )
    changes = OrderChanges()
    outcomes = {}
    for oid, (head, lines) in stored.items():
        after = [
            line if line.settled else line.with_decision(status, reason_code, now) for line in lines
        ]
        if after != lines:
            zone = tenants[head.publisher_id].zone
            changes.change(head, lines, after, zone)
            outcomes[oid] = OrderReviewed(oid, Outcome.UPDATED, None)
        elif all(line.settled for line in lines):
            outcomes[oid] = OrderReviewed(oid, Outcome.REFUSED, "every item is settled already")
        else:
            outcomes[oid] = OrderReviewed(oid, Outcome.UNCHANGED, None)
    await sql.orders.write.write(db, changes, now, by)
    unknown = "there is no such order"
    return [outcomes.get(oid) or OrderReviewed(oid, Outcome.REFUSED, unknown) for oid in oids]
