"""Joining, proving an e-mail address, signing in and out."""

from rpc import Code, Guest, Member, Worker, job, procedure, query
from schema.auth import (
    EmailRef,
    SignedIn,
    SignedUp,
    SignIn,
    SignUp,
    UsernameCheck,
    Verification,
    VerifyToken,
)


@query("/auth/account_check", raises=[Code.USERNAME_TAKEN])
async def account_check(ctx: Guest, attributes: UsernameCheck) -> None:
    """Whether a username is free."""


@query("/auth/email_check", raises=[Code.EMAIL_TAKEN])
async def email_check(ctx: Guest, attributes: EmailRef) -> None:
    """Whether an e-mail address is free."""


@procedure(
    "/auth/sign_up",
    raises=[
        Code.USERNAME_TAKEN,
        Code.EMAIL_TAKEN,
        Code.PASSWORD_INVALID,
        Code.PASSWORDS_DIFFER,
        Code.REGISTRATION_FAILED,
    ],
)
async def sign_up(ctx: Guest, attributes: SignUp) -> SignedUp:
    """Join: a publisher, its first account, and its first channel when step 2 was filled in."""
    raise AssertionError


@procedure("/auth/email_check_resend", raises=[Code.EMAIL_TEMPLATE_MISSING, Code.EMAIL_NOT_SENT])
async def email_check_resend(ctx: Guest, attributes: EmailRef) -> None:
    """Mail the verification link again; the answer does not tell whether the address is known."""


@procedure(
    "/auth/email_verify", raises=[Code.EMAIL_ALREADY_VERIFIED, Code.VERIFICATION_CODE_INVALID]
)
async def email_verify(ctx: Guest, attributes: VerifyToken) -> None:
    """Prove an e-mail address with the token of the link that was mailed to it."""


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
)
async def sign_in(ctx: Guest, attributes: SignIn) -> SignedIn:
    """Open a session with a username or e-mail address and a password."""
    raise AssertionError


@procedure("/auth/sign_out")
async def sign_out(ctx: Member) -> None:
    """End the session at once."""


@job("/auth/send_verification", attempts=5)
async def send_verification(ctx: Worker, attributes: Verification) -> None:
    """Mail the link that proves an e-mail address."""
