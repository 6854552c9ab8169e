"""The callers. The type of a handler's first parameter says who may call it; all others are refused."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

import sql.brands.brand_key
from rpc.calls.session import account_of, find_session, record_use, session_permissions
from rpc.http.cookies import Cookies
from rpc.http.request import network_of
from rpc.security.rate_limits import QuotaRecord
from rpc.security.tokens import BRAND_KEY
from schema.accounts.account import Account
from schema.core.errors import Code, Fault
from sql.accounts.account import Login
from sql.accounts.session import Key, Session
from sql.core.db import Connection
from sql.core.narrowing import narrow

if TYPE_CHECKING:
    from rpc.process.resources import Resources


class RequestInfo(msgspec.Struct, kw_only=True, frozen=True):
    """The data of a request besides its envelope: address, cookies, user agent and headers."""

    path: str = ""
    token: str = ""
    ip: str = ""
    user_agent: str = ""
    request_id: str = ""
    trace_id: str = ""
    idempotency_key: str | None = None
    quota: QuotaRecord | None = None
    cookies: Cookies = msgspec.field(default_factory=Cookies)
    by_agent: bool = False
    """Whether an agent makes the call as a tool: the tokens of apps count there only."""

    @property
    def network(self) -> str:
        """The key under which limits count the caller's address: one host can use any address of a /64."""
        return network_of(self.ip)


@dataclass(kw_only=True)
class Guest:
    """The context of a call that anyone may make."""

    who: ClassVar[str] = "G"

    db: Connection
    now: datetime
    resources: "Resources"
    request: RequestInfo
    complete_until: datetime | None = None
    """Until when everything is in what a replica shows; None if the call reads the database itself."""
    operator_id: int | None = None
    """The member of staff who acts, in a session opened by impersonation."""
    permissions: tuple[str, ...] = ()
    by_api_token: bool = False
    site_ids: list[int] | None = None
    """The channels that a narrowed member may see, to which all statements of `db` are narrowed; None for all."""
    with_money: bool = True
    """Whether the caller may see amounts; if not, the reply has none (schema/core/without_money.py)."""
    agent: str = ""
    """The name of the app or API token with which an agent makes the call; empty for all other calls."""
    app_scopes: frozenset[str] | None = None
    """The scopes of the app that makes the call; None for all other callers."""
    grant_id: int | None = None
    """What the app was allowed that makes the call; None for all other callers."""

    @property
    def as_of(self) -> datetime:
        """What was answered before this time is in the figures that the call reads."""
        return self.complete_until or self.now

    @property
    def owner(self) -> int:
        """The id under which the idempotency keys of this caller are stored."""
        return 0

    @property
    def key_scope(self) -> str:
        """Separates the idempotency keys of callers that share an owner."""
        return self.who

    @classmethod
    async def load_session(cls, _: "Resources", __: RequestInfo) -> Session | None:
        """The session of a call, loaded before a connection is acquired for it."""
        return None

    @classmethod
    async def authorize(
        cls,
        db: Connection,
        now: datetime,
        resources: "Resources",
        request: RequestInfo,
        _: Session | None = None,
    ) -> Self:
        return cls(db=db, now=now, resources=resources, request=request)


