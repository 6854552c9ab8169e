"""Identities at OpenID Connect providers: confirmed by the provider, and bound to an account."""

import structlog

import sql.accounts.oidc_identity
from handlers.flows.accounts.memberships import record_everywhere
from rpc import Code, Fault, Guest
from rpc.config.oidc_providers import OidcProvider
from rpc.jobs.account_mail import notify_account
from rpc.outbound.oidc import OidcError, OidcUser
from rpc.security.tokens import hash_secret
from schema.accounts.oidc_sign_in import (
    ThirdBind,
    ThirdCheck,
)
from sql.accounts.account import Login, Owner
from sql.accounts.oidc_identity import AuthorizationRequest, IdentityTicket

log = structlog.get_logger()


def provider_named(ctx: Guest, name: str) -> OidcProvider:
    provider = ctx.resources.oidc.providers.get(name)
    if provider is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    return provider


def redirect_uri(ctx: Guest, provider: OidcProvider) -> str:
    """The URL to which the provider redirects the browser."""
    return f"{ctx.resources.settings.public_url}/auth/third-party?provider={provider.name}"


async def identify(
    ctx: Guest, attributes: ThirdCheck | ThirdBind
) -> tuple[OidcUser, AuthorizationRequest]:
    """The identity that the provider confirmed. Raises 20038 for an invalid state or code."""
    provider = provider_named(ctx, attributes.provider)
    browser = hash_secret(attributes.browser) if attributes.browser else None
    state = hash_secret(attributes.state or "")
    journey = await sql.accounts.oidc_identity.redeem_request(
        ctx.db, state, provider.name, browser, ctx.now
    )
    if journey is None:
        log.warning("sign-in refused", provider=provider.name, reason="unknown or expired state")
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


def ticket_for(person: OidcUser) -> IdentityTicket:
    return IdentityTicket(person.provider, person.subject, person.email, person.email_verified)


async def bind(
    ctx: Guest, owner: Owner | Login, identity: IdentityTicket, *, quietly: bool = False
) -> None:
    """Bind an identity to an account, in the caller's transaction.

    Raises 20040 if the identity is bound already, or the account has another one of the same provider.
    """
    of = Login(owner.publisher_id, owner.account_id)
    if not await sql.accounts.oidc_identity.bind(ctx.db, of, identity, ctx.now):
        raise Fault(Code.USER_ALREADY_BOUND)
    label = provider_named(ctx, identity.provider).label
    await record_everywhere(ctx, of, "bound", provider=label)
    if not quietly:
        await notify_account(ctx, of, "third_bound", provider=label)


async def redeem_ticket(
    ctx: Guest, of: Owner | Login, ticket: str | None, *, quietly: bool = False
) -> IdentityTicket | None:
    """Bind a ticket's identity, in the caller's transaction. Raises 20038 if the ticket is used, expired or unknown."""
    if ticket is None:
        return None
    identity = await sql.accounts.oidc_identity.redeem_ticket(ctx.db, hash_secret(ticket), ctx.now)
    if identity is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    await bind(ctx, of, identity, quietly=quietly)
    return identity
