"""Verification of email addresses by a mailed link, after sign-up or after a change of address."""

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.membership
import sql.accounts.one_time_token
import sql.payments.guarded_change
from handlers.auth.sign_up_device import sign_in_browser
from handlers.flows.accounts.account_mail import RETRIES
from handlers.flows.accounts.credentials import end_all_access
from handlers.flows.accounts.email_links import EMAIL_VERIFICATION, LANGUAGE, dead_link, send_link
from handlers.flows.accounts.guarded_changes import record_change
from handlers.flows.accounts.memberships import record_everywhere
from rpc import Code, Fault, Guest, Worker, job, procedure
from rpc.mail.mailer import TemplateMissing
from rpc.security.tokens import EMAIL, VERIFY, Token
from schema.accounts.auth import (
    EmailRef,
    EmailVerified,
    Verification,
    VerifyToken,
    email_login,
    mask_email,
)
from schema.payments.guarded_change import ChangeKind, digest_of
from sql.accounts.account import NOBODY, Login, Owner


@procedure(
    "/auth/email_check_resend",
    raises=[Code.EMAIL_TEMPLATE_MISSING, Code.EMAIL_NOT_SENT],
    atomic=False,
)
async def email_check_resend(ctx: Guest, attributes: EmailRef) -> None:
    """Mail the verification link again. The answer does not reveal whether the address is known."""
    await ctx.resources.shared_limits.resend.spend(ctx.db, ctx.request.network, ctx.now)
    try:
        EMAIL_VERIFICATION.render(LANGUAGE, "", "")
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
    raises=[
        Code.EMAIL_ALREADY_VERIFIED,
        Code.VERIFICATION_CODE_INVALID,
        Code.EMAIL_TAKEN,
        Code.SECOND_STEP_DUE,
    ],
    atomic=False,
    secret=True,
)
async def email_verify(ctx: Guest, attributes: VerifyToken) -> EmailVerified:
    """Verify an email address with the token from the mailed link. Returns the address to sign in with.

    In the browser that was used to sign up, the call also signs in.
    """
    await ctx.resources.shared_limits.verify.spend(ctx.db, ctx.request.network, ctx.now)
    if token := ctx.resources.tokens.read(VERIFY, attributes.token):
        return await verify_email(ctx, token)
    if token := ctx.resources.tokens.read(EMAIL, attributes.token):
        return await change_email(ctx, token)
    raise dead_link(Code.VERIFICATION_CODE_INVALID, None)


@job("/auth/send_verification", retries=RETRIES, atomic=False)
async def send_verification(ctx: Worker, attributes: Verification) -> None:
    """Mail the link that verifies an email address."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.email_verified_at or owner.closed_at:
        return
    await send_link(ctx, owner, EMAIL_VERIFICATION)


async def verify_email(ctx: Guest, token: Token) -> EmailVerified:
    """Verify the address given at sign-up. A change of password does not end the link.

    The browser that signed up is signed in only after the verification is committed, so that no refusal undoes it.
    """
    purpose = sql.accounts.one_time_token.VERIFY
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=purpose)
    async with ctx.db.transaction():
        account_id = await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        )
        marked = account_id and await sql.accounts.account.mark_email_verified(
            ctx.db, token.owner, account_id, ctx.now
        )
    owner = link and await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if owner and marked:
        session = await sign_in_browser(ctx, owner)
        if session is None:
            return EmailVerified(owner.email, None, None)
        return EmailVerified(owner.email, session.token, session.expires_at)
    if owner and owner.email_verified_at:
        raise Fault(Code.EMAIL_ALREADY_VERIFIED)
    raise dead_link(Code.VERIFICATION_CODE_INVALID, link)


async def guard_email(ctx: Guest, owner: Owner, email: str) -> None:
    """Let the change of an address be undone for three days."""
    uid, object = owner.publisher_id, f"email:{owner.account_id}"
    of, former = Login(uid, owner.account_id), email_login(owner.email)
    waiting = await sql.payments.guarded_change.of_object(ctx.db, uid, object)
    comes_back = owner.email
    if waiting is not None and waiting.former is not None and waiting.waits_until > ctx.now:
        comes_back = waiting.former["email"]
    if former == email_login(comes_back):
        await sql.accounts.login_directory.reserve(ctx.db, former, of)
    else:
        # Of several changes only the first address comes back: those between are free again.
        await sql.accounts.login_directory.release(ctx.db, former, of)
    await record_change(
        ctx,
        uid,
        ChangeKind.EMAIL,
        object,
        account_id=owner.account_id,
        subject_id=owner.account_id,
        applied=True,
        before=mask_email(owner.email),
        after=mask_email(email),
        former={"email": owner.email},
        mark=digest_of(object, ChangeKind.EMAIL, email_login(email)),
    )


async def change_email(ctx: Guest, token: Token) -> EmailVerified:
    """Replace an account's email address with the one its owner requested and has now verified. Its sessions end."""
    purpose = sql.accounts.one_time_token.EMAIL
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=purpose)
    if link is not None and link.used_at:
        raise Fault(Code.EMAIL_ALREADY_VERIFIED)
    owner = link and await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if link is None or not owner or owner.closed_at or not link.works(owner, ctx.now):
        raise dead_link(Code.VERIFICATION_CODE_INVALID, link)
    of, email = Login(owner.publisher_id, owner.account_id), link.payload["email"]
    async with ctx.db.transaction():
        unchanged = await sql.accounts.account.lock_unchanged(ctx.db, owner)
        if not unchanged or not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        ):
            raise dead_link(Code.VERIFICATION_CODE_INVALID, link)
        if not await sql.accounts.login_directory.claim(ctx.db, [email_login(email)], of):
            raise Fault(Code.EMAIL_TAKEN)
        stamp = await sql.accounts.membership.set_email(ctx.db, of, email, ctx.now)
        await end_all_access(ctx, owner, stamp)
        await sql.accounts.one_time_token.expire(
            ctx.db,
            of.publisher_id,
            of.account_id,
            purpose=sql.accounts.one_time_token.VERIFY,
            now=ctx.now,
        )
        await record_everywhere(ctx, of, email=mask_email(email))
        await guard_email(ctx, owner, email)
    return EmailVerified(email, None, None)
