"""API tokens: what a publisher's scripts sign in with, each for some kinds of calls."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

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


Scopes = Annotated[list[Scope], Meta(min_length=1, max_length=len(Scope))]


class TokenDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token to create, or with an `id` one to rotate: it gets a new secret; the previous one works for 24 more hours.

    `site_id` is the channel of calls that name none; the default one if absent. Without `expires_at` it works until
    it is revoked. A rotation changes `scopes`, `site_id` and `expires_at` too.
    """

    name: Text100
    scopes: Scopes
    password: AnyPassword
    id: Id | None = None
    site_id: Id | None = None
    expires_at: At | None = None


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
