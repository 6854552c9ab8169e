"""The network's staff: who they are, and what other members of staff change about them."""

from msgspec import Struct

from schema.core.scalar import AnyPassword, At, Email, Id, Text255


class StaffFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id | None = None


class StaffAccount(Struct, frozen=True, kw_only=True):
    """A member of staff; `invited` until the first password is chosen."""

    id: Id
    username: str
    email: str
    invited: bool
    two_step: bool
    locked: bool
    lock_reason: str | None
    new_password_due: bool
    created_at: At
    last_seen: At | None


class StaffAdd(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`password` is the caller's own."""

    email: Email
    password: AnyPassword


class StaffAdded(Struct, frozen=True, kw_only=True):
    id: Id


class StaffLock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`locked` false unlocks the account. `password` is the caller's own."""

    id: Id
    locked: bool
    reason: Text255 | None = None
    password: AnyPassword


class StaffRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`password` is the caller's own."""

    id: Id
    password: AnyPassword
