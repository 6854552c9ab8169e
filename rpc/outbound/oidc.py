"""Sign-in with a provider: the OpenID Connect code flow with PKCE, state and nonce (Core §3.1, RFC 7636)."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import msgspec
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from httpx2 import HTTPError, InvalidURL
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from rpc.config.oidc_providers import OidcProvider
from rpc.outbound.http_client import DEADLINE, Forbidden, HttpClient, Unreachable
from schema.core.errors import Code, Fault

SCOPE = "openid email profile"
ALGORITHMS = ["RS256", "ES256", "PS256", "EdDSA"]
"""Asymmetric signatures only: with a shared key, or with none, a token could be forged."""
CACHE_SECONDS = 600.0
"""Seconds for which a provider's metadata and keys are cached."""
MAX_WAITING = 4
"""How many calls may wait for a provider at the same time: each holds a connection to the database meanwhile."""
MALFORMED = (
    OAuthError,
    JoseError,
    msgspec.MsgspecError,
    InvalidURL,
    ValueError,
    KeyError,
    RecursionError,
)
"""The errors that a malformed response raises; JSON that is nested too deeply raises RecursionError."""
LEEWAY = 60
"""Seconds by which a provider's clock may differ."""


class OidcUser(Struct, frozen=True, kw_only=True):
    """The identity that a provider vouches for. `subject` is permanent; the email address may pass to somebody else."""

    provider: str
    subject: str
    email: str
    email_verified: bool
    name: str


class ProviderMetadata(Struct, frozen=True):
    """The metadata of a provider at its well-known URL (OpenID Connect Discovery 1.0 §3)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str = ""
    jwks_uri: str = ""


class IdToken(Struct, frozen=True):
    """The claims of an ID token that are used, once it has been verified."""

    sub: str
    email: str = ""
    email_verified: bool | Literal["true", "false"] = False
    name: str = ""


class OidcError(Exception):
    """The provider did not send a valid proof of identity."""


class OidcClient:
    """A client for the providers in the settings."""

    def __init__(self, providers: tuple[OidcProvider, ...], http_client: HttpClient) -> None:
        self.providers = {provider.name: provider for provider in providers}
        self._http_client = http_client
        self._waiting = 0
        self._cache: dict[str, tuple[float, bytes]] = {}

    async def authorization_url(
        self,
        provider: OidcProvider,
        redirect_uri: str,
        *,
        state: str,
        nonce: str,
        code_verifier: str,
    ) -> str:
        """The URL to send the browser to; the provider redirects it to `redirect_uri` with a code and the state."""
        async with self._slot():
            metadata = await self._fetch_metadata(provider)
            async with self._client(provider, redirect_uri) as client:
                url, _ = client.create_authorization_url(
                    metadata.authorization_endpoint,
                    state=state,
                    code_verifier=code_verifier,
                    nonce=nonce,
                )
        return str(url)

    async def identify(
        self,
        provider: OidcProvider,
        redirect_uri: str,
        *,
        code: str,
        nonce: str,
        code_verifier: str,
    ) -> OidcUser:
        """Exchange the code for an ID token, verify it, and return the user. Raises OidcError."""
        async with self._slot():
            metadata = await self._fetch_metadata(provider)
            async with self._client(provider, redirect_uri) as client:
                response = await client.fetch_token(
                    metadata.token_endpoint,
                    code=code,
                    code_verifier=code_verifier,
                    grant_type="authorization_code",
                )
            token = response.get("id_token")
            if not isinstance(token, str):
                raise OidcError("the response has no ID token")
            claims = await self._verify_id_token(provider, metadata, token, nonce)
        return OidcUser(
            provider=provider.name,
            subject=claims.sub,
            email=claims.email,
            email_verified=claims.email_verified in (True, "true"),
            name=claims.name,
        )

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        """Limit how many calls wait for providers, and for how long; translate their errors."""
        if self._waiting >= MAX_WAITING:
            raise Fault(Code.UNAVAILABLE, wait=2)
        self._waiting += 1
        try:
            async with asyncio.timeout(DEADLINE):
                yield
        except MALFORMED as error:
            raise OidcError(type(error).__name__) from None
        except (HTTPError, Forbidden, Unreachable, OSError) as error:  # TimeoutError too
            raise Fault(Code.UNAVAILABLE, wait=5) from error
        finally:
            self._waiting -= 1

    def _client(self, provider: OidcProvider, redirect_uri: str) -> AsyncOAuth2Client:
        return AsyncOAuth2Client(
            provider.client_id,
            provider.client_secret,
            scope=SCOPE,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            **self._http_client.client_options(),
        )

    async def _fetch_metadata(self, provider: OidcProvider) -> ProviderMetadata:
        raw = await self._get(f"{provider.issuer}/.well-known/openid-configuration")
        metadata = msgspec.json.decode(raw, type=ProviderMetadata)
        if metadata.issuer.rstrip("/") != provider.issuer:
            raise OidcError("the metadata are of another issuer")
        return msgspec.structs.replace(
            metadata,
            token_endpoint=provider.token_endpoint or metadata.token_endpoint,
            jwks_uri=provider.jwks_uri or metadata.jwks_uri,
        )

    async def _verify_id_token(
        self, provider: OidcProvider, metadata: ProviderMetadata, token: str, nonce: str
    ) -> IdToken:
        try:
            decoded = jwt.decode(token, await self._fetch_keys(metadata.jwks_uri), ALGORITHMS)
        except (JoseError, ValueError):
            # The provider may have rotated its keys since they were cached.
            keys = await self._fetch_keys(metadata.jwks_uri, fresh=True)
            decoded = jwt.decode(token, keys, ALGORITHMS)
        rules = jwt.JWTClaimsRegistry(
            leeway=LEEWAY,
            iss={"essential": True, "values": [metadata.issuer]},
            aud={"essential": True, "value": provider.client_id},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        rules.validate(decoded.claims)
        if decoded.claims.get("azp", provider.client_id) != provider.client_id:
            raise OidcError("the ID token is for another client")
        return msgspec.convert(decoded.claims, IdToken)

    async def _fetch_keys(self, url: str, *, fresh: bool = False) -> KeySet:
        keys: Any = msgspec.json.decode(await self._get(url, fresh=fresh))
        return KeySet.import_key_set(keys)

    async def _get(self, url: str, *, fresh: bool = False) -> bytes:
        until, body = self._cache.get(url, (0.0, b""))
        if fresh or until < time.monotonic():
            response = await self._http_client.get(url)
            if response.status_code != 200:
                raise Unreachable(f"HTTP {response.status_code}")
            body = response.content
            self._cache[url] = time.monotonic() + CACHE_SECONDS, body
        return body
