"""What the network's operators ask of publishers' accounts, and do for their owners."""

from typing import Annotated

from msgspec import Meta, Struct

from schema.core.scalar import At, Id, Text255

Keyword = Annotated[str, Meta(max_length=100)]


class AccountFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`keyword` is part of a publisher's name, of a username or of an e-mail address."""

    uid: Id | None = None
    keyword: Keyword | None = None


class NetworkAccount(Struct, frozen=True, kw_only=True):
    """A publisher's owner, as far as the network needs to know them."""

    uid: int
    publisher: str
    username: str
    email: str
    email_verified: bool
    two_step: bool
    locked: bool
    lock_reason: str | None
    new_password_due: bool
    closed: bool
    created_at: At


class TwoStepOff(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`reason` is told to the account's owner."""

    uid: Id
    reason: Text255
