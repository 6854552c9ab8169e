"""The network's legal entities, whose money is paid out."""

from datetime import datetime

from schema.network.payout import EntityDraft
from schema.payments.legal_entity import LegalEntity
from sql.core.db import Connection, all_rows, maybe_row, one_value, text


async def save(db: Connection, draft: EntityDraft, now: datetime) -> int | None:
    """Add an entity, or replace the one with this number; None if there is none."""
    values = (
        *(draft.name, draft.country, draft.address, draft.iban, draft.bic, draft.vat_id),
        *(draft.vat_rate, draft.prefix, now),
    )
    if draft.entity_id is None:
        query = text(
            """
            insert into legal_entity (name, country, address, iban, bic, vat_id, vat_rate,
                                      prefix, updated_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning entity_id
            """,
            *values,
        )
    else:
        query = text(
            """
            update legal_entity
               set name = $1, country = $2, address = $3, iban = $4, bic = $5, vat_id = $6,
                   vat_rate = $7, prefix = $8, updated_at = $9
             where entity_id = $10 returning entity_id
            """,
            *values,
            draft.entity_id,
        )
    entity_id: int | None = await one_value(db, query)
    return entity_id


async def all_entities(db: Connection) -> list[LegalEntity]:
    query = text(
        """
        select entity_id, name, country, address, iban, bic, vat_id, vat_rate, prefix, updated_at
          from legal_entity order by entity_id
        """
    )
    return await all_rows(db, query, LegalEntity)


async def get(db: Connection, entity_id: int | None) -> LegalEntity | None:
    """The entity with this number, or the first one."""
    query = text(
        """
        select entity_id, name, country, address, iban, bic, vat_id, vat_rate, prefix, updated_at
          from legal_entity
         where $1::bigint is null or entity_id = $1 order by entity_id limit 1
        """,
        entity_id,
    )
    return await maybe_row(db, query, LegalEntity)
