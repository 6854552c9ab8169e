"""Cases of the demonstration: one in each state, about orders of the year, and one order created by a case."""

from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import NamedTuple

import sql.orders.intake
import sql.orders.order
import sql.orders.order_case
from handlers.demo.core.steps import Write
from handlers.demo.people.people import find
from rpc.process.resources import Resources
from schema.brands.brand import Relation
from schema.channels.channel import SiteStatus
from schema.core.ids import Ids
from schema.orders.intake import OrderOwner
from schema.orders.order import ItemStatus, ReportedItem, ReportedOrder
from schema.orders.order_case import NETWORK, PUBLISHER, AcceptedOrder, CaseKind, CaseState
from sql.core.db import Connection, fetch, fetch_row, text
from sql.orders.order_case import NewCase, OpeningStep

Step = tuple[str, CaseState, str]


class DemoCase(NamedTuple):
    """A case about an order that is pending or rejected: who said what, one step a day."""

    kind: CaseKind
    status: ItemStatus
    steps: list[Step]


OPEN, INFO_NEEDED = CaseState.OPEN, CaseState.INFO_NEEDED
CASES = [
    DemoCase(
        CaseKind.INCORRECT,
        ItemStatus.PENDING,
        [(PUBLISHER, OPEN, "My reader paid more: the basket had a second piece.")],
    ),
    DemoCase(
        CaseKind.DECLINED,
        ItemStatus.REJECTED,
        [
            (PUBLISHER, OPEN, "The order was delivered and kept."),
            (NETWORK, INFO_NEEDED, "Please send the confirmation of the delivery."),
        ],
    ),
    DemoCase(
        CaseKind.DECLINED,
        ItemStatus.REJECTED,
        [
            (PUBLISHER, OPEN, "I do not think that this was returned."),
            (NETWORK, CaseState.REJECTED, "The shop has shown us the returned parcel."),
        ],
    ),
    DemoCase(
        CaseKind.INCORRECT,
        ItemStatus.PENDING,
        [
            (PUBLISHER, OPEN, "The amount looks too small."),
            (PUBLISHER, CaseState.WITHDRAWN, ""),
        ],
    ),
]
MISSING_AMOUNT = Decimal("64.90")


async def make(db: Connection, portal: Resources) -> Write:
    demo = await find(db)
    return partial(write, uid=demo.uid, ids=portal.ids, now=portal.clock.now())


async def write(db: Connection, uid: int, ids: Ids, now: datetime) -> None:
    """Write the cases, each about a different order, and the order that was missing."""
    since = now - timedelta(days=80)
    query = text(
        """
        select c.status, c.oid, c.mid, c.order_id, c.order_time, c.currency,
               min(i.item_id) as item_id, sum(i.sale_amount) as amount
          from conversion c
          join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
         where c.publisher_id = :uid and i.publisher_id = :uid and c.order_time between :since and :until
           and c.status <> 'Approved' and not c.test_order
         group by c.oid, c.publisher_id having count(*) = 1
         order by c.order_time desc
        """,
        uid=uid,
        since=since,
        until=now - timedelta(days=7),
    )
    orders = [dict(row) for row in await fetch(db, query)]
    for case in CASES:
        order = next((each for each in orders if each["status"] == case.status), None)
        if order is None:
            continue
        orders.remove(order)
        wrong = case.kind is CaseKind.INCORRECT
        new = NewCase(
            uid,
            case.kind,
            order["mid"],
            order["order_id"],
            order["oid"],
            order["item_id"] if wrong else None,
            order["order_time"],
            order["currency"],
            order["amount"] + 20 if wrong else None,
            None,
            None,
        )
        await write_case(db, new, case.steps, now)
    await write_missing(db, uid, ids, now)


async def write_missing(db: Connection, uid: int, ids: Ids, now: datetime) -> None:
    """Write an accepted case about a missing order, and the order that it created."""
    query = text(
        """
        select link.code, link.mid, brand.currency from link
          join brand on brand.mid = link.mid and brand.status = 'online'
          join publisher on publisher.publisher_id = link.publisher_id
                        and publisher.currency = brand.currency
          join relationship r on r.publisher_id = link.publisher_id and r.mid = link.mid
                             and r.site_id = link.site_id and r.status = :joined
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
                   and site.status = :approved
         where link.publisher_id = :uid and publisher.publisher_id = :uid and r.publisher_id = :uid
           and site.publisher_id = :uid and link.deleted_at is null
         order by link.link_id limit 1
        """,
        uid=uid,
        joined=Relation.JOINED,
        approved=SiteStatus.APPROVED,
    )
    row = await fetch_row(db, query)
    if row is None:
        return
    code, mid, currency = row
    at, order_id = now - timedelta(days=5), "WEB-20417"
    item = ReportedItem(amount=MISSING_AMOUNT, status=ItemStatus.APPROVED)
    order = ReportedOrder(
        order_id=order_id, currency=currency, items=[item], code=code, order_time=at
    )
    [outcome] = await sql.orders.intake.ingest(
        db, mid, [order], ids=ids, now=now, zone="UTC", by=NETWORK
    )
    if outcome.oid is None:
        return
    new = NewCase(
        *(
            uid,
            CaseKind.MISSING,
            mid,
            order_id,
            outcome.oid,
            None,
            at,
            currency,
            MISSING_AMOUNT,
            None,
            code,
        )
    )
    steps = [
        (PUBLISHER, OPEN, "My reader sent me the confirmation; the order never appeared."),
        (NETWORK, CaseState.ACCEPTED, "The shop had lost the report. Thank you."),
    ]
    await write_case(db, new, steps, now)


async def write_case(db: Connection, new: NewCase, steps: list[Step], now: datetime) -> None:
    """Write a case with its steps, which are a day apart; the last one was just now."""
    at = now - timedelta(days=len(steps) - 1)
    (_, before, note), *later_steps = steps
    [case_id] = await sql.orders.order_case.add_all(db, [(new, OpeningStep(note))], at)
    for by, state, note in later_steps:
        at += timedelta(days=1)
        accepted = None
        if state is CaseState.ACCEPTED and new.oid is not None:
            stored = await sql.orders.order.of_owners(db, [OrderOwner(new.publisher_id, new.oid)])
            accepted = AcceptedOrder.of(new.oid, stored[new.oid].items, None)
        await sql.orders.order_case.set_state(
            db, new.publisher_id, case_id, state, at, accepted=accepted
        )
        await sql.orders.order_case.add_step(
            db, new.publisher_id, case_id, by=by, before=before, after=state, note=note, now=at
        )
        before = state
