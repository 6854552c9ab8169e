"""Builds cases from publishers' drafts: about an order or unpaid months, or a question."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import NamedTuple, NoReturn
from uuid import UUID

import sql.orders.attribution
import sql.orders.order
import sql.orders.order_case
import sql.orders.order_directory
import sql.payments.payment
from handlers.flows.owned_files import own_files
from rpc import Code, Fault, Publisher
from schema.accounts.upload import FILES_PATH
from schema.core.days import first_instant, next_month
from schema.core.errors import Flaw, Rule
from schema.core.ids import parse_click_ref
from schema.core.money import ZERO
from schema.orders.correction import SettledTotals, declined_at, is_declined
from schema.orders.intake import CLOCK_BEHIND_MAX, Attribution, OrderOwner
from schema.orders.order_case import DISPUTE_DAYS, CaseDraft, CaseKind
from schema.orders.order_rows import ItemRow
from schema.orders.reported_values import identity
from schema.payments.settlement import to_month
from sql.orders.order import StoredOrder
from sql.orders.order_case import ClaimedBrand, NewCase

WITHOUT_CHANNEL = frozenset({CaseKind.UNPAID, CaseKind.QUESTION})
OF_ORDERS = (
    "You see some channels, and can open cases about orders of these; ask an owner or a manager"
)


class ClaimFacts(NamedTuple):
    """The stored brands, orders, clicks and months that a publisher's drafts name."""

    now: datetime
    publisher_id: int
    currency: str
    zone: str
    """The network's time zone."""
    brands: Mapping[str, ClaimedBrand]
    """The brands, by mcid."""
    claim_days: Mapping[int, int]
    """How many days after an order each brand accepts cases, by mid."""
    orders: Mapping[int, StoredOrder]
    """The orders, by oid."""
    owners: Mapping[tuple[int, str], OrderOwner]
    """The publishers of orders, by mid and order number."""
    clicks: Mapping[UUID, Attribution]
    waiting: Mapping[tuple[int, date], Decimal]
    """What brands have not paid yet, in the publisher's currency, by mid and month."""
    payment_ids: frozenset[int]
    files: frozenset[str]
    """The URLs of the publisher's own files."""
    narrowed: bool
    """Whether the caller sees some channels, and so claims nothing that has none."""


async def read_facts(ctx: Publisher, drafts: Sequence[CaseDraft]) -> ClaimFacts:
    """Read the data for checking drafts, in as many statements for a thousand drafts as for one."""
    db, uid = ctx.db, ctx.publisher_id
    evidence = [file.file_url for draft in drafts for file in draft.evidence]
    files = await own_files(ctx, evidence) if evidence else {}
    oids = sorted({draft.oid for draft in drafts if draft.oid is not None})
    orders = await sql.orders.order.of_owners(db, [OrderOwner(uid, oid) for oid in oids])
    found = await sql.orders.order_case.claimed_brands(
        db,
        uid,
        mcids=list({draft.mcid for draft in drafts if draft.mcid is not None}),
        mids=list({stored.order.mid for stored in orders.values()}),
    )
    brands = {brand.mcid: brand for brand in found}
    sent: defaultdict[int, list[str]] = defaultdict(list)
    unpaid: defaultdict[int, set[date]] = defaultdict(set)
    for draft in drafts:
        if brand := brands.get(draft.mcid or ""):
            if draft.kind is CaseKind.MISSING:
                sent[brand.mid].append(identity(draft.order_id or ""))
            elif draft.kind is CaseKind.UNPAID:
                unpaid[brand.mid].update(map(to_month, draft.periods))
    waiting = {}
    if unpaid:
        months = sorted(set[date]().union(*unpaid.values()))
        waiting = await sql.orders.order_case.sum_waiting(
            db, uid, list(unpaid), months, ctx.account.currency
        )
    payment_ids = {draft.payment_id for draft in drafts if draft.payment_id is not None}
    return ClaimFacts(
        now=ctx.now,
        publisher_id=uid,
        currency=ctx.account.currency,
        zone=ctx.resources.network_time_zone,
        brands=brands,
        claim_days={brand.mid: brand.claim_days for brand in found},
        orders=orders,
        owners=await sql.orders.order_directory.find_owners(db, sent),
        clicks=await find_clicks(ctx, [draft.click_ref for draft in drafts if draft.click_ref]),
        waiting=waiting,
        payment_ids=await sql.payments.payment.existing(db, uid, payment_ids),
        files=frozenset(FILES_PATH + name for name in files),
        narrowed=ctx.site_ids is not None,
    )


