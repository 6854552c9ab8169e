"""Joining: what is looked at first, and what a new publisher begins with."""

import sql.accounts.account
import sql.accounts.publisher
import sql.accounts.referral
import sql.accounts.upload
import sql.brands.media_kit
import sql.brands.site
from handlers.flows.oidc_sign_in import redeem
from handlers.flows.owned_files import NOT_AN_IMAGE
from rpc import Code, Fault, Guest
from rpc.calls.audit import note
from rpc.security.tokens import UPLOAD
from schema.accounts.auth import SignUp, email_login
from schema.accounts.upload import FileKind, names
from schema.brands.site import MediaKit, SiteStatus
from schema.core.errors import Flaw
from sql.accounts.account import Login

TICKETS = "attributes.upload_tickets"
TICKET_OVER = f"`{TICKETS}`: a file has none that still counts; upload it again"


REFUSALS = [
    Code.USERNAME_TAKEN,
    Code.EMAIL_TAKEN,
    Code.PASSWORD_INVALID,
    Code.PASSWORDS_DIFFER,
    Code.REGISTRATION_FAILED,
    Code.THIRD_PARTY_UNKNOWN,
    Code.USER_ALREADY_BOUND,
]


async def accepted(ctx: Guest, attributes: SignUp) -> str:
    """The password's hash, if nothing stands in the way."""
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER, field="attributes.confirm_password")
    for flaw in attributes.unknown():
        raise flaw.fault()
    await ctx.resources.passwords.check_strength(attributes.password, attributes.words())
    await ctx.resources.shared_limits.sign_up.spend(ctx.db, ctx.request.ip, ctx.now)
    taken = await sql.accounts.account.taken(ctx.db, attributes.logins)
    username, email = attributes.logins
    if username in taken:
        raise Fault(Code.USERNAME_TAKEN, field="attributes.username")
    if email in taken:
        raise Fault(Code.EMAIL_TAKEN, field="attributes.email")
    if not attributes.agreement:
        raise Fault(Code.REGISTRATION_FAILED)
    return await ctx.resources.passwords.hash(attributes.password)


async def proven(ctx: Guest, of: Login, attributes: SignUp) -> bool:
    """Bind the identity somebody came with; whether its provider vouches for their address, too."""
    identity = await redeem(ctx, of, attributes.third_ticket, quietly=True)
    if identity is None or not identity.email_verified:
        return False
    if email_login(identity.email) != attributes.logins[1]:
        return False
    return await sql.accounts.account.verify(ctx.db, of.publisher_id, of.account_id, ctx.now)


async def join(ctx: Guest, attributes: SignUp, password_hash: str) -> Login:
    """Write all of it, or, if somebody else took a name first, nothing."""
    referer = attributes.referer_uid
    if referer is not None and not await sql.accounts.publisher.exists(ctx.db, referer):
        referer = None
    company = attributes.company
    uid = await sql.accounts.publisher.add(
        ctx.db,
        name=company.name if company else attributes.username,
        company=company,
        referer_uid=referer,
        now=ctx.now,
    )
    if referer is not None:
        await sql.accounts.referral.add(ctx.db, referer, uid, ctx.now)
    account_id = await sql.accounts.account.add(
        ctx.db,
        uid,
        username=attributes.username,
        email=attributes.email,
        password_hash=password_hash,
        now=ctx.now,
    )
    of = Login(uid, account_id)
    if not await sql.accounts.account.claim(ctx.db, attributes.logins, of):
        raise Fault(Code.REGISTRATION_FAILED)
    kits = await adopted(ctx, uid, attributes)
    if attributes.channel is not None:
        status = SiteStatus.of_new(ctx.resources.settings.site_review)
        site_id = await sql.brands.site.add(
            ctx.db, uid, attributes.channel, status=status, now=ctx.now
        )
        await sql.accounts.publisher.set_default_site(ctx.db, uid, site_id)
        await sql.brands.media_kit.add(ctx.db, uid, site_id, kits, ctx.now)
    await note(ctx, of)
    return of


async def adopted(ctx: Guest, uid: int, attributes: SignUp) -> list[MediaKit]:
    """Make the files the publisher's that it has tickets of; its media kits, each with its file's true size."""
    read = [ctx.resources.tokens.read(UPLOAD, ticket) for ticket in attributes.upload_tickets]
    hashes = [token.hash for token in read if token is not None]
    got = await sql.accounts.upload.adopt(ctx.db, uid, hashes, ctx.now)
    if not got.keys() >= set(names(attributes.files)):
        raise Fault(Code.REQUEST_INVALID, TICKET_OVER, field=TICKETS)
    if any(got[name].kind is not FileKind.IMAGE for name in names(attributes.logos)):
        raise Flaw("channel.logo", NOT_AN_IMAGE).fault()
    urls = names(kit.file_url for kit in attributes.kits)
    return [
        MediaKit(kit.file_url, kit.name, got[name].size)
        for kit, name in zip(attributes.kits, urls, strict=True)
    ]
