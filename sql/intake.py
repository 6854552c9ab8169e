"""Orders in: a report of many orders is taken in a fixed handful of statements, however many they are."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal

import sql.click
import sql.ledger
import sql.order
import sql.order_directory
import sql.terms
import sql.trace
from schema.conversion import Head, Line
from schema.ids import Ids, parsed_click_ref
from schema.intake import Brand, Case, Owner, Refusal, opened
from schema.ledger import Ledger
from schema.order import OrderOutcome, Outcome, ReportedOrder
from schema.rating import Rate, changed, created
from schema.terms import Offer
from sql.db import Connection
from sql.order import Kept
from sql.order_directory import Claim
from sql.trace import Tenant, Wanted

ONE = Decimal(1)


async def take(
    db: Connection,
    mid: int,
    orders: Sequence[ReportedOrder],
    *,
    ids: Ids,
    now: datetime,
    by: str,
) -> list[OrderOutcome]:
    """Write what a brand reports of its orders, in the caller's transaction; an outcome for each, in their order.

    A refused order changes nothing. `by` says in the history who reported.
    """
    return (await take_all(db, {mid: orders}, ids=ids, now=now, by=by))[mid]


async def take_all(
    db: Connection,
    reports: Mapping[int, Sequence[ReportedOrder]],
    *,
    ids: Ids,
    now: datetime,
    by: str,
) -> dict[int, list[OrderOutcome]]:
    """The same of several brands' orders, by their mids, in the statements of one."""
    brands = await sql.trace.brands(db, [*reports])
    cases = [case for mid in reports for case in opened(brands[mid], reports[mid], now)]
    await find_owners(db, cases)
    await find_traces(db, cases, ids)
    taking = Taking(now)
    await taking.look_up(db, [case for case in cases if case.reason is None])
    numbers = await sql.order_directory.draw(
        db, sum(case.reason is None and case.owner is None for case in cases)
    )
    claims = [claim for case in cases if (claim := taking.prepare(case, numbers))]
    owners = await sql.order_directory.claim(db, claims, now)
    await taking.settle(db, cases, owners)
    await sql.ledger.write(db, taking.ledger, now, by)
    outcomes: dict[int, list[OrderOutcome]] = {mid: [] for mid in reports}
    for case in cases:
        outcomes[case.brand.mid].append(outcome_of(case))
    return outcomes


def outcome_of(case: Case) -> OrderOutcome:
    oid = case.owner.oid if case.owner is not None and case.reason is None else None
    return OrderOutcome(case.order.order_id, oid, case.outcome, case.reason)


async def find_owners(db: Connection, cases: list[Case]) -> None:
    """Which orders were reported before; the others must say whose they are."""
    open_cases = [case for case in cases if case.reason is None]
    asked: defaultdict[int, list[str]] = defaultdict(list)
    for case in open_cases:
        asked[case.brand.mid].append(case.order.order_id)
    known = await sql.order_directory.known(db, asked)
    for case in open_cases:
        case.owner = known.get((case.brand.mid, case.order.order_id))
        if case.owner is None and not case.order.click_ref and not case.order.code:
            case.refuse("not_traced: send `click_ref`, or the `code` of a link")


async def find_traces(db: Connection, cases: list[Case], ids: Ids) -> None:
    """Follow each click_ref, else each code, to its publisher."""
    by_click = [case for case in cases if case.reason is None and case.order.click_ref]
    by_code = [
        case
        for case in cases
        if case.reason is None and case.order.code and not case.order.click_ref
    ]
    refs = {ref: parsed_click_ref(ref) for case in by_click if (ref := case.order.click_ref)}
    clicks = await sql.trace.clicks(
        db, [(*ids.read_click(click_id), click_id) for click_id in refs.values() if click_id]
    )
    for case in by_click:
        click_id = refs[case.order.click_ref or ""]
        case.check_trace(clicks.get(click_id) if click_id else None)
    codes = {case.order.code or "" for case in by_code}
    places = {
        code: (publisher_id, code)
        for code in codes
        if (publisher_id := ids.publisher_of_code(code)) is not None
    }
    places |= await sql.click.owners(db, sorted(codes - places.keys()))
    links = await sql.trace.links(db, [*places.values()])
    for case in by_code:
        place = places.get(case.order.code or "")
        case.check_trace(links.get(place) if place else None)


