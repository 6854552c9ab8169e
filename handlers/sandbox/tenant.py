"""Makes the sandbox of a publisher: a channel that has joined the brands, a made-up payee, and members."""

import json
from datetime import timedelta
from uuid import uuid4

import sql.accounts.account
import sql.accounts.publisher
import sql.accounts.sandbox
import sql.brands.relationship
import sql.brands.sandbox_brand
import sql.channels.channel
import sql.network.payments.legal_entity
import sql.payments.payment_method
import sql.payments.self_billing
from handlers.flows.network_day import network_day
from handlers.sandbox.catalogue import BRANDS, PAYER
from rpc import Member
from schema.accounts.company import Company
from schema.brands.brand import Relation
from schema.channels.channel import Channel, SiteStatus
from schema.payments.payee import Entity, Layout, MethodKind, account_ending
from schema.payments.payment_method import SealedMethod, associated_data
from schema.payments.payment_method_wait import Wait, WaitReason
from schema.payments.vat_standing import SELF_BILLING_VERSION, Agreement
from sql.accounts.account import Login
from sql.brands.relationship import SiteRelation

COMPANY = Company(
    name="Test Publisher Ltd",
    country="DE",
    category="Publishing",
    address="2 Test Street",
    city="Berlin",
    postal_code="10115",
    tax_id="TEST",
)
CHANNEL = Channel(
    name="Test channel",
    channel_type=1,
    channel_platform="Website",
    promotion_methods=[1],
    website="https://www.example.org",
)
AGREED_FOR = timedelta(days=36_500)
"""How long the agreement to self-billing lasts, so that payments have invoices with numbers."""
PAYEE = {"holder": "Test Publisher", "email": "payee@example.org"}


async def find(ctx: Member, of: int) -> int:
    """The sandbox of a live publisher, which is made if there is none yet."""
    uid = await sql.accounts.sandbox.lock(ctx.db, of)
    return uid if uid is not None else await make(ctx, of)


async def make(ctx: Member, of: int) -> int:
    """Make a sandbox of a live publisher in place of the one before, whose sessions and tokens end. Returns its uid."""
    await sql.brands.sandbox_brand.lock(ctx.db)
    if await sql.network.payments.legal_entity.of_sandboxes(ctx.db) is None:
        entity_id = await sql.network.payments.legal_entity.save(ctx.db, PAYER, ctx.now)
        assert entity_id is not None
        await sql.network.payments.legal_entity.mark_sandbox(ctx.db, entity_id)
    brands = await sql.brands.sandbox_brand.ensure(ctx.db, BRANDS, network_day(ctx))
    name = await sql.accounts.publisher.get_name(ctx.db, of)
    uid = await sql.accounts.sandbox.add(
        ctx.db, of, name=f"{name or 'Publisher'} (sandbox)", company=COMPANY, now=ctx.now
    )
    site_id = await sql.channels.channel.add(
        ctx.db, uid, CHANNEL, status=SiteStatus.APPROVED, now=ctx.now
    )
    await sql.accounts.publisher.set_default_site(ctx.db, uid, site_id)
    joined = [SiteRelation(site_id, each.mid, Relation.JOINED) for each in brands.values()]
    await sql.brands.relationship.apply(ctx.db, uid, joined, message=None, now=ctx.now)
    await add_payee(ctx, uid)
    agreement = Agreement(
        version=SELF_BILLING_VERSION,
        number=COMPANY.tax_id or "",
        country=COMPANY.country,
        agreed_at=ctx.now,
        ends_at=ctx.now + AGREED_FOR,
    )
    await sql.payments.self_billing.add(ctx.db, uid, agreement, None)
    return uid


async def add_payee(ctx: Member, uid: int) -> None:
    settings = await sql.accounts.publisher.get_report_settings(ctx.db, uid)
    layout = Layout(MethodKind.PAYPAL, "DE", settings.currency, Entity.PERSON)
    row_key = str(uuid4())
    seals = ctx.resources.encryption
    method = SealedMethod(
        row_key=row_key,
        sealed=seals.seal(json.dumps(PAYEE), associated_data(uid, row_key)),
        blind_indexes=seals.blind_index(layout.account_identity(PAYEE)),
        ending=account_ending(PAYEE),
    )
    await sql.payments.payment_method.add(
        ctx.db, uid, layout, method, wait=Wait(ctx.now, WaitReason.NEW_DETAILS), now=ctx.now
    )


async def mirror_member(ctx: Member, of: int, uid: int) -> Login:
    """Mirror the member who calls in the sandbox, as they are in the live publisher now."""
    owner = await sql.accounts.account.get(ctx.db, of, ctx.account.id)
    assert owner is not None
    return await sql.accounts.sandbox.mirror(
        ctx.db, owner, uid, with_money=ctx.with_money, now=ctx.now
    )
