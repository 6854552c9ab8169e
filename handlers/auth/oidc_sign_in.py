"""Signing in with an OpenID Connect provider, or with the link of an operator who acts for a publisher."""

import secrets

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.oidc_identity
import sql.accounts.one_time_token
from handlers.auth.open_session import (
    find_refusal,
    lock_verified,
    open_session,
    require_second_step,
)
from handlers.flows.accounts.memberships import begin_session
from handlers.flows.accounts.oidc_identity import (
    bind,
    identify,
    provider_named,
    redirect_uri,
    ticket_for,
)
from rpc import Code, Fault, Guest, procedure, query
from rpc.calls.audit import record
from rpc.outbound.oidc import OidcError, OidcUser
from rpc.security import tokens
from rpc.security.tokens import hash_secret
from schema.accounts.auth import email_login, is_same_email
from schema.accounts.oidc_sign_in import (
    AUTOLOGIN,
    ThirdCheck,
    ThirdLink,
    ThirdProvider,
    ThirdSignedIn,
    ThirdUrl,
    UnboundIdentity,
)
from schema.accounts.session_lifetimes import (
    IMPERSONATION_LIFETIME,
    PROVIDER_SIGN_IN_LIFETIME,
    PROVIDER_SIGN_UP_LIFETIME,
    SHORT_LIFETIMES,
)
from schema.core.envelope import Results
from sql.accounts.account import Login
from sql.accounts.oidc_identity import AuthorizationRequest
from sql.accounts.one_time_token import OneTimeToken
from sql.accounts.session import Staff

REFUSALS = [
    Code.THIRD_PARTY_UNKNOWN,
    Code.USER_ALREADY_BOUND,
    Code.USER_NOT_BOUND,
    Code.EMAIL_NOT_VERIFIED,
    Code.USER_LOCKED,
    Code.PASSWORD_EXPIRED,
    Code.SECOND_STEP_DUE,
]


@query("/auth/third_providers")
async def third_providers(ctx: Guest) -> Results[ThirdProvider]:
    """List the providers that people can sign in with."""
    providers = ctx.resources.oidc.providers.values()
    return Results([ThirdProvider(provider.name, provider.label) for provider in providers])


@procedure("/auth/third_link", raises=[Code.THIRD_PARTY_UNKNOWN], atomic=False, secret=True)
async def third_link(ctx: Guest, attributes: ThirdLink) -> ThirdUrl:
    """Start a sign-in with a provider. Returns the URL to redirect the browser to."""
    await ctx.resources.shared_limits.third.spend(ctx.db, ctx.request.network, ctx.now)
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
    await sql.accounts.oidc_identity.add_request(
        ctx.db,
        hash_secret(state),
        provider.name,
        browser,
        journey,
        ctx.now + PROVIDER_SIGN_IN_LIFETIME,
    )
    return ThirdUrl(url)


@procedure("/auth/third_check", raises=REFUSALS, atomic=False, secret=True)
async def third_check(ctx: Guest, attributes: ThirdCheck) -> ThirdSignedIn:
    """Complete a sign-in with a provider, or with an operator's sign-in link."""
    await ctx.resources.shared_limits.third.spend(ctx.db, ctx.request.network, ctx.now)
    if attributes.provider == AUTOLOGIN:
        return await sign_in_by_link(ctx, attributes.code)
    person, journey = await identify(ctx, attributes)
    whose = await sql.accounts.oidc_identity.find(ctx.db, person.provider, person.subject)
    if whose is None:
        whose = await link_by_email(ctx, person)
    if whose is None:
        raise Fault(Code.USER_NOT_BOUND, data=await issue_ticket(ctx, person, journey))
    owner = await sql.accounts.account.get(ctx.db, whose.publisher_id, whose.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    if refusal := await find_refusal(ctx, owner):
        await record(ctx, whose, refusal.name.lower())
        raise Fault(refusal)
    await require_second_step(ctx, owner, next=journey.next)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.THIRD_PARTY_UNKNOWN)
        session = await open_session(ctx, owner, *SHORT_LIFETIMES, kind="third")
    return ThirdSignedIn(session.token, session.expires_at, journey.next)


async def link_by_email(ctx: Guest, person: OidcUser) -> Login | None:
    """Bind the identity to the account with the same email address, if both provider and portal have verified it.

    One verification is not enough: whoever registered somebody else's address first would share the account with them.
    The network's staff are never linked by email address.
    """
    if not person.email_verified:
        return None
    whose = await sql.accounts.login_directory.find(ctx.db, email_login(person.email))
    owner = (
        await sql.accounts.account.get(ctx.db, whose.publisher_id, whose.account_id)
        if whose
        else None
    )
    if owner is None or not owner.email_verified_at or owner.role == "operator":
        return None
    if await find_refusal(ctx, owner):
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
    """Issue a ticket with which a later sign-in or sign-up binds the provider's identity."""
    ticket = secrets.token_urlsafe(32)
    await sql.accounts.oidc_identity.add_ticket(
        ctx.db, hash_secret(ticket), ticket_for(person), ctx.now + PROVIDER_SIGN_UP_LIFETIME
    )
    return UnboundIdentity(
        ticket, person.provider, person.email, person.email_verified, person.name, journey.next
    )


async def sign_in_by_link(ctx: Guest, code: str) -> ThirdSignedIn:
    """Open a session with an operator's one-time link. Raises 20038 if the link is invalid, used or expired."""
    token = ctx.resources.tokens.read(tokens.AUTOLOGIN, code)
    if token is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    purpose = sql.accounts.one_time_token.AUTOLOGIN
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=purpose)
    owner = link and await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if not link or not owner or owner.closed_at or owner.locked_at:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.THIRD_PARTY_UNKNOWN)
        if not await still_authorized(ctx, link) or not link.works(owner, ctx.now):
            raise Fault(Code.THIRD_PARTY_UNKNOWN)
        if not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        ):
            raise Fault(Code.THIRD_PARTY_UNKNOWN)
        staff = Staff(link.payload["operator_id"], link.payload["operator_name"])
        session = await begin_session(
            ctx,
            owner,
            IMPERSONATION_LIFETIME,
            IMPERSONATION_LIFETIME,
            kind="autologin",
            staff=staff,
        )
    return ThirdSignedIn(session.token, session.expires_at)


async def still_authorized(ctx: Guest, link: OneTimeToken) -> bool:
    """Lock the account of the operator who made the link. False if its credentials changed since or it was locked."""
    uid, operator_id = link.payload.get("operator_uid"), link.payload["operator_id"]
    if uid is None:
        return False
    stamp = await sql.accounts.account.lock(ctx.db, uid, operator_id)
    return stamp is not None and stamp == link.payload["operator_stamp"]
