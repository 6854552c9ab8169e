"""Passkeys: the options and results exchanged with browsers (WebAuthn), and a passkey as its owner sees it."""

from collections.abc import Collection
from datetime import timedelta
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from schema.accounts.reauth import Reauth
from schema.accounts.two_step import Otp
from schema.core.scalar import At, Id, Key255, Text64, Text255

PASSKEYS_MAX = 20
"""How many passkeys an account can have."""
CHALLENGE_LIFETIME = timedelta(minutes=5)
STEP_UP_LIFETIME = timedelta(minutes=2)
BASE64URL = r"^[A-Za-z0-9_-]+\Z"

CredentialId = Annotated[
    str, Meta(min_length=1, max_length=1_364, pattern=BASE64URL, description="base64url")
]
Encoded = Annotated[
    str, Meta(min_length=1, max_length=32_768, pattern=BASE64URL, description="base64url")
]
UserHandle = Annotated[
    str, Meta(min_length=1, max_length=86, pattern=BASE64URL, description="base64url")
]
Transport = Annotated[str, Meta(min_length=1, max_length=32)]

AUTHENTICATORS = {
    "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
    "0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6": "Keeper",
    "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
    "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
    "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
    "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
    "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
    "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on macOS",
    "b84e4048-15dc-4dd0-8640-f4f60813c8af": "NordPass",
    "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
    "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
    "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain",
    "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
    "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
    "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
}
"""The names of authenticators by their AAGUID."""
SECURITY_KEY = "Security key"
PORTABLE = {"usb", "nfc", "ble", "smart-card"}
"""The transports of an authenticator that is not part of the device."""


def device_of(aaguid: str, transports: Collection[str], agent: str) -> str:
    """The authenticator that made a passkey or, if unknown, the browser: `agent`, such as `Firefox on Linux`."""
    if name := AUTHENTICATORS.get(aaguid):
        return name
    return SECURITY_KEY if PORTABLE.issuperset(transports) and transports else agent


class PasskeyBegin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Empty for a sign-in; for a step-up, the call to be confirmed."""

    path: Text255 | None = None
    attributes: Annotated[
        dict[str, Any],
        Meta(
            description="What that call takes besides the password, and nothing may be changed later"
        ),
    ] = field(default_factory=dict)


class PasskeyOptions(Struct, frozen=True):
    """The options to pass to the browser: as `PublicKeyCredential.parseRequestOptionsFromJSON()` takes them, or
    `parseCreationOptionsFromJSON()` for a new passkey. They are valid for five minutes, once.
    """

    options: dict[str, Any]


class Assertion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `navigator.credentials.get()` returned, as its `toJSON()` encodes it."""

    id: CredentialId
    client_data: Encoded
    authenticator_data: Encoded
    signature: Encoded
    user_handle: UserHandle | None = None


class PasskeyFinish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The signature of a passkey, for a sign-in or a step-up.

    `remember` and `third_ticket` are as in /auth/sign_in; a step-up ignores them.
    """

    credential: Assertion
    remember: bool = False
    third_ticket: Key255 | None = None


class PasskeyFinished(Struct, frozen=True, kw_only=True):
    """Either the `token` of a new session, or `stepup`, the ticket for the call to confirm; the other is null."""

    token: str | None
    stepup: str | None
    expires_at: At


class PasskeyAdd(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To add a passkey: the account's password, or the ticket of a step-up with another passkey."""


class Attestation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `navigator.credentials.create()` returned, as its `toJSON()` encodes it."""

    id: CredentialId
    client_data: Encoded
    attestation_object: Encoded
    transports: Annotated[list[Transport], Meta(max_length=16)] = field(default_factory=list)


class PasskeyDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new passkey, with its `credential`, or another name for the one with the given `id`.

    A new one without a name is called after the device.
    """

    id: Id | None = None
    name: Text64 | None = None
    credential: Attestation | None = None


class PasskeyRemoval(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The passkey to remove. With `otp`, a code of the authenticator app or a recovery code, it is gone at once."""

    id: Id
    otp: Otp | None = None


class Passkey(Struct, frozen=True, kw_only=True):
    """A passkey of the account. One that is not `synced` is only on the `device` it was made on."""

    id: Id
    name: str
    device: str
    synced: bool
    credential_id: str
    created_at: At
    last_used_at: At | None


class Passkeys(Struct, frozen=True, kw_only=True):
    """The account's passkeys, oldest first. `rp_id` is the host that they work on; null if passkeys are off."""

    rows: list[Passkey] = field(name="list")
    rp_id: str | None
