"""Cases that publishers have opened about orders: listed and decided by the network's staff."""

import msgspec

import sql.brands.brand
import sql.network.lists.order_case
import sql.network.publisher
import sql.orders.intake
import sql.orders.order
import sql.orders.order_case
import sql.orders.order_directory
import sql.orders.order_refusal
import sql.orders.review
from handlers.flows.case_steps import forbid_decided, steps_of, take_step
from handlers.flows.filter_checks import find_mid
from handlers.flows.network_day import network_day
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import CursorPage, Page
from schema.core.errors import Flaw, Rule
from schema.network.order_case import (
    PROMISED_PAYMENT_WITHIN,
    CaseAnswer,
    NearOrder,
    NetworkCase,
    NetworkCaseFilter,
    NetworkCaseInfo,
)
from schema.orders.correction import is_declined
from schema.orders.intake import OrderOwner, Refusal
from schema.orders.order import (
    ItemStatus,
    OrderOutcome,
    Outcome,
    ReportedItem,
    ReportedOrder,
)
from schema.orders.order_case import (
    NETWORK,
    OF_ORDERS,
    AcceptedOrder,
    CaseKind,
    CaseRef,
    CaseState,
    StoredCase,
    amount_flaw,
)
from schema.orders.order_refusal import RefusalCode, ReportRefusal
from schema.orders.order_rows import ItemRow
from sql.accounts.account import Login
from sql.core.db import pooled_connection


@query("/network/cases", permission="case.review", raises=[Code.BRAND_UNKNOWN], heavy=True)
async def cases(ctx: Operator, filter: NetworkCaseFilter, page: Page) -> CursorPage[NetworkCase]:
    """List cases about orders, those awaiting an answer first."""
    mid = await find_mid(ctx, filter.mcid)
    return await sql.network.lists.order_case.page(ctx.db, filter, mid, page)


@query("/network/case_info", permission="case.review")
async def case_info(ctx: Operator, attributes: CaseRef) -> NetworkCaseInfo:
    """Get a case with its steps and evidence."""
    return await get_info(ctx, attributes.case_id)


