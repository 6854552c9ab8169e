"""Who is asking. A handler's first parameter is one of these, and nobody less reaches it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

import sql.accounts.audit
import sql.accounts.session
import sql.brands.key
from rpc.calls.account_view import account
from rpc.security.tokens import BRAND_KEY, SESSION, Token
from schema.accounts.account import Account
from schema.core.errors import Code, Fault
from sql.accounts.session import Session
from sql.core.db import Connection, borrowed

if TYPE_CHECKING:
    from rpc.resources.resources import Parts


class Asked(msgspec.Struct, kw_only=True, frozen=True):
    """What a request says beside its envelope."""

    path: str = ""
    token: str = ""
    ip: str = ""
    user_agent: str = ""
    request_id: str = ""
    idempotency_key: str | None = None


@dataclass(kw_only=True)
class Guest:
    """Anyone."""

    who: ClassVar[str] = "G"

    db: Connection
    now: datetime
    parts: "Parts"
    asked: Asked
    operator_id: int | None = None
    """Who of the network acts, in a session that was opened for somebody else."""

    @property
    def owner(self) -> int:
        """Under whose id an idempotency key of this caller is kept."""
        return 0

    @property
    def scope_of_keys(self) -> str:
        """Keeps apart the keys of callers that share an owner."""
        return self.who

    @classmethod
    async def look_up(cls, _: "Parts", __: Asked) -> Session | None:
        """The session of a call, before a connection is borrowed for it."""
        return None

    @classmethod
    async def admit(
        cls,
        db: Connection,
        now: datetime,
        parts: "Parts",
        asked: Asked,
        _: Session | None = None,
    ) -> Self:
        return cls(db=db, now=now, parts=parts, asked=asked)


@dataclass(kw_only=True)
class Member(Guest):
    """A signed-in account."""

    who: ClassVar[str] = "M"

    publisher_id: int
    session_hash: bytes
    person: Callable[[], Account]

    @cached_property
    def account(self) -> Account:
        """Who is signed in, as the portal tells it to them; most calls never ask."""
        return self.person()

    @property
    def owner(self) -> int:
        return self.publisher_id

    @classmethod
    async def look_up(cls, parts: "Parts", asked: Asked) -> Session | None:
        token = counted(parts, asked)
        session = await parts.sessions.find(token)
        if session is None:
            raise Fault(Code.UNAUTHORIZED)
        return session

    @classmethod
    async def admit(
        cls,
        db: Connection,
        now: datetime,
        parts: "Parts",
        asked: Asked,
        session: Session | None = None,
    ) -> Self:
        session = session or await cls.look_up(parts, asked)
        if session is None or session.over:
            raise Fault(Code.UNAUTHORIZED)
        if session.ran_out:
            raise Fault(Code.TOKEN_EXPIRED)
        if session.unseen:
            await sql.accounts.session.touch(db, session.publisher_id, session.hash, now)
        if session.operator_id is not None:
            await watched(session, now, parts, asked)
        return cls(
            db=db,
            now=now,
            parts=parts,
            asked=asked,
            operator_id=session.operator_id,
            person=partial(account, session, parts),
            publisher_id=session.publisher_id,
            session_hash=session.hash,
            **cls.further(session),
        )

    @classmethod
    def further(cls, _: Session) -> dict[str, Any]:
        """What a context beyond this one has, or the Fault that keeps the session out of it."""
        return {}

    def allow(self, permission: str) -> None:
        """Refuse who may not do this."""
        if permission not in self.account.permissions:
            raise Fault(Code.NOT_ALLOWED)


@dataclass(kw_only=True)
class Publisher(Member):
    """A signed-in publisher that has a default site."""

    who: ClassVar[str] = "P"

    site_id: int
    """The default site, which stands wherever a call needs one and names none."""

    @classmethod
    def further(cls, session: Session) -> dict[str, Any]:
        if session.role == "operator":
            raise Fault(Code.NOT_ALLOWED)
        if session.default_site_id is None:
            raise Fault(Code.DEFAULT_SITE_NOT_SET)
        if session.default_site_name is None:
            raise Fault(Code.DEFAULT_SITE_GONE)
        return {"site_id": session.default_site_id}


@dataclass(kw_only=True)
class Operator(Member):
    """One of the network's staff."""

    who: ClassVar[str] = "O"

    @classmethod
    def further(cls, session: Session) -> dict[str, Any]:
        if session.role != "operator":
            raise Fault(Code.NOT_ALLOWED)
        return {}


@dataclass(kw_only=True)
class Brand(Guest):
    """A brand's server, known by its key."""

    who: ClassVar[str] = "B"

    mid: int
    mcid: str

    @property
    def scope_of_keys(self) -> str:
        return f"B{self.mid}"

    @classmethod
    async def admit(
        cls, db: Connection, now: datetime, parts: "Parts", asked: Asked, _: Session | None = None
    ) -> Self:
        token = parts.tokens.read(BRAND_KEY, asked.token) if asked.token else None
        if token is None:
            raise Fault(Code.UNAUTHORIZED)
        parts.limits.spend(token.hash, parts.brand_rate)
        found = await sql.brands.key.find(db, token.owner, token.hash, now)
        if found is None:
            raise Fault(Code.UNAUTHORIZED)
        return cls(db=db, now=now, parts=parts, asked=asked, mid=found.mid, mcid=found.mcid)


@dataclass(kw_only=True)
class Worker:
    """Nobody: the portal itself, running a queued job."""

    db: Connection
    now: datetime
    parts: "Parts"
    attempt: int = 1
    notes: dict[str, Any] = field(default_factory=dict)


def counted(parts: "Parts", asked: Asked) -> Token:
    """A call's token, counted towards the limit of its session."""
    token: Token | None = parts.tokens.read(SESSION, asked.token) if asked.token else None
    if token is None:
        raise Fault(Code.UNAUTHORIZED)
    parts.limits.spend(token.hash, parts.session_rate)
    return token


async def watched(session: Session, now: datetime, parts: "Parts", asked: Asked) -> None:
    """Write a call down under both names before it is made, so that its refusal does not undo that."""
    async with borrowed(parts.pool) as db:
        await sql.accounts.audit.add(
            db,
            session.publisher_id,
            session.account_id,
            asked.path,
            at=now,
            ip=asked.ip,
            request_id=asked.request_id,
            result="called",
            operator_id=session.operator_id,
        )
