"""The notes of a publisher's items, for files that are written straight from the database."""

from typing import Any

from schema.orders.note_redaction import show_note
from sql.core.db import Connection, fetch
from sql.core.turns import in_turns
from sql.exports.export_statements import notes_template
from sql.reports.order_filter import OrderQuery


async def read_notes(db: Connection, query: OrderQuery) -> dict[str, list[Any]]:
    """Each note of the items found, and as publishers see it, for `items_template`."""
    statement = notes_template(query.shape).bind(query.values)
    notes: dict[str, list[Any]] = {"note_mids": [], "notes": [], "shown_notes": []}
    async for rows in in_turns(await fetch(db, statement)):
        for mid, brand_name, note in rows:
            notes["note_mids"].append(mid)
            notes["notes"].append(note)
            notes["shown_notes"].append(show_note(note, brand_name))
    return notes
