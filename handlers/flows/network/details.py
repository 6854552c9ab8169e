"""One order, channel, account, payment and so on, with all that the network's staff may see of it."""

import msgspec

import sql.accounts.publisher
import sql.brands.brand
import sql.brands.site
import sql.brands.terms
import sql.network.account
import sql.network.lists.relationship
import sql.network.payment
import sql.network.payments.settlement
import sql.orders.order_directory
import sql.payments.payment_detail
import sql.payments.settled_order
from handlers.flows.reports.order_detail import get_order_detail
from rpc import Code, Fault, Operator
from schema.core.days import Days
from schema.core.envelope import Page
from schema.core.scalar import PAGE_SIZE_MAX
from schema.network.account import AccountInfo
from schema.network.order import NetworkOrderInfo
from schema.network.payout import NetworkPaymentFilter, PaymentInfo
from schema.network.relationship import RelationshipInfo, RelationshipRef
from schema.network.settlement import NetworkSettledOrders
from schema.network.site import NetworkSiteInfo
from schema.payments.payment import DetailFilter

RESULT_DAYS = 30


async def get_order(ctx: Operator, oid: int) -> NetworkOrderInfo:
    """An order with its items and timeline."""
    claims = await sql.orders.order_directory.of_oids(ctx.db, [oid])
    uid = claims[0].publisher_id if claims else 0
    order = await get_order_detail(ctx.db, uid, oid)
    return NetworkOrderInfo(
        **msgspec.structs.asdict(order),
        uid=uid,
        publisher=await sql.accounts.publisher.get_name(ctx.db, uid),
        site_name=await sql.brands.site.get_name(ctx.db, uid, order.site_id),
    )


async def get_site(ctx: Operator, uid: int, site_id: int) -> NetworkSiteInfo:
    """A channel with what its publisher entered."""
    site = await sql.brands.site.get(ctx.db, uid, site_id)
    if site is None:
        raise Fault(Code.NOT_FOUND)
    publisher = await sql.accounts.publisher.get_name(ctx.db, uid)
    return NetworkSiteInfo(**msgspec.structs.asdict(site), uid=uid, publisher=publisher)


async def get_account(ctx: Operator, uid: int) -> AccountInfo:
    """A publisher's owner, company and settings."""
    account = await sql.network.account.get(ctx.db, uid)
    if account is None:
        raise Fault(Code.USER_NOT_FOUND)
    return account


async def get_payment(ctx: Operator, payment_id: int) -> PaymentInfo:
    """A payment with its settlements and the proof."""
    filter = NetworkPaymentFilter(payment_id=payment_id)
    payments = (await sql.network.payment.page(ctx.db, filter, Page())).rows
    if not payments:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    [payment] = payments
    parts, _ = await sql.payments.payment_detail.page(
        ctx.db, payment.uid, DetailFilter(payment_id=payment_id), Page(size=PAGE_SIZE_MAX)
    )
    [proof] = await sql.payments.payment_detail.prove(ctx.db, payment.uid, [payment_id])
    return PaymentInfo(**msgspec.structs.asdict(payment), parts=parts, proof=proof)


async def get_settlement(ctx: Operator, settlement_id: int, page: Page) -> NetworkSettledOrders:
    """A settlement with a page of its orders."""
    settlement = await sql.network.payments.settlement.get(ctx.db, settlement_id)
    if settlement is None:
        raise Fault(Code.NOT_FOUND, field="attributes.settlement_id")
    rows = await sql.payments.settled_order.page(ctx.db, settlement.uid, settlement_id, page)
    total, amount = await sql.payments.settled_order.count(ctx.db, settlement.uid, settlement_id)
    return NetworkSettledOrders(settlement=settlement, rows=rows, total=total, sum=amount)


async def get_relationship(ctx: Operator, ref: RelationshipRef) -> RelationshipInfo:
    """A relationship with the terms that hold for it and what it brought."""
    if not await sql.brands.brand.of_mcids(ctx.db, [ref.mcid]):
        raise Fault(Code.BRAND_UNKNOWN)
    row = await sql.network.lists.relationship.get(ctx.db, ref.uid, ref.site_id, ref.mcid)
    if row is None:
        raise Fault(Code.NOT_FOUND)
    fields = msgspec.structs.asdict(row)
    mid, currency, zone = (fields.pop(name) for name in ("mid", "currency", "time_zone"))
    since = Days.last(RESULT_DAYS, ctx.now, zone).start
    return RelationshipInfo(
        **fields,
        commission_groups=await sql.brands.terms.of_publisher(ctx.db, mid, ref.uid, ctx.now.date()),
        results=await sql.brands.brand.get_results(
            ctx.db, ref.uid, mid, since=since, currency=currency
        ),
    )
