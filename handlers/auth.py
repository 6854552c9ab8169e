"""Joining, proving an e-mail address, signing in and out."""

from datetime import timedelta
from hashlib import sha256

import sql.account
import sql.limit
import sql.session
import sql.sign_in_failure
from handlers._links import LANGUAGE, TO_RESET, TO_VERIFY, move, prove, send
from handlers._password import link_to_reset, reset
from handlers._sign_in import hash_of, open_session, shown
from handlers._sign_up import join
from rpc import Code, Fault, Guest, Member, Worker, job, procedure, query
from rpc.audit import note
from rpc.mail import TemplateMissing
from rpc.tokens import EMAIL, RESET, VERIFY
from schema.auth import (
    EmailRef,
    PasswordReset,
    ResetOf,
    ResetToken,
    SignedIn,
    SignedUp,
    SignIn,
    SignUp,
    UsernameCheck,
    Verification,
    VerifyToken,
    email_login,
    masked,
    username_login,
)
from schema.envelope import Nothing, Rows
from schema.login import OpenSession, SessionRef
from sql.account import NOBODY, Login


@procedure("/auth/account_check", raises=[Code.USERNAME_TAKEN], atomic=False)
async def account_check(ctx: Guest, attributes: UsernameCheck) -> None:
    """Whether a username is free."""
    await ctx.parts.guards.account_check.spend(ctx.db, ctx.asked.ip, ctx.now)
    if await sql.account.find(ctx.db, username_login(attributes.username)):
        raise Fault(Code.USERNAME_TAKEN)


@procedure("/auth/email_check", raises=[Code.EMAIL_TAKEN], atomic=False)
async def email_check(ctx: Guest, attributes: EmailRef) -> None:
    """Whether an e-mail address is free."""
    await ctx.parts.guards.email_check.spend(ctx.db, ctx.asked.ip, ctx.now)
    if await sql.account.find(ctx.db, email_login(attributes.email)):
        raise Fault(Code.EMAIL_TAKEN)


@procedure(
    "/auth/sign_up",
    raises=[
        Code.USERNAME_TAKEN,
        Code.EMAIL_TAKEN,
        Code.PASSWORD_INVALID,
        Code.PASSWORDS_DIFFER,
        Code.REGISTRATION_FAILED,
    ],
    atomic=False,
    hashes=True,
)
async def sign_up(ctx: Guest, attributes: SignUp) -> SignedUp:
    """Join: a publisher, its first account, and its first channel when step 2 was filled in."""
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER)
    for wrong in attributes.unknown():
        raise Fault(Code.REQUEST_INVALID, wrong)
    await ctx.parts.passwords.check_strength(attributes.password, attributes.words())
    await ctx.parts.guards.sign_up.spend(ctx.db, ctx.asked.ip, ctx.now)
    taken = await sql.account.taken(ctx.db, attributes.logins)
    for login, code in zip(attributes.logins, (Code.USERNAME_TAKEN, Code.EMAIL_TAKEN), strict=True):
        if login in taken:
            raise Fault(code)
    if not attributes.agreement:
        raise Fault(Code.REGISTRATION_FAILED)
    hash = await ctx.parts.passwords.hash(attributes.password)
    async with ctx.db.transaction():
        of = await join(ctx, attributes, hash)
        await ctx.parts.guards.mail.wait(ctx.db, attributes.logins[1], ctx.now)
        await send_verification.later(ctx.db, Verification(of.publisher_id, of.account_id))
    return SignedUp(of.publisher_id)


@procedure("/auth/email_check_resend", raises=[Code.EMAIL_TEMPLATE_MISSING, Code.EMAIL_NOT_SENT])
async def email_check_resend(ctx: Guest, attributes: EmailRef) -> None:
    """Mail the verification link again; the answer does not tell whether the address is known."""
    try:
        TO_VERIFY.written(LANGUAGE, "", "")
    except TemplateMissing:
        raise Fault(Code.EMAIL_TEMPLATE_MISSING) from None
    if not await ctx.parts.mailer.available():
        raise Fault(Code.EMAIL_NOT_SENT)
    await ctx.parts.guards.resend.spend(ctx.db, ctx.asked.ip, ctx.now)
    login = email_login(attributes.email)
    found = await sql.account.find(ctx.db, login) or NOBODY
    if await ctx.parts.guards.mail.wait(ctx.db, login, ctx.now) is None:
        # Also for nobody, so that time does not tell; the job finds out.
        await send_verification.later(ctx.db, Verification(found.publisher_id, found.account_id))


@procedure(
    "/auth/email_verify",
    raises=[Code.EMAIL_ALREADY_VERIFIED, Code.VERIFICATION_CODE_INVALID, Code.EMAIL_TAKEN],
    atomic=False,
)
async def email_verify(ctx: Guest, attributes: VerifyToken) -> None:
    """Prove an e-mail address with the token of the link that was mailed to it."""
    await ctx.parts.guards.verify.spend(ctx.db, ctx.asked.ip, ctx.now)
    if token := ctx.parts.tokens.read(VERIFY, attributes.token):
        await prove(ctx, token)
    elif token := ctx.parts.tokens.read(EMAIL, attributes.token):
        await move(ctx, token)
    else:
        raise Fault(Code.VERIFICATION_CODE_INVALID)


