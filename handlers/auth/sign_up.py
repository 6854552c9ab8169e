"""Sign-up: the checks before it, and adding a publisher with its account, channel and files."""

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.publisher
import sql.accounts.referral
import sql.accounts.upload
import sql.channels.channel
import sql.channels.media_kit
from handlers.auth import sign_up_device
from handlers.flows.accounts.oidc_identity import redeem_ticket
from handlers.flows.accounts.terms_of_service import terms_of
from handlers.flows.payments import vat_standing
from rpc import Code, Fault, Guest, Rule, procedure
from rpc.calls.audit import record
from rpc.jobs.job import job_for
from rpc.security.tokens import UPLOAD
from schema.accounts.auth import (
    AccountCheck,
    EmailRef,
    SignedUp,
    SignUp,
    Verification,
    email_login,
    is_same_email,
    personal_words,
    username_login,
)
from schema.accounts.permission import Role
from schema.accounts.referral import Referer, RefererRef
from schema.accounts.upload import FileKind, file_names
from schema.channels.channel import MediaKit, SiteStatus
from schema.core.errors import Flaw
from schema.payments.vat_standing import find_company_flaws
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


@procedure("/auth/account_check", raises=[Code.USERNAME_TAKEN, Code.PASSWORD_INVALID], atomic=False)
async def account_check(ctx: Guest, attributes: AccountCheck) -> None:
    """Check whether a username is available and, if a password is given, whether it is hard to guess."""
    await ctx.resources.shared_limits.account_check.spend(ctx.db, ctx.request.network, ctx.now)
    if await sql.accounts.login_directory.find_holder(ctx.db, username_login(attributes.username)):
        raise Fault(Code.USERNAME_TAKEN, field="attributes.username")
    if attributes.password is not None:
        words = personal_words(attributes.username, attributes.email or "")
        ctx.resources.passwords.check_strength(attributes.password, words)


@procedure("/auth/email_check", raises=[Code.EMAIL_TAKEN], atomic=False)
async def email_check(ctx: Guest, attributes: EmailRef) -> None:
    """Check whether an email address is available."""
    await ctx.resources.shared_limits.email_check.spend(ctx.db, ctx.request.network, ctx.now)
    if await sql.accounts.login_directory.find_holder(ctx.db, email_login(attributes.email)):
        raise Fault(Code.EMAIL_TAKEN, field="attributes.email")


@procedure("/auth/sign_up", raises=REFUSALS, atomic=False, hashes=True)
async def sign_up(ctx: Guest, attributes: SignUp) -> SignedUp:
    """Register a publisher with its first account and, if given, its first channel.

    If the email address is still to be verified, a link is mailed to it and a cookie is set: opened in the same browser
    within an hour, the link also signs in.
    """
    hash = await check_and_hash(ctx, attributes)
    async with ctx.db.transaction():
        login = await add_publisher(ctx, attributes, hash)
        if not await bind_identity(ctx, login, attributes):
            await ctx.resources.shared_limits.mail.try_spend(ctx.db, attributes.logins[1], ctx.now)
            await job_for(Verification).later(
                ctx.db, Verification(login.publisher_id, login.account_id)
            )
            await sign_up_device.remember_browser(ctx, login)
    return SignedUp(login.publisher_id)


@procedure("/auth/refer_info", atomic=False)
async def refer_info(ctx: Guest, attributes: RefererRef) -> Referer:
    """Get the inviting publisher's name, and the number of brands on the network."""
    await ctx.resources.shared_limits.refer.spend(ctx.db, ctx.request.network, ctx.now)
    referer = await sql.accounts.referral.get_referer(ctx.db, attributes.uid)
    if referer is None:
        raise Fault(Code.NOT_FOUND)
    return referer


async def check_and_hash(ctx: Guest, attributes: SignUp) -> str:
    """Check everything that could prevent the sign-up. Returns the password's hash."""
    await ctx.resources.shared_limits.sign_up.spend(ctx.db, ctx.request.network, ctx.now)
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER, field="attributes.confirm_password")
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    if attributes.company is not None:
        for flaw in find_company_flaws(attributes.company, None):
            raise flaw.to_fault()
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
    """Bind the provider identity used to sign up to the new account.

    Returns True if the provider has verified the same email address, which then counts as verified here too.
    """
    identity = await redeem_ticket(ctx, login, attributes.third_ticket, quietly=True)
    if identity is None or not identity.email_verified:
        return False
    if not is_same_email(identity.email, attributes.email):
        return False
    return await sql.accounts.account.mark_email_verified(
        ctx.db, login.publisher_id, login.account_id, ctx.now
    )


async def add_publisher(ctx: Guest, attributes: SignUp, password_hash: str) -> Login:
    """Add the publisher with its account, channel and files, or nothing if the username or email was just taken."""
    referer = attributes.referer_uid
    if referer is not None and not await sql.accounts.publisher.exists(ctx.db, referer):
        referer = None
    company = attributes.company
    uid = await sql.accounts.publisher.add(
        ctx.db,
        name=company.name if company else attributes.username,
        company=None,
        referer_uid=referer,
        time_zone=attributes.time_zone or "UTC",
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
        role=Role.OWNER,
        now=ctx.now,
    )
    login = Login(uid, account_id)
    if not await sql.accounts.login_directory.claim(ctx.db, attributes.logins, login):
        raise Fault(Code.REGISTRATION_FAILED)
    if company is not None:
        await vat_standing.save_company(ctx, uid, account_id, company)
    media_kits = await adopt_files(ctx, uid, attributes)
    if attributes.channel is not None:
        status = SiteStatus.initial(ctx.resources.settings.site_review)
        site_id = await sql.channels.channel.add(
            ctx.db, uid, attributes.channel, status=status, now=ctx.now
        )
        await sql.accounts.publisher.set_default_site(ctx.db, uid, site_id)
        await sql.channels.media_kit.add(ctx.db, uid, site_id, media_kits, ctx.now)
    await record(ctx, login, terms=terms_of(ctx.resources.settings).version)
    return login


async def adopt_files(ctx: Guest, uid: int, attributes: SignUp) -> list[MediaKit]:
    """Assign the uploaded files to the publisher by their tickets. Returns its media kits with their true sizes."""
    read = [ctx.resources.tokens.read(UPLOAD, ticket) for ticket in attributes.upload_tickets]
    hashes = [token.hash for token in read if token is not None]
    files = await sql.accounts.upload.adopt(ctx.db, uid, hashes, ctx.now)
    if not files.keys() >= set(file_names(attributes.file_urls)):
        raise Fault(
            Code.REQUEST_INVALID, TICKET_EXPIRED, field=TICKETS_FIELD, rule=Rule.NOT_UPLOADED
        )
    if any(files[name].kind is not FileKind.IMAGE for name in file_names(attributes.logos)):
        raise Flaw("channel.logo", Rule.NOT_AN_IMAGE).to_fault()
    urls = file_names(kit.file_url for kit in attributes.kits)
    return [
        MediaKit(kit.file_url, kit.name, files[name].size)
        for kit, name in zip(attributes.kits, urls, strict=True)
    ]
