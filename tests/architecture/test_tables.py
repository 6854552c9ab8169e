"""docs/tables.md has a line for each table, with a module that names it."""

import re

from tests.architecture.source.imports import ROOT
from tests.support.portal import Portal

PAGE = ROOT / "docs/tables.md"
ROW = re.compile(r"^\| `(\w+)` \| .+ \| (.+) \|$", re.MULTILINE)
MODULE = re.compile(r"`([\w/]+\.\w+)`")
RELATIONS = """
select relname, relkind::text = 'v' as is_view from pg_class
 where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
"""


async def test_every_table_and_view_is_described_in_docs_tables(portal: Portal) -> None:
    async with portal.db() as db:
        relations = await db.fetch(RELATIONS)
    page = PAGE.read_text()

    described = [name for name, _ in ROW.findall(page)]
    assert sorted(described) == sorted(row["relname"] for row in relations if not row["is_view"])
    views = re.findall(r"`(\w+)`", page.partition("## Views")[2])
    assert {row["relname"] for row in relations if row["is_view"]} == {*views} - {*described}


def test_module_listed_in_docs_tables_names_its_table() -> None:
    for table, writer in ROW.findall(PAGE.read_text()):
        for file in MODULE.findall(writer):
            queue = table.startswith("pgqueuer") or table == "schema_migrations"
            assert queue or re.search(rf"\b{table}\b", (ROOT / file).read_text()), (table, file)
