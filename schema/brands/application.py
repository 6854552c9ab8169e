"""What became of a publisher's applications to brands."""

from typing import Literal

from msgspec import Struct

from schema.brands.brand import Relation
from schema.core.scalar import At, Id, Text100


class ApplicationFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: Relation | None = None
    site_id: Id | None = None
    mcid: Text100 | None = None


class ApplicationRow(Struct, frozen=True, kw_only=True):
    """A channel's latest application to a brand. `age_days` counts whole days since `applied_at`.

    `reason` is the network's where it rejected or ended the relationship; `decided_at` is null while one waits.
    """

    mcid: str
    mid: int
    brand_name: str
    logo: str | None
    site_id: int
    site_name: str
    relationship: Relation
    reason: str | None
    ended_by: Literal["publisher", "network"] | None
    message: str | None
    applied_at: At
    age_days: int
    decided_at: At | None
