"""API tokens, with which a publisher's scripts authenticate, each limited to some kinds of calls."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from schema.accounts.reauth import Reauth
from schema.core.scalar import At, Id, Text100

PREFIX = "api_"
"""The beginning of every API token, by which people and secret scanners recognise one."""
TEST_PREFIX = "test_"
"""The beginning of every API token of a sandbox."""
TOKENS_MAX = 50
"""The maximum number of a publisher's tokens, not counting revoked and expired ones."""
ROTATION_OVERLAP = timedelta(hours=24)
"""How long the previous secret keeps working after a rotation."""


class Scope(StrEnum):
    """A permission that a token can have. A call whose permission is not one of these cannot be made with a token."""

    BRAND_READ = "brand.read"
    LINK_EDIT = "link.edit"
    PAYMENT_READ = "payment.read"
    POSTBACK_EDIT = "postback.edit"
    REPORT_READ = "report.read"


SCOPES = frozenset(Scope)
Scopes = Annotated[list[Scope], Meta(min_length=1, max_length=len(Scope))]


class TokenDraft(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token to create or, with an `id`, to rotate: it gets a new secret; the previous one works for 24 more hours.

    `site_id` is the channel used by calls that name none; the default one if absent. Without `expires_at`, a new token
    works until it is revoked, and a rotated one keeps its expiry; null makes either work until it is revoked.
    A rotation changes `scopes` and `site_id` too.
    """

    name: Text100
    scopes: Scopes
    id: Id | None = None
    site_id: Id | None = None
    expires_at: At | UnsetType | None = UNSET


class TokenMade(Struct, frozen=True):
    """A token that was created or rotated. `token` is shown only once."""

    id: int
    token: str


class TokenRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class ApiToken(Struct, frozen=True, kw_only=True):
    """A token as members see it, with the name of its `maker`, whose role limits it too.

    `last_used_at` is accurate to the minute.
    """

    id: int
    name: str
    maker: str
    scopes: list[Scope]
    site_id: int | None
    created_at: At
    expires_at: At | None
    last_used_at: At | None
