"""Checks that a publisher's figures and money add up, from the command line and every night."""

import sql.accounts.publisher
import sql.payments.reconcile
import sql.reports.figures.reconcile
from schema.core.figures import counting_mark
from sql.core.db import Connection


async def check_publisher(db: Connection, uid: int) -> list[str]:
    """Check a publisher's figures and money in one snapshot. Returns a line for each difference."""
    async with db.transaction(isolation="repeatable_read"):
        figures = await sql.reports.figures.reconcile.find_differences(db, uid)
        settings = await sql.accounts.publisher.get_report_settings(db, uid)
        money = await sql.payments.reconcile.find_differences(db, uid)
    lines = [
        f"publisher {uid}, {each.grain} {each.day} {each.key}: "
        f"{each.figure} is {each.rollup}, its rows add up to {each.rows}"
        for each in figures
    ]
    if figures and settings.counted_by != counting_mark(settings.zone):
        lines.append(
            f"publisher {uid}: its figures were counted by other rules or by other offsets of {settings.zone} than"
            " today's; a worker recounts them, at the latest an hour after it started"
        )
    return lines + [
        f"publisher {uid}, {each.about}: {each.actual} where {each.expected} is expected, because {each.rule}"
        for each in money
    ]
