"""Signing in by a provider, and by a link that an operator was given."""

from typing import Annotated

from msgspec import Meta, Struct

from schema.accounts.two_step import Otp
from schema.core.scalar import AnyPassword, At, Email, Id, Key255, Text255

ProviderName = Annotated[str, Meta(min_length=1, max_length=32)]
ProviderCode = Annotated[str, Meta(min_length=1, max_length=4_096)]
NextPage = Annotated[str, Meta(max_length=2_048)]
Browser = Annotated[str, Meta(min_length=16, max_length=255)]

AUTOLOGIN = "autologin"
"""The provider of a link that an operator was given."""


class ThirdProvider(Struct, frozen=True):
    name: str
    label: str


class ThirdLink(Struct, frozen=True, forbid_unknown_fields=True):
    """`browser` is a secret that the browser draws and keeps: only it can come back. `next` is told it then."""

    provider: ProviderName
    next: NextPage | None = None
    browser: Browser | None = None


class ThirdUrl(Struct, frozen=True):
    url: str


class ThirdCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """What a provider sent the browser back with."""

    provider: ProviderName
    code: ProviderCode
    state: Text255 | None = None
    browser: Browser | None = None


class ThirdSignedIn(Struct, frozen=True):
    token: str
    expires_at: At
    next: str | None = None


class UnboundIdentity(Struct, frozen=True):
    """What 20055 carries: `ticket` is for sign_in or sign_up, which then bind the identity."""

    ticket: str
    provider: str
    email: str
    email_verified: bool
    name: str
    next: str | None


class ThirdBind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Like third_check, for whoever is signed in and says so by their password."""

    provider: ProviderName
    code: ProviderCode
    state: Text255
    browser: Browser | None = None
    password: AnyPassword


class ThirdUnbind(Struct, frozen=True, forbid_unknown_fields=True):
    provider: ProviderName
    password: AnyPassword


class ThirdIdentity(Struct, frozen=True):
    """A provider that signs an account in, and the address by which it knows the person."""

    provider: str
    email: str
    bound_at: At


class SignInAdmin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operator's own account and password (and code), whom to sign in as (by uid or e-mail), and why."""

    account: Text255
    password: AnyPassword
    uid: Id | None = None
    email: Email | None = None
    reason: Key255
    otp: Otp | None = None


class AutologinUrl(Struct, frozen=True):
    """Works once, and for a minute."""

    url: str
    expires_at: At