async def find_clicks(ctx: Publisher, click_refs: Sequence[str]) -> dict[UUID, Attribution]:
    """Which of these clicks are the publisher's own."""
    keys = []
    for click_id in map(parse_click_ref, click_refs):
        if click_id is not None:
            publisher_id, at = ctx.resources.ids.read_click_id(click_id)
            if publisher_id == ctx.publisher_id:
                keys.append((publisher_id, at, click_id))
    return await sql.orders.attribution.find_clicks(ctx.db, keys)


def claim(facts: ClaimFacts, draft: CaseDraft) -> NewCase:
    """The case that a draft describes. Raises Fault for a draft that describes none."""
    for flaw in draft.find_flaws(facts.now):
        raise flaw.to_fault()
    if not facts.files >= {file.file_url for file in draft.evidence}:
        raise Flaw("evidence", Rule.NOT_UPLOADED).to_fault()
    if facts.narrowed and draft.kind in WITHOUT_CHANNEL:
        raise Fault(Code.NOT_ALLOWED, OF_ORDERS, field="attributes.kind")
    match draft.kind:
        case CaseKind.MISSING:
            return claim_missing(facts, draft)
        case CaseKind.UNPAID:
            return claim_unpaid(facts, draft)
        case CaseKind.QUESTION:
            return claim_answer(facts, draft)
    return claim_known(facts, draft)


def require_brand(facts: ClaimFacts, mcid: str) -> ClaimedBrand:
    """The brand with an id. Raises BRAND_UNKNOWN if there is none."""
    brand = facts.brands.get(mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN, field="attributes.mcid")
    return brand


def claim_unpaid(facts: ClaimFacts, draft: CaseDraft) -> NewCase:
    """Build the case about closed months that a brand has not paid. It can be opened at any later time."""
    mid = require_brand(facts, draft.mcid or "").mid
    periods = sorted(set(draft.periods))
    months = {period: to_month(period) for period in periods}
    for period, month in months.items():
        if (mid, month) not in facts.waiting:
            forbid("periods", f"Nothing of {period} waits for this brand's payment")
    return NewCase(
        facts.publisher_id,
        draft.kind,
        mid,
        ", ".join(periods),
        None,
        None,
        first_instant(next_month(months[periods[-1]]), facts.zone),
        facts.currency,
        sum((facts.waiting[mid, month] for month in months.values()), ZERO),
        periods=periods,
    )


def claim_answer(facts: ClaimFacts, draft: CaseDraft) -> NewCase:
    """Build the case of a question. Its text takes the place of an order number, so the same question is asked once."""
    mid = require_brand(facts, draft.mcid).mid if draft.mcid is not None else None
    if draft.payment_id is not None and draft.payment_id not in facts.payment_ids:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    asked = f"{draft.topic} {draft.payment_id} {draft.note}"
    return NewCase(
        facts.publisher_id,
        draft.kind,
        mid,
        sha256(asked.encode()).hexdigest(),
        None,
        None,
        facts.now,
        facts.currency,
        None,
        topic=draft.topic,
        payment_id=draft.payment_id,
    )


def claim_missing(facts: ClaimFacts, draft: CaseDraft) -> NewCase:
    """Build the case for an order that was never reported."""
    mcid, order_id, at = draft.mcid or "", identity(draft.order_id or ""), draft.order_time
    brand = require_brand(facts, mcid)
    assert at is not None
    check_age(facts, "order_time", at, brand.claim_days)
    owner = facts.owners.get((brand.mid, order_id))
    if owner is not None and owner.publisher_id == facts.publisher_id:
        forbid("order_id", f"This order is not missing: your transactions list {order_id}")
    code, site_id = None, brand.newest_site_id
    if draft.click_ref is not None:
        site_id = find_click(facts, draft.click_ref, brand.mid, at).site_id
    else:
        code = brand.newest_code
        if code is None:
            raise Flaw(
                "mcid", Rule.UNKNOWN, "has no link of yours that could have led to an order"
            ).to_fault()
    return NewCase(
        facts.publisher_id,
        draft.kind,
        brand.mid,
        order_id,
        None,
        None,
        at,
        draft.currency or "",
        draft.amount,
        draft.click_ref,
        code,
        site_id=site_id,
    )


