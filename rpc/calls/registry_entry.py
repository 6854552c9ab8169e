"""The entries of the registry: a call, or an endpoint outside the envelope, declared by its handler's signature.

The first parameter says who may call it, the others what it takes, the return type what it returns.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, time
from email.utils import formatdate
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from rpc.calls.agent_request import ask_person
from rpc.calls.audit import record
from rpc.calls.context import Guest, Member, RequestInfo
from rpc.calls.envelope_types import (
    envelope_type,
    selectable_fields,
    shared_default,
    time_fields,
)
from rpc.http.request import Headers, Request
from rpc.http.response import Respond, Response
from schema.accounts.agent import READ_PERMISSIONS, AgentScope
from schema.accounts.api_token import SCOPES
from schema.accounts.sandbox import NOT_IN_SANDBOX, OF_LIVE_ACCOUNT
from schema.core.api_version import Deprecation
from schema.core.envelope import Nothing
from schema.core.errors import ANY_CALL, Code, Fault
from schema.core.sandbox import is_live
from sql.accounts.account import Login
from sql.accounts.session import Session
from sql.core.db import Connection
from sql.core.narrowing import without_narrowing

if TYPE_CHECKING:
    from rpc.process.resources import Resources

Handler = Callable[..., Awaitable[Any]]
PARAMETERS = {"attributes", "filter", "page"}
Permission = str | UnsetType | None
"""What a call requires beyond the type of its caller: a permission, None for nothing, or unset if undeclared."""
Narrowed = Literal["channels", "account"]
"""How a call is open to members who see only some channels.

`channels`: all its statements are narrowed to these (sql/core/narrowing.py). `account`: it is about the member's own
account and nothing else, so its statements run as they are.
"""
AgentUse = Literal["read", "write", "request"]
"""How agents may use a call (docs/agents.md): as a tool that only reads, as one that writes, or as one that asks the
app's person, who makes the call by approving it."""
ONLY_APPS = (
    f"{Code.NOT_ALLOWED.message}: this tool asks a person, which an API token cannot. Connect the app by OAuth, or make"
    " the call itself"
)
PERMISSION_RULE = (
    'must say permission="report.read" or another of schema/accounts/permission.py, or permission=None for none. '
    "Only a scope of schema/accounts/api_token.py opens a call to API tokens and adds it to both clients"
)

WHOLE_PUBLISHER = (
    f"{Code.NOT_ALLOWED.message}: it is about all channels of your publisher, and you see some of them;"
    " ask an owner"
)


