"""The network's legal entities, which pay publishers."""

from datetime import datetime

from schema.network.payout import EntityDraft, EntityFields
from schema.payments.legal_entity import LegalEntity
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


async def save(db: Connection, draft: EntityDraft, now: datetime) -> int | None:
    """Add an entity, or replace the one with the draft's number; None if there is no entity with that number."""
    values = {
        "name": draft.name,
        "country": draft.country,
        "address": draft.address,
        "iban": draft.iban,
        "bic": draft.bic,
        "vat_id": draft.vat_id,
        "vat_rate": draft.vat_rate,
        "prefix": draft.prefix,
        "now": now,
    }
    if draft.entity_id is None:
        query = text(
            """
            insert into legal_entity (name, country, address, iban, bic, vat_id, vat_rate,
                                      prefix, updated_at)
            values (:name, :country, :address, :iban, :bic, :vat_id, :vat_rate, :prefix, :now) returning entity_id
            """,
            **values,
        )
    else:
        query = text(
            """
            update legal_entity
               set name = :name, country = :country, address = :address, iban = :iban, bic = :bic, vat_id = :vat_id,
                   vat_rate = :vat_rate, prefix = :prefix, updated_at = :now
             where entity_id = :entity_id and not sandbox returning entity_id
            """,
            **values,
            entity_id=draft.entity_id,
        )
    entity_id: int | None = await one_value(db, query)
    return entity_id


async def lock(db: Connection, entity_id: int) -> EntityFields | None:
    """An entity, which nobody else changes until the transaction ends."""
    query = text(
        """
        select name, country, address, iban, bic, vat_id, vat_rate, prefix
          from legal_entity where entity_id = :entity_id and not sandbox for update
        """,
        entity_id=entity_id,
    )
    return await maybe_row(db, query, EntityFields)


async def all_entities(db: Connection) -> list[LegalEntity]:
    query = text(
        """
        select entity_id, name, country, address, iban, bic, vat_id, vat_rate, prefix, updated_at
          from legal_entity where not sandbox order by entity_id
        """
    )
    return await all_rows(db, query, LegalEntity)


async def of_sandboxes(db: Connection) -> LegalEntity | None:
    """The company that pays in sandboxes."""
    query = text(
        """
        select entity_id, name, country, address, iban, bic, vat_id, vat_rate, prefix, updated_at
          from legal_entity where sandbox order by entity_id limit 1
        """
    )
    return await maybe_row(db, query, LegalEntity)


async def mark_sandbox(db: Connection, entity_id: int) -> None:
    """Keep a company for sandboxes."""
    query = text(
        "update legal_entity set sandbox = true where entity_id = :entity_id", entity_id=entity_id
    )
    await run(db, query)


async def get(db: Connection, entity_id: int | None) -> LegalEntity | None:
    """The entity with this number, or the first one."""
    query = text(
        """
        select entity_id, name, country, address, iban, bic, vat_id, vat_rate, prefix, updated_at
          from legal_entity
         where (:entity_id::bigint is null and not sandbox) or entity_id = :entity_id
         order by entity_id limit 1
        """,
        entity_id=entity_id,
    )
    return await maybe_row(db, query, LegalEntity)
