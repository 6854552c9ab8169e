"""Sign-up, email verification, sign-in and sign-out."""

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.referral
import sql.accounts.session
from handlers.flows.accounts import (
    email_links,
    impersonation,
    oidc_sign_in,
    password,
    password_sign_in,
)
from handlers.flows.accounts.sign_in import session_hash_of, session_view
from handlers.flows.accounts.sign_up import REFUSALS, add_publisher, bind_identity, check_and_hash
from rpc import Code, Fault, Guest, Member, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.mail.mailer import TemplateMissing
from rpc.security.tokens import EMAIL, RESET, VERIFY
from schema.accounts.auth import (
    AccountCheck,
    EmailRef,
    LinkAccount,
    PasswordReset,
    ResetMail,
    ResetOf,
    ResetToken,
    SignedIn,
    SignedUp,
    SignIn,
    SignUp,
    Verification,
    VerifyToken,
    email_login,
    mask_email,
    username_login,
)
from schema.accounts.referral import Referer, RefererRef
from schema.accounts.security import OpenSession, SessionRef
from schema.accounts.social_login import (
    AUTOLOGIN,
    AutologinUrl,
    SignInAdmin,
    ThirdCheck,
    ThirdLink,
    ThirdProvider,
    ThirdSignedIn,
    ThirdUrl,
)
from schema.core.envelope import Rows
from sql.accounts.account import NOBODY, Login


@procedure("/auth/account_check", raises=[Code.USERNAME_TAKEN, Code.PASSWORD_INVALID], atomic=False)
async def account_check(ctx: Guest, attributes: AccountCheck) -> None:
    """Check whether a username is available, and a password hard to guess."""
    await ctx.resources.shared_limits.account_check.spend(ctx.db, ctx.request.network, ctx.now)
    if await sql.accounts.login_directory.find(ctx.db, username_login(attributes.username)):
        raise Fault(Code.USERNAME_TAKEN, field="attributes.username")
    password.check_with_account(ctx, attributes)


@procedure("/auth/email_check", raises=[Code.EMAIL_TAKEN], atomic=False)
async def email_check(ctx: Guest, attributes: EmailRef) -> None:
    """Check whether an email address is available."""
    await ctx.resources.shared_limits.email_check.spend(ctx.db, ctx.request.network, ctx.now)
    if await sql.accounts.login_directory.find(ctx.db, email_login(attributes.email)):
        raise Fault(Code.EMAIL_TAKEN, field="attributes.email")


@procedure("/auth/sign_up", raises=REFUSALS, atomic=False, hashes=True)
async def sign_up(ctx: Guest, attributes: SignUp) -> SignedUp:
    """Register a publisher with its first account and, if given, its first channel."""
    hash = await check_and_hash(ctx, attributes)
    async with ctx.db.transaction():
        login = await add_publisher(ctx, attributes, hash)
        if not await bind_identity(ctx, login, attributes):
            await ctx.resources.shared_limits.mail.try_spend(ctx.db, attributes.logins[1], ctx.now)
            await send_verification.later(
                ctx.db, Verification(login.publisher_id, login.account_id)
            )
    return SignedUp(login.publisher_id)


@procedure(
    "/auth/email_check_resend",
    raises=[Code.EMAIL_TEMPLATE_MISSING, Code.EMAIL_NOT_SENT],
    atomic=False,
)
async def email_check_resend(ctx: Guest, attributes: EmailRef) -> None:
    """Mail the verification link again. The answer does not reveal whether the address is known."""
    await ctx.resources.shared_limits.resend.spend(ctx.db, ctx.request.network, ctx.now)
    try:
        email_links.EMAIL_VERIFICATION.render(email_links.LANGUAGE, "", "")
    except TemplateMissing:
        raise Fault(Code.EMAIL_TEMPLATE_MISSING) from None
    if not await ctx.resources.mailer.available():
        raise Fault(Code.EMAIL_NOT_SENT)
    login = email_login(attributes.email)
    owner = await sql.accounts.login_directory.find(ctx.db, login) or NOBODY
    if await ctx.resources.shared_limits.mail.try_spend(ctx.db, login, ctx.now) is None:
        # Queued for unknown addresses too, so that timing reveals nothing; the job finds out.
        await send_verification.later(ctx.db, Verification(owner.publisher_id, owner.account_id))


@procedure(
    "/auth/email_verify",
    raises=[Code.EMAIL_ALREADY_VERIFIED, Code.VERIFICATION_CODE_INVALID, Code.EMAIL_TAKEN],
    atomic=False,
)
async def email_verify(ctx: Guest, attributes: VerifyToken) -> LinkAccount:
    """Verify an email address with the token from the mailed link. Returns the address to sign in with."""
    await ctx.resources.shared_limits.verify.spend(ctx.db, ctx.request.network, ctx.now)
    if token := ctx.resources.tokens.read(VERIFY, attributes.token):
        return await email_links.verify_email(ctx, token)
    if token := ctx.resources.tokens.read(EMAIL, attributes.token):
        return await email_links.change_email(ctx, token)
    raise email_links.dead_link(Code.VERIFICATION_CODE_INVALID, None)


@procedure(
    "/auth/sign_in", raises=password_sign_in.REFUSALS, atomic=False, hashes=True, secret=True
)
async def sign_in(ctx: Guest, attributes: SignIn) -> SignedIn:
    """Sign in with a username or email address, a password and, if two-step sign-in is on, a code."""
    await ctx.resources.shared_limits.sign_in.spend(ctx.db, ctx.request.network, ctx.now)
    return await password_sign_in.sign_in(ctx, attributes)


