"""A batch of reported orders: determines their publishers and commissions before anything is written."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

import asyncpg

import sql.accounts.publisher
import sql.brands.terms
import sql.core.exchange_rate
import sql.orders.order
from schema.brands.terms import BrandTerms
from schema.core.currencies import WITHDRAWN
from schema.orders.commission_amount import RateLookup
from schema.orders.intake import IncomingOrder, IntakeBrand, OrderOwner, Refusal
from schema.orders.item_match import find_doubts
from schema.orders.order import Outcome
from schema.orders.order_changes import OrderChanges
from schema.orders.order_commission import apply_report, rate_order
from schema.orders.order_refusal import RefusalCode
from schema.orders.order_rows import ItemRow, OrderRow
from sql.accounts.publisher import Tenant
from sql.core.db import Connection
from sql.core.exchange_rate import RateKey
from sql.orders.order import StoredOrder
from sql.orders.order_directory import Claim

ONE = Decimal(1)


class IntakeBatch:
    """A batch of reported orders, from the look-ups to the changes to be written."""

    def __init__(self, changes: OrderChanges, now: datetime, zone: str) -> None:
        self.changes = changes
        self.now = now
        self.zone = zone
        """The network's time zone, in which terms begin and end."""
        self.terms: dict[int, BrandTerms] = {}
        self.tenants: dict[int, Tenant] = {}
        self.rates: dict[RateKey, Decimal] = {}
        self.rows: dict[int, tuple[OrderRow, list[ItemRow]]] = {}

    async def look_up(self, db: Connection, cases: list[IncomingOrder]) -> None:
        """Look up the terms, publishers and rates of all orders that have not been refused."""
        uids = sorted({publisher_of(case) for case in cases})
        mids = sorted({case.brand.mid for case in cases})
        self.terms = await sql.brands.terms.of_brands(db, mids, uids, self.zone)
        self.tenants = await sql.accounts.publisher.get_tenants(db, uids)
        self.changes.without_currency = {
            uid for uid, tenant in self.tenants.items() if not tenant.currency_fixed
        }
        for case in cases:
            tenant = self.tenants[publisher_of(case)]
            # Without a chosen report currency, the first order's is used, unless that currency has been withdrawn.
            if tenant.currency_open and case.order.currency not in WITHDRAWN:
                currency = self.changes.first_currencies.get(
                    publisher_of(case), case.order.currency
                )
                self.tenants[publisher_of(case)] = tenant._replace(
                    currency=currency, currency_open=False
                )
        pairs = {
            rate
            for case in cases
            if case.owner is None
            for rate in self.needed_rates(
                case.brand, publisher_of(case), case.order.currency, case.at
            )
        }
        self.rates = await sql.core.exchange_rate.find_rates(db, pairs)

    def needed_rates(
        self, brand: IntakeBrand, publisher_id: int, currency: str, at: datetime
    ) -> set[RateKey]:
        """The rates that an order may need: for its own currency and for the brand's fixed amounts."""
        tenant = self.tenants[publisher_id]
        fixed = self.terms[brand.mid].currencies
        if currency == tenant.currency == brand.currency and fixed <= {currency}:
            return set()
        pairs = [
            (currency, tenant.currency),
            *((base, currency) for base in {brand.currency, *fixed}),
        ]
        day = at.astimezone(tenant.zone).date()
        return {RateKey(base, quote, day) for base, quote in pairs if base != quote}

    def rate_lookup(self, publisher_id: int, at: datetime) -> RateLookup:
        def of(base: str, quote: str) -> Decimal | None:
            if base == quote:
                return ONE
            day = at.astimezone(self.tenants[publisher_id].zone).date()
            return self.rates.get(RateKey(base, quote, day))

        return of

    def prepare_all(self, cases: list[IncomingOrder], numbers: Iterator[int]) -> list[Claim]:
        """Prepare the directory's rows for all orders, and the orders' own rows for new ones."""
        return [claim for case in cases if (claim := self.prepare(case, numbers))]

    def prepare(self, case: IncomingOrder, numbers: Iterator[int]) -> Claim | None:
        """Prepare one order; None if it is refused."""
        whose = publisher_of(case)
        if case.owner is not None:
            return Claim(case.brand.mid, case.order_id, whose, case.owner.oid)
        oid = next(numbers)
        try:
            self.rows[oid] = rate_order(
                case,
                oid,
                brand=case.brand,
                report_currency=self.tenants[whose].currency,
                offer=self.terms[case.brand.mid],
                rate=self.rate_lookup(whose, case.at),
                now=self.now,
            )
        except Refusal as refusal:
            case.refuse(str(refusal), refusal.code)
            return None
        case.warnings += find_doubts((), self.rows[oid][1], case.order.items)
        case.owner = OrderOwner(whose, oid, case.order_id)
        return Claim(case.brand.mid, case.order_id, whose, oid)

    async def apply(
        self, db: Connection, cases: list[IncomingOrder], others: dict[tuple[int, str], OrderOwner]
    ) -> None:
        """Add new orders and updates of existing ones to the changes; `others` have been claimed by another process."""
        before: list[IncomingOrder] = []
        for case in cases:
            if case.reason is not None:
                continue
            assert case.owner is not None
            whose = publisher_of(case)
            if others:
                case.owner = others.get((case.brand.mid, case.order_id), case.owner)
            if case.owner.publisher_id != whose:
                case.refuse(
                    "this order number belongs to another publisher, whose order came first",
                    RefusalCode.NUMBER_TAKEN,
                )
            elif case.owner.oid in self.rows:
                head, lines = self.rows[case.owner.oid]
                self.changes.create(head, lines, self.tenants[whose].zone)
                case.outcome = Outcome.CREATED
                if case.overruled is not None and case.overruled.click_id is not None:
                    self.changes.overruled.append(case.overruled)
            else:
                before.append(case)
        stored_orders = await sql.orders.order.of_owners(
            db, [case.owner for case in before if case.owner]
        )
        if any(case.owner.oid not in stored_orders for case in before if case.owner):
            # On a cluster, the directory's node commits before the order's own node: the report is to be retried.
            raise asyncpg.SerializationError("an order in the directory is not committed yet")
        stored_cases = [
            (case, stored_orders[case.owner.oid]) for case in before if case.owner is not None
        ]
        pairs = {
            rate
            for case, (head, _) in stored_cases
            if {case.order.currency}
            != {case.brand.currency, *self.terms[case.brand.mid].currencies}
            for rate in self.needed_rates(
                case.brand, head.publisher_id, head.currency, head.order_time
            )
        }
        self.rates |= await sql.core.exchange_rate.find_rates(db, pairs - self.rates.keys())
        for case, order in stored_cases:
            self.update(case, order)

    def update(self, case: IncomingOrder, stored: StoredOrder) -> None:
        head, lines = stored
        try:
            after = apply_report(
                head,
                lines,
                case.order,
                brand=case.brand,
                offer=self.terms[case.brand.mid],
                rate=self.rate_lookup(head.publisher_id, head.order_time),
                now=self.now,
            )
        except Refusal as refusal:
            case.refuse(str(refusal), refusal.code)
            return
        case.warnings += find_doubts(lines, after, case.order.items)
        case.outcome = Outcome.UNCHANGED
        if after != lines:
            zone = self.tenants[head.publisher_id].zone
            self.changes.change(head, lines, after, zone)
            case.outcome = Outcome.UPDATED


def publisher_of(case: IncomingOrder) -> int:
    """The publisher that the order is attributed to; an existing order without an attribution stays with its owner."""
    if case.attribution is not None:
        return case.attribution.publisher_id
    assert case.owner is not None
    return case.owner.publisher_id
