"""Identities at providers: their accounts, and the authorization requests in progress."""

from datetime import datetime

from msgspec import Struct

from schema.accounts.social_login import ThirdIdentity
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


class AuthorizationRequest(Struct, frozen=True):
    """The parameters with which a browser was sent to a provider; `next` is the page to open afterwards."""

    nonce: str
    verifier: str
    next: str | None


class IdentityTicket(Struct, frozen=True):
    """A proven identity, for the account that signs in or up next."""

    provider: str
    subject: str
    email: str
    email_verified: bool


async def add_request(
    db: Connection,
    hash: bytes,
    provider: str,
    browser: bytes | None,
    journey: AuthorizationRequest,
    expires_at: datetime,
) -> None:
    query = text(
        """
        insert into third_state (hash, provider, browser, nonce, verifier, next, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        hash,
        provider,
        browser,
        journey.nonce,
        journey.verifier,
        journey.next,
        expires_at,
    )
    await run(db, query)


async def redeem_request(
    db: Connection, hash: bytes, provider: str, browser: bytes | None, now: datetime
) -> AuthorizationRequest | None:
    """The request with this state, for the browser in which it began, once and in time."""
    query = text(
        """
        update third_state set used_at = $4
         where hash = $1 and provider = $2 and browser is not distinct from $3
           and used_at is null and expires_at > $4
        returning nonce, verifier, next
        """,
        hash,
        provider,
        browser,
        now,
    )
    return await maybe_row(db, query, AuthorizationRequest)


async def add_ticket(
    db: Connection, hash: bytes, ticket: IdentityTicket, expires_at: datetime
) -> None:
    query = text(
        """
        insert into third_ticket (hash, provider, subject, email, email_verified, expires_at)
        values ($1, $2, $3, $4, $5, $6)
        """,
        hash,
        ticket.provider,
        ticket.subject,
        ticket.email,
        ticket.email_verified,
        expires_at,
    )
    await run(db, query)


async def redeem_ticket(db: Connection, hash: bytes, now: datetime) -> IdentityTicket | None:
    """The identity of a ticket, once and in time."""
    query = text(
        """
        update third_ticket set used_at = $2
         where hash = $1 and used_at is null and expires_at > $2
        returning provider, subject, email, email_verified
        """,
        hash,
        now,
    )
    return await maybe_row(db, query, IdentityTicket)


async def find(db: Connection, provider: str, subject: str) -> Login | None:
    """The account of an identity."""
    query = text(
        """
        select publisher_id, account_id from third_directory where provider = $1 and subject = $2
        """,
        provider,
        subject,
    )
    return await maybe_row(db, query, Login)


async def bind(db: Connection, of: Login, identity: IdentityTicket, now: datetime) -> bool:
    """Connect an identity to an account. False if it belongs to one, or the account has one from that provider;
    then the caller must roll back."""
    claim = text(
        """
        insert into third_directory (provider, subject, publisher_id, account_id)
        values ($1, $2, $3, $4) on conflict do nothing
        """,
        identity.provider,
        identity.subject,
        of.publisher_id,
        of.account_id,
    )
    add = text(
        """
        insert into third_identity (publisher_id, account_id, provider, subject, email, bound_at)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing
        """,
        of.publisher_id,
        of.account_id,
        identity.provider,
        identity.subject,
        identity.email,
        now,
    )
    return await run(db, claim) == 1 and await run(db, add) == 1


async def unbind(db: Connection, of: Login, provider: str) -> bool:
    """Disconnect a provider's identity from an account. False if it has none."""
    query = text(
        """
        delete from third_identity
         where publisher_id = $1 and account_id = $2 and provider = $3
        returning subject
        """,
        of.publisher_id,
        of.account_id,
        provider,
    )
    subject: str | None = await one_value(db, query)
    if subject is None:
        return False
    release = text(
        """
        delete from third_directory
         where provider = $1 and subject = $2 and publisher_id = $3 and account_id = $4
        """,
        provider,
        subject,
        of.publisher_id,
        of.account_id,
    )
    return await run(db, release) == 1


async def of_account(db: Connection, of: Login) -> list[ThirdIdentity]:
    """The identities connected to an account."""
    query = text(
        """
        select provider, email, bound_at from third_identity
         where publisher_id = $1 and account_id = $2 order by provider
        """,
        of.publisher_id,
        of.account_id,
    )
    return await all_rows(db, query, ThirdIdentity)
