"""Passwords, email addresses, sessions and the activity log, as an account's owner sees and changes them."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from schema.accounts.reauth import Reauth, StepUp
from schema.core.scalar import AnyPassword, At, Email, Key255, Password


class By(StrEnum):
    """Who made a call; `unknown` is somebody who tried to sign in with a wrong password or code."""

    YOU = "you"
    MEMBER = "member"
    NETWORK = "network"
    UNKNOWN = "unknown"


WRONG_SIGN_IN = frozenset({"refused", "verification_code_invalid", "passkey_refused"})
"""The results of sign-ins that do not prove who tried to sign in."""


class PasswordEdit(StepUp, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of the account's password. `old` is the current password, in place of which there may be a `stepup`."""

    reauth_field: ClassVar[str] = "old"

    old: AnyPassword | None = None
    password: Password
    confirm_password: AnyPassword


class EmailEdit(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    email: Email


class EmailChange(Struct, frozen=True):
    """The payload of the job that mails a link to a new address; void once the account's stamp has changed."""

    publisher_id: int
    account_id: int
    email: str
    security_stamp: int = 0
    """0 stands for an account whose credentials never changed, and for a job queued by an older version."""


class Close(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To close an account: its password, or the ticket of a step-up by passkey."""


class AccountClosing(Struct, frozen=True, kw_only=True):
    """What an account leaves behind if it is closed now.

    Only `on_the_way` is still paid out: no payment is started for a closed account, even if it was requested. `links`
    keep leading visitors to the brands, and `postbacks` keep sending events; `mailed_views` are no longer mailed.
    The accounts of the other `members` are closed too, unless the publisher `stays_open` because it has another owner:
    then only the caller's own is, also in the publishers `leaves`.
    """

    pending: Decimal
    approved: Decimal
    withdrawable: Decimal
    requested: Decimal
    on_the_way: Decimal
    needs_you: Decimal
    currency: str
    links: int
    postbacks: int
    mailed_views: int
    members: int
    stays_open: bool
    leaves: list[str]


class SessionRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Key255


class OpenSession(Struct, frozen=True, kw_only=True):
    """A session of yours; `device` is, for example, `Firefox on Linux`, or empty.

    `publisher` is the name of the publisher that it acts for, one of those you work for.
    """

    id: str
    publisher: str
    device: str
    country: str | None
    ip: str
    kind: str
    current: bool
    created_at: At
    last_seen: At
    expires_at: At


class AuditEntry(Struct, frozen=True, kw_only=True):
    """An entry of the account log: `action` is the path of the call, `by` says who made it.

    `person` is the name of the account that the entry is about; null if it is about the publisher.
    """

    at: At
    action: str
    result: str
    by: By
    person: str | None
    ip: str
    country: str | None
    details: dict[str, str]


class AccountMail(Struct, frozen=True):
    """The payload of the job that notifies an account by email; `values` contain no secrets.

    `mailing` is what the reader can unsubscribe from by this mail, if anything (schema/accounts/notification.py).
    """

    publisher_id: int
    account_id: int
    mail: str
    values: dict[str, str]
    at: datetime
    email: str | None = None
    mailing: str = ""

    @property
    def time_text(self) -> str:
        return f"{self.at.day} {self.at:%B %Y, %H:%M} UTC"
