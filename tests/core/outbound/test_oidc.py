"""A provider's claims are accepted only if signed, issued to the portal and for this sign-in."""

import asyncio
import hmac
from base64 import b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
import structlog.testing
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from uvicorn import Config, Server

from rpc.config.oidc_providers import OidcProvider
from rpc.outbound.http_client import LOOPBACK, HttpClient
from rpc.outbound.oidc import OidcClient, OidcError, OidcUser
from schema.core.errors import Code, Fault

KEY, OTHER = RSAKey.generate_key(2048, {"kid": "one"}), RSAKey.generate_key(2048, {"kid": "one"})
SECRET = "a+b %/:ü"
BACK = "https://portal.example/auth/third-party?provider=forger"


class Forger:
    """A provider that answers whatever a test wants."""

    def __init__(self) -> None:
        self.url = ""
        self.described: dict[str, Any] = {}
        self.token: Any = None
        self.asked: list[dict[str, str]] = []
        self.credentials = ""
        self.user_info: Any = None
        self.bearer = ""

    async def describe(self, _: Request) -> JSONResponse:
        known = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/jwks",
        }
        return JSONResponse(known | self.described)

    async def keys(self, _: Request) -> JSONResponse:
        return JSONResponse(KeySet([KEY]).as_dict(private=False))

    async def tell(self, request: Request) -> JSONResponse:
        self.bearer = request.headers["authorization"]
        return JSONResponse(self.user_info, 200 if self.user_info is not None else 500)

    async def give(self, request: Request) -> JSONResponse:
        self.credentials = b64decode(request.headers["authorization"].split()[1]).decode()
        self.asked.append({name: str(value) for name, value in (await request.form()).items()})
        return JSONResponse(
            {"access_token": "x", "token_type": "Bearer", "id_token": self.token}
            if isinstance(self.token, str)
            else self.token
        )

    def sign(self, key: Any = KEY, alg: str = "RS256", **claims: Any) -> str:
        whole = {
            "iss": self.url,
            "aud": "portal",
            "sub": "maya",
            "nonce": "n0nce",
            "exp": int(datetime.now(UTC).timestamp()) + 600,
            "iat": int(datetime.now(UTC).timestamp()),
            "email": "maya@example.com",
            "email_verified": True,
        } | claims
        payload = {name: value for name, value in whole.items() if value is not None}
        return jwt.encode({"alg": alg, "kid": "one"}, payload, key, algorithms=[alg])

    @property
    def provider(self) -> OidcProvider:
        return OidcProvider(
            name="forger", issuer=self.url, client_id="portal", client_secret=SECRET
        )

    async def proven(self, token: Any, **described: Any) -> OidcUser:
        self.token, self.described = token, described
        openid = OidcClient((self.provider,), HttpClient(LOOPBACK))
        return await openid.identify(
            self.provider, BACK, code="c0de", nonce="n0nce", code_verifier="v" * 43
        )


@asynccontextmanager
async def serving(forger: Forger) -> AsyncIterator[None]:
    routes = [
        Route("/.well-known/openid-configuration", forger.describe),
        Route("/jwks", forger.keys),
        Route("/token", forger.give, methods=["POST"]),
        Route("/userinfo", forger.tell),
    ]
    server = Server(Config(Starlette(routes=routes), port=0, log_level="error"))
    running = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    forger.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield
    finally:
        server.should_exit = True
        await running


@pytest.fixture(scope="session")
async def forger() -> AsyncIterator[Forger]:
    made = Forger()
    async with serving(made):
        yield made


async def test_id_token_signed_for_this_sign_in_is_accepted(forger: Forger) -> None:
    """The control of all below."""
    person = await forger.proven(forger.sign())
    assert person == OidcUser(
        provider="forger", subject="maya", email="maya@example.com", email_verified=True, name=""
    )
    assert forger.asked[-1]["code_verifier"] == "v" * 43
    assert forger.asked[-1]["redirect_uri"] == BACK


async def test_client_secret_is_form_encoded_before_basic_authentication(forger: Forger) -> None:
    """RFC 6749 §2.3.1; a colon in a secret would end the id."""
    await forger.proven(forger.sign())
    assert forger.credentials == "portal:a%2Bb+%25%2F%3A%C3%BC"


@pytest.mark.parametrize(
    ("info", "email", "name"),
    [
        ({"sub": "maya", "email": "m@x.example", "name": "Maya"}, "m@x.example", "Maya"),
        ({"sub": "another", "email": "m@x.example", "name": "Maya"}, "", ""),
        ({"email": "m@x.example"}, "", ""),
        ({"sub": "maya", "email": 5}, "", ""),
        ([], "", ""),
        (None, "", ""),
    ],
    ids=["same", "another", "nobody", "number", "list", "error"],
)
async def test_user_info_fills_what_the_id_token_lacks(
    forger: Forger, info: Any, email: str, name: str
) -> None:
    """OpenID Connect Core §5.4; of another subject it must not be used (§5.3.2)."""
    forger.user_info = info and {**info, "email_verified": True}
    person = await forger.proven(
        forger.sign(email=None, email_verified=None),
        userinfo_endpoint=f"{forger.url}/userinfo",
    )
    assert forger.bearer == "Bearer x"
    assert person == OidcUser(
        provider="forger", subject="maya", email=email, email_verified=bool(email), name=name
    )


