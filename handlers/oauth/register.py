"""Apps that register themselves (RFC 7591)."""

import secrets
from typing import Any

import msgspec

import sql.accounts.oauth_client
from handlers.oauth.replies import METHODS, OAuthError, json_response, read_small
from rpc import Request, Response, endpoint
from rpc.http.open_cors import preflight_response
from rpc.http.request import network_of
from schema.accounts.agent import SCOPES
from schema.accounts.oauth import ClientMetadata

DECODER = msgspec.json.Decoder(ClientMetadata)
PREFIX = "app_"


@endpoint("/oauth/register", methods=("POST", "OPTIONS"))
async def register(request: Request) -> Response:
    """Register an app. It gets an id and no secret: its codes are proved by PKCE."""
    if request.method == "OPTIONS":
        return preflight_response(METHODS)
    body = await read_small(request)
    try:
        metadata = read_metadata(body)
    except OAuthError as error:
        return error.to_response()
    client_id = PREFIX + secrets.token_urlsafe(18)
    resources, network = request.resources, network_of(request.ip)
    async with resources.pool_for_calls.connection() as db, db.transaction():
        now = resources.clock.now()
        await resources.shared_limits.oauth_register.spend(db, network, now)
        await sql.accounts.oauth_client.save(
            db,
            client_id,
            name=metadata.name,
            redirect_uris=metadata.redirect_uris,
            fetched_at=None,
            now=now,
        )
    answer: dict[str, Any] = {
        "client_id": client_id,
        "client_id_issued_at": int(now.timestamp()),
        "client_name": metadata.name,
        "redirect_uris": metadata.redirect_uris,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": " ".join(SCOPES),
    }
    return json_response(answer, 201)


def read_metadata(body: bytes) -> ClientMetadata:
    try:
        metadata = DECODER.decode(body)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise OAuthError(
            "invalid_client_metadata", f"Send JSON with redirect_uris: {error}"
        ) from None
    if flaw := metadata.find_flaw():
        raise OAuthError("invalid_redirect_uri", flaw)
    return metadata