class Entry:
    """A handler in the registry, as its signature declares it."""

    caller: ClassVar[type]
    raises: frozenset[Code] = frozenset()
    permission: str = ""
    """The permission that the caller needs; empty if none."""
    narrowed: "Narrowed | None" = None
    """How members who see only some channels may make the call; they are refused if None."""
    agents: "AgentUse | None" = None
    """How agents may use the call; it is no tool if None."""

    in_sandbox: bool = True
    """Whether the call can be made in a sandbox."""

    def __init__(self, path: str, handler: Handler, permission: Permission = UNSET) -> None:
        hints = get_type_hints(handler, include_extras=True)
        first, *others = inspect.signature(handler).parameters or [""]
        self.path = path
        self.handler = handler
        self.permission = permission or ""
        self.says_permission = permission is not UNSET
        self.context: Any = hints.get(first)
        self.parameters: dict[str, Any] = {name: hints.get(name) for name in others}
        self.returns: Any = hints.get("return")
        self.summary, *_ = (inspect.getdoc(handler) or "").splitlines() or [""]
        for rule, holds in self.rules().items():
            if not holds:
                raise TypeError(f"{handler.__module__}.{handler.__name__}: a handler {rule}")

    def expected_path(self) -> str:
        """The path that the handler's module and name stand for."""
        return f"/{self.module}/{self.handler.__name__.rstrip('_')}"

    @property
    def module(self) -> str:
        """The segment that the handler's module stands for: `network` for each module of `handlers.network`."""
        layer, _, inner = self.handler.__module__.partition(".")
        return inner.partition(".")[0] if layer == "handlers" else inner.rpartition(".")[2]

    def rules(self) -> dict[str, bool]:
        """The rules for a handler, and whether this one obeys each."""
        right_caller = inspect.isclass(self.context) and issubclass(self.context, self.caller)
        return {
            f"must be declared as {self.expected_path()}, not as {self.path}": self.path
            == self.expected_path(),
            f"must take a {self.caller.__name__} first": right_caller,
            "must take attributes, filter and page only": self.parameters.keys() <= PARAMETERS,
            "must annotate all its parameters and what it returns": None
            not in (self.returns, *self.parameters.values()),
            "must have a docstring": bool(self.summary),
            PERMISSION_RULE: self.says_permission
            or not (right_caller and issubclass(self.context, Member)),
        }

    def check_permission(self, context: Guest) -> None:
        """Raise NOT_ALLOWED for a caller without the permission, and for narrowed members unless the call is for them.

        So it does in a sandbox for calls about the live account.

        API tokens cannot make calls that name no permission, and apps only those that are tools.
        """
        if (
            not self.in_sandbox
            and isinstance(context, Member)
            and not is_live(context.publisher_id)
        ):
            raise Fault(Code.NOT_ALLOWED, NOT_IN_SANDBOX)
        if self.asks_person(context) and context.by_api_token:
            raise Fault(Code.NOT_ALLOWED, ONLY_APPS)
        if context.app_scopes is not None and self.required_scope not in context.app_scopes:
            raise refuse_app(self.required_scope)
        if self.permission not in context.permissions and (self.permission or context.by_api_token):
            raise refuse_token(self.permission) if context.by_api_token else Fault(Code.NOT_ALLOWED)
        if context.site_ids is not None:
            if self.narrowed is None:
                raise Fault(Code.NOT_ALLOWED, WHOLE_PUBLISHER)
            if self.narrowed == "account":
                context.db = without_narrowing(context.db)

    @property
    def required_scope(self) -> AgentScope | None:
        """The scope that an app needs to use the call as a tool; None if it is none."""
        if self.agents is None:
            return None
        return AgentScope.READ if self.agents == "read" else AgentScope.WRITE

    def asks_person(self, context: Guest) -> bool:
        """Whether the call is made as a tool that asks the app's person, and does nothing else."""
        return self.agents == "request" and context.request.by_agent

    def check_declared(self, fault: Fault) -> None:
        """Raise TypeError for a Fault that the handler does not declare."""
        if fault.code not in self.raises and fault.code not in ANY_CALL:
            raise TypeError(f"{self.path} does not declare {fault.code.name}") from fault


def refuse_token(permission: str) -> Fault:
    """The refusal of an API token, which names the scope that the token lacks."""
    if permission not in SCOPES:
        return Fault(
            Code.NOT_ALLOWED, f"{Code.NOT_ALLOWED.message}: no API token can make this call"
        )
    text = f"{Code.NOT_ALLOWED.message}: this token lacks the scope `{permission}`"
    return Fault(Code.NOT_ALLOWED, text, data={"scope": permission})


def refuse_app(scope: AgentScope | None) -> Fault:
    """The refusal of an app, which names the scope that it lacks."""
    if scope is None:
        return Fault(Code.NOT_ALLOWED, f"{Code.NOT_ALLOWED.message}: no app can make this call")
    text = f"{Code.NOT_ALLOWED.message}: this app lacks the scope `{scope}`"
    return Fault(Code.NOT_ALLOWED, text, data={"scope": scope})


def deprecation_headers(deprecated: Deprecation) -> Headers:
    """Since when a call is deprecated (RFC 9745), when it ends (RFC 8594), and what to read about it."""
    since, sunset = (
        int(datetime.combine(day, time(), UTC).timestamp())
        for day in (deprecated.since, deprecated.sunset)
    )
    link = f'</tools/apis/calls{deprecated.instead}>; rel="successor-version"'
    changes = '</tools/apis/guides/changes>; rel="deprecation"; type="text/html"'
    return [
        (b"deprecation", b"@%d" % since),
        (b"sunset", formatdate(sunset, usegmt=True).encode()),
        (b"link", f"{link}, {changes}".encode()),
    ]