class Taking:
    """A batch between what was looked up and what is written."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.ledger = Ledger()
        self.offers: dict[int, Offer] = {}
        self.tenants: dict[int, Tenant] = {}
        self.rates: dict[Wanted, Decimal] = {}
        self.rows: dict[int, tuple[Head, list[Line]]] = {}

    async def look_up(self, db: Connection, cases: list[Case]) -> None:
        """Terms, publishers and rates of all orders that are still in."""
        uids = sorted({publisher_of(case) for case in cases})
        mids = sorted({case.brand.mid for case in cases})
        self.offers = await sql.terms.offers(db, mids, uids)
        self.tenants = await sql.trace.tenants(db, uids)
        self.ledger.unfixed = {uid for uid, tenant in self.tenants.items() if not tenant.fixed}
        for case in cases:
            tenant = self.tenants[publisher_of(case)]
            if tenant.open:  # who chose no report currency has that of the first order
                self.tenants[publisher_of(case)] = tenant._replace(
                    currency=case.order.currency, open=False
                )
        wanted = {
            rate
            for case in cases
            if case.owner is None
            for rate in self.wanted(case.brand, publisher_of(case), case.order.currency, case.at)
        }
        self.rates = await sql.trace.rates(db, wanted)

    def wanted(self, brand: Brand, publisher_id: int, currency: str, at: datetime) -> set[Wanted]:
        """The rates that an order may need: of its own currency and of the brand's fixed amounts."""
        tenant = self.tenants[publisher_id]
        if currency == tenant.currency == brand.currency:
            return set()
        pairs = ((currency, tenant.currency), (brand.currency, currency))
        day = at.astimezone(tenant.zone).date()
        return {Wanted(base, quote, day) for base, quote in pairs if base != quote}

    def rate(self, publisher_id: int, at: datetime) -> Rate:
        def of(base: str, quote: str) -> Decimal | None:
            if base == quote:
                return ONE
            day = at.astimezone(self.tenants[publisher_id].zone).date()
            return self.rates.get(Wanted(base, quote, day))

        return of

    def prepare(self, case: Case, numbers: list[int]) -> Claim | None:
        """The directory's row for an order, and, if nobody had it before, its own rows. None if refused."""
        if case.reason is not None:
            return None
        whose = publisher_of(case)
        if case.owner is not None:
            return Claim(case.brand.mid, case.order.order_id, whose, case.owner.oid)
        oid = numbers.pop()
        try:
            self.rows[oid] = created(
                case,
                oid,
                brand=case.brand,
                report_currency=self.tenants[whose].currency,
                offer=self.offers[case.brand.mid],
                rate=self.rate(whose, case.at),
                now=self.now,
            )
        except Refusal as refusal:
            case.refuse(str(refusal))
            return None
        return Claim(case.brand.mid, case.order.order_id, whose, oid)

    async def settle(
        self, db: Connection, cases: list[Case], owners: dict[tuple[int, str], Owner]
    ) -> None:
        """Enter new orders, and what changes of those that were there, in the ledger."""
        before: list[Case] = []
        for case in cases:
            if case.reason is not None:
                continue
            whose = publisher_of(case)
            case.owner = owners[case.brand.mid, case.order.order_id]
            if case.owner.publisher_id != whose:
                case.refuse("`order_id` belongs to another publisher, who had it first")
            elif case.owner.oid in self.rows:
                head, lines = self.rows[case.owner.oid]
                self.ledger.create(head, lines, case.brand, self.tenants[whose].zone)
                case.outcome = Outcome.CREATED
            else:
                before.append(case)
        kept = await sql.order.of_owners(db, [case.owner for case in before if case.owner])
        known = [(case, kept[case.owner.oid]) for case in before if case.owner is not None]
        wanted = {
            rate
            for case, (head, _) in known
            if case.order.currency != case.brand.currency
            for rate in self.wanted(case.brand, head.publisher_id, head.currency, head.order_time)
        }
        self.rates |= await sql.trace.rates(db, wanted - self.rates.keys())
        for case, order in known:
            self.update(case, order)

    def update(self, case: Case, kept: Kept) -> None:
        head, lines = kept
        try:
            after = changed(
                head,
                lines,
                case.order,
                brand=case.brand,
                offer=self.offers[case.brand.mid],
                rate=self.rate(head.publisher_id, head.order_time),
                now=self.now,
            )
        except Refusal as refusal:
            case.refuse(str(refusal))
            return
        case.outcome = Outcome.UNCHANGED
        if after != lines:
            zone = self.tenants[head.publisher_id].zone
            self.ledger.change(head, lines, after, case.brand, zone)
            case.outcome = Outcome.UPDATED


def publisher_of(case: Case) -> int:
    """By its trace; a known order reported without one is its owner's."""
    if case.trace is not None:
        return case.trace.publisher_id
    assert case.owner is not None
    return case.owner.publisher_id
