"""What a person sees and changes of the way they sign in."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from schema.core.scalar import AnyPassword, At, Email, Key255, Password


class By(StrEnum):
    YOU = "you"
    NETWORK = "network"


class PasswordEdit(Struct, frozen=True, forbid_unknown_fields=True):
    """`old` is the present one."""

    old: AnyPassword
    password: Password
    confirm_password: AnyPassword


class EmailEdit(Struct, frozen=True, forbid_unknown_fields=True):
    email: Email
    password: AnyPassword


class EmailChange(Struct, frozen=True):
    """The payload of the job that mails a link to an account's future address, void once it has another stamp."""

    publisher_id: int
    account_id: int
    email: str
    security_stamp: int = 0
    """0 is that of an account whose credentials never changed, and of a job that an older version queued."""


class Close(Struct, frozen=True, forbid_unknown_fields=True):
    password: AnyPassword


class SessionRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Key255


class OpenSession(Struct, frozen=True, kw_only=True):
    """Somewhere the account is signed in; `device` is such as `Firefox on Linux`, or empty."""

    id: str
    device: str
    country: str | None
    ip: str
    kind: str
    current: bool
    created_at: At
    last_seen: At
    expires_at: At


class AuditEntry(Struct, frozen=True, kw_only=True):
    """Something that was done with the account: `action` is the call's path, `by` who made the call."""

    at: At
    action: str
    result: str
    by: By
    ip: str
    country: str | None
    details: dict[str, str]


class AccountMail(Struct, frozen=True):
    """The payload of the job that tells an account what became of it; `values` hold no secret."""

    publisher_id: int
    account_id: int
    mail: str
    values: dict[str, str]
    at: datetime
    email: str | None = None

    @property
    def time_text(self) -> str:
        return f"{self.at.day} {self.at:%B %Y, %H:%M} UTC"
