"""Publishers' accounts, as the network's operators see them."""

from typing import Annotated

from msgspec import Meta, Struct

from schema.accounts.company import Company
from schema.accounts.permission import Role
from schema.core.scalar import At, Id, LiveUid, Note, Text255

Keyword = Annotated[str, Meta(max_length=100)]


class AccountFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of publishers' accounts.

    `keyword` is part of a publisher's name, a username or an email address.
    """

    uid: LiveUid | None = None
    keyword: Keyword | None = None


class NetworkAccount(Struct, frozen=True, kw_only=True):
    """A publisher's owner: sign-in, locks and status, as operators see them."""

    uid: int
    publisher: str
    currency: str
    username: str
    email: str
    email_verified: bool
    two_step: bool
    locked: bool
    lock_reason: str | None
    new_password_due: bool
    closed: bool
    created_at: At


class UidRef(Struct, frozen=True, forbid_unknown_fields=True):
    uid: LiveUid


class NetworkMember(Struct, frozen=True, kw_only=True):
    """A member of a publisher who has not left."""

    id: Id
    username: str
    email: str
    role: Role
    two_step: bool


class AccountInfo(NetworkAccount, frozen=True, kw_only=True):
    """A publisher's account with its company and settings.

    `referred_by` is the uid of the publisher who invited this one; `last_seen` is when its owner was last active.
    """

    nickname: str
    phone: str
    language: str
    company: Company | None
    time_zone: str
    referred_by: int | None
    last_seen: At | None
    channels: int
    brands_joined: int
    members: list[NetworkMember]


class TwoStepOff(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of the publisher's first owner, or the member with `account_id`. Whoever is told of it reads the `reason`."""

    uid: LiveUid
    account_id: Id | None = None
    reason: Text255


class AccountLock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Locks or unlocks a publisher's account.

    `lock` ends every session at once; `new_password` requires a new password at the next sign-in.
    """

    uid: LiveUid
    kind: Annotated[str, Meta(pattern=r"^(lock|unlock|new_password)\Z")]
    reason: Note | None = None
