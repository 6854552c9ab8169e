"""Connections that bypass some of asyncpg's work for each statement, and plain ones."""

from collections.abc import Coroutine, Sequence
from io import BytesIO
from typing import Any, NamedTuple

import asyncpg


class CopyTarget(NamedTuple):
    """The target of a COPY in binary form."""

    table: str
    columns: tuple[str, ...]
    statement: str

    @classmethod
    def of_columns(cls, table: str, columns: Sequence[str]) -> "CopyTarget":
        names = ", ".join(columns)
        return cls(table, tuple(columns), f"copy {table} ({names}) from stdin (format binary)")


class PlainConnection(asyncpg.Connection):
    """An ordinary asyncpg connection, which uses public names only."""

    async def copy(self, target: CopyTarget, data: bytes) -> str:
        """Write rows encoded in PostgreSQL's binary form."""
        source = BytesIO(data)
        return await self.copy_to_table(
            target.table, source=source, columns=target.columns, format="binary"
        )


class FastConnection(PlainConnection):
    """A connection that sends a prepared statement at once.

    asyncpg goes through four coroutines, for time-outs and logs that are not used here: 3 µs of 15.
    """

    _stmt_cache: Any
    _protocol: Any
    _check_open: Any
    _drop_global_statement_cache: Any

    def fetch(
        self,
        query: str,
        *args: Any,
        timeout: float | None = None,
        record_class: type | None = None,
    ) -> Any:
        self._check_open()
        return self._execute(query, args, 0, timeout, record_class=record_class)

    async def _execute(
        self,
        query: str,
        args: Sequence[Any],
        limit: int,
        timeout: float | None,  # noqa: ASYNC109 - asyncpg's own
        *,
        return_status: bool = False,
        ignore_custom_codec: bool = False,
        record_class: type | None = None,
    ) -> Any:
        statement = None
        if timeout is None and record_class is None and not ignore_custom_codec:
            statement = self._stmt_cache.get((query, asyncpg.Record, False))
        if statement is not None:
            try:
                return await self._protocol.bind_execute(
                    statement, args, "", limit, return_status, None
                )
            except asyncpg.OutdatedSchemaCacheError:
                await self.reload_schema_state()
                raise
            except asyncpg.InvalidCachedStatementError:
                # A migration has run meanwhile: the statement was not run, and is prepared again, as asyncpg would do.
                self._drop_global_statement_cache()
                if self._protocol.is_in_transaction():
                    raise
        return await super()._execute(  # type: ignore[misc]
            query,
            args,
            limit,
            timeout,
            return_status=return_status,
            ignore_custom_codec=ignore_custom_codec,
            record_class=record_class,
        )

    def copy(self, target: CopyTarget, data: bytes) -> Coroutine[Any, Any, str]:
        """Write rows encoded in PostgreSQL's binary form, without building the statement each time."""
        self._check_open()
        return self._protocol.copy_in(target.statement, None, data, None, None, None)
