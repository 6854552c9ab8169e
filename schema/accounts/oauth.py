"""OAuth 2.1 for apps: where an answer may be sent, what an app says of itself, and how a code is proved its own."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest
from urllib.parse import quote, urlencode, urlsplit

from msgspec import Struct

from schema.accounts.agent import NAME_LONGEST, REDIRECTS_MAX, SCOPES, AgentScope
from schema.core.url import is_loopback, parse_url

ADDRESS_LONGEST = 500
PLAIN = re.compile(r"[!#-;=?-\[\]_a-z~]+")
"""What a URL may consist of: printable ASCII without quotes, brackets of tags, backslashes and braces."""
APP_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):/")
RUNNING_SCHEMES = frozenset(
    {
        "javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source", "http", "https", "ws",
        "wss", "ftp", "chrome", "chrome-extension", "resource", "jar", "intent", "content",
    }
)  # fmt: skip
"""Schemes that a browser itself opens, or that run what follows them; those of apps are all others."""
LOOPBACK_PORT = re.compile(r"\A(http://(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|\Z)")
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
INVISIBLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
"""Characters that nobody sees, or that turn the direction of the text beside them."""


class ClientMetadata(Struct, frozen=True):
    """What an app says of itself: in its registration (RFC 7591), or in the document whose address is its id."""

    redirect_uris: list[str]
    client_name: str = ""
    client_id: str = ""

    def find_flaw(self) -> str:
        """What is wrong with it, for its developer; empty if nothing is."""
        if not 0 < len(self.redirect_uris) <= REDIRECTS_MAX:
            return f"redirect_uris must have 1 to {REDIRECTS_MAX} addresses"
        for address in self.redirect_uris:
            if not is_redirect_address(address):
                return (
                    "redirect_uris must be https addresses, http addresses of this computer (127.0.0.1, [::1] or"
                    " localhost), or addresses of an app's own scheme"
                )
        return ""

    @property
    def name(self) -> str:
        """The name as it is shown: without what is invisible, and not too long."""
        visible = " ".join(INVISIBLE.sub("", self.client_name).split())
        return visible[:NAME_LONGEST] or "An app without a name"


def is_storable(client_id: str) -> bool:
    """Whether a text can be the id of an app."""
    return len(client_id) <= ADDRESS_LONGEST and PLAIN.fullmatch(client_id) is not None


def is_resource(resource: str, public_url: str) -> bool:
    """Whether a token for this resource is one for the tools (RFC 8707); an app may leave it out."""
    return resource.rstrip("/") in ("", public_url, f"{public_url}/mcp")


def is_redirect_address(address: str) -> bool:
    """Whether answers may be sent to an address at all."""
    if len(address) > ADDRESS_LONGEST or not PLAIN.fullmatch(address) or "#" in address:
        return False
    own = APP_SCHEME.match(address)
    if own is not None and own[1] not in RUNNING_SCHEMES:
        return True
    host = parse_url(address)
    if host is None or "@" in urlsplit(address).netloc:
        return False
    return address.startswith("https://") or (
        address.startswith("http://") and is_loopback(host[0])
    )


def is_registered(address: str, registered: list[str]) -> bool:
    """Whether an address is one of an app's own, character by character; on this computer, with any port (RFC 8252)."""
    return address in registered or (
        LOOPBACK_PORT.match(address) is not None
        and without_port(address) in map(without_port, registered)
    )


def without_port(address: str) -> str:
    return LOOPBACK_PORT.sub(r"\1", address)


def is_document_address(client_id: str) -> bool:
    """Whether the id of an app is the address of a document that describes it: https, with a plain path."""
    if not client_id.startswith("https://") or not is_redirect_address(client_id):
        return False
    parts = urlsplit(client_id)
    segments = parts.path.split("/")
    return len(parts.path) > 1 and "." not in segments and ".." not in segments


def name_target(address: str) -> str:
    """Where an answer goes, in words: a host, an app on one's device, or one's own computer."""
    host = parse_url(address)
    if host is None:
        return f"an app on your device ({address.partition(':')[0]}:)"
    return "your own computer" if is_loopback(host[0]) else host[0]


def is_on_device(address: str) -> bool:
    """Whether an answer goes to one's own computer or an app on one's device, and to no website."""
    host = parse_url(address)
    return host is None or is_loopback(host[0])


def document_host(client_id: str) -> str | None:
    host = parse_url(client_id) if is_document_address(client_id) else None
    return host[0] if host else None


def read_scopes(text: str) -> list[AgentScope]:
    """The scopes that an app asks for, as far as they are ours; reading if it names none. None may be left."""
    if not text.strip():
        return [AgentScope.READ]
    asked = set(text.split())
    found = [AgentScope(scope) for scope in SCOPES if scope in asked]
    # Whoever may write may read what it wrote.
    return [AgentScope.READ, AgentScope.WRITE] if AgentScope.WRITE in found else found


def proves(verifier: str, challenge: str) -> bool:
    """Whether a verifier is the one whose digest was sent before (RFC 7636, S256)."""
    if not VERIFIER.fullmatch(verifier):
        return False
    digest = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=")
    return compare_digest(digest, challenge.encode())


def answer_address(redirect_uri: str, values: dict[str, str | None]) -> str:
    """The address to which a browser takes an answer."""
    query = urlencode(
        {name: value for name, value in values.items() if value is not None}, quote_via=quote
    )
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{query}"
