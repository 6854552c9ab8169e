"""Rates stored orders: those that had no exchange rate, and those whose rate was corrected."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

import sql.accounts.publisher
import sql.brands.terms
import sql.core.exchange_rate
import sql.core.outbox
import sql.network.payments.settlement_months
import sql.orders.attribution
import sql.orders.order
import sql.orders.order_case
import sql.orders.order_changes
import sql.orders.order_directory
from schema.core.days import first_instant, next_month
from schema.orders.commission_amount import RateLookup
from schema.orders.intake import OrderOwner
from schema.orders.order_changes import OrderChanges
from schema.orders.order_rows import ItemRow, OrderRow
from schema.orders.rating import rate_stored
from sql.accounts.publisher import Tenant
from sql.core.db import Connection
from sql.core.exchange_rate import RateKey
from sql.orders.order import StoredOrder

ONE = Decimal(1)
LAST_DIGITS = Decimal("1E-10")
"""The precision of earlier inverse rates, which had ten decimals."""


class RatedOrder(NamedTuple):
    """An order and its items before and after rating."""

    order: OrderRow
    items: list[ItemRow]
    rated: OrderRow
    rated_items: list[ItemRow]

    @property
    def is_changed(self) -> bool:
        """Whether the rating changed more than the rate's decimals; corrections follow from the items they correct."""
        if self.order.rate is None or self.rated.rate is None:
            return True
        return abs(self.order.rate - self.rated.rate) > LAST_DIGITS or any(
            was != now
            for was, now in zip(self.items, self.rated_items, strict=True)
            if was.corrects is None
        )


async def rate(
    db: Connection,
    oids: Sequence[int],
    *,
    unrated: bool,
    zone: str,
    now: datetime,
    by: str,
) -> int:
    """Rate orders by the current exchange rates, in the caller's transaction; returns how many changed.

    With `unrated`, only orders without a rate are rated, otherwise only orders with one; orders with a settled item
    stay as they are. A repetition changes nothing. `zone` is the network's, in which months are closed.
    Raises one of RETRYABLE if a publisher's currency changed meanwhile.
    """
    claims = await sql.orders.order_directory.of_oids(db, list(oids))
    await sql.orders.order_directory.claim(db, claims, now)
    owners = [OrderOwner(claim.publisher_id, claim.oid) for claim in claims]
    # Locks before the items are read: closing a month settles items under the exclusive side of this lock.
    tenants = await sql.accounts.publisher.get_tenants(
        db, sorted({owner.publisher_id for owner in owners})
    )
    stored = await sql.orders.order.of_owners(db, owners)
    waiting = [
        each
        for each in stored.values()
        if each.order.unrated == unrated and not any(item.settled for item in each.items)
    ]
    changes = OrderChanges()
    changes.without_currency = {uid for uid, tenant in tenants.items() if not tenant.currency_fixed}
    rated = await compute(db, waiting, tenants, zone=zone, now=now)
    for each in rated:
        changes.rate(*each, tenants[each.order.publisher_id].zone)
    await sql.orders.order_changes.write(db, changes, now, by)
    if unrated and rated:
        await tell_commissions(db, [*commissions(rated)], now)
    return len(rated)


async def tell_commissions(
    db: Connection,
    rated: Sequence[tuple[int, int, str | None, Decimal, Decimal | None]],
    now: datetime,
) -> None:
    """Set the commission of accepted cases that had none, and write their events."""
    case_ids = defaultdict[int, list[int]](list)
    for uid, case_id in await sql.orders.order_case.set_commissions(db, rated):
        case_ids[uid].append(case_id)
    events = [
        case.to_event(case.state)
        for uid, of_publisher in sorted(case_ids.items())
        for case in await sql.orders.order_case.for_events(db, uid, of_publisher)
    ]
    await sql.core.outbox.add(db, events, now)


def commissions(
    rated: Sequence[RatedOrder],
) -> Iterator[tuple[int, int, str | None, Decimal, Decimal | None]]:
    """The commissions of orders and items, for the cases about them: publisher, oid, item, amount and commission."""
    for each in rated:
        head = each.rated
        yield head.publisher_id, head.oid, None, head.sale_amount, head.sale_comm
        for item in each.rated_items:
            yield head.publisher_id, head.oid, item.item_id, item.sale_amount, item.sale_comm


async def compute(
    db: Connection,
    stored: Sequence[StoredOrder],
    tenants: Mapping[int, Tenant],
    *,
    zone: str,
    now: datetime,
) -> list[RatedOrder]:
    """Compute which orders the current exchange rates change, and how; nothing is written."""
    orders = sorted(stored, key=lambda each: each.order.oid)
    if not orders:
        return []
    mids = sorted({each.order.mid for each in orders})
    brands = await sql.orders.attribution.get_brands(db, mids)
    terms = await sql.brands.terms.of_brands(db, mids, sorted(tenants), zone)
    months = await sql.network.payments.settlement_months.last_months(db, mids)
    closed = {mid: first_instant(next_month(month.period), zone) for mid, month in months.items()}
    quotes = report_currencies([each.order for each in orders], tenants)
    pairs = {
        RateKey(base, quote, day_of(order, tenants))
        for order, _ in orders
        for base, quote in (
            *((order.currency, quote) for quote in quotes[order.oid]),
            *(
                (base, order.currency)
                for base in {brands[order.mid].currency, *terms[order.mid].currencies}
            ),
        )
        if base != quote
    }
    rates = await sql.core.exchange_rate.find_rates(db, pairs)
    fixed: dict[int, str] = {}
    rated = []
    for order, items in orders:
        currency = quotes[order.oid][0]
        if tenants[order.publisher_id].currency_open:
            currency = fixed.get(order.publisher_id, order.currency)
        result = rate_stored(
            order,
            items,
            report_currency=currency,
            brand=brands[order.mid],
            offer=terms[order.mid],
            rate=lookup(rates, day_of(order, tenants)),
            closed_before=closed.get(order.mid),
            now=now,
        )
        if result is not None:
            fixed.setdefault(order.publisher_id, currency)
            each = RatedOrder(order, items, *result)
            if each.is_changed:
                rated.append(each)
    return rated


def report_currencies(
    orders: Sequence[OrderRow], tenants: Mapping[int, Tenant]
) -> dict[int, list[str]]:
    """The currencies into which each order may be converted, by oid.

    A publisher may have chosen another currency since; where it has chosen none, its first rated order decides.
    """
    own: defaultdict[int, list[str]] = defaultdict(list)
    for order in orders:
        own[order.publisher_id].append(order.currency)
    currencies = {}
    for order in orders:
        tenant = tenants[order.publisher_id]
        if not order.unrated:
            currencies[order.oid] = [order.report_currency]
        elif tenant.currency_open:
            currencies[order.oid] = [*dict.fromkeys(own[order.publisher_id])]
        else:
            currencies[order.oid] = [tenant.currency]
    return currencies


def day_of(order: OrderRow, tenants: Mapping[int, Tenant]) -> date:
    """The day whose rate applies to an order: the day of the order in the publisher's time zone."""
    return order.order_time.astimezone(tenants[order.publisher_id].zone).date()


def lookup(rates: Mapping[RateKey, Decimal], day: date) -> RateLookup:
    def of(base: str, quote: str) -> Decimal | None:
        return ONE if base == quote else rates.get(RateKey(base, quote, day))

    return of
