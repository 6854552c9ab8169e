"""The network's staff: their accounts, and the changes that other members of staff can make to them."""

from msgspec import Struct

from schema.accounts.reauth import Reauth
from schema.core.scalar import At, Email, Id, Text255


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


class StaffAdd(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new member of staff. `password` is the caller's own, in place of which there may be a `stepup`."""

    email: Email


class StaffAdded(Struct, frozen=True, kw_only=True):
    id: Id


class StaffLock(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Locks an account or, if `locked` is false, unlocks it. `password` is the caller's own, or there is a `stepup`."""

    id: Id
    locked: bool
    reason: Text255 | None = None


class StaffRef(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A member of staff. `password` is the caller's own, in place of which there may be a `stepup`."""

    id: Id
