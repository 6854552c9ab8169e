"""Calls over HTTP, and the account that makes them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Self

import httpx2

from schema.core.errors import Code, Limit, Rule
from tests.support.timing import HANG_SECONDS

PASSWORD = "correct horse battery"


@dataclass(frozen=True, kw_only=True)
class Someone:
    """A signed-in account; `site_id` is None until a default site is chosen."""

    token: str
    uid: int = 0
    account_id: int = 0
    site_id: int | None = None
    username: str = ""
    email: str = ""
    password: str = PASSWORD


@dataclass(frozen=True, kw_only=True)
class SomeBrand:
    """A brand with its server's key, which may stand where a Someone does."""

    mcid: str
    mid: int
    token: str


@dataclass
class Reply:
    code: int
    message: str
    data: Any
    status: int
    headers: Mapping[str, str]

    @property
    def refusal(self) -> Any:
        """The data of a refusal without its rule and limit, which a field that is refused must have."""
        if not isinstance(self.data, dict) or "field" not in self.data:
            return self.data
        rest = dict(self.data)
        Rule(rest.pop("rule"))
        assert isinstance(rest.pop("limit", ""), Limit)
        return rest

    @classmethod
    def of(cls, response: httpx2.Response) -> Self:
        """What an envelope says, and how it was sent."""
        answer = response.json()
        return cls(
            answer["code"],
            answer["message"],
            answer["data"],
            response.status_code,
            dict(response.headers),
        )


@dataclass
class Client:
    """Calls a running server."""

    url: str
    http: httpx2.AsyncClient = field(init=False)

    def __post_init__(self) -> None:
        # A connection that the server closes after 5 s must not be asked just then.
        # Fewer than one address may hold (PER_ADDRESS): raw connections of the next test need some, too.
        limits = httpx2.Limits(max_connections=80, keepalive_expiry=3)
        # All tests call by it: whose cookie a call has, it says itself.
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self.http = httpx2.AsyncClient(
            base_url=self.url,
            timeout=HANG_SECONDS,
            trust_env=False,
            limits=limits,
            cookies=no_cookies,
        )

    async def post(
        self,
        path: str,
        who: Someone | SomeBrand | str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
        **req: Any,
    ) -> Reply:
        """Post an envelope; `req` holds attributes, filter, page and fields."""
        header: dict[str, Any] = {}
        if who is not None:
            header["token"] = who if isinstance(who, str) else who.token
        if key is not None:
            header["idempotency_key"] = key
        body = json.dumps({"appId": 36, "req": {"header": header, **req}}, default=plain)
        return await self.raw(path, body.encode(), headers)

    async def raw(self, path: str, body: bytes, headers: Mapping[str, str] | None = None) -> Reply:
        sent = {"content-type": "application/json", **(headers or {})}
        return Reply.of(await self.http.post(path, content=body, headers=sent))

    async def ok(self, path: str, who: Someone | SomeBrand | str | None = None, **req: Any) -> Any:
        """The data of a call that must succeed."""
        reply = await self.post(path, who, **req)
        assert reply.code == 0, (path, reply)
        return reply.data

    async def refuses(
        self, code: Code | int, path: str, who: Someone | SomeBrand | str | None = None, **req: Any
    ) -> Reply:
        """A call that must be refused with this code."""
        reply = await self.post(path, who, **req)
        number = code if isinstance(code, int) else code.number
        assert reply.code == number, (path, reply)
        return reply


def plain(value: Any) -> str:
    return str(value) if isinstance(value, Decimal) else value.isoformat()
