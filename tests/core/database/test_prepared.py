"""The present database can prepare every statement of the code."""

import asyncpg
import pytest

from sql.core.db import number
from tests.architecture import test_composed_statements, test_report_statements
from tests.architecture.test_statements import HANDWRITTEN, with_names
from tests.support.portal import Portal

STATEMENTS = {
    **dict(HANDWRITTEN),
    **test_composed_statements.STATEMENTS,
    **{name: with_names(each) for name, each in test_report_statements.STATEMENTS.items()},
}


async def test_every_sql_statement_can_be_prepared(portal: Portal) -> None:
    refused = {}
    async with portal.db() as db:
        for name, statement in STATEMENTS.items():
            try:
                await db.prepare(number(statement).statement)
            except asyncpg.PostgresError as error:
                refused[name] = str(error)
    assert refused == {}


async def test_statement_with_an_unknown_column_is_refused(portal: Portal) -> None:
    """The control."""
    async with portal.db() as db:
        with pytest.raises(asyncpg.UndefinedColumnError):
            await db.prepare(number("select nothing from link where link_id = :link_id").statement)
