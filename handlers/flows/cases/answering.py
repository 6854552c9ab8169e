"""What the network decides about a case, and what becomes of its order."""

import msgspec

import sql.network.lists.order_case
import sql.orders.intake
import sql.orders.order
import sql.orders.order_case
import sql.orders.order_directory
import sql.orders.review
from handlers.flows.cases.opening import is_declined
from handlers.flows.cases.steps import forbid_decided, steps_of, take_step
from rpc import Code, Fault, Operator
from rpc.calls.audit import record
from schema.core.errors import Flaw
from schema.network.order_case import CaseAnswer, NetworkCaseInfo
from schema.orders.intake import OrderOwner
from schema.orders.order import ItemStatus, Outcome, ReportedItem, ReportedOrder
from schema.orders.order_case import (
    NETWORK,
    AcceptedOrder,
    CaseKind,
    CaseState,
    StoredCase,
    amount_error,
)
from schema.orders.order_rows import ItemRow
from sql.accounts.account import Login


async def answer(ctx: Operator, answer: CaseAnswer) -> NetworkCaseInfo:
    """Decide on a case, in the caller's transaction, or ask its publisher for more."""
    for flaw in answer.find_flaws():
        raise flaw.to_fault()
    uid = await find_owner(ctx, answer.case_id)
    case = await sql.orders.order_case.lock(ctx.db, uid, answer.case_id)
    assert case is not None
    if not case.state.is_undecided or case.state is answer.status:
        forbid_decided(case.state)
    accepted = None
    if answer.status is CaseState.ACCEPTED:
        accepted = await accept(ctx, uid, case, answer)
    await take_step(
        ctx,
        uid,
        case.case_id,
        by=NETWORK,
        before=case.state,
        after=answer.status,
        note=answer.reason,
        accepted=accepted,
    )
    await record(
        ctx,
        Login(uid, 0),
        operator_id=ctx.account.id,
        case_id=str(case.case_id),
        status=answer.status.value,
        reason=answer.reason,
    )
    return await get_info(ctx, case.case_id)


async def accept(ctx: Operator, uid: int, case: StoredCase, answer: CaseAnswer) -> AcceptedOrder:
    """Bring the order to what was claimed; returns what it is worth now."""
    if case.kind is CaseKind.DECLINED:
        if answer.amount is not None:
            raise Flaw("amount", "is not for a declined order").to_fault()
        return await approve(ctx, uid, case)
    amount = case.amount if answer.amount is None else answer.amount
    assert amount is not None
    if error := amount_error(amount, case.currency):
        raise Flaw("amount", error).to_fault()
    missing = case.kind is CaseKind.MISSING
    if missing:
        await check_missing(ctx, case)
    item = ReportedItem(
        amount=amount,
        item_id=case.item_id or "",
        status=ItemStatus.APPROVED if missing else None,
    )
    report = ReportedOrder(
        order_id=case.order_id,
        currency=case.currency,
        items=[item],
        click_ref=case.click_ref,
        code=case.code,
        order_time=case.order_time if missing else None,
    )
    [outcome] = await sql.orders.intake.ingest(
        ctx.db, case.mid, [report], ids=ctx.resources.ids, now=ctx.now, by=NETWORK
    )
    if outcome.outcome is Outcome.UNCHANGED:
        raise Flaw("amount", "is the amount that the order already has").to_fault()
    if outcome.oid is None:
        why = f"The order could not be created: {outcome.reason}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")
    items = None if missing else {item.item_id}
    return AcceptedOrder.of(outcome.oid, await read_items(ctx, uid, outcome.oid), items)


async def read_items(ctx: Operator, uid: int, oid: int) -> list[ItemRow]:
    """The items of an order as they are now."""
    return (await sql.orders.order.of_owners(ctx.db, [OrderOwner(uid, oid)]))[oid].items


async def check_missing(ctx: Operator, case: StoredCase) -> None:
    """Raises STATE_FORBIDS if the order has been reported since the case was opened."""
    owners = await sql.orders.order_directory.find_owners(ctx.db, {case.mid: [case.order_id]})
    if owners:
        why = "The order has been reported meanwhile, so it is not missing: reject the case"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


async def approve(ctx: Operator, uid: int, case: StoredCase) -> AcceptedOrder:
    """Approve what was rejected of an order; what waits for its brand's decision goes on waiting."""
    assert case.oid is not None
    lines = await read_items(ctx, uid, case.oid)
    declined = {line.item_id for line in lines if is_declined(line, lines)}
    statuses = {line.status for line in lines}
    # Items that were rejected after their settlement are Approved ones with a correction.
    of_status = ItemStatus.REJECTED if ItemStatus.REJECTED in statuses else ItemStatus.APPROVED
    [outcome] = await sql.orders.review.review(
        ctx.db,
        [case.oid],
        ItemStatus.APPROVED,
        None,
        of_status=of_status,
        now=ctx.now,
        by=NETWORK,
    )
    if outcome.outcome != Outcome.UPDATED:
        why = "No item of this order is still rejected: reject the case"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")
    return AcceptedOrder.of(case.oid, await read_items(ctx, uid, case.oid), declined)


async def find_owner(ctx: Operator, case_id: int) -> int:
    """The publisher of a case. Raises NOT_FOUND."""
    uid = await sql.network.lists.order_case.find_owner(ctx.db, case_id)
    if uid is None:
        raise Fault(Code.NOT_FOUND, field="attributes.case_id")
    return uid


async def get_info(ctx: Operator, case_id: int) -> NetworkCaseInfo:
    """A case of any publisher's, with its steps. Raises NOT_FOUND."""
    row = await sql.network.lists.order_case.get(ctx.db, case_id)
    if row is None:
        raise Fault(Code.NOT_FOUND, field="attributes.case_id")
    of_case = await steps_of(ctx, row.uid, [case_id])
    return NetworkCaseInfo(**msgspec.structs.asdict(row), steps=of_case[case_id])
