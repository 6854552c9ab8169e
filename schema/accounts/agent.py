"""Apps that act for a member: agents, which sign in by OAuth 2.1 and call the portal's tools (MCP)."""

from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.accounts.reauth import Reauth
from schema.core.scalar import At, Id

ACCESS_PREFIX = "agent_"
"""The beginning of every access token of an app, by which people and secret scanners recognise one."""
REFRESH_PREFIX = "agentrefresh_"
CODE_LIFETIME = timedelta(seconds=60)
"""How long the code works that an app exchanges for its first tokens, once."""
ACCESS_LIFETIME = timedelta(hours=1)
IDLE_LIFETIME = timedelta(days=30)
"""How long an app that does not renew its tokens stays connected."""
GRANT_LIFETIME = timedelta(days=180)
"""How long an app stays connected at most, until it is asked for again."""
APPS_MAX = 20
"""How many apps a member can have connected; beyond that a new one ends the one that was connected first."""
CLIENT_UNUSED = timedelta(days=7)
"""How long a registered app is known that nobody connects."""
CLIENT_KEPT = timedelta(days=365)
"""How long an app is known after somebody connected it the last time."""
DOCUMENT_BYTES_MAX = 5_000
"""The largest document in which an app describes itself."""
REDIRECTS_MAX = 20
NAME_LONGEST = 80


class AgentScope(StrEnum):
    """What an app may do for a member. Its role and channels limit it, too."""

    READ = "agent.read"
    WRITE = "agent.write"


SCOPES = tuple(scope.value for scope in AgentScope)
READ_PERMISSIONS = frozenset({"brand.read", "link.edit", "payment.read", "report.read"})
"""The permissions with which a call that only reads is a tool of agents: links are listed with `link.edit`."""
PERMISSIONS: dict[str, frozenset[str]] = {
    AgentScope.READ: READ_PERMISSIONS,
    AgentScope.WRITE: READ_PERMISSIONS | {"report.edit", "site.edit", "case.edit"},
}
"""The permissions of an app with a scope, as far as its member has them. What a tool may do with them is the call's to
say (`agents=`)."""

Challenge = Annotated[
    str,
    Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z", examples=["E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"]),
]
Address = Annotated[str, Meta(min_length=1, max_length=500)]


class AppQuestion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an app asks for, as it stands in the address of the page on which a member answers."""

    client_id: Address
    redirect_uri: Address
    code_challenge: Challenge
    scope: Annotated[str, Meta(max_length=200)] = ""
    resource: Annotated[str, Meta(max_length=500)] = ""
    state: Annotated[str, Meta(max_length=2_000)] | None = None


class AppAsking(Struct, frozen=True, kw_only=True):
    """An app that asks to act for you.

    `name` is what it calls itself, which nobody verified. `goes_to` is where your answer is sent: a host, an app on
    your device, or this computer. `document_host` is the host of the document that describes the app; null if it
    registered itself.
    """

    name: str
    goes_to: str
    document_host: str | None
    scopes: list[AgentScope]


class AppAllow(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to an app's question: `scopes` are those it gets, which it must have asked for.

    Confirmed by `password` or `stepup`.
    """

    question: AppQuestion
    scopes: Annotated[list[AgentScope], Meta(min_length=1, max_length=len(AgentScope))]


class AppAllowed(Struct, frozen=True):
    """Where to send the browser, with the code for the app."""

    redirect_to: str


class AppRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class ConnectedApp(Struct, frozen=True, kw_only=True):
    """An app that acts for you.

    `goes_to` is where your answer was sent when you allowed it; `last_used_at` is accurate to the minute.
    """

    id: int
    name: str
    goes_to: str
    scopes: list[AgentScope]
    created_at: At
    expires_at: At
    last_used_at: At | None


def granted_permissions(scopes: Iterable[str]) -> frozenset[str]:
    """The permissions of an app with these scopes, before its member's role limits them."""
    found: frozenset[str] = frozenset()
    for scope in scopes:
        found |= PERMISSIONS.get(scope, frozenset())
    return found
