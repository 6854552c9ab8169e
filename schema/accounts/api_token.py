"""API tokens: what a publisher's scripts sign in with, each for some kinds of calls."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from schema.core.scalar import AnyPassword, At, Id, Text100

PREFIX = "api_"
"""Begins every API token, so that a person or a scanner of secrets knows one."""
TOKENS_MAX = 50
"""Of a publisher at a time, revoked and expired ones aside."""
ROTATION_OVERLAP = timedelta(hours=24)
"""How long the previous secret keeps working after a rotation."""


class Scope(StrEnum):
    """A permission that a token can have; calls without one of these cannot be made with a token."""

    BRAND_READ = "brand.read"
    LINK_EDIT = "link.edit"
    PAYMENT_READ = "payment.read"
    POSTBACK_EDIT = "postback.edit"
    REPORT_READ = "report.read"


SCOPES = frozenset(Scope)
Scopes = Annotated[list[Scope], Meta(min_length=1, max_length=len(Scope))]


class TokenDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token to create, or with an `id` one to rotate: it gets a new secret; the previous one works for 24 more hours.

    `site_id` is the channel of calls that name none; the default one if absent. Without `expires_at` a new token works
    until it is revoked, and a rotated one expires when it did before; null makes either work until it is revoked.
    A rotation changes `scopes` and `site_id` too.
    """

    name: Text100
    scopes: Scopes
    password: AnyPassword
    id: Id | None = None
    site_id: Id | None = None
    expires_at: At | UnsetType | None = UNSET


class TokenMade(Struct, frozen=True):
    """`token` is shown only once."""

    id: int
    token: str


class TokenRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class ApiToken(Struct, frozen=True, kw_only=True):
    """A token as its owner sees it; `last_used_at` is exact to a minute."""

    id: int
    name: str
    scopes: list[Scope]
    site_id: int | None
    created_at: At
    expires_at: At | None
    last_used_at: At | None
