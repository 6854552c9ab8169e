"""Sign-in with a provider: the OpenID Connect code flow with PKCE, state and nonce (Core §3.1, RFC 7636)."""

import asyncio
import time
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal
from urllib.parse import quote_plus

import msgspec
import structlog
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oauth2 import ClientAuth
from httpx2 import HTTPError, InvalidURL
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from rpc.config.oidc_providers import OidcProvider
from rpc.outbound.http_client import DEADLINE, Forbidden, HttpClient, Unreachable
from schema.core.errors import Code, Fault

log = structlog.get_logger()

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
UNREACHABLE = (HTTPError, Forbidden, Unreachable, OSError)  # TimeoutError too
"""The errors of a provider that does not respond."""
LEEWAY = 60
"""Seconds by which a provider's clock may differ."""
REASON_LENGTH = 200
"""The most characters of an error that reach the log."""


class OidcUser(Struct, frozen=True, kw_only=True):
    """The identity that a provider vouches for. `subject` is permanent; the email address may get another owner."""

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
    userinfo_endpoint: str = ""


class Claims(Struct, frozen=True):
    """The claims that are used of a verified ID token, or of UserInfo about the same subject."""

    sub: str
    email: str = ""
    email_verified: bool | Literal["true", "false"] = False
    name: str = ""


class OidcError(Exception):
    """The provider did not send a valid proof of identity; the text is for the log."""


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
        async with self._slot(provider):
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
        async with self._slot(provider):
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
                if metadata.userinfo_endpoint and not (claims.email and claims.name):
                    claims = await self._add_user_info(provider, metadata, client, claims)
        return OidcUser(
            provider=provider.name,
            subject=claims.sub,
            email=claims.email,
            email_verified=claims.email_verified in (True, "true"),
            name=claims.name,
        )

    async def _add_user_info(
        self,
        provider: OidcProvider,
        metadata: ProviderMetadata,
        client: AsyncOAuth2Client,
        claims: Claims,
    ) -> Claims:
        """The claims with what the ID token lacks taken from UserInfo (Core §5.3, §5.4), if the provider gives it."""
        try:
            response = await client.get(metadata.userinfo_endpoint)
            if response.status_code != 200:
                raise OidcError(f"HTTP {response.status_code}")
            found = msgspec.json.decode(response.content, type=Claims)
            if found.sub != claims.sub:
                raise OidcError("UserInfo is about another subject")
        except (OidcError, *MALFORMED, *UNREACHABLE) as error:
            log.warning("no user info", provider=provider.name, reason=reason_of(error))
            return claims
        if not claims.email:
            claims = msgspec.structs.replace(
                claims, email=found.email, email_verified=found.email_verified
            )
        return msgspec.structs.replace(claims, name=claims.name or found.name)

    @asynccontextmanager
    async def _slot(self, provider: OidcProvider) -> AsyncIterator[None]:
        """Limit how many calls wait for providers, and for how long; log and translate their errors."""
        if self._waiting >= MAX_WAITING:
            raise Fault(Code.UNAVAILABLE, wait=2)
        self._waiting += 1
        try:
            async with asyncio.timeout(DEADLINE):
                yield
        except (OidcError, *MALFORMED) as error:
            log.warning("provider's proof refused", provider=provider.name, reason=reason_of(error))
            raise OidcError(reason_of(error)) from None
        except UNREACHABLE as error:
            log.warning("provider unreachable", provider=provider.name, reason=reason_of(error))
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
            token_endpoint_auth_method=authenticate,
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
    ) -> Claims:
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
        return msgspec.convert(decoded.claims, Claims)

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


def authenticate(
    client: ClientAuth, _method: str, uri: str, headers: dict[str, str], body: str
) -> tuple[str, dict[str, str], str]:
    """Authenticate the portal by HTTP Basic, its id and secret form-encoded before (RFC 6749 §2.3.1)."""
    pair = f"{quote_plus(client.client_id)}:{quote_plus(client.client_secret)}"
    headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
    return uri, headers, body


def reason_of(error: Exception) -> str:
    """What went wrong, for the log: the kind of error and a short part of its text, which holds no secret of ours."""
    return f"{type(error).__name__}: {error}"[:REASON_LENGTH]
