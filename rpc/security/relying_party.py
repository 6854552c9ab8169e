"""The portal as a relying party of WebAuthn: the options for browsers, and the verification of signatures.

PUBLIC_URL gives the host and the origin that passkeys are bound to. fido2 is imported at first use, because it takes
10 MB, and most processes verify nothing.
"""

from base64 import urlsafe_b64decode
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from ipaddress import ip_address
from struct import error as StructError  # noqa: N812 - an exception
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import idna
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

from schema.accounts.passkey import Assertion, Attestation

if TYPE_CHECKING:
    from fido2.server import Fido2Server

NAME = "Publisher portal"
MALFORMED = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
    NotImplementedError,
    StructError,
    InvalidSignature,
    UnsupportedAlgorithm,
)
"""The errors that fido2 raises for data that no authenticator made."""


class Prompt(NamedTuple):
    """The options for a browser, and the hash of their challenge."""

    options: dict[str, Any]
    challenge_hash: bytes


class Known(NamedTuple):
    """A credential that a browser should use, or that it must not create again."""

    id: bytes
    transports: Sequence[str]


class Registered(NamedTuple):
    """A credential that an authenticator has created."""

    credential_id: bytes
    credential: bytes
    aaguid: str
    counter: int
    synced: bool


class Signed(NamedTuple):
    """The authenticator's data in a verified assertion."""

    counter: int
    synced: bool


