"""What `portal doctor` asks of the database server: its version, what the role may do, which migrations ran."""

from sql.core.db import Connection, fetch, one_value, text


async def version(db: Connection) -> int:
    """The major version of the server."""
    number: int = await one_value(db, text("select current_setting('server_version_num')::int"))
    return number // 10_000


async def missing_rights(db: Connection) -> list[str]:
    """The tables that this role may not work with as the portal does (sql/roles.sql)."""
    query = text(
        """
        select relname from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
           and relname <> 'schema_migrations'
           and not (
               has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
               and (relname in ('audit', 'ledger')
                    or (has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')))
               and (relname <> 'click' or pg_has_role(relowner, 'usage')))
         order by relname
        """
    )
    return [row["relname"] for row in await fetch(db, query)]


async def migrations(db: Connection) -> set[str]:
    """The numbers of the migrations that ran."""
    query = text("select version from schema_migrations")
    return {row["version"] for row in await fetch(db, query)}
