"""Payment methods, as their owner sends them and reads them back, with only the end of each value."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.associated_data import AssociatedData
from schema.core.scalar import AnyPassword, At, Country, Currency, Id, Note, Text64
from schema.payments.payee import Entity, Layout, MethodKind, mask_value
from schema.payments.payee_field import MethodField

PayeeFields = Annotated[dict[Text64, Note], Meta(max_length=20)]


class FieldsAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """Without a currency, the country's usual one is used."""

    kind: MethodKind
    country: Country
    currency: Currency | None = None
    entity: Entity = Entity.PERSON


class MethodFields(Struct, frozen=True):
    """The fields that a payment method needs, and the currencies it supports."""

    currency: str
    currencies: list[str]
    fields: list[MethodField]


class MethodDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With an `id` it replaces that method; fields left out stay as they are."""

    kind: MethodKind
    country: Country
    currency: Currency
    entity: Entity
    password: AnyPassword
    fields: PayeeFields = field(default_factory=dict)
    id: Id | None = None

    @property
    def layout(self) -> Layout:
        return Layout(self.kind, self.country, self.currency, self.entity)

    def merge_fields(self, before: dict[str, str]) -> dict[str, str]:
        """The values to store: fields of the method that are left empty keep their previous value."""
        fields = {each.name: each for each in self.layout.fields()}
        changes = {
            name: fields[name].clean(value) if name in fields else value
            for name, value in self.fields.items()
        }
        old = {name: value for name, value in before.items() if name in fields}
        return old | {name: value for name, value in changes.items() if value}


class MethodRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    password: AnyPassword


class StoredMethod(Struct, frozen=True, kw_only=True):
    """A row: its fields are encrypted, bound to `row_key`, which exists before the row has an id."""

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
    created_at: datetime
    updated_at: datetime

    def to_wire(self, fields: dict[str, str], now: datetime) -> "PaymentMethod":
        return PaymentMethod(
            id=self.id,
            kind=self.kind,
            country=self.country,
            currency=self.currency,
            entity=self.entity,
            payee=self.ending,
            fields={name: mask_value(value) for name, value in fields.items()},
            is_default=self.is_default,
            waiting=now < self.usable_from,
            usable_from=self.usable_from,
            created_at=self.created_at,
            updated_at=self.updated_at,
        )


class PaymentMethod(Struct, frozen=True, kw_only=True):
    """`payee` and `fields` show only the last characters; nothing is paid to it before `usable_from`."""

    id: int
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    payee: str
    fields: dict[str, str]
    is_default: bool
    waiting: bool
    usable_from: At
    created_at: At
    updated_at: At


def associated_data(publisher_id: int, row_key: str) -> AssociatedData:
    """What the encrypted fields of a method are bound to."""
    return AssociatedData("payment_method", "sealed", row_key, publisher_id)


class SealedMethod(Struct, frozen=True, kw_only=True):
    """The encrypted fields of a method. The last blind index is stored; the others find rows under older keys."""

    row_key: str
    sealed: str
    blind_indexes: list[bytes]
    ending: str


class OutdatedMethod(Struct, frozen=True, kw_only=True):
    """A row that is encrypted with an old key, as it was read."""

    publisher_id: int
    id: int
    row_key: str
    kind: MethodKind
    country: str
    currency: str
    entity: Entity
    sealed: str


class ReencryptedMethod(Struct, frozen=True, kw_only=True):
    """What replaces it, if it has not changed meanwhile."""

    id: int
    before: str
    sealed: str
    blind_index: bytes
