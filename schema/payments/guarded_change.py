"""Changes that a thief would make: they wait or can be undone for three days, and a mailed link stops them."""

from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256

from msgspec import Struct

from schema.core.scalar import At, Id, Key255, LiveUid, Text255
from schema.payments.payee import MethodKind

GUARD = timedelta(hours=72)
"""How long a change waits, or can be undone, so that the people who are mailed about it can stop it."""
FACTOR_AGE = timedelta(hours=72)
"""How old a passkey or second step must be to count: a thief could have added a newer one."""
HOLD = timedelta(hours=72)
"""How long payments are held after a change was stopped, unless an owner signs in with a factor before."""
STAFF_AGE = timedelta(hours=72)
"""How long somebody must have been of the network's staff to be the second who ends a wait."""


class ChangeKind(StrEnum):
    """What is changed.

    `payee`: a payment method was added or changed; `payee_removed`: one was deleted; `email`: an address was replaced;
    `role`: a member became owner, manager or finance member; `joined`: somebody joined as one; `transfer`: the
    publisher gets another owner; `factor_reset`: the network turns off a second step; `closed`: accounts were closed.
    """

    PAYEE = "payee"
    PAYEE_REMOVED = "payee_removed"
    EMAIL = "email"
    TWO_STEP_ON = "two_step_on"
    TWO_STEP_OFF = "two_step_off"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    ROLE = "role"
    JOINED = "joined"
    TRANSFER = "transfer"
    FACTOR_RESET = "factor_reset"
    CLOSED = "closed"


OF_PERSON = frozenset(
    {
        ChangeKind.EMAIL,
        ChangeKind.TWO_STEP_ON,
        ChangeKind.TWO_STEP_OFF,
        ChangeKind.PASSKEY_ADDED,
        ChangeKind.PASSKEY_REMOVED,
        ChangeKind.FACTOR_RESET,
    }
)
"""Changes of how somebody signs in, which concern all publishers that they work for."""
HEADLINES = {
    ChangeKind.PAYEE: "A payment method of {publisher} was {verb}",
    ChangeKind.PAYEE_REMOVED: "A payment method of {publisher} was deleted",
    ChangeKind.EMAIL: "The email address of {member} was changed",
    ChangeKind.TWO_STEP_ON: "Two-step sign-in was turned on for {member}",
    ChangeKind.TWO_STEP_OFF: "Two-step sign-in {tense} turned off for {member}",
    ChangeKind.PASSKEY_ADDED: "A passkey was added for {member}",
    ChangeKind.PASSKEY_REMOVED: "A passkey {tense} removed for {member}",
    ChangeKind.ROLE: "{member} was given the role {after} at {publisher}",
    ChangeKind.JOINED: "{member} joined {publisher} with the role {after}",
    ChangeKind.TRANSFER: "{member} {tense} made the owner of {publisher}",
    ChangeKind.FACTOR_RESET: "Two-step sign-in {tense} turned off for {member} by the network",
    ChangeKind.CLOSED: "The account of {member} was closed",
}
"""What mails say of a change."""


def counts_as_factor(since: datetime | None, now: datetime) -> bool:
    """Whether a passkey or second step of this age may shorten a wait or release held payments."""
    return since is not None and since <= now - FACTOR_AGE


def digest_of(object: str, kind: str, after: str | None) -> bytes:
    """What makes two changes the same, so that a second one is not stopped by a link alone."""
    return sha256(f"{object}\n{kind}\n{after or ''}".encode()).digest()


class ChangeToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    token: Key255


class ChangeRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class GuardedChange(Struct, frozen=True, kw_only=True):
    """A change that can be stopped until `waits_until`. `applied`: it is in force already, and a stop undoes it.

    `member` is whose account it is about, null for payment methods, whose `method` is their kind. `before` and `after`
    are shown in part: the end of an account, a masked address, a role, the name of a passkey. `changed_by` is null for
    the network's staff, whose `reason` is given. The same change was stopped before if it `needs_session`: then the
    link stops it only for an owner or finance member who is signed in.
    """

    id: Id
    kind: ChangeKind
    publisher: str
    member: str | None
    method: MethodKind | None
    before: str | None
    after: str | None
    changed_by: str | None
    reason: str | None
    changed_at: At
    waits_until: At
    applied: bool
    needs_session: bool


class ChangeStopped(Struct, frozen=True, kw_only=True):
    """Payments are held until `held_until`, unless an owner signs in with a passkey or a code before."""

    held_until: At


class Waiting(Struct, frozen=True, kw_only=True):
    """When a change takes effect; null if it has already."""

    waits_until: At | None


class GuardedMail(Struct, frozen=True):
    """The payload of the job that mails a change to one address."""

    publisher_id: int
    change_id: int
    account_id: int
    email: str
    reader_uid: int | None = None
    """The publisher of the account that reads it; null for that of the change."""


class ChangeFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The changes of one publisher, or of all."""

    uid: LiveUid | None = None


class NetworkChange(GuardedChange, frozen=True, kw_only=True):
    """A change as the network's staff see it. `stopped_at` is set while payments are held because it was stopped.

    `hastened_by` is the first of the staff who wants to end the wait.
    """

    uid: int
    stopped_at: At | None
    hastened_by: str | None
    hastened_reason: str | None


class ChangeHasten(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The change of a publisher whose wait, or hold of payments, is to end. The team reads the `reason`."""

    uid: LiveUid
    id: Id
    reason: Text255


class Hastened(Struct, frozen=True, kw_only=True):
    """Whether the wait is over. If not, a second member of staff has to ask for it, too."""

    done: bool
