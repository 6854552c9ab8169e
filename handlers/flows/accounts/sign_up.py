"""Sign-up: what is checked first, and what a new publisher starts with."""

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.publisher
import sql.accounts.referral
import sql.accounts.upload
import sql.brands.media_kit
import sql.brands.site
from handlers.flows.accounts import time_zone
from handlers.flows.accounts.oidc_sign_in import redeem_ticket
from handlers.flows.accounts.terms import terms_of
from handlers.flows.owned_files import NOT_AN_IMAGE
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.security.tokens import UPLOAD
from schema.accounts.auth import SignUp, is_same_email
from schema.accounts.upload import FileKind, file_names
from schema.brands.site import MediaKit, SiteStatus
from schema.core.errors import Flaw
from sql.accounts.account import Login

TICKETS_FIELD = "attributes.upload_tickets"
TICKET_EXPIRED = f"`{TICKETS_FIELD}`: a file's ticket is missing or has expired; upload it again"


REFUSALS = [
    Code.USERNAME_TAKEN,
    Code.EMAIL_TAKEN,
    Code.PASSWORD_INVALID,
    Code.PASSWORDS_DIFFER,
    Code.REGISTRATION_FAILED,
    Code.THIRD_PARTY_UNKNOWN,
    Code.USER_ALREADY_BOUND,
]


async def check_and_hash(ctx: Guest, attributes: SignUp) -> str:
    """Check everything that could prevent the sign-up. Returns the password's hash."""
    await ctx.resources.shared_limits.sign_up.spend(ctx.db, ctx.request.network, ctx.now)
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER, field="attributes.confirm_password")
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    if attributes.time_zone is not None:
        await time_zone.require_known(ctx, attributes.time_zone)
    ctx.resources.passwords.check_strength(attributes.password, attributes.personal_words())
    taken_logins = await sql.accounts.login_directory.find_taken(ctx.db, attributes.logins)
    username, email = attributes.logins
    if username in taken_logins:
        raise Fault(Code.USERNAME_TAKEN, field="attributes.username")
    if email in taken_logins:
        raise Fault(Code.EMAIL_TAKEN, field="attributes.email")
    if not attributes.agreement:
        raise Fault(Code.REGISTRATION_FAILED)
    return await ctx.resources.passwords.hash(attributes.password)


async def bind_identity(ctx: Guest, login: Login, attributes: SignUp) -> bool:
    """Bind the provider's identity that somebody signs up with. True if the provider has verified the address."""
    identity = await redeem_ticket(ctx, login, attributes.third_ticket, quietly=True)
    if identity is None or not identity.email_verified:
        return False
    if not is_same_email(identity.email, attributes.email):
        return False
    return await sql.accounts.account.mark_email_verified(
        ctx.db, login.publisher_id, login.account_id, ctx.now
    )


async def add_publisher(ctx: Guest, attributes: SignUp, password_hash: str) -> Login:
    """Add the publisher with account, channel and files, or nothing if somebody else took a name first."""
    referer = attributes.referer_uid
    if referer is not None and not await sql.accounts.publisher.exists(ctx.db, referer):
        referer = None
    company = attributes.company
    uid = await sql.accounts.publisher.add(
        ctx.db,
        name=company.name if company else attributes.username,
        company=company,
        referer_uid=referer,
        time_zone=attributes.time_zone,
        currency=attributes.currency,
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
    login = Login(uid, account_id)
    if not await sql.accounts.login_directory.claim(ctx.db, attributes.logins, login):
        raise Fault(Code.REGISTRATION_FAILED)
    media_kits = await adopt_files(ctx, uid, attributes)
    if attributes.channel is not None:
        status = SiteStatus.initial(ctx.resources.settings.site_review)
        site_id = await sql.brands.site.add(
            ctx.db, uid, attributes.channel, status=status, now=ctx.now
        )
        await sql.accounts.publisher.set_default_site(ctx.db, uid, site_id)
        await sql.brands.media_kit.add(ctx.db, uid, site_id, media_kits, ctx.now)
    await record(ctx, login, terms=terms_of(ctx.resources.settings).version)
    return login


async def adopt_files(ctx: Guest, uid: int, attributes: SignUp) -> list[MediaKit]:
    """Assign the uploaded files to the publisher by their tickets. Returns its media kits with their true sizes."""
    read = [ctx.resources.tokens.read(UPLOAD, ticket) for ticket in attributes.upload_tickets]
    hashes = [token.hash for token in read if token is not None]
    files = await sql.accounts.upload.adopt(ctx.db, uid, hashes, ctx.now)
    if not files.keys() >= set(file_names(attributes.file_urls)):
        raise Fault(Code.REQUEST_INVALID, TICKET_EXPIRED, field=TICKETS_FIELD)
    if any(files[name].kind is not FileKind.IMAGE for name in file_names(attributes.logos)):
        raise Flaw("channel.logo", NOT_AN_IMAGE).to_fault()
    urls = file_names(kit.file_url for kit in attributes.kits)
    return [
        MediaKit(kit.file_url, kit.name, files[name].size)
        for kit, name in zip(attributes.kits, urls, strict=True)
    ]