class RelyingParty:
    """Makes the options with which browsers create and use passkeys, and verifies the results.

    User verification is required.
    """

    def __init__(self, public_url: str) -> None:
        self.id, self.origin = as_browsers_write(public_url)

    @cached_property
    def _server(self) -> "Fido2Server":
        from fido2.server import Fido2Server
        from fido2.webauthn import PublicKeyCredentialRpEntity

        rp = PublicKeyCredentialRpEntity(id=self.id, name=NAME)
        return Fido2Server(rp, attestation=None, verify_origin=self.origin.__eq__)

    def ask_new(self, user_handle: bytes, email: str, known: Sequence[Known]) -> Prompt:
        """Options for a new passkey that signs in without a username; `known` are those the account has."""
        from fido2.webauthn import (
            PublicKeyCredentialUserEntity,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        options, _ = self._server.register_begin(
            PublicKeyCredentialUserEntity(id=user_handle, name=email, display_name=email),
            descriptors(known),
            resident_key_requirement=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return make_prompt(dict(options)["publicKey"])

    def ask(self, known: Sequence[Known] = ()) -> Prompt:
        """Options for a signature by one of the `known` credentials; by any that the browser has, if there are none."""
        from fido2.webauthn import UserVerificationRequirement

        options, _ = self._server.authenticate_begin(
            descriptors(known) or None, user_verification=UserVerificationRequirement.REQUIRED
        )
        return make_prompt(dict(options)["publicKey"])

    def register(self, attestation: Attestation) -> Registered | None:
        """The created credential; None if the response is invalid or from another site.

        The caller redeems the challenge.
        """
        response = {
            "rawId": attestation.id,
            "response": {
                "clientDataJSON": attestation.client_data,
                "attestationObject": attestation.attestation_object,
            },
        }
        try:
            data = self._server.register_complete(self._state(attestation.client_data), response)
            credential = data.credential_data
            if credential is None or credential.credential_id != decode_base64url(attestation.id):
                return None
            if not can_verify(credential.public_key):
                return None
        except MALFORMED:
            return None
        return Registered(
            credential.credential_id,
            bytes(credential),
            str(credential.aaguid),
            data.counter,
            data.is_backed_up(),
        )

    def verify(self, credential: bytes | None, assertion: Assertion) -> Signed | None:
        """The authenticator's data if the credential's key signed, else None. The caller redeems the challenge.

        Without a credential a signature is verified too, so that the time taken does not tell whether it is known.
        """
        from fido2.webauthn import AttestedCredentialData, AuthenticatorData

        response = {
            "rawId": assertion.id,
            "response": {
                "clientDataJSON": assertion.client_data,
                "authenticatorData": assertion.authenticator_data,
                "signature": assertion.signature,
            },
        }
        try:
            known = credential or stand_in(decode_base64url(assertion.id))
            self._server.authenticate_complete(
                self._state(assertion.client_data), [AttestedCredentialData(known)], response
            )
            data = AuthenticatorData(decode_base64url(assertion.authenticator_data))
        except MALFORMED:
            return None
        return Signed(data.counter, data.is_backed_up()) if credential is not None else None

    def _state(self, client_data: str) -> Mapping[str, Any]:
        """The state that fido2 compares with: the challenge as it was signed, which the caller has redeemed."""
        from fido2.utils import websafe_encode
        from fido2.webauthn import CollectedClientData, UserVerificationRequirement

        challenge = CollectedClientData(decode_base64url(client_data)).challenge
        return {
            "challenge": websafe_encode(challenge),
            "user_verification": UserVerificationRequirement.REQUIRED,
        }


def relying_party_of(public_url: str) -> RelyingParty | None:
    """The relying party; None if browsers have no passkeys here: at an IP address, or by plain http except on
    localhost.
    """
    url = urlsplit(public_url)
    host = url.hostname or ""
    if url.scheme != "https" and host != "localhost":
        return None
    try:
        ip_address(host)
    except ValueError:
        return RelyingParty(public_url)
    return None


def as_browsers_write(url: str) -> tuple[str, str]:
    """The host and the origin of a URL: in ASCII and lower case, without the usual port."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if not host.isascii():
        host = idna.encode(host, uts46=True).decode()
    usual = {"https": 443, "http": 80}[parts.scheme]
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return host, f"{parts.scheme}://{host}{port}"


def challenge_hash_of(client_data: str) -> bytes:
    """The hash of the challenge that was signed; one that matches no challenge if the data cannot be read."""
    from fido2.webauthn import CollectedClientData

    try:
        return sha256(CollectedClientData(decode_base64url(client_data)).challenge).digest()
    except MALFORMED:
        return b""


def make_prompt(options: Any) -> Prompt:
    """The prompt with these options, as plain JSON."""
    from fido2.utils import websafe_decode

    plain = plain_json(options)
    return Prompt(plain, sha256(websafe_decode(plain["challenge"])).digest())


def plain_json(value: Any) -> Any:
    """Mappings and lists of fido2 as dictionaries and lists, without what is absent."""
    if isinstance(value, Mapping):
        return {str(key): plain_json(part) for key, part in value.items() if part is not None}
    if isinstance(value, (list, tuple)):
        return [plain_json(part) for part in value]
    return str(value.value) if hasattr(value, "value") else value


def can_verify(key: Any) -> bool:
    """Whether a public key can verify signatures, tested with a wrong one: fido2 also parses keys that cannot."""
    try:
        key.verify(b"", b"")
    except InvalidSignature:
        return True
    return False


def descriptors(known: Sequence[Known]) -> list[Any]:
    from fido2.webauthn import (
        AuthenticatorTransport,
        PublicKeyCredentialDescriptor,
        PublicKeyCredentialType,
    )

    return [
        PublicKeyCredentialDescriptor(
            type=PublicKeyCredentialType.PUBLIC_KEY,
            id=each.id,
            # Those that fido2 does not know are None.
            transports=[*filter(None, map(AuthenticatorTransport, each.transports))] or None,
        )
        for each in known
    ]


def stand_in(credential_id: bytes) -> bytes:
    """A credential with this id and the base point of P-256 as its public key, which has signed nothing."""
    from fido2.cose import ES256
    from fido2.webauthn import Aaguid, AttestedCredentialData

    return bytes(AttestedCredentialData.create(Aaguid.NONE, credential_id, ES256(STAND_IN_KEY)))


STAND_IN_KEY: dict[int, Any] = {
    1: 2,
    3: -7,
    -1: 1,
    -2: bytes.fromhex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
    -3: bytes.fromhex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
}
"""A COSE key: EC2, ES256, P-256, and the coordinates of its base point."""


def decode_base64url(data: str) -> bytes:
    return urlsafe_b64decode(data + "=" * (-len(data) % 4))
