"""The catalogue of everything the portal does: calls it answers, doors it opens, jobs it runs.

Each is an async function under `@query`, `@procedure`, `@door` or `@job`, and its signature is its declaration:
the first parameter says who may call it, the others what it takes, the arrow what it returns.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, ClassVar, TypeVar, get_origin, get_type_hints

import msgspec

from rpc.calls.context import Guest
from rpc.http.request import Request
from rpc.http.response import Respond, Response
from schema.core.envelope import Header, Nothing, Page
from schema.core.errors import ANY_CALL, Code, Fault

Handler = Callable[..., Awaitable[Any]]
PARAMETERS = {"attributes", "filter", "page"}


class Entry:
    """One function of the catalogue, as its signature declares it."""

    caller: ClassVar[type]
    raises: frozenset[Code] = frozenset()

    def __init__(self, path: str, handler: Handler) -> None:
        hints = get_type_hints(handler, include_extras=True)
        first, *others = inspect.signature(handler).parameters or [""]
        self.path = path
        self.handler = handler
        self.context: Any = hints.get(first)
        self.parameters: dict[str, Any] = {name: hints.get(name) for name in others}
        self.returns: Any = hints.get("return")
        self.summary, *_ = (inspect.getdoc(handler) or "").splitlines() or [""]
        for rule, kept in self.rules().items():
            if not kept:
                raise TypeError(f"{handler.__module__}.{handler.__name__}: a handler {rule}")

    def expected_path(self) -> str:
        """The path that the function's place in the tree spells."""
        module, name = self.handler.__module__.rpartition(".")[2], self.handler.__name__
        return f"/{module}/{name.rstrip('_')}"

    def rules(self) -> dict[str, bool]:
        """What a handler must keep to, and whether this one does."""
        admits = inspect.isclass(self.context) and issubclass(self.context, self.caller)
        return {
            f"lives at {self.expected_path()}, not at {self.path}": self.path
            == self.expected_path(),
            f"takes a {self.caller.__name__} first": admits,
            "takes attributes, filter and page, no more": self.parameters.keys() <= PARAMETERS,
            "annotates all it takes and returns": None
            not in (self.returns, *self.parameters.values()),
            "says in a docstring what it is for": bool(self.summary),
        }

    def check_declared(self, fault: Fault) -> None:
        """Raises TypeError for one that the handler does not declare."""
        if fault.code not in self.raises and fault.code not in ANY_CALL:
            raise TypeError(f"{self.path} does not declare {fault.code.name}") from fault


class Procedure(Entry):
    """A call: somebody posts an envelope to its path and is answered."""

    caller = Guest

    def __init__(
        self,
        path: str,
        handler: Handler,
        raises: Iterable[Code],
        *,
        reads: bool,
        atomic: bool,
        hashes: bool = False,
        secret: bool = False,
        from_replica: bool = False,
    ) -> None:
        super().__init__(path, handler)
        self.raises = frozenset(raises)
        self.reads = reads
        self.from_replica = from_replica
        self.hashes = hashes
        self.secret = secret
        self.atomic = atomic and not reads
        self.attributes = self.parameters.get("attributes", Nothing)
        self.topic: str = getattr(self.attributes, "rules_under", "")
        self.filter = self.parameters.get("filter", Nothing)
        self.paged = "page" in self.parameters
        self.defaults = {name: shared_default(kind) for name, kind in self.parameters.items()}
        """What each part stands for that is left out; None if it has fields that must be there."""
        self.decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
            envelope_type(self.attributes, self.filter, self.paged)
        )
        self.fields = selectable_fields(self.returns)

    async def __call__(self, context: Guest, arguments: dict[str, Any]) -> Any:
        try:
            return await self.handler(context, **arguments)
        except Fault as fault:
            self.check_declared(fault)
            raise


class DoorEntry(Entry):
    """Something served outside the envelope: a redirect, a file, a probe.

    A handler that takes `respond` is not a coroutine: it calls that with its response, whenever it has one, so that
    no request needs a task (rpc/http/inline_request.py).
    """

    caller: ClassVar[type] = Request

    def __init__(
        self, path: str, handler: Callable[..., Any], methods: Iterable[str], alias: str
    ) -> None:
        super().__init__(path, handler)
        self.methods = frozenset(methods)
        self.paths = [path, alias] if alias else [path]

    def expected_path(self) -> str:
        """`/a/b` and `/a/b/{c}` are b in a.py, `/a/{b}` is b in a.py, `/a` is a, wherever it stands."""
        module, name = self.handler.__module__.rpartition(".")[2], self.handler.__name__.rstrip("_")
        parts = self.path.strip("/").split("/")
        named = [part for part in parts if not part.startswith("{")]
        expected = parts[-1].strip("{}") if len(named) == 1 and len(parts) > 1 else named[-1]
        housed = module == parts[0] or len(parts) == 1
        return self.path if housed and name == expected.partition(".")[0] else f"/{module}/{name}"

    @property
    def responds(self) -> bool:
        return self.parameters == {"respond": Respond}

    def rules(self) -> dict[str, bool]:
        answers = type(None) if self.responds else Response
        return super().rules() | {
            "takes a Request, and `respond` at most": self.responds or not self.parameters,
            "takes attributes, filter and page, no more": True,
            "answers a Response, or gives one": self.returns is answers,
        }

    async def __call__(self, request: Request) -> Response:
        if not self.responds:
            answer: Response = await self.handler(request)
            return answer
        given: asyncio.Future[Response] = asyncio.get_running_loop().create_future()

        def respond(outcome: Response | Exception) -> None:
            if given.cancelled():
                return
            if isinstance(outcome, Exception):
                given.set_exception(outcome)
            else:
                given.set_result(outcome)

        self.handler(request, respond)
        return await given


