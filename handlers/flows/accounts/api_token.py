"""API tokens: made and rotated by the owner, who gives the password again."""

from datetime import datetime

from msgspec import UNSET

import sql.accounts.api_token
import sql.accounts.publisher
import sql.brands.relationship
from rpc import Code, Fault, Publisher
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, require_password
from rpc.jobs.notify import notify_account
from rpc.security.tokens import API_TOKEN
from schema.accounts.api_token import (
    PREFIX,
    ROTATION_OVERLAP,
    TOKENS_MAX,
    TokenDraft,
    TokenMade,
)
from sql.accounts.account import Login

TOO_MANY = f"You already have {TOKENS_MAX} API tokens: revoke one first"
EXPIRES_AT = "attributes.expires_at"


async def save(ctx: Publisher, draft: TokenDraft) -> TokenMade:
    """Make a token, or rotate the one that the draft names."""
    expires_at = expiry_of(draft)
    if expires_at is not None and expires_at <= ctx.now:
        raise Fault(Code.REQUEST_INVALID, field=EXPIRES_AT, why="must lie in the future")
    await check_site(ctx, draft.site_id)
    owner = await require_password(ctx, draft.password)
    login = Login(ctx.publisher_id, ctx.account.id)
    secret, hash = ctx.resources.tokens.make(API_TOKEN, ctx.publisher_id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        token_id = await store(ctx, login, draft, hash)
        action = "made" if draft.id is None else "given a new secret"
        await record(ctx, login, token_id=str(token_id), name=draft.name)
        scopes = ", ".join(sorted(draft.scopes))
        await notify_account(ctx, login, "api_token", what=action, token=draft.name, scopes=scopes)
    return TokenMade(token_id, PREFIX + secret)


async def store(ctx: Publisher, login: Login, draft: TokenDraft, hash: bytes) -> int:
    """Store what a token may do under the hash of its secret, in the caller's transaction. Returns its id."""
    scopes = sorted(set(draft.scopes))
    if draft.id is not None:
        rotated = await sql.accounts.api_token.rotate(
            ctx.db,
            login,
            draft.id,
            name=draft.name,
            hash=hash,
            scopes=scopes,
            site_id=draft.site_id,
            expires_at=expiry_of(draft),
            keeps_expiry=draft.expires_at is UNSET,
            former_until=ctx.now + ROTATION_OVERLAP,
            now=ctx.now,
        )
        if not rotated:
            raise Fault(Code.NOT_FOUND, field="attributes.id")
        return draft.id
    await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
    if await sql.accounts.api_token.count_live(ctx.db, ctx.publisher_id, ctx.now) >= TOKENS_MAX:
        raise Fault(Code.REQUEST_INVALID, TOO_MANY)
    return await sql.accounts.api_token.add(
        ctx.db,
        login,
        name=draft.name,
        hash=hash,
        scopes=scopes,
        site_id=draft.site_id,
        expires_at=expiry_of(draft),
        now=ctx.now,
    )


def expiry_of(draft: TokenDraft) -> datetime | None:
    """When the draft says that its token expires; None if it says never, or nothing."""
    return None if draft.expires_at is UNSET else draft.expires_at


async def check_site(ctx: Publisher, site_id: int | None) -> None:
    """Raise SITE_INVALID for a channel that is not the publisher's."""
    if site_id is None:
        return
    status = await sql.brands.relationship.get_site_status(ctx.db, ctx.publisher_id, site_id)
    if status is None:
        raise Fault(Code.SITE_INVALID, field="attributes.site_id")
