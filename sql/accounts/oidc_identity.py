"""Identities at sign-in providers: the accounts they belong to, and the authorization requests in progress."""

from datetime import datetime

from msgspec import Struct

from schema.accounts.oidc_sign_in import ThirdIdentity
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, fetch, maybe_row, one_value, run, text


class AuthorizationRequest(Struct, frozen=True):
    """The parameters with which a browser was sent to a provider; `next` is the page to open afterwards."""

    nonce: str
    verifier: str
    next: str | None


class IdentityTicket(Struct, frozen=True):
    """A proven identity, to be connected to the account that signs in or up next."""

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
        values (:hash, :provider, :browser, :nonce, :verifier, :next, :expires_at)
        """,
        hash=hash,
        provider=provider,
        browser=browser,
        nonce=journey.nonce,
        verifier=journey.verifier,
        next=journey.next,
        expires_at=expires_at,
    )
    await run(db, query)


async def redeem_request(
    db: Connection, hash: bytes, provider: str, browser: bytes | None, now: datetime
) -> AuthorizationRequest | None:
    """Redeem the authorization request with this state: once, before it expires, in the browser in which it began."""
    query = text(
        """
        update third_state set used_at = :now
         where hash = :hash and provider = :provider and browser is not distinct from :browser
           and used_at is null and expires_at > :now
        returning nonce, verifier, next
        """,
        hash=hash,
        provider=provider,
        browser=browser,
        now=now,
    )
    return await maybe_row(db, query, AuthorizationRequest)


async def add_ticket(
    db: Connection, hash: bytes, ticket: IdentityTicket, expires_at: datetime
) -> None:
    query = text(
        """
        insert into third_ticket (hash, provider, subject, email, email_verified, expires_at)
        values (:hash, :provider, :subject, :email, :email_verified, :expires_at)
        """,
        hash=hash,
        provider=ticket.provider,
        subject=ticket.subject,
        email=ticket.email,
        email_verified=ticket.email_verified,
        expires_at=expires_at,
    )
    await run(db, query)


async def redeem_ticket(db: Connection, hash: bytes, now: datetime) -> IdentityTicket | None:
    """Redeem a ticket for its identity: once, before it expires."""
    query = text(
        """
        update third_ticket set used_at = :now
         where hash = :hash and used_at is null and expires_at > :now
        returning provider, subject, email, email_verified
        """,
        hash=hash,
        now=now,
    )
    return await maybe_row(db, query, IdentityTicket)


async def find(db: Connection, provider: str, subject: str) -> Login | None:
    """The account that a provider's identity is connected to."""
    query = text(
        """
        select publisher_id, account_id from third_directory where provider = :provider and subject = :subject
        """,
        provider=provider,
        subject=subject,
    )
    return await maybe_row(db, query, Login)


async def bind(db: Connection, of: Login, identity: IdentityTicket, now: datetime) -> bool:
    """Connect an identity to an account. False if the identity belongs to an account already, or the account has one
    from that provider; then the caller must roll back."""
    claim = text(
        """
        insert into third_directory (provider, subject, publisher_id, account_id)
        values (:provider, :subject, :publisher_id, :account_id) on conflict do nothing
        """,
        provider=identity.provider,
        subject=identity.subject,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    add = text(
        """
        insert into third_identity (publisher_id, account_id, provider, subject, email, bound_at)
        values (:publisher_id, :account_id, :provider, :subject, :email, :now) on conflict do nothing
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        provider=identity.provider,
        subject=identity.subject,
        email=identity.email,
        now=now,
    )
    return await run(db, claim) == 1 and await run(db, add) == 1


async def unbind(db: Connection, of: Login, provider: str) -> bool:
    """Disconnect a provider's identity from an account. False if it has none."""
    query = text(
        """
        delete from third_identity
         where publisher_id = :publisher_id and account_id = :account_id and provider = :provider
        returning subject
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        provider=provider,
    )
    subject: str | None = await one_value(db, query)
    if subject is None:
        return False
    release = text(
        """
        delete from third_directory
         where provider = :provider and subject = :subject and publisher_id = :publisher_id and account_id = :account_id
        """,
        provider=provider,
        subject=subject,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    return await run(db, release) == 1


async def of_account(db: Connection, of: Login) -> list[ThirdIdentity]:
    """The identities connected to an account."""
    query = text(
        """
        select provider, email, bound_at from third_identity
         where publisher_id = :publisher_id and account_id = :account_id order by provider
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    return await all_rows(db, query, ThirdIdentity)


async def move(db: Connection, of: Login, to: Login) -> None:
    """Let the identities, which the account's row in another publisher has now, lead there."""
    query = text(
        """
        select provider, subject from third_identity
         where publisher_id = :publisher_id and account_id = :account_id order by provider
        """,
        publisher_id=to.publisher_id,
        account_id=to.account_id,
    )
    for row in await fetch(db, query):
        lead = text(
            """
            update third_directory set publisher_id = :uid
             where provider = :provider and subject = :subject
               and publisher_id = :publisher_id and account_id = :account_id
            """,
            provider=row["provider"],
            subject=row["subject"],
            uid=to.publisher_id,
            publisher_id=of.publisher_id,
            account_id=of.account_id,
        )
        await run(db, lead)