Kind = TypeVar("Kind", bound=Entry)


class Registry:
    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def query(
        self, path: str, *, raises: Iterable[Code] = (), from_replica: bool = False
    ) -> Callable[[Handler], Procedure]:
        """Answer calls to `path` that only read: no transaction, and run anew if the connection is lost.

        One that may be answered `from_replica` may not know of the last two seconds, where there is a copy.
        """
        return lambda handler: self.add(
            Procedure(path, handler, raises, reads=True, atomic=False, from_replica=from_replica)
        )

    def procedure(
        self,
        path: str,
        *,
        raises: Iterable[Code] = (),
        atomic: bool = True,
        hashes: bool = False,
        secret: bool = False,
    ) -> Callable[[Handler], Procedure]:
        """Answer calls to `path` in a transaction. Unless `atomic`, what a refusal wrote stays written.

        One that `hashes` passwords waits for its turn, and is refused if too many wait already. An answer
        that holds a `secret` is never kept, so an idempotency key does nothing there.
        """
        return lambda handler: self.add(
            Procedure(
                path, handler, raises, reads=False, atomic=atomic, hashes=hashes, secret=secret
            )
        )

    def door(
        self, path: str, *, methods: Iterable[str] = ("GET", "HEAD"), alias: str = ""
    ) -> Callable[[Callable[..., Any]], DoorEntry]:
        """Serve `path`, whose last part may be a `{parameter}`, outside the envelope; `also` is another name of it."""
        return lambda handler: self.add(DoorEntry(path, handler, methods, alias))

    def add(self, entry: Kind) -> Kind:
        if entry.path in self._entries:
            raise TypeError(f"{entry.path} is declared twice")
        self._entries[entry.path] = entry
        return entry

    def find(self, path: str, kind: type[Kind]) -> Kind:
        entry = self._entries.get(path)
        if not isinstance(entry, kind):
            raise Fault(Code.PATH_UNKNOWN)
        return entry

    def __contains__(self, path: str) -> bool:
        return path in self._entries

    def entries(self, kind: type[Kind]) -> Iterator[Kind]:
        """Every entry of a kind, in order of path."""
        return (entry for _, entry in sorted(self._entries.items()) if isinstance(entry, kind))


def envelope_type(attributes: Any, filter: Any, paged: bool) -> type:
    """The struct of a call's whole body. What is left out of `req` stays UNSET; null is the same."""
    if paged:
        page = {
            field.encode_name: field.type
            for field in msgspec.structs.fields(Page)
            if field.encode_name != "cursor"
        }
        # The specification shows curPage and perPage inside filter: there they mean the same.
        filter = msgspec.defstruct(
            f"{filter.__name__}Paged",
            [(name, kind | msgspec.UnsetType, msgspec.UNSET) for name, kind in page.items()],
            bases=(filter,),
            frozen=True,
            kw_only=True,
            forbid_unknown_fields=True,
        )
    absent = msgspec.UNSET
    request = msgspec.defstruct(
        "Request",
        [
            ("header", Header | None, None),
            ("fields", list[str] | None, None),
            ("attributes", attributes | msgspec.UnsetType | None, absent),
            ("filter", filter | msgspec.UnsetType | None, absent),
            ("page", Page | msgspec.UnsetType | None, absent),
        ],
        frozen=True,
    )
    return msgspec.defstruct(
        "Envelope", [("appId", int, 0), ("req", request | None, None)], frozen=True
    )


def shared_default(kind: Any) -> Any:
    """The struct that all calls can share which leave it out; it must be frozen for that."""
    try:
        made = msgspec.convert({}, kind)
    except msgspec.ValidationError:
        return None
    config = getattr(made, "__struct_config__", None)
    return made if config is not None and config.frozen else None


def selectable_fields(returns: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The names `fields` may hold: those of the answer itself, and those of the items it lists."""
    if not hasattr(get_origin(returns) or returns, "__struct_fields__"):
        return frozenset(), frozenset()
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(returns)}
    item: Any = getattr(fields.get("list"), "__args__", (None,))[0]
    inner = msgspec.structs.fields(item) if hasattr(item, "__struct_fields__") else ()
    return frozenset(fields), frozenset(field.encode_name for field in inner)


registry = Registry()
query, procedure, door = registry.query, registry.procedure, registry.door