@procedure("/auth/pwd_forget")
async def pwd_forget(ctx: Guest, attributes: EmailRef) -> None:
    """Mail a password-reset link. The answer does not reveal whether the address is known."""
    await ctx.resources.shared_limits.forget.spend(ctx.db, ctx.request.network, ctx.now)
    login = email_login(attributes.email)
    of = await sql.accounts.login_directory.find(ctx.db, login) or NOBODY
    if await ctx.resources.shared_limits.reset_mail.try_spend(ctx.db, login, ctx.now) is None:
        # Queued for unknown addresses too, so that timing reveals nothing; the job finds out.
        owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
        stamp = owner.security_stamp if owner else 0
        await send_reset.later(ctx.db, ResetMail(of.publisher_id, of.account_id, stamp))


@query("/auth/pwd_reset_check", raises=[Code.TRACK_USED, Code.TOKEN_INVALID])
async def pwd_reset_check(ctx: Guest, attributes: ResetToken) -> ResetOf:
    """Check whether a password-reset link still works, and for which account. The link remains usable."""
    token = ctx.resources.tokens.read(RESET, attributes.token)
    if token is None:
        raise email_links.dead_link(Code.TOKEN_INVALID, None)
    owner = await password.owner_of_reset_link(ctx, token)
    return ResetOf(mask_email(owner.email))


@procedure("/auth/pwd_reset", raises=password.REFUSALS, atomic=False, hashes=True)
async def pwd_reset(ctx: Guest, attributes: PasswordReset) -> LinkAccount:
    """Set a new password with a reset link. Every session ends; sign in with the new password."""
    await ctx.resources.shared_limits.reset.spend(ctx.db, ctx.request.network, ctx.now)
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER, field="attributes.confirm_password")
    token = ctx.resources.tokens.read(RESET, attributes.token)
    if token is None:
        raise email_links.dead_link(Code.TOKEN_INVALID, None)
    return await password.reset_password(ctx, token, attributes.password)


@query("/auth/third_providers")
async def third_providers(ctx: Guest) -> Rows[ThirdProvider]:
    """List the providers that people can sign in with."""
    providers = ctx.resources.oidc.providers.values()
    return Rows([ThirdProvider(provider.name, provider.label) for provider in providers])


@procedure("/auth/third_link", raises=[Code.THIRD_PARTY_UNKNOWN], atomic=False, secret=True)
async def third_link(ctx: Guest, attributes: ThirdLink) -> ThirdUrl:
    """Start a sign-in with a provider: returns the URL to send the browser to."""
    await ctx.resources.shared_limits.third.spend(ctx.db, ctx.request.network, ctx.now)
    return await oidc_sign_in.start(ctx, attributes)


@procedure("/auth/third_check", raises=oidc_sign_in.REFUSALS, atomic=False, secret=True)
async def third_check(ctx: Guest, attributes: ThirdCheck) -> ThirdSignedIn:
    """Complete a sign-in with a provider, or with an operator's sign-in link."""
    await ctx.resources.shared_limits.third.spend(ctx.db, ctx.request.network, ctx.now)
    if attributes.provider == AUTOLOGIN:
        return await impersonation.sign_in(ctx, attributes.code)
    return await oidc_sign_in.sign_in(ctx, attributes)


@procedure(
    "/auth/sign_in_admin", raises=impersonation.REFUSALS, atomic=False, hashes=True, secret=True
)
async def sign_in_admin(ctx: Guest, attributes: SignInAdmin) -> AutologinUrl:
    """Create a one-time link that signs a member of the network's staff in as a publisher."""
    await ctx.resources.shared_limits.sign_in.spend(ctx.db, ctx.request.network, ctx.now)
    return await impersonation.create_link(ctx, attributes)


@procedure("/auth/refer_info", atomic=False)
async def refer_info(ctx: Guest, attributes: RefererRef) -> Referer:
    """Get the inviting publisher's name, and the number of brands on the network."""
    await ctx.resources.shared_limits.refer.spend(ctx.db, ctx.request.network, ctx.now)
    referer = await sql.accounts.referral.get_referer(ctx.db, attributes.uid)
    if referer is None:
        raise Fault(Code.NOT_FOUND)
    return referer


@procedure("/auth/sign_out")
async def sign_out(ctx: Member) -> None:
    """End the current session."""
    await sql.accounts.session.end(ctx.db, ctx.publisher_id, ctx.session_hash, ctx.now)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id))


@query("/auth/sessions")
async def sessions(ctx: Member) -> Rows[OpenSession]:
    """List the account's open sessions, the most recently used first."""
    rows = await sql.accounts.session.list_live(ctx.db, ctx.publisher_id, ctx.account.id, ctx.now)
    return Rows([session_view(session, ctx.session_hash) for session in rows])


@procedure("/auth/session_end")
async def session_end(ctx: Member, attributes: SessionRef) -> None:
    """End one of the account's sessions."""
    forbid_impersonation(ctx)
    if not await sql.accounts.session.end_one(
        ctx.db, ctx.publisher_id, ctx.account.id, session_hash_of(attributes.id), ctx.now
    ):
        raise Fault(Code.NOT_FOUND)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id))


@job("/auth/send_verification", attempts=5, atomic=False)
async def send_verification(ctx: Worker, attributes: Verification) -> None:
    """Mail the link that verifies an email address."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.email_verified_at or owner.closed_at:
        return
    await email_links.send_link(ctx, owner, email_links.EMAIL_VERIFICATION)


@job("/auth/send_reset", attempts=5, atomic=False)
async def send_reset(ctx: Worker, attributes: ResetMail) -> None:
    """Mail the password-reset link, unless the credentials changed since it was requested."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.closed_at or owner.security_stamp != attributes.security_stamp:
        return
    await email_links.send_link(ctx, owner, email_links.PASSWORD_RESET)
