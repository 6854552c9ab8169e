"""The well-known addresses for crawlers, password managers, agents and people who found a vulnerability."""

from html import escape

import msgspec

from rpc import Request, Response, endpoint
from rpc.agents.metadata import describe_resource, describe_server
from rpc.http.open_cors import EXPOSED, preflight_response
from rpc.http.standalone_page import page_response
from rpc.http.web_app_files import SECRET_IN_URL
from rpc.process.resources import Resources

PLAIN = b"text/plain; charset=utf-8"
CACHED = [(b"cache-control", b"public, max-age=3600")]
NOTHING = b"Nothing is published here\n"
GUIDE = "/tools/apis/guides/agents"
OAUTH_PATHS = {
    "authorization": "/oauth/authorize",
    "token": "/oauth/token",
    "registration": "/oauth/register",
    "revocation": "/oauth/revoke",
}
HIDDEN = (*SECRET_IN_URL, "/unsubscribe/")
ROBOTS = "".join(["User-agent: *\n", *(f"Disallow: {path}\n" for path in HIDDEN)])
RULES = (
    "If you found a way to read or change what is not yours, to sign in as somebody else or to move money, "
    "please tell us before anybody else.",
    "Say what you did, what happened and what somebody could gain by it. We answer within three working days, and "
    "tell you when it is mended.",
    "Use an account of your own, stop at the first proof, and do not read, change or keep the data of others, send "
    "mail to them or slow the portal down. Whoever keeps to this has nothing to fear from us.",
)


@endpoint("/robots.txt")
async def robots(_: Request) -> Response:
    """Keep crawlers from pages with secret addresses. Publishers' links stay open, so that they can be previewed."""
    return Response(200, ROBOTS.encode(), CACHED, PLAIN)


@endpoint("/.well-known/security.txt")
async def security(request: Request) -> Response:
    """Say whom to tell about a vulnerability (RFC 9116), until SECURITY_EXPIRES."""
    settings = request.resources.settings
    contacts, expires = published_contacts(request.resources), settings.security_expires
    if not contacts:
        return Response(404, NOTHING, None, PLAIN)
    lines = [
        *(f"Contact: {contact}" for contact in contacts),
        f"Expires: {expires}T00:00:00Z",
        "Preferred-Languages: en",
        f"Canonical: {settings.public_url}/.well-known/security.txt",
        f"Policy: {settings.public_url}/vulnerabilities",
    ]
    return Response(200, "\n".join([*lines, ""]).encode(), CACHED, PLAIN)


@endpoint("/vulnerabilities")
async def vulnerabilities(request: Request) -> Response:
    """The page for people who found a vulnerability: whom to contact, and what we ask of them."""
    links = [
        f'<a href="{escape(contact)}">{escape(contact.removeprefix("mailto:"))}</a>'
        for contact in published_contacts(request.resources)
    ]
    whom = f"Write to {' or '.join(links)}." if links else "Write to your contact at the network."
    return page_response(200, "Report a vulnerability", RULES[0], whom, *RULES[1:])


@endpoint("/.well-known/change-password")
async def change_password(_: Request) -> Response:
    """Lead password managers to where the password is changed (W3C, A Well-Known URL for Changing Passwords)."""
    return Response(302, b"", [(b"location", b"/settings/login"), (b"cache-control", b"no-store")])


@endpoint(
    "/.well-known/oauth-protected-resource",
    methods=("GET", "HEAD", "OPTIONS"),
    alias="/.well-known/oauth-protected-resource/mcp",
)
async def oauth_protected_resource(request: Request) -> Response:
    """Say who gives tokens for the tools of agents (RFC 9728)."""
    public_url = request.resources.settings.public_url
    return metadata_response(request, describe_resource(public_url, "/mcp", GUIDE))


@endpoint(
    "/.well-known/oauth-authorization-server",
    methods=("GET", "HEAD", "OPTIONS"),
    alias="/.well-known/oauth-authorization-server/mcp",
)
async def oauth_authorization_server(request: Request) -> Response:
    """Describe how an app asks a person for access, and gets tokens (RFC 8414)."""
    public_url = request.resources.settings.public_url
    return metadata_response(request, describe_server(public_url, OAUTH_PATHS, GUIDE))


def metadata_response(request: Request, content: dict[str, object]) -> Response:
    """A document that apps in a browser may read, too."""
    if request.method == "OPTIONS":
        return preflight_response(b"GET, HEAD, OPTIONS")
    headers = [*EXPOSED, *CACHED]
    return Response(200, msgspec.json.encode(content), headers, b"application/json; charset=utf-8")


@endpoint("/.well-known/{name}", subtree=True)
async def name(_: Request) -> Response:
    """Refuse every other well-known address: the web app would answer them all as if they existed (RFC 8615)."""
    return Response(404, NOTHING, None, PLAIN)


def published_contacts(resources: Resources) -> tuple[str, ...]:
    """The contacts for vulnerabilities; none once they have expired, as they may no longer be right."""
    settings = resources.settings
    expires = settings.security_expires
    expired = expires is not None and resources.clock.now().date() >= expires
    return () if expired else settings.security_contact
