"""The registry of everything the portal does: calls, endpoints outside the envelope, and jobs.

Each is an async function under `@query`, `@procedure`, `@door` or `@job` (rpc/calls/registry_entry.py).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from rpc.calls.registry_entry import DoorEntry, Entry, Handler, Procedure
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
        permission: str = "",
        from_replica: bool = False,
    ) -> Callable[[Handler], Procedure]:
        """A call to `path` that only reads: no transaction, and run again if the connection is lost.

        `permission`: what the caller must be allowed (schema/accounts/account.py). `from_replica`: it may be read from
        the replica, if there is one, and then lag by up to two seconds.
        """
        return lambda handler: self.add(
            Procedure(
                path,
                handler,
                raises,
                reads=True,
                atomic=False,
                from_replica=from_replica,
                permission=permission,
            )
        )

    def procedure(
        self,
        path: str,
        *,
        raises: Iterable[Code] = (),
        filters: Iterable[type] = (),
        permission: str = "",
        atomic: bool = True,
        hashes: bool = False,
        secret: bool = False,
    ) -> Callable[[Handler], Procedure]:
        """A call to `path` in a transaction. Unless `atomic`, what was written before a refusal stays written.

        `filters`: what a filter within its attributes is decoded as, whose refusals it has too.
        `hashes`: it hashes passwords, so it waits in a queue, and is refused if the queue is full. `secret`:
        its reply holds a secret and is never stored, so an idempotency key has no effect.
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
                secret=secret,
                permission=permission,
            )
        )

    def door(
        self, path: str, *, methods: Iterable[str] = ("GET", "HEAD"), alias: str = ""
    ) -> Callable[[Callable[..., Any]], DoorEntry]:
        """Serve `path` outside the envelope; its last segment may be a `{parameter}`. `alias` is a second path."""
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
        """All entries of a kind, sorted by path."""
        return (entry for _, entry in sorted(self._entries.items()) if isinstance(entry, kind))


registry = Registry()
query, procedure, door = registry.query, registry.procedure, registry.door