@procedure("/network/case_answer", permission="case.review", raises=[Code.STATE_FORBIDS])
async def case_answer(ctx: Operator, attributes: CaseAnswer) -> NetworkCaseInfo:
    """Accept or reject a case, or ask its publisher for more details. Accepting changes the order and its figures."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    uid = await find_owner(ctx, attributes.case_id)
    case = await sql.orders.order_case.lock(ctx.db, uid, attributes.case_id)
    assert case is not None
    if not case.state.is_undecided or case.state is attributes.status:
        forbid_decided(case.state)
    accepted = None
    if attributes.status is CaseState.ACCEPTED:
        if case.kind in OF_ORDERS:
            accepted = await accept(ctx, uid, case, attributes)
        else:
            await settle_other(ctx, uid, case, attributes)
    await take_step(
        ctx,
        uid,
        case.case_id,
        by=NETWORK,
        before=case.state,
        after=attributes.status,
        note=attributes.reason,
        accepted=accepted,
    )
    await record(
        ctx,
        Login(uid, 0),
        operator_id=ctx.account.id,
        case_id=str(case.case_id),
        status=attributes.status.value,
        reason=attributes.reason,
    )
    return await get_info(ctx, case.case_id)


async def settle_other(ctx: Operator, uid: int, case: StoredCase, answer: CaseAnswer) -> None:
    """Accept a case about unpaid months, with the day on which the brand will pay, or answer a question.

    No order changes.
    """
    if answer.amount is not None:
        raise Flaw("amount", Rule.NOT_APPLICABLE, "is only for orders").to_fault()
    if case.kind is CaseKind.QUESTION:
        if answer.pay_on is not None:
            raise Flaw("pay_on", Rule.NOT_APPLICABLE, "is only for unpaid months").to_fault()
        if not answer.reason.strip():
            raise Flaw("reason", Rule.REQUIRED, "is required: it is the answer").to_fault()
        return
    if answer.pay_on is None:
        raise Flaw(
            "pay_on", Rule.REQUIRED, "is required: the day on which the brand pays"
        ).to_fault()
    today = network_day(ctx)
    if answer.pay_on < today:
        raise Flaw("pay_on", Rule.IN_THE_PAST).to_fault()
    if answer.pay_on > today + PROMISED_PAYMENT_WITHIN:
        raise Flaw(
            "pay_on", Rule.OUT_OF_RANGE, limit=f"{today} to {today + PROMISED_PAYMENT_WITHIN}"
        ).to_fault()
    await sql.orders.order_case.set_pay_day(ctx.db, uid, case.case_id, answer.pay_on)


async def accept(ctx: Operator, uid: int, case: StoredCase, answer: CaseAnswer) -> AcceptedOrder:
    """Change the order as the case claims, or add a missing one. Returns its amounts afterwards."""
    if answer.pay_on is not None:
        raise Flaw("pay_on", Rule.NOT_APPLICABLE, "is only for unpaid months").to_fault()
    if case.kind is CaseKind.DECLINED:
        if answer.amount is not None:
            raise Flaw("amount", Rule.NOT_APPLICABLE, "is not for a declined order").to_fault()
        return await approve(ctx, uid, case)
    amount = case.amount if answer.amount is None else answer.amount
    assert amount is not None
    if flaw := amount_flaw(amount, case.currency):
        raise flaw.to_fault()
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
    outcome = await report_order(ctx, uid, case, report)
    if outcome.outcome is Outcome.UNCHANGED:
        raise Flaw("amount", Rule.UNCHANGED).to_fault()
    assert outcome.oid is not None
    items = None if missing else {item.item_id}
    return AcceptedOrder.of(outcome.oid, await read_items(ctx, uid, outcome.oid), items)


async def report_order(
    ctx: Operator, uid: int, case: StoredCase, report: ReportedOrder
) -> OrderOutcome:
    """Report the order of a case. If it is refused, raise STATE_FORBIDS; of all changes only the refusal is kept."""
    assert case.mid is not None
    try:
        async with ctx.db.transaction():
            [outcome] = await sql.orders.intake.ingest(
                ctx.db,
                case.mid,
                [report],
                ids=ctx.resources.ids,
                now=ctx.now,
                zone=ctx.resources.network_time_zone,
                by=NETWORK,
            )
            if outcome.reason is not None:
                raise Refusal(outcome.reason)
    except Refusal as refusal:
        # By another connection, as the call's own transaction is rolled back.
        async with pooled_connection(ctx.resources.pool) as db:
            refused = ReportRefusal(
                *(case.mid, case.order_id, uid, str(refusal), RefusalCode.OTHER),
                order_time=report.order_time,
                amount=case.amount,
                currency=report.currency,
            )
            await sql.orders.order_refusal.add(db, [refused], ctx.now)
        why = f"The order could not be created: {refusal}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status") from None
    return outcome


async def read_items(ctx: Operator, uid: int, oid: int) -> list[ItemRow]:
    """Read the current items of an order."""
    return (await sql.orders.order.of_owners(ctx.db, [OrderOwner(uid, oid)]))[oid].items


async def check_missing(ctx: Operator, case: StoredCase) -> None:
    """Raise STATE_FORBIDS if the order has been reported since the case was opened."""
    assert case.mid is not None
    owners = await sql.orders.order_directory.find_owners(ctx.db, {case.mid: [case.order_id]})
    if owners:
        why = "The order has been reported meanwhile, so it is not missing: reject the case"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


async def approve(ctx: Operator, uid: int, case: StoredCase) -> AcceptedOrder:
    """Approve the rejected items of an order. Items that await the brand's decision stay pending."""
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
    """A case of any publisher, with its steps. Raises NOT_FOUND."""
    row = await sql.network.lists.order_case.get(ctx.db, case_id)
    if row is None:
        raise Fault(Code.NOT_FOUND, field="attributes.case_id")
    of_case = await steps_of(ctx, row.uid, [case_id])
    near = await find_near(ctx, row) if row.kind is CaseKind.MISSING else []
    recorded = await find_recorded(ctx, row)
    return NetworkCaseInfo(
        **msgspec.structs.asdict(row),
        steps=of_case[case_id],
        near=near,
        recorded_amount=recorded and recorded.amount,
        recorded_comm=recorded and recorded.commission,
    )


async def find_recorded(ctx: Operator, case: NetworkCase) -> AcceptedOrder | None:
    """The recorded amount and commission of a case's order: those of the item in question, or of its declined items."""
    if case.oid is None:
        return None
    stored = (await sql.orders.order.get_many(ctx.db, [case.uid], [case.oid])).get(case.oid)
    if stored is None:
        return None
    items = None
    if case.kind is CaseKind.DECLINED:
        items = {line.item_id for line in stored.items if is_declined(line, stored.items)} or None
    elif case.item_id is not None:
        items = {case.item_id}
    return AcceptedOrder.of(case.oid, stored.items, items)


async def find_near(ctx: Operator, case: NetworkCase) -> list[NearOrder]:
    """Reported orders that may be the missing one, except the order that the case created."""
    assert case.mcid is not None
    [brand] = (await sql.brands.brand.of_mcids(ctx.db, [case.mcid])).values()
    owners = await sql.orders.order_directory.find_owners(ctx.db, {brand.mid: [case.order_id]})
    near = await sql.orders.order_directory.find_near(ctx.db, brand.mid, case.order_id)
    uid_by_oid = {owner.oid: owner.publisher_id for owner in owners.values()}
    uid_by_oid |= {claim.oid: claim.publisher_id for claim in near}
    uid_by_oid.pop(case.oid or 0, None)
    uids = sorted(set(uid_by_oid.values()))
    names = await sql.network.publisher.get_names(ctx.db, set(uids))
    orders = await sql.orders.order.get_many(ctx.db, uids, sorted(uid_by_oid))
    return [
        NearOrder(
            oid=oid,
            order_id=order.order_id,
            uid=order.publisher_id,
            publisher=names.get(order.publisher_id) or "",
            order_time=order.order_time,
            currency=order.currency,
            sale_amount=order.sale_amount,
            status=order.status,
        )
        for oid, (order, _) in sorted(orders.items())
    ]
