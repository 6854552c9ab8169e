"""The network's companies, whose money is paid out."""

from decimal import Decimal

from msgspec import Struct

from schema.core.scalar import At


class LegalEntity(Struct, frozen=True, kw_only=True):
    """A company of the network, as its bank knows it."""

    entity_id: int
    name: str
    country: str
    address: str
    iban: str
    bic: str | None
    vat_id: str | None
    vat_rate: Decimal
    prefix: str
    updated_at: At
