"""Payment methods that finance members propose. An owner confirms them before anything can be paid there."""

from datetime import datetime, timedelta

from msgspec import Struct

from schema.accounts.reauth import Reauth
from schema.core.associated_data import AssociatedData
from schema.core.scalar import At, Id, Text255
from schema.payments.payee import Entity, Layout, MethodKind, account_ending, mask_value

PROPOSALS_MAX = 10
"""How many proposals of a publisher can wait at a time."""
PROPOSAL_LIFETIME = timedelta(days=30)
"""How long a proposal can be confirmed."""


class MethodProposal(Struct, frozen=True, kw_only=True):
    """A payment method that waits for an owner, with masked `payee` and `fields`; `ends_at` is when it lapses.

    `replaces` is the payment method whose details it would change; null if it would be a new one. Who confirms it types
    the account in full: `account_field` names what that is, such as "IBAN". `own`: the caller proposed it.
    """

    id: Id
    replaces: Id | None
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    payee: str
    fields: dict[str, str]
    account_field: str
    proposed_by: str
    own: bool
    proposed_at: At
    ends_at: At


class ProposalRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class ProposalConfirm(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal to confirm. `account` is its IBAN, account number or email address, as the owner knows it."""

    id: Id
    account: Text255


class StoredProposal(Struct, frozen=True, kw_only=True):
    """A proposal as it is stored: its fields are encrypted and bound to `row_key`."""

    id: int
    method_id: int | None
    account_id: int
    proposed_by: str
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    row_key: str
    sealed: str
    ending: str
    created_at: datetime

    @property
    def layout(self) -> Layout:
        return Layout(self.kind, self.country, self.currency, self.entity)

    def to_wire(self, fields: dict[str, str], account_id: int) -> MethodProposal:
        """The proposal as an account sees it."""
        field = self.layout.identifying_field(fields)
        return MethodProposal(
            id=self.id,
            replaces=self.method_id,
            kind=self.kind,
            country=self.country,
            currency=self.currency,
            entity=self.entity,
            payee=account_ending(fields) or self.ending,
            fields={name: mask_value(value) for name, value in fields.items()},
            account_field=field.label,
            proposed_by=self.proposed_by,
            own=self.account_id == account_id,
            proposed_at=self.created_at,
            ends_at=self.created_at + PROPOSAL_LIFETIME,
        )


def associated_data(publisher_id: int, row_key: str) -> AssociatedData:
    """The associated data to which the encrypted fields of a proposal are bound."""
    return AssociatedData("method_proposal", "sealed", row_key, publisher_id)
