"""Signing in with a provider, and as a publisher with an operator's one-time link."""

from typing import Annotated

from msgspec import Meta, Struct

from schema.accounts.reauth import Reauth
from schema.accounts.two_step import Otp
from schema.core.scalar import AnyPassword, At, Email, Id, Key255, Text255

ProviderName = Annotated[str, Meta(min_length=1, max_length=32)]
ProviderCode = Annotated[str, Meta(min_length=1, max_length=4_096)]
NextPage = Annotated[str, Meta(max_length=2_048)]
Browser = Annotated[str, Meta(min_length=16, max_length=255)]

AUTOLOGIN = "autologin"
"""Takes the place of the provider's name in the sign-in link of an operator who signs in as a publisher."""


class ThirdProvider(Struct, frozen=True):
    name: str
    label: str


class ThirdLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The start of a sign-in with a provider.

    `browser` is a secret that the browser generates and keeps: only this browser can finish the sign-in. `next` is the
    page to open afterwards.
    """

    provider: ProviderName
    next: NextPage | None = None
    browser: Browser | None = None


class ThirdUrl(Struct, frozen=True):
    url: str


class ThirdCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters with which the provider sent the browser back."""

    provider: ProviderName
    code: ProviderCode
    state: Text255 | None = None
    browser: Browser | None = None


class ThirdSignedIn(Struct, frozen=True):
    token: str
    expires_at: At
    next: str | None = None


class UnboundIdentity(Struct, frozen=True):
    """The data of code 20055: pass `ticket` to sign_in or sign_up to connect the identity."""

    ticket: str
    provider: str
    email: str
    email_verified: bool
    name: str
    next: str | None


class ThirdBind(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Connects a provider to a signed-in account, which confirms with its password or a step-up."""

    provider: ProviderName
    code: ProviderCode
    state: Text255
    browser: Browser | None = None


class ThirdUnbind(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    provider: ProviderName


class ThirdIdentity(Struct, frozen=True):
    """A provider connected to the account, and the email address known to the provider."""

    provider: str
    email: str
    bound_at: At


class SignInAdmin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The operator's username and password (and code), the publisher to sign in as (uid or email), and a reason."""

    account: Text255
    password: AnyPassword
    uid: Id | None = None
    email: Email | None = None
    reason: Key255
    otp: Otp | None = None


class AutologinUrl(Struct, frozen=True):
    """A sign-in link that works once, within a minute."""

    url: str
    expires_at: At
