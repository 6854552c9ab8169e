"""How long new payment details wait before money goes there."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from schema.payments.guarded_change import counts_as_factor

NEW_DETAILS_WAIT = timedelta(hours=72)
"""How long new or changed details receive no money, so that their owner can read the mail about them and stop them."""
CONFIRMED_WAIT = timedelta(hours=24)
"""The wait of details that were confirmed with a passkey of at least three days."""
RESET_WAIT = timedelta(days=7)
"""How long no new details are used after the network turned off a second factor of the publisher."""


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
