"""Tokens of apps: for the code of a consent, and for a refresh token; each of these works once."""

from datetime import datetime

import structlog

import sql.accounts.agent_grant
from handlers.oauth.replies import METHODS, OAuthError, json_response, read_form
from rpc import Request, Response, endpoint
from rpc.http.open_cors import preflight_response
from rpc.process.resources import Resources
from rpc.security.tokens import AGENT_ACCESS, AGENT_CODE, AGENT_REFRESH, Token
from schema.accounts.agent import ACCESS_LIFETIME, ACCESS_PREFIX, REFRESH_PREFIX
from schema.accounts.oauth import is_resource, proves
from sql.accounts.agent_grant import Presented
from sql.core.db import Connection

log = structlog.get_logger()

NO_LONGER = "It is unknown, has expired, was used before, or its person ended the connection"
REPLAYED = "It was used before: the connection has ended, because somebody else may have it"


@endpoint("/oauth/token", methods=("POST", "OPTIONS"))
async def token(request: Request) -> Response:
    """Exchange a code or a refresh token for new tokens. What was used before ends the connection."""
    if request.method == "OPTIONS":
        return preflight_response(METHODS)
    resources = request.resources
    try:
        form = await read_form(request)
        sent, kind = read_secret(resources, form)
        async with resources.pool_for_calls.connection() as db, db.transaction():
            now = resources.clock.now()
            found = await sql.accounts.agent_grant.lock_secret(db, sent.owner, sent.hash, kind, now)
            if found is not None and found.used:
                # Committed, so that it lasts beyond the refusal.
                await sql.accounts.agent_grant.end(db, sent.owner, found.grant_id, now)
                log.warning("replay", kind=kind, publisher=sent.owner, grant=found.grant_id)
                return OAuthError("invalid_grant", REPLAYED).to_response()
            return await exchange(db, resources, sent, check(found, kind, form, resources), now)
    except OAuthError as error:
        return error.to_response()


def read_secret(resources: Resources, form: dict[str, str]) -> tuple[Token, str]:
    """The code or refresh token in a form, and which of them it is."""
    match form.get("grant_type"):
        case "authorization_code":
            found, kind = resources.tokens.read(AGENT_CODE, form.get("code", "")), "code"
        case "refresh_token":
            text = form.get("refresh_token", "").removeprefix(REFRESH_PREFIX)
            found, kind = resources.tokens.read(AGENT_REFRESH, text), "refresh"
        case _:
            raise OAuthError(
                "unsupported_grant_type", "grant_type must be authorization_code or refresh_token"
            )
    if found is None:
        raise OAuthError("invalid_grant", NO_LONGER)
    return found, kind


def check(
    presented: Presented | None, kind: str, form: dict[str, str], resources: Resources
) -> Presented:
    """What an app sent, if it works and is its own. Raises OAuthError."""
    if presented is None or not presented.works:
        raise OAuthError("invalid_grant", NO_LONGER)
    if form.get("client_id") != presented.client_id:
        raise OAuthError("invalid_grant", "client_id is not that of the app to which it was given")
    public_url = resources.settings.public_url
    if not is_resource(form.get("resource", ""), public_url):
        raise OAuthError("invalid_target", f"The only resource here is {public_url}/mcp")
    if kind == "code":
        if form.get("redirect_uri") != presented.redirect_uri:
            raise OAuthError("invalid_grant", "redirect_uri is not the one of the request")
        if not proves(form.get("code_verifier", ""), presented.challenge or ""):
            raise OAuthError("invalid_grant", "code_verifier is not the one of the code_challenge")
    return presented


async def exchange(
    db: Connection, resources: Resources, sent: Token, presented: Presented, now: datetime
) -> Response:
    """Use up what an app sent, and give it new tokens."""
    access, access_hash = resources.tokens.make(AGENT_ACCESS, sent.owner)
    refresh, refresh_hash = resources.tokens.make(AGENT_REFRESH, sent.owner)
    await sql.accounts.agent_grant.use_secret(db, sent.owner, sent.hash, now)
    await sql.accounts.agent_grant.add_tokens(
        db,
        sent.owner,
        presented.grant_id,
        access_hash=access_hash,
        refresh_hash=refresh_hash,
        now=now,
    )
    return json_response(
        {
            "access_token": ACCESS_PREFIX + access,
            "token_type": "Bearer",
            "expires_in": int(ACCESS_LIFETIME.total_seconds()),
            "refresh_token": REFRESH_PREFIX + refresh,
            "scope": " ".join(presented.scopes),
        }
    )
