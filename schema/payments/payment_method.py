"""Payment methods, as their owner sends them and reads them back, with each value masked."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.accounts.reauth import Reauth
from schema.core.associated_data import AssociatedData
from schema.core.errors import Limit, Rule
from schema.core.scalar import At, Country, Currency, Id, Note, Text64
from schema.payments.method_failure import MethodFailure
from schema.payments.payee import Entity, Layout, MethodKind, account_ending, mask_value
from schema.payments.payee_field import MethodField
from schema.payments.payment_method_wait import WaitReason

METHODS_MAX = 50
"""How many payment methods a publisher can have."""

PayeeFields = Annotated[dict[Text64, Note], Meta(max_length=20)]


class FieldsAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """Without a currency, the country's usual one is used. `holder` is a name to be shown as banks will see it.

    `values` are those typed into some of the fields, to be checked before the method is saved.
    """

    kind: MethodKind
    country: Country
    currency: Currency | None = None
    entity: Entity = Entity.PERSON
    holder: Annotated[str, Meta(max_length=100)] = ""
    values: PayeeFields = field(default_factory=dict)


class WrongValue(Struct, frozen=True):
    """A value that cannot be saved: its field, why (as a sentence), and the rule that it breaks, as in a refusal."""

    field: str
    why: str
    rule: Rule
    limit: Limit | None


class MethodFields(Struct, frozen=True):
    """The fields that a payment method needs, and the currencies it supports.

    `bank_sees` is `holder` as a SEPA bank receives it, empty if the bank can write none of it; null without a `holder`,
    and for transfers in whose file names stay as they are. `wrong` are those of the given values that would be refused.
    """

    currency: str
    currencies: list[str]
    fields: list[MethodField]
    bank_sees: str | None = None
    wrong: list[WrongValue] = field(default_factory=list)


class MethodDraft(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A payment method to save; with an `id`, it replaces that one. Fields left out stay as they are."""

    kind: MethodKind
    country: Country
    currency: Currency
    entity: Entity
    fields: PayeeFields = field(default_factory=dict)
    id: Id | None = None

    @property
    def layout(self) -> Layout:
        return Layout(self.kind, self.country, self.currency, self.entity)

    def merge_fields(self, before: dict[str, str]) -> dict[str, str]:
        """The values to store: a field that the draft leaves empty keeps its previous value."""
        fields = {each.name: each for each in self.layout.fields()}
        changes = {
            name: fields[name].clean(value) if name in fields else value
            for name, value in self.fields.items()
        }
        old = {name: value for name, value in before.items() if name in fields}
        return old | {name: value for name, value in changes.items() if value}


class MethodRef(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class StoredMethod(Struct, frozen=True, kw_only=True):
    """A stored method: its fields are encrypted and bound to `row_key`, which exists before the row has an id."""

    id: int
    row_key: str
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    sealed: str
    ending: str
    is_default: bool
    usable_from: datetime
    wait_reason: WaitReason
    created_at: datetime
    updated_at: datetime

    def to_wire(
        self, fields: dict[str, str], now: datetime, failure: MethodFailure | None = None
    ) -> "PaymentMethod":
        waiting = now < self.usable_from
        return PaymentMethod(
            id=self.id,
            kind=self.kind,
            country=self.country,
            currency=self.currency,
            entity=self.entity,
            payee=account_ending(fields) or self.ending,
            fields={name: mask_value(value) for name, value in fields.items()},
            is_default=self.is_default,
            waiting=waiting,
            wait_reason=self.wait_reason if waiting else None,
            usable_from=self.usable_from,
            created_at=self.created_at,
            updated_at=self.updated_at,
            last_failure=failure.reason if failure else None,
            last_failed_at=failure.at if failure else None,
            holds_schedule=failure is not None and failure.holds_schedule,
        )


class PaymentMethod(Struct, frozen=True, kw_only=True):
    """`payee` and `fields` are masked: the last characters, or `m•••@example.com` of an email address.

    Nothing is paid to the method before `usable_from`, and `wait_reason` says why; null once it can be used.
    `last_failure` is why the last payment to it did not arrive, unless the method has changed since, and
    `last_failed_at` when. If the reason lies in the method, `holds_schedule`: no scheduled payment goes to it until it
    is changed, or confirmed by a payment that is requested to it.
    """

    id: int
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    payee: str
    fields: dict[str, str]
    is_default: bool
    waiting: bool
    wait_reason: WaitReason | None
    usable_from: At
    created_at: At
    updated_at: At
    last_failure: str | None = None
    last_failed_at: At | None = None
    holds_schedule: bool = False


def associated_data(publisher_id: int, row_key: str) -> AssociatedData:
    """The associated data to which the encrypted fields of a method are bound."""
    return AssociatedData("payment_method", "sealed", row_key, publisher_id)


class SealedMethod(Struct, frozen=True, kw_only=True):
    """The encrypted fields of a method. The last blind index is stored; the others find rows under older keys."""

    row_key: str
    sealed: str
    blind_indexes: list[bytes]
    ending: str


class OutdatedMethod(Struct, frozen=True, kw_only=True):
    """A row encrypted with an old key, as it was read."""

    publisher_id: int
    id: int
    row_key: str
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    sealed: str


class ReencryptedMethod(Struct, frozen=True, kw_only=True):
    """The replacement of an outdated row, written only if the row has not changed meanwhile."""

    id: int
    before: str
    sealed: str
    blind_index: bytes