class Procedure(Entry):
    """A call: an envelope is posted to its path, and another is the reply."""

    caller = Guest

    def __init__(
        self,
        path: str,
        handler: Handler,
        raises: Iterable[Code],
        *,
        reads: bool,
        atomic: bool,
        filters: Iterable[type] = (),
        hashes: bool = False,
        heavy: bool = False,
        secret: bool = False,
        from_replica: bool = False,
        permission: Permission = UNSET,
        narrowed: "Narrowed | None" = None,
        deprecated: Deprecation | None = None,
        agents: "AgentUse | UnsetType | None" = UNSET,
        sandbox: bool | None = None,
    ) -> None:
        super().__init__(path, handler, permission)
        self.narrowed = narrowed
        if sandbox is None:
            sandbox = narrowed != "account" and self.permission not in OF_LIVE_ACCOUNT
        self.in_sandbox = sandbox
        if agents is UNSET:
            agents = "read" if reads and self.permission in READ_PERMISSIONS else None
        self.agents = agents
        self.deprecated = deprecated
        self.headers: Headers = deprecation_headers(deprecated) if deprecated else []
        """Headers that every answer of the call has."""
        self.raises = frozenset(raises)
        self.reads = reads
        self.from_replica = from_replica
        self.hashes = hashes
        self.heavy = heavy
        self.secret = secret
        self.atomic = atomic and not reads
        self.attributes = self.parameters.get("attributes", Nothing)
        self.topic: str = getattr(self.attributes, "rules_under", "")
        self.filter = self.parameters.get("filter", Nothing)
        self.filters = tuple(filters)
        self.paged = "page" in self.parameters
        self.defaults = {name: shared_default(kind) for name, kind in self.parameters.items()}
        """The value of each parameter that is absent; None if it has required fields."""
        self.decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
            envelope_type(self.attributes, self.filter, self.paged)
        )
        self.times = {name: time_fields(kind) for name, kind in self.parameters.items()}
        """The fields that hold times, by parameter."""
        self.fields = selectable_fields(self.returns)
        self.continues = "next" in self.fields[0]
        """Whether the reply has a cursor for the next page, and `page.cursor` is accepted."""

    async def authorize(
        self,
        db: Connection,
        now: datetime,
        resources: "Resources",
        request: RequestInfo,
        session: Session | None,
    ) -> Guest:
        """Authorize the caller. Raises the Fault for one who may not call."""
        context: Guest = await self.context.authorize(db, now, resources, request, session)
        self.check_permission(context)
        return context

    async def __call__(self, context: Guest, arguments: dict[str, Any]) -> Any:
        if isinstance(context, Member) and self.asks_person(context):
            return await ask_person(
                context, self.path, arguments, partial(self.run, context, arguments)
            )
        data = await self.run(context, arguments)
        if isinstance(context, Member) and context.agent and self.agents != "read":
            await record(context, Login(context.publisher_id, context.account.id))
        return data

    async def run(self, context: Guest, arguments: dict[str, Any]) -> Any:
        try:
            return await self.handler(context, **arguments)
        except Fault as fault:
            self.check_declared(fault)
            raise


class Endpoint(Entry):
    """An endpoint outside the envelope: a redirect, a file, a probe.

    A handler that takes `respond` is not a coroutine: it calls that with its response, whenever it has one, so that
    no request needs a task (rpc/server/inline_protocol.py).
    """

    caller: ClassVar[type] = Request

    def __init__(
        self,
        path: str,
        handler: Callable[..., Any],
        methods: Iterable[str],
        alias: str,
        *,
        subtree: bool = False,
        permission: Permission = UNSET,
    ) -> None:
        super().__init__(path, handler, permission)
        self.methods = frozenset(methods)
        self.subtree = subtree
        self.paths = [path, alias] if alias else [path]

    def expected_path(self) -> str:
        """`/a/b` and `/a/b/{c}` are b in a.py, `/a/{b}` is b in a.py, `/a` is a in any module. `.c-d.txt` is c_d."""
        module, name = self.module, self.handler.__name__.rstrip("_")
        segments = self.path.strip("/").replace("/.", "/").lstrip(".").replace("-", "_").split("/")
        fixed = [segment for segment in segments if not segment.startswith("{")]
        by_parameter = len(fixed) == 1 and len(segments) > 1
        expected = segments[-1].strip("{}") if by_parameter else fixed[-1]
        right_module = module == segments[0] or len(segments) == 1
        return (
            self.path
            if right_module and name == expected.partition(".")[0]
            else f"/{module}/{name}"
        )

    @property
    def responds(self) -> bool:
        return self.parameters == {"respond": Respond}

    def rules(self) -> dict[str, bool]:
        returns = type(None) if self.responds else Response
        return super().rules() | {
            "must take a Request, and nothing else but `respond`": self.responds
            or not self.parameters,
            "must take attributes, filter and page only": True,
            "must return a Response, or take `respond`": self.returns is returns,
        }

    async def __call__(self, request: Request) -> Response:
        if not self.responds:
            response: Response = await self.handler(request)
            return response
        future: asyncio.Future[Response] = asyncio.get_running_loop().create_future()

        def respond(outcome: Response | Exception) -> None:
            if future.cancelled():
                return
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

        self.handler(request, respond)
        return await future
