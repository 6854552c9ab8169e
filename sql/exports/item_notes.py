"""The notes of a publisher's items, for files that are written straight from the database."""

from typing import Any

from schema.orders.note_redaction import show_note
from sql.core.db import Connection, fetch, text
from sql.core.turns import in_turns


async def read_notes(db: Connection, publisher_id: int) -> dict[str, list[Any]]:
    """Each note that a brand or the network gave to items, and as publishers see it, for `items_template`."""
    query = text(
        """
        select distinct conversion.mid, brand.name, i.note
          from conversion_item i
          join conversion on conversion.publisher_id = i.publisher_id and conversion.oid = i.oid
          join brand on brand.mid = conversion.mid
         where i.publisher_id = :publisher_id and conversion.publisher_id = :publisher_id and i.note <> ''
        """,
        publisher_id=publisher_id,
    )
    notes: dict[str, list[Any]] = {"note_mids": [], "notes": [], "shown_notes": []}
    async for rows in in_turns(await fetch(db, query)):
        for mid, brand_name, note in rows:
            notes["note_mids"].append(mid)
            notes["notes"].append(note)
            notes["shown_notes"].append(show_note(note, brand_name))
    return notes
