"""How long new payment details wait, and stopping them by the link in the mail about them."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from schema.core.scalar import At, Key255
from schema.payments.payee import MethodKind

NEW_DETAILS_WAIT = timedelta(hours=72)
"""How long new or changed details receive no money, so that their owner can read the mail about them and stop them."""
CONFIRMED_WAIT = timedelta(hours=24)
"""The wait of details that were confirmed with a passkey of at least FACTOR_AGE."""
FACTOR_AGE = timedelta(hours=72)
"""How old a passkey or second step must be to count: a thief could have added a newer one."""
RESET_WAIT = timedelta(days=7)
"""How long no new details are used after the network turned off a second factor of the publisher."""
HOLD = timedelta(hours=72)
"""How long payments are held after a change was stopped, unless an owner signs in with a factor before."""


class WaitReason(StrEnum):
    """Why a payment method receives no money yet.

    `new_details`: they are new; `confirmed`: they are new, and a passkey shortened the wait; `factor_reset`: the
    network turned off a second factor within a week before; `stopped`: somebody stopped a change of a method.
    """

    NEW_DETAILS = "new_details"
    CONFIRMED = "confirmed"
    FACTOR_RESET = "factor_reset"
    STOPPED = "stopped"


class Wait(NamedTuple):
    until: datetime
    reason: WaitReason


def wait_of_details(
    now: datetime, passkey_since: datetime | None, reset_at: datetime | None
) -> Wait:
    """How long details saved now wait.

    `passkey_since` is when the passkey was added that confirmed them; None for a password. `reset_at` is when the
    network last turned off a second factor of the publisher.
    """
    if reset_at is not None and now < reset_at + RESET_WAIT:
        return Wait(max(reset_at + RESET_WAIT, now + NEW_DETAILS_WAIT), WaitReason.FACTOR_RESET)
    if counts_as_factor(passkey_since, now):
        return Wait(now + CONFIRMED_WAIT, WaitReason.CONFIRMED)
    return Wait(now + NEW_DETAILS_WAIT, WaitReason.NEW_DETAILS)


def counts_as_factor(since: datetime | None, now: datetime) -> bool:
    """Whether a passkey or second step of this age may shorten a wait or release held payments."""
    return since is not None and since <= now - FACTOR_AGE


class ChangeToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    token: Key255


class PayeeChange(Struct, frozen=True, kw_only=True):
    """A change of a payment method that waits, as whoever got the mail about it sees it.

    `former` is what the method goes back to if the change is stopped; null for a new method, which is removed. The same
    details were stopped before if it `needs_session`: then an owner or finance member has to be signed in to stop them.
    """

    publisher: str
    kind: MethodKind
    payee: str
    former: str | None
    changed_by: str
    changed_at: At
    usable_from: At
    needs_session: bool


class ChangeStopped(Struct, frozen=True, kw_only=True):
    """Payments are held until `held_until`, unless an owner signs in with a passkey or a code before."""

    held_until: At


class PayeeChangeMail(Struct, frozen=True):
    """The payload of the job that mails a change to one address."""

    publisher_id: int
    change_id: int
    account_id: int
    email: str
