"""Signing in with an OpenID Connect provider: the redirect there and back, and how far its answer is trusted."""

import secrets
from datetime import timedelta

import sql.accounts.account
import sql.accounts.identity
import sql.accounts.login_directory
from handlers.flows.accounts.credentials import end_access
from handlers.flows.accounts.sign_in import lock_verified, open_session, require_second_step
from rpc import Code, Fault, Guest, Member
from rpc.calls.audit import record
from rpc.config.oidc_providers import OidcProvider
from rpc.jobs.notify import notify_account
from rpc.outbound.oidc import OidcError, OidcUser
from rpc.security.tokens import hash_secret
from schema.accounts.auth import email_login, is_same_email
from schema.accounts.session_lifetimes import SHORT_LIFETIMES
from schema.accounts.social_login import (
    ThirdBind,
    ThirdCheck,
    ThirdLink,
    ThirdSignedIn,
    ThirdUrl,
    UnboundIdentity,
)
from sql.accounts.account import Login, Owner
from sql.accounts.identity import AuthorizationRequest, IdentityTicket

REFUSALS = [
    Code.THIRD_PARTY_UNKNOWN,
    Code.USER_ALREADY_BOUND,
    Code.USER_NOT_BOUND,
    Code.EMAIL_NOT_VERIFIED,
    Code.USER_LOCKED,
    Code.PASSWORD_EXPIRED,
    Code.SECOND_STEP_DUE,
]
STATE_LIFETIME = timedelta(minutes=10)
"""How long somebody may spend at the provider."""
TICKET_LIFETIME = timedelta(minutes=30)
"""How long somebody may take to sign up."""


def provider_named(ctx: Guest, name: str) -> OidcProvider:
    provider = ctx.resources.oidc.providers.get(name)
    if provider is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    return provider


def redirect_uri(ctx: Guest, provider: OidcProvider) -> str:
    """Where the provider sends the browser back to."""
    return f"{ctx.resources.settings.public_url}/auth/third-party?provider={provider.name}"


async def start(ctx: Guest, attributes: ThirdLink) -> ThirdUrl:
    """Where to send the browser, with a state that only this browser can come back with."""
    provider = provider_named(ctx, attributes.provider)
    state = secrets.token_urlsafe(32)
    journey = AuthorizationRequest(
        secrets.token_urlsafe(32), secrets.token_urlsafe(48), attributes.next
    )
    try:
        url = await ctx.resources.oidc.authorization_url(
            provider,
            redirect_uri(ctx, provider),
            state=state,
            nonce=journey.nonce,
            code_verifier=journey.verifier,
        )
    except OidcError:
        raise Fault(Code.THIRD_PARTY_UNKNOWN) from None
    browser = hash_secret(attributes.browser) if attributes.browser else None
    await sql.accounts.identity.add_request(
        ctx.db, hash_secret(state), provider.name, browser, journey, ctx.now + STATE_LIFETIME
    )
    return ThirdUrl(url)


async def identify(
    ctx: Guest, attributes: ThirdCheck | ThirdBind
) -> tuple[OidcUser, AuthorizationRequest]:
    """The identity that the provider confirmed. 20038 for an invalid state or code."""
    provider = provider_named(ctx, attributes.provider)
    browser = hash_secret(attributes.browser) if attributes.browser else None
    state = hash_secret(attributes.state or "")
    journey = await sql.accounts.identity.redeem_request(
        ctx.db, state, provider.name, browser, ctx.now
    )
    if journey is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    try:
        person = await ctx.resources.oidc.identify(
            provider,
            redirect_uri(ctx, provider),
            code=attributes.code,
            nonce=journey.nonce,
            code_verifier=journey.verifier,
        )
    except OidcError:
        raise Fault(Code.THIRD_PARTY_UNKNOWN) from None
    return person, journey