def find_click(facts: ClaimFacts, click_ref: str, mid: int, at: datetime) -> Attribution:
    """The click of an order that is missing.

    Raises REQUEST_INVALID unless it is the publisher's own, led to the brand and came before the order.
    """
    click_id = parse_click_ref(click_ref)
    click = facts.clicks.get(click_id) if click_id else None
    if click is None or click.mid != mid:
        why = "is not one of your clicks to this brand"
        raise Flaw("click_ref", Rule.UNKNOWN, why).to_fault()
    if click.click_time is not None and at < click.click_time - CLOCK_BEHIND_MAX:
        raise Flaw("order_time", Rule.TOO_EARLY, "is before the click", "click_ref").to_fault()
    return click


def claim_known(facts: ClaimFacts, draft: CaseDraft) -> NewCase:
    """Build the case for a declined or incorrect order that the brand has reported."""
    stored = facts.orders.get(draft.oid or 0)
    if stored is None:
        raise Fault(Code.NOT_FOUND, field="attributes.oid")
    head, lines = stored
    if head.test_order:
        forbid("oid", "This is a test order, which earns nothing")
    item_id = None
    if draft.kind is CaseKind.DECLINED:
        check_decision(facts, lines)
    else:
        check_age(facts, "oid", head.order_time, facts.claim_days[head.mid])
        item_id = check_incorrect(draft, head.currency, lines)
    return NewCase(
        facts.publisher_id,
        draft.kind,
        head.mid,
        head.order_id,
        head.oid,
        item_id,
        head.order_time,
        head.currency,
        draft.amount,
        site_id=head.site_id,
    )


def check_incorrect(draft: CaseDraft, currency: str, lines: list[ItemRow]) -> str:
    """Check the claim that an amount is wrong. Returns the id of the item it is about."""
    for flaw in draft.find_amount_flaws(currency):
        raise flaw.to_fault()
    own = [line for line in lines if line.corrects is None]
    if draft.item_id is None and len(own) > 1:
        why = "is required, because the order has several items"
        raise Flaw("item_id", Rule.REQUIRED, why).to_fault()
    claimed_items = [line for line in own if draft.item_id in (None, line.item_id)]
    if not claimed_items:
        raise Flaw("item_id", Rule.UNKNOWN, "is not an item of this order").to_fault()
    if is_declined(claimed_items[0], lines):
        forbid("kind", "This item was rejected: open a case of a declined order")
    if draft.amount == SettledTotals.of(claimed_items[0], lines).amount:
        raise Flaw("amount", Rule.UNCHANGED).to_fault()
    return claimed_items[0].item_id


def check_age(facts: ClaimFacts, field: str, at: datetime, days: int) -> None:
    """Raise STATE_FORBIDS for an order older than the brand lets cases be opened about."""
    if at < facts.now - timedelta(days=days):
        forbid(
            field,
            f"A case can be opened within {days} days of the order at this brand; this one is older",
        )


def check_decision(facts: ClaimFacts, lines: list[ItemRow]) -> None:
    """Raise STATE_FORBIDS unless items of the order were declined, and recently enough."""
    declined = [line for line in lines if is_declined(line, lines)]
    if not declined:
        forbid("oid", "No item of this order has been rejected")
    decided = declined_at(lines)
    if decided is not None and decided < facts.now - timedelta(days=DISPUTE_DAYS):
        forbid(
            "oid",
            f"A case can be opened within {DISPUTE_DAYS} days of the rejection; this one is older",
        )


def forbid(field: str, why: str) -> NoReturn:
    raise Fault(Code.STATE_FORBIDS, why, field=f"attributes.{field}")