async def test_user_info_does_not_replace_what_the_id_token_says(forger: Forger) -> None:
    forger.user_info = {"sub": "maya", "email": "other@x.example", "name": "Maya"}
    person = await forger.proven(forger.sign(), userinfo_endpoint=f"{forger.url}/userinfo")
    assert (person.email, person.email_verified, person.name) == ("maya@example.com", True, "Maya")


async def test_refused_proof_leaves_a_line_in_the_log(forger: Forger) -> None:
    refused: list[tuple[Any, str]] = [
        (forger.sign(nonce="another"), "InvalidClaimError"),
        ({"error": "invalid_client", "error_description": "no such secret"}, "invalid_client"),
        (forger.sign(azp="another"), "another client"),
    ]
    for token, reason in refused:
        with structlog.testing.capture_logs() as logs, pytest.raises(OidcError):
            await forger.proven(token)
        [line] = logs
        assert (line["provider"], reason in line["reason"]) == ("forger", True)
        assert SECRET not in str(line)


async def test_id_token_signed_with_an_elliptic_curve_key_is_accepted(
    forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ECKey.generate_key("P-256", {"kid": "one"})
    monkeypatch.setattr(
        "rpc.outbound.oidc.OidcClient._fetch_keys", lambda *_, **__: asyncio.sleep(0, KeySet([key]))
    )
    assert (await forger.proven(forger.sign(key, "ES256"))).subject == "maya"


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "another"},
        {"aud": None},
        {"aud": ["another", "third"]},
        {"azp": "another"},
        {"iss": "https://another.example"},
        {"iss": None},
        {"exp": 1},
        {"exp": None},
        {"sub": None},
        {"sub": ""},
        {"nbf": 4_102_444_800},  # the year 2100
    ],
    ids=str,
)
async def test_id_token_for_another_audience_sign_in_or_time_is_refused(
    forger: Forger, claims: dict[str, Any]
) -> None:
    with pytest.raises(OidcError):
        await forger.proven(forger.sign(**claims))


async def test_id_token_signed_with_another_key_is_refused(forger: Forger) -> None:
    with pytest.raises(OidcError):
        await forger.proven(forger.sign(OTHER))


def encode(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


async def test_id_token_signed_with_a_public_key_or_not_at_all_is_refused(forger: Forger) -> None:
    """The public key as the secret of an HMAC, and no signature at all."""
    head, body, _ = forger.sign().split(".")
    other = encode(b'{"alg":"HS256","kid":"one"}')
    signed = f"{other}.{body}"
    mark = hmac.digest(KEY.as_pem(private=False), signed.encode(), "sha256")
    with pytest.raises(OidcError):
        await forger.proven(f"{signed}.{encode(mark)}")
    with pytest.raises(OidcError):
        await forger.proven(f"eyJhbGciOiJub25lIn0.{body}.")
    with pytest.raises(OidcError):
        await forger.proven(f"{head}.{body}.")


@pytest.mark.parametrize("token", ["", "x", "a.b.c", {"error": "invalid_grant"}, {}, []], ids=str)
async def test_malformed_id_token_is_refused(forger: Forger, token: Any) -> None:
    with pytest.raises(OidcError):
        await forger.proven(token)


async def test_discovery_document_of_another_issuer_is_refused(forger: Forger) -> None:
    with pytest.raises(OidcError):
        await forger.proven(forger.sign(), issuer="https://another.example")


async def test_sign_in_provider_at_a_private_address_is_not_reached_by_default(
    forger: Forger,
) -> None:
    openid = OidcClient((forger.provider,), HttpClient())
    with pytest.raises(Fault) as found:
        await openid.authorization_url(
            forger.provider, BACK, state="s", nonce="n", code_verifier="v" * 43
        )
    assert found.value.code is Code.UNAVAILABLE


async def test_at_most_four_calls_wait_for_sign_in_providers(forger: Forger) -> None:
    openid = OidcClient((forger.provider,), HttpClient(LOOPBACK))
    openid._waiting = 4
    with pytest.raises(Fault) as found:
        await openid.authorization_url(
            forger.provider, BACK, state="s", nonce="n", code_verifier="v" * 43
        )
    assert found.value.code is Code.UNAVAILABLE


async def test_deeply_nested_answer_of_a_sign_in_provider_is_refused(
    forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    nested = b'{"keys": ' + b"[" * 100_000
    monkeypatch.setattr(
        "rpc.outbound.oidc.OidcClient._get", lambda *_, **__: asyncio.sleep(0, nested)
    )
    with pytest.raises(OidcError):
        await forger.proven(forger.sign())
