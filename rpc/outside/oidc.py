"""Sign-in by a provider: OpenID Connect's code flow with PKCE, state and nonce (its Core §3.1, RFC 7636)."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import msgspec
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from httpx2 import HTTPError
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from rpc.config.oidc_providers import OidcProvider
from rpc.outside.http_client import DEADLINE, Forbidden, HttpClient, Unreachable
from schema.core.errors import Code, Fault

SCOPE = "openid email profile"
ALGORITHMS = ["RS256", "ES256", "PS256", "EdDSA"]
"""Signatures by a private key alone: of a shared one, or of none, a token could be forged."""
CACHE_SECONDS = 600.0
"""Seconds for which a provider's description and keys are kept."""
MAX_WAITING = 4
"""Calls that wait for a provider: each keeps a connection to the database, and others need some too."""
MALFORMED = (OAuthError, JoseError, msgspec.MsgspecError, ValueError, KeyError, RecursionError)
"""What an answer raises that is not what a provider answers; RecursionError is of JSON that is nested too deeply."""
LEEWAY = 60
"""Seconds that a provider's clock may differ."""


class OidcUser(Struct, frozen=True, kw_only=True):
    """Whom a provider says somebody is. `subject` is theirs for ever, the address may change hands."""

    provider: str
    subject: str
    email: str
    email_verified: bool
    name: str


class ProviderMetadata(Struct, frozen=True):
    """What a provider says of itself at its well-known address (OpenID Connect Discovery 1.0 §3)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str = ""
    jwks_uri: str = ""


class IdToken(Struct, frozen=True):
    """The claims of an id token that are looked at once its signature and audience are right."""

    sub: str
    email: str = ""
    email_verified: bool | Literal["true", "false"] = False
    name: str = ""


class OidcError(Exception):
    """The provider does not say who it is, or says it in a way that cannot be believed."""


class OidcClient:
    """The providers of the settings."""

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
        """Where a browser is sent to; from there it comes to `back` with a code and the state."""
        async with self._slot():
            described = await self._fetch_metadata(provider)
            async with self._client(provider, redirect_uri) as client:
                url, _ = client.create_authorization_url(
                    described.authorization_endpoint,
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
        """Whose code it is, if the provider's signature says so for us and for this very journey."""
        async with self._slot():
            described = await self._fetch_metadata(provider)
            async with self._client(provider, redirect_uri) as client:
                given = await client.fetch_token(
                    described.token_endpoint,
                    code=code,
                    code_verifier=code_verifier,
                    grant_type="authorization_code",
                )
            token = given.get("id_token")
            if not isinstance(token, str):
                raise OidcError("no id token came")
            claims = await self._verify_id_token(provider, described, token, nonce)
        return OidcUser(
            provider=provider.name,
            subject=claims.sub,
            email=claims.email,
            email_verified=claims.email_verified in (True, "true"),
            name=claims.name,
        )

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        """A place to wait for a provider in, and no longer than the deadline."""
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
        found = msgspec.json.decode(raw, type=ProviderMetadata)
        if found.issuer.rstrip("/") != provider.issuer:
            raise OidcError("it describes another issuer")
        return msgspec.structs.replace(
            found,
            token_endpoint=provider.token_endpoint or found.token_endpoint,
            jwks_uri=provider.jwks_uri or found.jwks_uri,
        )

    async def _verify_id_token(
        self, provider: OidcProvider, described: ProviderMetadata, token: str, nonce: str
    ) -> IdToken:
        try:
            decoded = jwt.decode(token, await self._fetch_keys(described.jwks_uri), ALGORITHMS)
        except (JoseError, ValueError):
            # The provider may have changed its keys since we looked.
            keys = await self._fetch_keys(described.jwks_uri, fresh=True)
            decoded = jwt.decode(token, keys, ALGORITHMS)
        rules = jwt.JWTClaimsRegistry(
            leeway=LEEWAY,
            iss={"essential": True, "values": [described.issuer]},
            aud={"essential": True, "value": provider.client_id},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        rules.validate(decoded.claims)
        if decoded.claims.get("azp", provider.client_id) != provider.client_id:
            raise OidcError("it is for another client")
        return msgspec.convert(decoded.claims, IdToken)

    async def _fetch_keys(self, url: str, *, fresh: bool = False) -> KeySet:
        found: Any = msgspec.json.decode(await self._get(url, fresh=fresh))
        return KeySet.import_key_set(found)

    async def _get(self, url: str, *, fresh: bool = False) -> bytes:
        until, body = self._cache.get(url, (0.0, b""))
        if fresh or until < time.monotonic():
            answer = await self._http_client.get(url)
            if answer.status_code != 200:
                raise Unreachable(f"HTTP {answer.status_code}")
            body = answer.content
            self._cache[url] = time.monotonic() + CACHE_SECONDS, body
        return body
