"""Calls of the sandbox: switching to it and back, leading orders through their life, and beginning anew."""

import sql.accounts.account
import sql.accounts.publisher
import sql.accounts.sandbox
import sql.accounts.sandbox_life
import sql.accounts.session
import sql.brands.brand
from handlers.flows.accounts.memberships import begin_session
from handlers.sandbox import life as lives_of
from handlers.sandbox import tenant
from handlers.sandbox.catalogue import NAMES
from rpc import Code, Fault, Member, Publisher, Rule, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation, lock_session
from schema.accounts.sandbox import (
    LIVES_MAX,
    LIVES_SHOWN,
    MAILS_SHOWN,
    SANDBOX_ONLY,
    LifeAdvance,
    SandboxLife,
    SandboxMail,
    SandboxSession,
    SandboxSwitch,
)
from schema.core.envelope import Results
from schema.core.ids import format_click_ref
from schema.core.sandbox import SANDBOX_FROM, is_live
from sql.accounts.account import Login
from sql.accounts.sandbox_life import StoredLife
from sql.brands.brand import BrandState

FULL = f"A sandbox has at most {LIVES_MAX} orders: reset it"
EITHER = "Give the `path` of a new order, or the `life_id` of one to lead on: one of them"


@procedure(
    "/sandbox/switch", permission=None, narrowed="account", atomic=False, secret=True, sandbox=True
)
async def switch(ctx: Member, attributes: SandboxSwitch) -> SandboxSession:
    """Switch to your sandbox, or back. There you get a second session; back, it ends and the first one goes on."""
    forbid_impersonation(ctx)
    if ctx.account.roles == ["operator"]:
        raise Fault(Code.NOT_ALLOWED)
    async with ctx.db.transaction():
        if not attributes.sandbox:
            require_sandbox(ctx)
            await sql.accounts.session.end(ctx.db, *ctx.session_key, ctx.now)
            return SandboxSession(token=None, expires_at=None)
        if not is_live(ctx.publisher_id):
            return await open_session(
                ctx, await sql.accounts.sandbox.get_live(ctx.db, ctx.publisher_id)
            )
        await lock_session(ctx)
        return await open_session(ctx, ctx.publisher_id)


@procedure("/sandbox/reset", permission="token.edit", secret=True)
async def reset(ctx: Publisher) -> SandboxSession:
    """Begin anew with an empty sandbox. Sessions and tokens of the one before end; returns a session of the new one."""
    require_sandbox(ctx)
    of = await sql.accounts.sandbox.get_live(ctx.db, ctx.publisher_id)
    await sql.accounts.sandbox.lock(ctx.db, of)
    await tenant.make(ctx, of)
    return await open_session(ctx, of)


@procedure(
    "/sandbox/advance",
    permission="report.read",
    raises=[
        Code.BELOW_MINIMUM,
        Code.BRAND_UNKNOWN,
        Code.METHOD_NOT_USABLE,
        Code.NOTHING_TO_PAY,
        Code.RATE_MISSING,
        Code.STATE_FORBIDS,
    ],
)
async def advance(ctx: Publisher, attributes: LifeAdvance) -> SandboxLife:
    """Lead a test order through its life, from click to payment: to the end of its path, or by one stage.

    All that a live order causes follows: figures, events, postbacks, documents; mails are shown and not sent.
    """
    require_sandbox(ctx)
    uid, asked = ctx.publisher_id, attributes
    await sql.accounts.publisher.lock(ctx.db, uid)
    if asked.life_id is None:
        if asked.path is None:
            raise Fault(Code.REQUEST_INVALID, EITHER, field="attributes.path", rule=Rule.REQUIRED)
        life = await lives_of.begin(ctx, asked.path, await find_brand(ctx, asked.mcid))
        if not asked.whole:
            return to_wire(life)
    else:
        if asked.path is not None:
            raise Fault(
                Code.REQUEST_INVALID, EITHER, field="attributes.path", rule=Rule.NOT_APPLICABLE
            )
        found = await sql.accounts.sandbox_life.get(ctx.db, uid, asked.life_id)
        if found is None:
            raise Fault(Code.NOT_FOUND, field="attributes.life_id")
        if not lives_of.stages_left(found):
            raise Fault(
                Code.STATE_FORBIDS, "The life of this order is over", field="attributes.life_id"
            )
        life = found
    return to_wire(await lives_of.lead_on(ctx, life, whole=asked.whole))