async def sign_in(ctx: Guest, attributes: ThirdCheck) -> ThirdSignedIn:
    """Open a session for the account the identity is bound to. 20055 with a ticket if it is nobody's."""
    person, journey = await identify(ctx, attributes)
    whose = await sql.accounts.identity.find(ctx.db, person.provider, person.subject)
    if whose is None:
        whose = await link_by_email(ctx, person)
    if whose is None:
        raise Fault(Code.USER_NOT_BOUND, data=await issue_ticket(ctx, person, journey))
    owner = await sql.accounts.account.get(ctx.db, whose.publisher_id, whose.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    if refusal := owner.refusal():
        await record(ctx, whose, refusal.name.lower())
        raise Fault(refusal)
    await require_second_step(ctx, owner, next=journey.next)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.THIRD_PARTY_UNKNOWN)
        session = await open_session(ctx, owner, *SHORT_LIFETIMES, kind="third")
    return ThirdSignedIn(session.token, session.expires_at, journey.next)


async def link_by_email(ctx: Guest, person: OidcUser) -> Login | None:
    """Bind the identity to the publisher with the same email address, if both sides have verified it.

    An address that only one side verified links nothing, or whoever enters another's address first
    would share the account with them. The network's staff are never linked by an address.
    """
    if not person.email_verified:
        return None
    whose = await sql.accounts.login_directory.find(ctx.db, email_login(person.email))
    owner = (
        await sql.accounts.account.get(ctx.db, whose.publisher_id, whose.account_id)
        if whose
        else None
    )
    if owner is None or not owner.email_verified_at or owner.refusal() or owner.role != "owner":
        return None
    if not is_same_email(person.email, owner.email):
        return None
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.THIRD_PARTY_UNKNOWN)
        await bind(ctx, owner, ticket_for(person))
    return whose


async def issue_ticket(
    ctx: Guest, person: OidcUser, journey: AuthorizationRequest
) -> UnboundIdentity:
    """A ticket with which a sign-in or a sign-up binds the identity."""
    ticket = secrets.token_urlsafe(32)
    await sql.accounts.identity.add_ticket(
        ctx.db, hash_secret(ticket), ticket_for(person), ctx.now + TICKET_LIFETIME
    )
    return UnboundIdentity(
        ticket, person.provider, person.email, person.email_verified, person.name, journey.next
    )


def ticket_for(person: OidcUser) -> IdentityTicket:
    return IdentityTicket(person.provider, person.subject, person.email, person.email_verified)


async def bind(
    ctx: Guest, owner: Owner | Login, identity: IdentityTicket, *, quietly: bool = False
) -> None:
    """Bind an identity to an account, in the caller's transaction.

    20040 if it is bound already, or the account has one of that provider.
    """
    of = Login(owner.publisher_id, owner.account_id)
    if not await sql.accounts.identity.bind(ctx.db, of, identity, ctx.now):
        raise Fault(Code.USER_ALREADY_BOUND)
    label = provider_named(ctx, identity.provider).label
    await record(ctx, of, "bound", provider=label)
    if not quietly:
        await notify_account(ctx, of, "third_bound", provider=label)


async def redeem_ticket(
    ctx: Guest, of: Owner | Login, ticket: str | None, *, quietly: bool = False
) -> IdentityTicket | None:
    """Bind the identity of a ticket, in the caller's transaction. 20038 if it was used, expired or is unknown."""
    if ticket is None:
        return None
    identity = await sql.accounts.identity.redeem_ticket(ctx.db, hash_secret(ticket), ctx.now)
    if identity is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    await bind(ctx, of, identity, quietly=quietly)
    return identity


async def unbind(ctx: Member, owner: Owner, provider: str) -> None:
    """Remove an identity, in the caller's transaction. 20038 if the account has none of that provider.

    All that it could have opened ends, sessions and tickets for a second step: all but the caller's session.
    """
    of = Login(owner.publisher_id, owner.account_id)
    if not await sql.accounts.identity.unbind(ctx.db, of, provider):
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    stamp = await sql.accounts.account.renew_stamp(ctx.db, of)
    await end_access(ctx, owner, stamp, keep=ctx.session_hash)
    configured = ctx.resources.oidc.providers.get(provider)
    label = configured.label if configured else provider
    await record(ctx, of, provider=label)
    await notify_account(ctx, of, "third_unbound", provider=label)
