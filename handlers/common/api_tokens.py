"""API tokens: creating and rotating them, for which one re-enters the password; listing and revoking them.

A token belongs to the member who made it. Owners see, rotate and revoke everybody's, all others their own.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import UNSET

import sql.accounts.api_token
import sql.accounts.publisher
import sql.brands.relationship
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, require_reauth
from rpc.jobs.account_mail import notify_account
from rpc.security.tokens import API_TOKEN
from schema.accounts.api_token import (
    PREFIX,
    ROTATION_OVERLAP,
    TEST_PREFIX,
    TOKENS_MAX,
    ApiToken,
    Scope,
    TokenDraft,
    TokenMade,
    TokenRef,
)
from schema.accounts.permission import TEAM_EDIT
from schema.core.envelope import Listing
from sql.accounts.account import Login

TOO_MANY = f"You already have {TOKENS_MAX} API tokens: revoke one first"
EXPIRES_AT = "attributes.expires_at"


@procedure(
    "/common/gen_token",
    permission="token.edit",
    narrowed="channels",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.SITE_INVALID],
    atomic=False,
    hashes=True,
    secret=True,
)
async def gen_token(ctx: Publisher, attributes: TokenDraft) -> TokenMade:
    """Create an API token for scripts, or give an existing token a new secret. The token is shown only once."""
    draft = attributes
    check_scopes(ctx, draft.scopes)
    expires_at = expiry_of(draft)
    if expires_at is not None and expires_at <= ctx.now:
        raise Fault(Code.REQUEST_INVALID, field=EXPIRES_AT, rule=Rule.IN_THE_PAST)
    await check_site(ctx, draft.site_id)
    # A token of the sandbox reaches nothing of the account, so the password is not asked for.
    owner = None if ctx.account.sandbox else await require_reauth(ctx, draft)
    login = Login(ctx.publisher_id, ctx.account.id)
    secret, hash = ctx.resources.tokens.make(API_TOKEN, ctx.publisher_id)
    async with ctx.db.transaction():
        if owner is not None:
            await lock_credentials(ctx, owner)
        token_id = await store(ctx, login, draft, hash)
        action = "made" if draft.id is None else "given a new secret"
        await record(ctx, login, token_id=str(token_id), name=draft.name)
        scopes = ", ".join(sorted(draft.scopes))
        await notify_account(ctx, login, "api_token", what=action, token=draft.name, scopes=scopes)
    return TokenMade(token_id, (TEST_PREFIX if ctx.account.sandbox else PREFIX) + secret)


@query("/common/token_list", permission=None, narrowed="channels")
async def token_list(ctx: Publisher) -> Listing[ApiToken]:
    """List the valid API tokens, newest first: owners everybody's, others their own. Their secrets are not stored."""
    tokens = await sql.accounts.api_token.list_live(
        ctx.db, ctx.publisher_id, whose_tokens(ctx), ctx.now
    )
    return Listing(tokens, len(tokens))


@procedure("/common/token_del", permission="token.edit", narrowed="channels")
async def token_del(ctx: Publisher, attributes: TokenRef) -> None:
    """Revoke an API token. Calls made with it are refused from then on."""
    if not await sql.accounts.api_token.revoke(
        ctx.db, ctx.publisher_id, whose_tokens(ctx), attributes.id, ctx.now
    ):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), token_id=str(attributes.id))


async def store(ctx: Publisher, login: Login, draft: TokenDraft, hash: bytes) -> int:
    """Store a new or rotated token under its secret's hash, in the caller's transaction. Returns the token's id."""
    scopes = sorted(set(draft.scopes))
    if draft.id is not None:
        rotated = await sql.accounts.api_token.rotate(
            ctx.db,
            login,
            draft.id,
            maker=whose_tokens(ctx),
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


def whose_tokens(ctx: Publisher) -> int | None:
    """The account whose tokens a member sees and changes; None for an owner, for whom it is everybody's."""
    return None if TEAM_EDIT in ctx.permissions else ctx.account.id


def check_scopes(ctx: Publisher, scopes: Sequence[Scope]) -> None:
    """Raise REQUEST_INVALID for a scope that the role of the token's maker does not have."""
    allowed = [scope for scope in Scope if scope in ctx.permissions]
    if not {*scopes} <= {*allowed}:
        raise Fault(
            Code.REQUEST_INVALID,
            field="attributes.scopes",
            rule=Rule.ONE_OF,
            limit=", ".join(allowed),
        )


def expiry_of(draft: TokenDraft) -> datetime | None:
    """The expiry time given in the draft; None if the draft says never, or does not say."""
    return None if draft.expires_at is UNSET else draft.expires_at


async def check_site(ctx: Publisher, site_id: int | None) -> None:
    """Raise SITE_INVALID for a channel that is not the publisher's."""
    if site_id is None:
        return
    status = await sql.brands.relationship.get_site_status(ctx.db, ctx.publisher_id, site_id)
    if status is None:
        raise Fault(Code.SITE_INVALID, field="attributes.site_id")