@query("/sandbox/lives", permission="report.read", agents=None)
async def lives(ctx: Publisher) -> Results[SandboxLife]:
    """List the latest 50 test orders of the sandbox, with the stages that they have reached."""
    require_sandbox(ctx)
    rows = await sql.accounts.sandbox_life.latest(ctx.db, ctx.publisher_id, LIVES_SHOWN)
    return Results([to_wire(each) for each in rows])


@query("/sandbox/mails", permission="report.read", agents=None)
async def mails(ctx: Publisher) -> Results[SandboxMail]:
    """List the latest 50 mails that your live account would have been sent."""
    require_sandbox(ctx)
    rows = await sql.accounts.sandbox_life.latest_mails(ctx.db, ctx.publisher_id, MAILS_SHOWN)
    return Results(
        [
            SandboxMail(
                mail_id=str(each.mail_id),
                recipient=each.recipient,
                subject=each.subject,
                content=each.content,
                created_at=each.created_at,
            )
            for each in rows
        ]
    )


def require_sandbox(ctx: Member) -> None:
    """Raise NOT_ALLOWED for a session or token of a live publisher."""
    if is_live(ctx.publisher_id):
        raise Fault(Code.NOT_ALLOWED, SANDBOX_ONLY)


async def open_session(ctx: Member, of: int) -> SandboxSession:
    """Open a session in the sandbox of a publisher, which lasts no longer than the one that makes the call."""
    uid = await tenant.find(ctx, of)
    login = await tenant.mirror_member(ctx, of, uid)
    mirrored = await sql.accounts.account.get(ctx.db, login.publisher_id, login.account_id)
    assert mirrored is not None
    terms = await sql.accounts.session.get_terms(ctx.db, *ctx.session_key)
    session = await begin_session(
        ctx, mirrored, terms.idle, terms.expires_at - ctx.now, kind=terms.kind
    )
    await record(ctx, Login(of, ctx.account.id))
    return SandboxSession(token=session.token, expires_at=session.expires_at)


async def find_brand(ctx: Publisher, mcid: str | None) -> BrandState:
    """The brand of a new order: the named one, or the next of all. Raises BRAND_UNKNOWN and STATE_FORBIDS."""
    number = await sql.accounts.sandbox_life.next_id(ctx.db, ctx.publisher_id)
    if number > LIVES_MAX:
        raise Fault(Code.STATE_FORBIDS, FULL)
    wanted = [mcid] if mcid is not None else sorted(NAMES)
    brands = await sql.brands.brand.of_mcids(ctx.db, wanted, SANDBOX_FROM)
    if not brands:
        raise Fault(Code.BRAND_UNKNOWN, field="attributes.mcid")
    ordered = sorted(brands.values(), key=lambda brand: brand.mid)
    return ordered[(number - 1) % len(ordered)]


def to_wire(life: StoredLife) -> SandboxLife:
    return SandboxLife(
        life_id=life.life_id,
        path=life.path,
        stage=life.stage,
        left=lives_of.stages_left(life),
        mcid=life.mcid,
        brand_name=life.brand_name,
        click_ref=format_click_ref(life.click_id),
        order_id=life.order_id,
        oid=life.oid,
        settlement_id=life.settlement_id,
        payment_id=life.payment_id,
        created_at=life.created_at,
        updated_at=life.updated_at,
    )