@dataclass(kw_only=True)
class Member(Guest):
    """A signed-in account."""

    who: ClassVar[str] = "M"

    publisher_id: int
    session_hash: bytes
    home_uid: int
    """The publisher whose row of `account` has the credentials: another one for some members of several publishers."""
    load_account: Callable[[], Account]

    @cached_property
    def account(self) -> Account:
        """The signed-in account; built on first use, because most calls do not need it."""
        return self.load_account()

    @property
    def home(self) -> Login:
        """The row with the credentials of the signed-in person."""
        return Login(self.home_uid, self.account.id)

    @property
    def session_key(self) -> Key:
        return self.publisher_id, self.session_hash

    @property
    def owner(self) -> int:
        return self.publisher_id

    @property
    def key_scope(self) -> str:
        """Of their own for members who see less: others' stored replies may show more."""
        if self.site_ids is None and self.with_money:
            return self.who
        return f"{self.who}{self.account.id}"

    @classmethod
    async def load_session(cls, resources: "Resources", request: RequestInfo) -> Session | None:
        session = await find_session(resources, request)
        if session is None:
            raise Fault(Code.UNAUTHORIZED)
        return session

    @classmethod
    async def authorize(
        cls,
        db: Connection,
        now: datetime,
        resources: "Resources",
        request: RequestInfo,
        session: Session | None = None,
    ) -> Self:
        session = session or await cls.load_session(resources, request)
        if session is None or session.ended:
            raise Fault(Code.UNAUTHORIZED)
        if session.expired:
            raise Fault(Code.TOKEN_EXPIRED)
        if session.touch_due or session.operator_id is not None:
            await record_use(db, session, now, resources, request)
        return cls(
            db=narrow(db, session.site_ids),
            now=now,
            resources=resources,
            request=request,
            site_ids=session.site_ids,
            with_money=session.with_money,
            operator_id=session.operator_id,
            load_account=partial(account_of, session, resources),
            publisher_id=session.publisher_id,
            home_uid=session.home_uid,
            session_hash=session.hash,
            permissions=session_permissions(session),
            by_api_token=session.scopes is not None and session.grant_id is None,
            agent=session.credential if request.by_agent else "",
            grant_id=session.grant_id,
            app_scopes=None if session.grant_id is None else frozenset(session.scopes or ()),
            **cls.requirements(session),
        )

    @classmethod
    def requirements(cls, _: Session) -> dict[str, Any]:
        """The additional fields of a subclass of Member. Raises a Fault for a session that the subclass excludes."""
        return {}


@dataclass(kw_only=True)
class Publisher(Member):
    """A signed-in publisher that has a default site."""

    who: ClassVar[str] = "P"

    site_id: int
    """The default site, used where a call needs a site and names none."""

    @classmethod
    def requirements(cls, session: Session) -> dict[str, Any]:
        if session.role == "operator":
            raise Fault(Code.NOT_ALLOWED)
        if session.default_site_id is None:
            raise Fault(Code.DEFAULT_SITE_NOT_SET)
        if session.default_site_name is None:
            raise Fault(Code.DEFAULT_SITE_GONE)
        return {"site_id": session.default_site_id}


@dataclass(kw_only=True)
class Operator(Member):
    """A member of the network's staff."""

    who: ClassVar[str] = "O"

    @classmethod
    def requirements(cls, session: Session) -> dict[str, Any]:
        if session.role != "operator":
            raise Fault(Code.NOT_ALLOWED)
        return {}


@dataclass(kw_only=True)
class Brand(Guest):
    """A brand's server, identified by its key."""

    who: ClassVar[str] = "B"

    mid: int
    mcid: str

    @property
    def key_scope(self) -> str:
        return f"B{self.mid}"

    @classmethod
    async def authorize(
        cls,
        db: Connection,
        now: datetime,
        resources: "Resources",
        request: RequestInfo,
        _: Session | None = None,
    ) -> Self:
        token = resources.tokens.read(BRAND_KEY, request.token) if request.token else None
        if token is None:
            raise Fault(Code.UNAUTHORIZED)
        resources.rate_limiter.spend(token.hash, resources.brand_rate, request.quota)
        key = await sql.brands.brand_key.find(db, token.owner, token.hash, now)
        if key is None:
            raise Fault(Code.UNAUTHORIZED)
        return cls(db=db, now=now, resources=resources, request=request, mid=key.mid, mcid=key.mcid)


@dataclass(kw_only=True)
class Worker:
    """The portal itself, running a queued job."""

    db: Connection
    now: datetime
    resources: "Resources"
    attempt: int = 1
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the worker should stop: a job that waits for something should then end."""
    notes: dict[str, Any] = field(default_factory=dict)
