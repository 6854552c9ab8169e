"""The providers one can sign in by, as the settings name them."""

import re
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct


class OidcProvider(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider of OpenID Connect, with what it gave us when we registered there.

    `name` stands in URLs and in the database and must never change. The two addresses are for those
    whose description of themselves leaves them out.
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
"""What need not be said of these."""
RESERVED_NAMES = ("autologin",)
"""Names that /auth/third_check gives another meaning."""


def parse_oidc_providers(given: str) -> tuple[OidcProvider, ...]:
    """Those of a JSON list; raises ValueError with what is wrong, and never with a secret."""
    if not given:
        return ()
    try:
        listed = msgspec.json.decode(given, type=list[dict[str, str]])
        found = tuple(
            msgspec.convert(PRESETS.get(said.get("name", ""), {}) | said, OidcProvider)
            for said in listed
        )
    except msgspec.MsgspecError as error:
        raise ValueError(
            f'is no list of providers ({error}); give [{{"name": "google", "client_id": "…", '
            '"client_secret": "…"}]'
        ) from None
    for provider in found:
        if not re.fullmatch(r"[a-z0-9-]{1,32}", provider.name) or provider.name in RESERVED_NAMES:
            raise ValueError(f"'{provider.name}' is no name; give one of a-z, 0-9 and -")
        if urlsplit(provider.issuer).scheme not in ("http", "https"):
            raise ValueError(f"{provider.name} needs the URL of its issuer")
    if len({provider.name for provider in found}) != len(found):
        raise ValueError("names one provider twice")
    return tuple(
        msgspec.structs.replace(
            provider,
            issuer=provider.issuer.rstrip("/"),
            label=provider.label or provider.name.title(),
        )
        for provider in found
    )
