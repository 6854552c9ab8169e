"""Differences when the database is the coordinator of a Citus cluster (docs/grow.md)."""

from sql.core.db import Connection, one_value, run, text

FLEXIBLE_PLANS = "set plan_cache_mode = 'auto'"
"""Citus cannot make one plan for all values of a statement for several shards ("could not create distributed plan"),
as LOOKUP_SETTINGS in sql/core/db.py require."""
EVERY_NODE = "select count(*) from click_intake where publisher_id = any(:publisher_ids::bigint[])"


async def is_cluster(db: Connection) -> bool:
    """Whether the database has Citus."""
    query = text("select exists (select from pg_extension where extname = 'citus')")
    return bool(await one_value(db, query))


async def reach_every_node(db: Connection) -> None:
    """Make the coordinator connect to its workers for this session, which takes a second the first time."""
    await run(db, text(EVERY_NODE, publisher_ids=[*range(256)]))
