"""Where an app sends its person's browser: to the page that asks whether the app may act for them."""

from base64 import urlsafe_b64encode
from datetime import timedelta
from html import escape

import msgspec

import sql.accounts.oauth_client
from handlers.oauth.replies import OAuthError, read_once
from rpc import Request, Response, endpoint
from rpc.http.request import network_of
from rpc.http.standalone_page import page_response
from rpc.outbound.client_document import DocumentWrong, read_client_document
from rpc.process.resources import Resources
from rpc.security.fair_queue import FairQueue
from schema.accounts.oauth import (
    CHALLENGE,
    answer_address,
    is_document_address,
    is_on_device,
    is_registered,
    is_resource,
    is_storable,
    name_target,
    read_scopes,
)
from schema.core.errors import Fault
from sql.accounts.oauth_client import OAuthClient

PAGE = "/connect"
QUESTION_FIELDS = ("client_id", "redirect_uri", "code_challenge", "scope", "resource", "state")
DOCUMENT_FRESH = timedelta(hours=1)
"""For how long a document is not read again."""
READING = FairQueue(3, max_waiting=10, fair_seconds=5.0, retry_after=5)
"""The queue of documents that are read, one at a time for each address that asks."""
TITLE = "This app cannot be connected"
BACK = "Go back to the app and start again. If that does not help, tell its developer what stands here."


class AppUnknown(Exception):
    """The app, or the address for its answer, is not known: nothing is sent there."""


@endpoint("/oauth/authorize")
async def authorize(request: Request) -> Response:
    """Check what an app asks, and lead to the page on which its person answers."""
    try:
        asked = read_once(request.query_pairs)
        client = await find_client(request, asked.get("client_id", ""))
        redirect_uri = asked.get("redirect_uri", "")
        if not is_registered(redirect_uri, client.redirect_uris):
            raise AppUnknown(
                "It asks to send your answer to an address that is not one of its own."
            )
    except (AppUnknown, OAuthError) as error:
        return page_response(400, TITLE, escape(str(error)), BACK)
    public_url = request.resources.settings.public_url
    try:
        check_question(asked, public_url)
    except OAuthError as error:
        values = {
            "error": error.name,
            "error_description": str(error),
            "state": asked.get("state"),
            "iss": public_url,
        }
        return answer_wrong_question(redirect_uri, answer_address(redirect_uri, values), str(error))
    question = {name: asked[name] for name in QUESTION_FIELDS if name in asked}
    # In one piece that is no number, which the address of a page would not keep as it was sent.
    written = urlsafe_b64encode(msgspec.json.encode(question)).rstrip(b"=").decode()
    return lead_to(f"{PAGE}?ask={written}")


def answer_wrong_question(redirect_uri: str, address: str, why: str) -> Response:
    """Return an error to an app. Anyone can register one, so an error redirects to no website."""
    if is_on_device(redirect_uri):
        return lead_to(address)
    link = f'<a href="{escape(address)}" rel="noreferrer">Go back to {escape(name_target(redirect_uri))}</a>'
    return page_response(400, TITLE, escape(f"{why}."), link)


def lead_to(address: str) -> Response:
    headers = [
        (b"location", address.encode()),
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer"),
    ]
    return Response(302, b"", headers)


def check_question(question: dict[str, str], public_url: str) -> None:
    """Raise OAuthError for a question that no person need be asked."""
    if question.get("response_type") != "code":
        raise OAuthError("unsupported_response_type", "response_type must be code")
    if question.get("code_challenge_method") != "S256":
        raise OAuthError("invalid_request", "code_challenge_method must be S256")
    if not CHALLENGE.fullmatch(question.get("code_challenge", "")):
        raise OAuthError("invalid_request", "code_challenge must be a SHA-256 digest in base64url")
    if not read_scopes(question.get("scope", "")):
        raise OAuthError("invalid_scope", "None of these scopes is known here")
    if not is_resource(question.get("resource", ""), public_url):
        raise OAuthError("invalid_target", f"The only resource here is {public_url}/mcp")
    if len(question.get("state", "")) > 2_000:
        raise OAuthError("invalid_request", "state cannot be longer than 2,000 characters")


async def find_client(request: Request, client_id: str) -> OAuthClient:
    """The app with an id, as it registered or as its document says now. Raises AppUnknown."""
    if not is_storable(client_id):
        raise AppUnknown("It does not say which app it is.")
    resources = request.resources
    async with resources.pool_for_calls.connection() as db:
        client = await sql.accounts.oauth_client.find(db, client_id)
    now = resources.clock.now()
    is_fresh = client is not None and (
        client.fetched_at is None or now - client.fetched_at < DOCUMENT_FRESH
    )
    if client is not None and is_fresh:
        return client
    if not is_document_address(client_id):
        raise AppUnknown(
            "It is not known here; an app that nobody connects is forgotten after a week."
        )
    return await read_document(resources, client_id, network_of(request.ip))


async def read_document(resources: Resources, client_id: str, network: str) -> OAuthClient:
    """The app as its document describes it, which is kept for the page that asks."""
    try:
        async with resources.pool_for_calls.connection() as db:
            await resources.shared_limits.oauth_document.spend(db, network, resources.clock.now())
        async with READING.slot(hash(network)):
            found = await read_client_document(resources.http_client, client_id)
    except DocumentWrong as error:
        raise AppUnknown(f"The document that describes it is wrong: {error}.") from None
    except Fault:
        raise AppUnknown("The document that describes it cannot be read now.") from None
    now = resources.clock.now()
    async with resources.pool_for_calls.connection() as db:
        await sql.accounts.oauth_client.save(
            db,
            client_id,
            name=found.name,
            redirect_uris=found.redirect_uris,
            fetched_at=now,
            now=now,
        )
    return OAuthClient(
        client_id=client_id, name=found.name, redirect_uris=found.redirect_uris, fetched_at=now
    )
