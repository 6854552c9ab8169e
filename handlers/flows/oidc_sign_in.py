"""The way to a provider and back, and what its word is worth here."""

import secrets
from datetime import timedelta

import sql.accounts.account
import sql.accounts.identity
from handlers.flows.sign_in import due, open_session
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.config.oidc_providers import OidcProvider
from rpc.jobs.notify import notify_account
from rpc.outside.oidc import OidcError, OidcUser
from rpc.security.tokens import hash_secret
from schema.accounts.auth import SHORT_LIFETIMES, email_login
from schema.accounts.social_login import (
    ThirdBind,
    ThirdCheck,
    ThirdLink,
    ThirdSignedIn,
    ThirdUrl,
    UnboundIdentity,
)
from sql.accounts.account import Login, Owner
from sql.accounts.identity import Journey, Ticket

REFUSALS = [
    Code.THIRD_PARTY_UNKNOWN,
    Code.USER_ALREADY_BOUND,
    Code.USER_NOT_BOUND,
    Code.EMAIL_NOT_VERIFIED,
    Code.USER_LOCKED,
    Code.PASSWORD_EXPIRED,
    Code.SECOND_STEP_DUE,
]
WITHIN = timedelta(minutes=10)
"""How long one may be away at a provider's."""
TICKET_WITHIN = timedelta(minutes=30)
"""How long one may take to sign up."""


def known(ctx: Guest, name: str) -> OidcProvider:
    provider = ctx.resources.oidc.providers.get(name)
    if provider is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    return provider


def back(ctx: Guest, provider: OidcProvider) -> str:
    return f"{ctx.resources.settings.public_url}/auth/third-party?provider={provider.name}"


async def depart(ctx: Guest, asked: ThirdLink) -> ThirdUrl:
    """Where the browser is to go, with a state that only it can come back with."""
    provider = known(ctx, asked.provider)
    state = secrets.token_urlsafe(32)
    journey = Journey(secrets.token_urlsafe(32), secrets.token_urlsafe(48), asked.next)
    try:
        url = await ctx.resources.oidc.authorization_url(
            provider,
            back(ctx, provider),
            state=state,
            nonce=journey.nonce,
            code_verifier=journey.verifier,
        )
    except OidcError:
        raise Fault(Code.THIRD_PARTY_UNKNOWN) from None
    browser = hash_secret(asked.browser) if asked.browser else None
    await sql.accounts.identity.begin(
        ctx.db, hash_secret(state), provider.name, browser, journey, ctx.now + WITHIN
    )
    return ThirdUrl(url)


async def returned(ctx: Guest, asked: ThirdCheck | ThirdBind) -> tuple[OidcUser, Journey]:
    """Whom the provider says it sent back. 20038 for a state or a code that does not fit."""
    provider = known(ctx, asked.provider)
    browser = hash_secret(asked.browser) if asked.browser else None
    state = hash_secret(asked.state or "")
    journey = await sql.accounts.identity.arrive(ctx.db, state, provider.name, browser, ctx.now)
    if journey is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    try:
        person = await ctx.resources.oidc.identify(
            provider,
            back(ctx, provider),
            code=asked.code,
            nonce=journey.nonce,
            code_verifier=journey.verifier,
        )
    except OidcError:
        raise Fault(Code.THIRD_PARTY_UNKNOWN) from None
    return person, journey


async def enter(ctx: Guest, asked: ThirdCheck) -> ThirdSignedIn:
    """A session for whom the identity is bound to; 20055 with a ticket if it is nobody's."""
    person, journey = await returned(ctx, asked)
    whose = await sql.accounts.identity.find(ctx.db, person.provider, person.subject)
    if whose is None:
        whose = await same_address(ctx, person)
    if whose is None:
        raise Fault(Code.USER_NOT_BOUND, data=await unbound(ctx, person, journey))
    owner = await sql.accounts.account.get(ctx.db, whose.publisher_id, whose.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    if refusal := owner.refusal():
        await record(ctx, whose, refusal.name.lower())
        raise Fault(refusal)
    await due(ctx, owner, next=journey.next)
    opened = await open_session(ctx, owner, *SHORT_LIFETIMES, kind="third")
    return ThirdSignedIn(opened.token, opened.expires_at, journey.next)


async def same_address(ctx: Guest, person: OidcUser) -> Login | None:
    """The publisher whose proven address the provider has proven too: the identity becomes theirs.

    An address that only one side has proven links nothing, or whoever writes down another's address
    first would share the account with them. Nor are the network's staff linked by an address.
    """
    if not person.email_verified:
        return None
    whose = await sql.accounts.account.find(ctx.db, email_login(person.email))
    owner = (
        await sql.accounts.account.get(ctx.db, whose.publisher_id, whose.account_id)
        if whose
        else None
    )
    if owner is None or not owner.email_verified_at or owner.refusal() or owner.role != "owner":
        return None
    async with ctx.db.transaction():
        await bind(ctx, owner, identity_of(person))
    return whose


async def unbound(ctx: Guest, person: OidcUser, journey: Journey) -> UnboundIdentity:
    ticket = secrets.token_urlsafe(32)
    await sql.accounts.identity.keep(
        ctx.db, hash_secret(ticket), identity_of(person), ctx.now + TICKET_WITHIN
    )
    return UnboundIdentity(
        ticket, person.provider, person.email, person.email_verified, person.name, journey.next
    )


def identity_of(person: OidcUser) -> Ticket:
    return Ticket(person.provider, person.subject, person.email, person.email_verified)


async def bind(
    ctx: Guest, owner: Owner | Login, identity: Ticket, *, quietly: bool = False
) -> None:
    """In the caller's transaction. 20040 if it is somebody's, or the account has one of that provider."""
    of = Login(owner.publisher_id, owner.account_id)
    if not await sql.accounts.identity.bind(ctx.db, of, identity, ctx.now):
        raise Fault(Code.USER_ALREADY_BOUND)
    label = known(ctx, identity.provider).label
    await record(ctx, of, "bound", provider=label)
    if not quietly:
        await notify_account(ctx, of, "third_bound", provider=label)


async def redeem(
    ctx: Guest, of: Owner | Login, ticket: str | None, *, quietly: bool = False
) -> Ticket | None:
    """Bind what a ticket stands for, in the caller's transaction. 20038 if it is used, late or unknown."""
    if ticket is None:
        return None
    identity = await sql.accounts.identity.redeem(ctx.db, hash_secret(ticket), ctx.now)
    if identity is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    await bind(ctx, of, identity, quietly=quietly)
    return identity


async def unbind(ctx: Guest, owner: Owner, provider: str) -> None:
    """In the caller's transaction. 20038 if the account has none of that provider."""
    of = Login(owner.publisher_id, owner.account_id)
    if not await sql.accounts.identity.unbind(ctx.db, of, provider):
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    known = ctx.resources.oidc.providers.get(provider)
    label = known.label if known else provider
    await record(ctx, of, provider=label)
    await notify_account(ctx, of, "third_unbound", provider=label)