@procedure(
    "/auth/sign_in",
    raises=[
        Code.PASSWORD_WRONG,
        Code.EMAIL_NOT_VERIFIED,
        Code.USER_LOCKED,
        Code.PASSWORD_EXPIRED,
        Code.TOO_MANY_ATTEMPTS,
    ],
    atomic=False,
    hashes=True,
    secret=True,
)
async def sign_in(ctx: Guest, attributes: SignIn) -> SignedIn:
    """Open a session with a username or e-mail address and a password."""
    await ctx.parts.guards.sign_in.spend(ctx.db, ctx.asked.ip, ctx.now)
    identifier = sha256(attributes.login.encode()).digest()
    if not await sql.sign_in_failure.count(ctx.db, identifier, ctx.now):
        raise Fault(Code.TOO_MANY_ATTEMPTS)
    found = await sql.account.find(ctx.db, attributes.login) or NOBODY
    owner = await sql.account.get(ctx.db, found.publisher_id, found.account_id)
    hash = owner.password_hash if owner else None
    right = await ctx.parts.passwords.matches(hash, attributes.password)
    if owner is None or owner.closed_at or not right:
        await note(ctx, found, "refused")
        raise Fault(Code.PASSWORD_WRONG)
    await sql.sign_in_failure.clear(ctx.db, identifier)
    if refusal := owner.refusal():
        await note(ctx, found, refusal.name.lower())
        raise Fault(refusal)
    if ctx.parts.passwords.outdated(owner.password_hash):
        fresh = await ctx.parts.passwords.hash(attributes.password)
        await sql.account.rehash(ctx.db, owner, fresh)
    return await open_session(ctx, owner, *attributes.lasts)


@procedure("/auth/pwd_forget")
async def pwd_forget(ctx: Guest, attributes: EmailRef) -> None:
    """Mail a link that leads to a new password; the answer does not tell whether the address is known."""
    await ctx.parts.guards.forget.spend(ctx.db, ctx.asked.ip, ctx.now)
    login = email_login(attributes.email)
    found = await sql.account.find(ctx.db, login) or NOBODY
    if await ctx.parts.guards.reset_mail.wait(ctx.db, login, ctx.now) is None:
        # Also for nobody, so that time does not tell; the job finds out.
        await send_reset.later(ctx.db, Verification(found.publisher_id, found.account_id))


@query("/auth/pwd_reset_check", raises=[Code.TRACK_USED, Code.TOKEN_INVALID])
async def pwd_reset_check(ctx: Guest, attributes: ResetToken) -> ResetOf:
    """Whether the link of a mail still leads to a new password, and whose; it may be asked any often."""
    token = ctx.parts.tokens.read(RESET, attributes.token)
    if token is None:
        raise Fault(Code.TOKEN_INVALID)
    link = await link_to_reset(ctx, token.owner, token.hash)
    owner = await sql.account.get(ctx.db, token.owner, link.account_id)
    return ResetOf(masked(owner.email if owner else ""))


@procedure(
    "/auth/pwd_reset",
    raises=[
        Code.PASSWORD_INVALID,
        Code.PASSWORDS_DIFFER,
        Code.PASSWORD_RESET_FAILED,
        Code.TRACK_USED,
        Code.TOKEN_INVALID,
    ],
    atomic=False,
    hashes=True,
)
async def pwd_reset(ctx: Guest, attributes: PasswordReset) -> None:
    """Choose a new password by the link of a mail; it ends every session and opens none."""
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER)
    await ctx.parts.guards.reset.spend(ctx.db, ctx.asked.ip, ctx.now)
    token = ctx.parts.tokens.read(RESET, attributes.token)
    if token is None:
        raise Fault(Code.TOKEN_INVALID)
    await reset(ctx, token.owner, token.hash, attributes.password)


@procedure("/auth/sign_out")
async def sign_out(ctx: Member) -> None:
    """End the session at once."""
    await sql.session.end(ctx.db, ctx.publisher_id, ctx.session_hash, ctx.now)
    await note(ctx, Login(ctx.publisher_id, ctx.account.id))


@query("/auth/sessions")
async def sessions(ctx: Member) -> Rows[OpenSession]:
    """Where the account is signed in, the place used last first."""
    found = await sql.session.live(ctx.db, ctx.publisher_id, ctx.account.id, ctx.now)
    return Rows([shown(session, ctx.session_hash) for session in found])


@procedure("/auth/session_end")
async def session_end(ctx: Member, attributes: SessionRef) -> None:
    """Sign out somewhere else, at once."""
    if not await sql.session.end_one(
        ctx.db, ctx.publisher_id, ctx.account.id, hash_of(attributes.id), ctx.now
    ):
        raise Fault(Code.NOT_FOUND)
    await note(ctx, Login(ctx.publisher_id, ctx.account.id))


@job("/auth/send_verification", attempts=5, atomic=False)
async def send_verification(ctx: Worker, attributes: Verification) -> None:
    """Mail the link that proves an e-mail address."""
    owner = await sql.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.email_verified_at or owner.closed_at:
        return
    await send(ctx, owner, TO_VERIFY)


@job("/auth/send_reset", attempts=5, atomic=False)
async def send_reset(ctx: Worker, attributes: Verification) -> None:
    """Mail the link that leads to a new password."""
    owner = await sql.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.closed_at:
        return
    await send(ctx, owner, TO_RESET)


@job("/auth/forget_counts", every=timedelta(days=1))
async def forget_counts(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001
    """Drop what was counted for limits whose period is over."""
    await sql.limit.forget(ctx.db, ctx.now)
