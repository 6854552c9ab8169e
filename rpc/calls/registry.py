"""The registry of everything the portal does: calls, endpoints outside the envelope, and jobs.

Each is an async function under `@query`, `@procedure`, `@door` or `@job` (rpc/calls/entries.py).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from rpc.calls.entries import DoorEntry, Entry, Handler, Procedure
from schema.core.errors import Code, Fault

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


registry = Registry()
query, procedure, door = registry.query, registry.procedure, registry.door
