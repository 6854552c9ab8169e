"""The numbers of invoices and credit notes: a series without gaps for each legal entity and year."""

from schema.payments.legal_entity import LegalEntity
from sql.core.db import Connection, one_value, text


async def draw(db: Connection, entity: LegalEntity, year: int) -> str:
    """Draw the entity's next number of a year, such as `PP-2026-00042`; a rollback of the transaction returns it."""
    query = text(
        """
        insert into invoice_series as series (entity_id, year, last) values (:entity_id, :year, 1)
            on conflict (entity_id, year) do update set last = series.last + 1
        returning last
        """,
        entity_id=entity.entity_id,
        year=year,
    )
    serial: int = await one_value(db, query)
    return f"{entity.prefix}{year}-{serial:05}"
