"""Opening a case: the order it is about, and what may be claimed about it."""

from datetime import datetime
from typing import NoReturn

import sql.accounts.publisher
import sql.brands.brand
import sql.orders.attribution
import sql.orders.order
import sql.orders.order_case
import sql.orders.order_directory
from handlers.flows.cases.steps import check_evidence, read_case, take_step
from rpc import Code, Fault, Publisher
from schema.core.errors import Flaw
from schema.core.ids import parse_click_ref
from schema.orders.correction import SettledTotals
from schema.orders.intake import CLOCK_BEHIND_MAX, OrderOwner
from schema.orders.order import ItemStatus
from schema.orders.order_case import (
    CASE_LIFETIME,
    OPEN_MAX,
    PUBLISHER,
    CaseDraft,
    CaseKind,
    CaseState,
    OrderCase,
)
from schema.orders.order_rows import ItemRow
from sql.orders.order_case import NewCase


async def open_case(ctx: Publisher, draft: CaseDraft) -> OrderCase:
    """Open a case, in the caller's transaction, and mail those concerned."""
    for flaw in draft.find_flaws(ctx.now):
        raise flaw.to_fault()
    await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    if await sql.orders.order_case.count_undecided(ctx.db, ctx.publisher_id) >= OPEN_MAX:
        forbid("kind", f"You have {OPEN_MAX} open cases, which is the most there can be")
    await check_evidence(ctx, draft.evidence)
    if draft.kind is CaseKind.MISSING:
        new = await claim_missing(ctx, draft)
    else:
        new = await claim_known(ctx, draft)
    case_id = await sql.orders.order_case.add(ctx.db, new, ctx.now)
    if case_id is None:
        field = "order_id" if draft.kind is CaseKind.MISSING else "oid"
        forbid(
            field, f"This order has an open case already: one of a kind at a time ({draft.kind})"
        )
    await take_step(
        ctx,
        ctx.publisher_id,
        case_id,
        by=PUBLISHER,
        before=None,
        after=CaseState.OPEN,
        note=draft.note,
        evidence=draft.evidence,
    )
    return await read_case(ctx, case_id)


async def claim_missing(ctx: Publisher, draft: CaseDraft) -> NewCase:
    """The claim of an order that was never reported."""
    mcid, order_id, at = draft.mcid or "", (draft.order_id or "").strip(), draft.order_time
    brand = (await sql.brands.brand.of_mcids(ctx.db, [mcid])).get(mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN, field="attributes.mcid")
    assert at is not None
    check_age(ctx, "order_time", at)
    owners = await sql.orders.order_directory.find_owners(ctx.db, {brand.mid: [order_id]})
    owner = owners.get((brand.mid, order_id))
    if owner is not None and owner.publisher_id == ctx.publisher_id:
        forbid("order_id", f"This order is not missing: your transactions list {order_id}")
    code = None
    if draft.click_ref is not None:
        await check_click(ctx, draft.click_ref, brand.mid, at)
    else:
        code = await sql.orders.order_case.find_newest_code(ctx.db, ctx.publisher_id, brand.mid)
        if code is None:
            raise Flaw("mcid", "has no link of yours that could have led to an order").to_fault()
    return NewCase(
        ctx.publisher_id,
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
    )


async def check_click(ctx: Publisher, click_ref: str, mid: int, at: datetime) -> None:
    """Raises REQUEST_INVALID unless it is a click of the publisher's, to the brand and before the order."""
    click_id = parse_click_ref(click_ref)
    owner = ctx.resources.ids.read_click_id(click_id) if click_id else None
    clicks = {}
    if click_id and owner and owner[0] == ctx.publisher_id:
        clicks = await sql.orders.attribution.find_clicks(ctx.db, [(*owner, click_id)])
    click = clicks.get(click_id) if click_id else None
    if click is None or click.mid != mid:
        raise Flaw("click_ref", "is not one of your clicks to this brand").to_fault()
    if click.click_time is not None and at < click.click_time - CLOCK_BEHIND_MAX:
        raise Flaw("order_time", "is before the click").to_fault()


async def claim_known(ctx: Publisher, draft: CaseDraft) -> NewCase:
    """The claim about an order that was reported."""
    owner = OrderOwner(ctx.publisher_id, draft.oid or 0)
    stored = (await sql.orders.order.of_owners(ctx.db, [owner])).get(owner.oid)
    if stored is None:
        raise Fault(Code.NOT_FOUND, field="attributes.oid")
    head, lines = stored
    if head.test_order:
        forbid("oid", "This is a test order, which earns nothing")
    check_age(ctx, "oid", head.order_time)
    item_id = None
    if draft.kind is CaseKind.DECLINED:
        if not any(is_declined(line, lines) for line in lines):
            forbid("oid", "No item of this order has been rejected")
    else:
        item_id = check_incorrect(draft, head.currency, lines)
    return NewCase(
        ctx.publisher_id,
        draft.kind,
        head.mid,
        head.order_id,
        head.oid,
        item_id,
        head.order_time,
        head.currency,
        draft.amount,
        None,
        None,
    )


def check_incorrect(draft: CaseDraft, currency: str, lines: list[ItemRow]) -> str:
    """The item whose amount is claimed to be wrong."""
    for flaw in draft.find_amount_flaws(currency):
        raise flaw.to_fault()
    own = [line for line in lines if line.corrects is None]
    if draft.item_id is None and len(own) > 1:
        raise Flaw("item_id", "is required, because the order has several items").to_fault()
    claimed_items = [line for line in own if draft.item_id in (None, line.item_id)]
    if not claimed_items:
        raise Flaw("item_id", "is not an item of this order").to_fault()
    if is_declined(claimed_items[0], lines):
        forbid("kind", "This item was rejected: open a case of a declined order")
    if draft.amount == SettledTotals.of(claimed_items[0], lines).amount:
        raise Flaw("amount", "is the amount that the order already has").to_fault()
    return claimed_items[0].item_id


def is_declined(line: ItemRow, lines: list[ItemRow]) -> bool:
    """Whether an item was rejected, before its settlement or by a correction afterwards."""
    if line.corrects is not None:
        return False
    return line.status == ItemStatus.REJECTED or SettledTotals.of(line, lines).is_rejected


def check_age(ctx: Publisher, field: str, at: datetime) -> None:
    if at < ctx.now - CASE_LIFETIME:
        days = CASE_LIFETIME.days
        forbid(field, f"A case can be opened within {days} days of the order; this one is older")


def forbid(field: str, why: str) -> NoReturn:
    raise Fault(Code.STATE_FORBIDS, why, field=f"attributes.{field}")
