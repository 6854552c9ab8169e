"""The registry of everything the portal does: calls, endpoints outside the envelope, and jobs.

Each is an async function under `@query`, `@procedure`, `@endpoint` or `@job` (rpc/calls/registry_entry.py).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from rpc.calls.registry_entry import (
    AgentUse,
    Endpoint,
    Entry,
    Handler,
    Narrowed,
    Permission,
    Procedure,
)
from schema.core.api_version import Deprecation
from schema.core.errors import Code, Fault

Kind = TypeVar("Kind", bound=Entry)


class Registry:
    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def query(
        self,
        path: str,
        *,
        raises: Iterable[Code] = (),
        permission: Permission = UNSET,
        from_replica: bool = False,
        heavy: bool = False,
        narrowed: Narrowed | None = None,
        deprecated: Deprecation | None = None,
        agents: AgentUse | UnsetType | None = UNSET,
        sandbox: bool | None = None,
    ) -> Callable[[Handler], Procedure]:
        """Declare a call to `path` that only reads: without a transaction, and retried if the connection is lost.

        `permission`: the one that a caller with a session needs (schema/accounts/permission.py); None if it needs none,
        which keeps API tokens out. `narrowed`: how members who see only some channels may make it; without it, they are
        refused (rpc/calls/registry_entry.py, Narrowed). `from_replica`: it may be read from the replica, if there is
        one, and then lag by up to two seconds. `heavy`: its statements may take long, so few run at once, of each
        publisher and altogether (rpc/security/heavy_calls.py). `deprecated`: it is going to end, which its answers and
        the OpenAPI document say. `agents`: it is a tool of agents if its permission is one of READ_PERMISSIONS
        (schema/accounts/agent.py), unless this is None. `sandbox`: whether it can be made in a sandbox; unless it says
        so, it can if it is not about the member's own account and does not need one of OF_LIVE_ACCOUNT
        (schema/accounts/sandbox.py).
        """
        return lambda handler: self.add(
            Procedure(
                path,
                handler,
                raises,
                reads=True,
                atomic=False,
                from_replica=from_replica,
                heavy=heavy,
                permission=permission,
                narrowed=narrowed,
                deprecated=deprecated,
                agents=agents,
                sandbox=sandbox,
            )
        )

    def procedure(
        self,
        path: str,
        *,
        raises: Iterable[Code] = (),
        filters: Iterable[type] = (),
        permission: Permission = UNSET,
        atomic: bool = True,
        hashes: bool = False,
        heavy: bool = False,
        secret: bool = False,
        narrowed: Narrowed | None = None,
        deprecated: Deprecation | None = None,
        agents: AgentUse | None = None,
        sandbox: bool | None = None,
    ) -> Callable[[Handler], Procedure]:
        """Declare a call to `path` that runs in a transaction. Unless `atomic`, writes before a refusal are kept.

        `permission`, `narrowed`, `heavy`, `deprecated`, `sandbox`: as of a query. `filters`: the types that a filter
        within its attributes is decoded as, whose refusals it has too. `hashes`: it hashes passwords, so it waits in a
        queue, and is refused if the queue is full. `secret`: its reply contains a secret and is never stored, so an
        idempotency key has no effect. `agents`: it is a tool of agents, which reads ("read", if it writes no more than
        what was asked) or writes; never one that moves money, changes who may do what, or sends data somewhere.
        """
        return lambda handler: self.add(
            Procedure(
                path,
                handler,
                raises,
                filters=filters,
                reads=False,
                atomic=atomic,
                hashes=hashes,
                heavy=heavy,
                secret=secret,
                permission=permission,
                narrowed=narrowed,
                deprecated=deprecated,
                agents=agents,
                sandbox=sandbox,
            )
        )

    def endpoint(
        self,
        path: str,
        *,
        methods: Iterable[str] = ("GET", "HEAD"),
        alias: str = "",
        subtree: bool = False,
    ) -> Callable[[Callable[..., Any]], Endpoint]:
        """Serve `path` outside the envelope; its last segment may be a `{parameter}`. `alias` is a second path.

        `subtree`: also every path below it, with its first segment in any letter case and with any number of slashes;
        the parameter is then all that follows that segment.
        """
        return lambda handler: self.add(Endpoint(path, handler, methods, alias, subtree=subtree))

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
        """All entries of a kind, sorted by path."""
        return (entry for _, entry in sorted(self._entries.items()) if isinstance(entry, kind))


registry = Registry()
query, procedure, endpoint = registry.query, registry.procedure, registry.endpoint
