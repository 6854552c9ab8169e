"""Checks that a publisher's figures and money add up, from the command line and every night."""

import sql.figures.reconcile
import sql.payments.reconcile
from sql.core.db import Connection


async def check_publisher(db: Connection, uid: int) -> list[str]:
    """A line for each difference, read from one snapshot."""
    async with db.transaction(isolation="repeatable_read"):
        figures = await sql.figures.reconcile.find_differences(db, uid)
        money = await sql.payments.reconcile.find_differences(db, uid)
    return [
        f"publisher {uid}, {each.grain} {each.day} {each.key}: "
        f"{each.figure} is {each.rollup}, its rows add up to {each.rows}"
        for each in figures
    ] + [
        f"publisher {uid}, {each.about}: {each.actual} where {each.expected} is expected, because {each.rule}"
        for each in money
    ]
