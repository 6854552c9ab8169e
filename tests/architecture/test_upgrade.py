"""A database that was distributed by an earlier version is brought up to date, on a Citus cluster (docs/grow.md)."""

from pathlib import Path

import pytest

from sql.server.migrate import migrate
from tests.architecture.test_migrate import FILLED, shape
from tests.conftest import MakeDatabase
from tests.support import cluster
from tests.support.databases import execute
from tests.support.migrations import NAMES, migrate_part

pytestmark = pytest.mark.skipif(
    not cluster.WORKERS, reason="needs a Citus cluster: TEST_CITUS_WORKERS (docs/testing.md)"
)
EARLIER = ["0026_network_refusal", "0054_report_export", "0093_order_import", "0103_brand_domains"]
"""The last migrations of versions that were distributed; 0026 is that of the first which could be."""
PARTITIONS = """
select relname::text, partmethod, repmodel, column_to_column_name(logicalrelid, partkey) as key,
       colocationid = (select colocationid from pg_dist_partition
                        where logicalrelid = 'publisher'::regclass) as with_publishers
  from pg_dist_partition join pg_class on oid = logicalrelid order by 1"""
INDEXES = (
    "select tablename::text, indexdef from pg_indexes where schemaname = 'public' order by 1, 2"
)
CONSTRAINTS = """
select conrelid::regclass::text, conname::text, pg_get_constraintdef(oid) from pg_constraint
 where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f') and conparentid = 0
   and not relation_is_a_known_shard(conrelid)
 order by 1, 2"""
IDENTITIES = """
select 'shard', shardid, logicalrelid::oid from pg_dist_shard
 union all select 'foreign key', oid, conrelid from pg_constraint where contype = 'f'
 order by 1, 2"""
ON_EACH_SHARD = """
select logicalrelid::text, outcome.success, outcome.result
  from (select distinct logicalrelid from pg_dist_shard
         where not exists (
               select from pg_inherits where inhrelid = logicalrelid)) as placed
 cross join lateral run_command_on_shards(logicalrelid, $$
       select (select count(*) from pg_attribute where attrelid = '%1$s'::regclass and attnum > 0 and not attisdropped)
              || ' columns, ' || (select count(*) from pg_index where indrelid = '%1$s'::regclass) || ' indexes' $$)
       as outcome
 group by 1, 2, 3 order by 1, 2, 3"""

CATALOGUE = {
    "partition": PARTITIONS,
    "index": INDEXES,
    "constraint": CONSTRAINTS,
    "shard": ON_EACH_SHARD,
}


def describe(url: str) -> set[tuple[object, ...]]:
    """The properties by which an upgraded database is compared with a new one."""
    found = {name: execute(url, statement) for name, statement in CATALOGUE.items()}
    return {(name, *row) for name, rows in found.items() for row in rows} | {*shape(url)}


def counts(url: str) -> dict[str, int]:
    """How many rows each of the tables of FILLED has, and the links that are to be checked."""
    tables = {statement.split()[2] for statement in FILLED}
    return {table: execute(url, f"select count(*) from {table}")[0][0] for table in tables}


@pytest.mark.parametrize("last", EARLIER)
def test_distributed_database_is_migrated_and_keeps_its_rows(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    url, done = make_database(empty=True), NAMES.index(last) + 1
    migrate_part(url, NAMES[:done], tmp_path, monkeypatch)
    execute(url, *FILLED)
    cluster.distribute(url)
    before = counts(url)

    assert migrate(url) == NAMES[done:]
    cluster.distribute(url)

    assert counts(url) == before
    assert execute(url, "select link_id from link_check where publisher_id = 7")[0]["link_id"] == 71
    assert describe(url) ^ describe(make_database()) == set()


def test_repeated_distribution_recreates_no_shard_or_foreign_key(
    make_database: MakeDatabase,
) -> None:
    url = make_database()
    before = execute(url, IDENTITIES)

    cluster.distribute(url)

    assert execute(url, IDENTITIES) == before


@pytest.mark.parametrize("last", ["alter table %s drop constraint", "tab = 'publisher';"])
def test_interrupted_distribution_resumes(make_database: MakeDatabase, last: str) -> None:
    url = make_database(empty=True)
    migrate(url)
    execute(url, *FILLED)
    before = counts(url)
    first = cluster.statements(cluster.FILE.read_text())
    execute(url, *first[: [last in statement for statement in first].index(True) + 1])

    cluster.distribute(url)

    assert counts(url) == before
    assert describe(url) ^ describe(make_database()) == set()
