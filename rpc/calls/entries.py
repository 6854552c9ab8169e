"""What the registry holds: calls and endpoints, each declared by the signature of its handler.

The first parameter says who may call it, the others what it takes, the return type what it returns.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, ClassVar, get_type_hints

import msgspec

from rpc.calls.context import Guest
from rpc.calls.envelope_types import envelope_type, selectable_fields, shared_default
from rpc.http.request import Request
from rpc.http.response import Respond, Response
from schema.core.envelope import Nothing
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
