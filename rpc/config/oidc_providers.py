"""The OpenID Connect providers that one can sign in with, as set in OIDC_PROVIDERS."""

import re
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct


class OidcProvider(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider of OpenID Connect, with the credentials it issued when the portal was registered there.

    `name` appears in URLs and in the database and must never change. The two URLs are for providers whose metadata does
    not contain them.
    """

    name: str
    client_id: str
    client_secret: str
    label: str = ""
    issuer: str = ""
    token_endpoint: str = ""
    jwks_uri: str = ""


PRESETS = {
    "google": {"label": "Google", "issuer": "https://accounts.google.com"},
    "facebook": {
        "label": "Facebook",
        "issuer": "https://www.facebook.com",
        "token_endpoint": "https://graph.facebook.com/oauth/access_token",
    },
}
"""Defaults for well-known providers."""
RESERVED_NAMES = ("autologin",)
"""Names that have another meaning in /auth/third_check."""


def parse_oidc_providers(text: str) -> tuple[OidcProvider, ...]:
    """Parse the providers in a JSON list. Raises ValueError with a message that contains no secret."""
    if not text:
        return ()
    try:
        items = msgspec.json.decode(text, type=list[dict[str, str]])
        providers = tuple(
            msgspec.convert(PRESETS.get(item.get("name", ""), {}) | item, OidcProvider)
            for item in items
        )
    except msgspec.MsgspecError as error:
        raise ValueError(
            f'is not a list of providers ({error}); give [{{"name": "google", "client_id": "…", '
            '"client_secret": "…"}]'
        ) from None
    for provider in providers:
        if not re.fullmatch(r"[a-z0-9-]{1,32}", provider.name) or provider.name in RESERVED_NAMES:
            raise ValueError(f"'{provider.name}' is not a valid name; use a-z, 0-9 and - only")
        if urlsplit(provider.issuer).scheme not in ("http", "https"):
            raise ValueError(f"{provider.name} needs the URL of its issuer")
    if len({provider.name for provider in providers}) != len(providers):
        raise ValueError("names one provider twice")
    return tuple(
        msgspec.structs.replace(
            provider,
            issuer=provider.issuer.rstrip("/"),
            label=provider.label or provider.name.title(),
        )
        for provider in providers
    )
