"""A publisher's company: its legal details and its VAT status."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from schema.core.scalar import Text64, Text100, Text255


class VatStatus(StrEnum):
    """Whether and how a publisher is registered for VAT.

    `small_business`: exempt from VAT as a small business, like a German Kleinunternehmer; VAT is never added.
    """

    REGISTERED = "registered"
    SMALL_BUSINESS = "small_business"
    NOT_REGISTERED = "not_registered"


class Company(Struct, frozen=True, forbid_unknown_fields=True):
    """The publisher's legal details; a person without a company gives their own name."""

    name: Text100
    country: Text100
    category: Text100 | None = None
    address: Text255 | None = None
    city: Text100 | None = None
    province: Text100 | None = None
    postal_code: Text100 | None = None
    entity: Literal["company", "person"] | None = None
    """Null if the publisher was never asked."""
    tax_id: Text64 | None = None
    vat_id: Text64 | None = None
    self_billing: bool = False
    """Whether the network may write invoices in the publisher's name. Setting it agrees to the text in force."""
    vat_status: VatStatus | None = None
    """Null if the publisher was never asked; if left out, it stays unchanged. `registered` needs a `vat_id` or, where
    the country allows it (DE), a `tax_id`."""
