"""Apps that sign out (RFC 7009)."""

import sql.accounts.agent_grant
from handlers.oauth.replies import METHODS, OAuthError, json_response, read_form
from rpc import Request, Response, endpoint
from rpc.http.open_cors import preflight_response
from rpc.security.tokens import AGENT_ACCESS, AGENT_REFRESH
from schema.accounts.agent import ACCESS_PREFIX, REFRESH_PREFIX


@endpoint("/oauth/revoke", methods=("POST", "OPTIONS"))
async def revoke(request: Request) -> Response:
    """End the connection that a token belongs to. The answer is the same for a token that is not known."""
    if request.method == "OPTIONS":
        return preflight_response(METHODS)
    try:
        form = await read_form(request)
    except OAuthError as error:
        return error.to_response()
    text, resources = form.get("token", ""), request.resources
    found = resources.tokens.read(AGENT_REFRESH, text.removeprefix(REFRESH_PREFIX))
    if found is None:
        found = resources.tokens.read(AGENT_ACCESS, text.removeprefix(ACCESS_PREFIX))
    if found is not None:
        async with resources.pool_for_calls.connection() as db:
            now = resources.clock.now()
            await sql.accounts.agent_grant.end_by_secret(db, found.owner, found.hash, now)
    return json_response({})
