"""A software authenticator: it makes passkeys and signs with them, as browsers send it to the portal."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

from tests.support.portal import PASSWORD, Portal, Someone

ORIGIN = "https://portal.example"
Flag = AuthenticatorData.FLAG
NO_FLAG = Flag(0)
Json = dict[str, Any]


@dataclass
class Authenticator:
    """Holds one passkey. One that is `synced` never counts; a security key does."""

    origin: str = ORIGIN
    synced: bool = False
    verifies: bool = True
    """Whether it asks for a fingerprint or a PIN."""
    aaguid: str = "00000000-0000-0000-0000-000000000000"
    credential_id: bytes = field(default_factory=lambda: token_bytes(32))
    counter: int = 0
    user_handle: bytes = b""
    key: bytes = field(
        default_factory=lambda: (
            ec.generate_private_key(ec.SECP256R1())
            .private_numbers()
            .private_value.to_bytes(32, "big")
        )
    )

    def copy(self) -> Self:
        """A clone with the same key, and a counter of its own."""
        return deepcopy(self)

    @property
    def private_key(self) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(self.key, "big"), ec.SECP256R1())

    def make(self, options: Json) -> Json:
        """What `navigator.credentials.create()` returns for the options."""
        self.user_handle = decode(options["user"]["id"])
        public_key = ES256.from_cryptography_key(self.private_key.public_key())
        credential = AttestedCredentialData.create(
            Aaguid.parse(self.aaguid), self.credential_id, public_key
        )
        data = self._data(options["rp"]["id"], Flag.AT, bytes(credential))
        return {
            "id": encode(self.credential_id),
            "client_data": self._client_data("webauthn.create", options["challenge"]),
            "attestation_object": encode(bytes(AttestationObject.create("none", data, {}))),
            "transports": ["internal"] if self.synced else ["usb", "nfc"],
        }

    def sign(self, options: Json) -> Json:
        """What `navigator.credentials.get()` returns for the options."""
        self.counter += not self.synced
        data = bytes(self._data(options["rpId"]))
        client_data = self._client_data("webauthn.get", options["challenge"])
        signed = data + sha256(decode(client_data)).digest()
        return {
            "id": encode(self.credential_id),
            "client_data": client_data,
            "authenticator_data": encode(data),
            "signature": encode(self.private_key.sign(signed, ec.ECDSA(SHA256()))),
            "user_handle": encode(self.user_handle),
        }

    def _data(
        self, rp_id: str, more: AuthenticatorData.FLAG = NO_FLAG, credential: bytes = b""
    ) -> AuthenticatorData:
        flags = Flag.UP | more
        if self.verifies:
            flags |= Flag.UV
        if self.synced:
            flags |= Flag.BE | Flag.BS
        rp_hash = sha256(rp_id.encode()).digest()
        return AuthenticatorData.create(rp_hash, flags, self.counter, credential)

    def _client_data(self, kind: str, challenge: str) -> str:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return encode(json.dumps(data).encode())


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def begin_adding(portal: Portal, who: Someone | str, **confirmation: str) -> Json:
    """The options for a new passkey; the password confirms it unless something else is given."""
    attributes = confirmation or {"password": PASSWORD}
    begun = await portal.ok("/user/passkey_begin", who, attributes=attributes)
    options: Json = begun["options"]
    return options


async def add_passkey(
    portal: Portal, who: Someone | str, device: Authenticator | None = None
) -> Authenticator:
    """An authenticator with a passkey of the account."""
    device = device or Authenticator()
    made = device.make(await begin_adding(portal, who))
    await portal.ok("/user/passkey_save", who, attributes={"credential": made})
    return device


async def begin_sign_in(portal: Portal) -> Json:
    options: Json = (await portal.ok("/auth/passkey_begin"))["options"]
    return options


async def sign_in_by(portal: Portal, device: Authenticator) -> str:
    """The token of a session."""
    given = {"credential": device.sign(await begin_sign_in(portal))}
    done = await portal.ok("/auth/passkey_finish", attributes=given)
    assert done["stepup"] is None
    return str(done["token"])


async def begin_step_up(portal: Portal, who: Someone | str, path: str, attributes: Json) -> Json:
    given = {"path": path, "attributes": attributes}
    options: Json = (await portal.ok("/auth/passkey_begin", who, attributes=given))["options"]
    return options


async def step_up(
    portal: Portal, who: Someone | str, device: Authenticator, path: str, attributes: Json
) -> Json:
    """The attributes of a call with the ticket that confirms it."""
    options = await begin_step_up(portal, who, path, attributes)
    given = {"credential": device.sign(options)}
    done = await portal.ok("/auth/passkey_finish", who, attributes=given)
    assert done["token"] is None
    return {**attributes, "stepup": done["stepup"]}
