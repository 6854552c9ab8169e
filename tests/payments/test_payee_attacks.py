"""Generated thefts: no cent reaches a thief within 72 hours, and the owner has everything back in five minutes.

`make soak TRIALS=thefts` tries all of them; here are some of each length, which the seed of the day chooses.
"""

from itertools import islice

import pytest

from tests.support.accounts.thefts import (
    Theft,
    all_thefts,
    come_back,
    commit,
    paid_to_thief,
    without_waits,
)
from tests.support.portal import Portal

SOME = [
    Theft(("password",)),
    Theft(("mailbox",)),
    Theft(("session", "password"), two_step=True),
    Theft(("password", "help desk"), two_step=True),
    Theft(("mailbox", "session", "insider"), "finance", two_step=True),
    Theft(("insider", "help desk", "mailbox"), "manager"),
]
"""Each of these gets other payment details saved."""


@pytest.mark.parametrize("theft", [*SOME, Theft(("insider", "session"), "developer")], ids=str)
async def test_no_cent_reaches_a_thief_and_the_owner_has_everything_back(
    passkey_portal: Portal, theft: Theft
) -> None:
    victim, thief = await commit(passkey_portal, theft, seed=1)

    assert await paid_to_thief(victim, thief) == []
    assert await come_back(victim, thief) == []


@pytest.mark.parametrize("theft", SOME[:4], ids=str)
async def test_without_the_waits_the_same_thefts_succeed(
    passkey_portal: Portal, theft: Theft
) -> None:
    """The control: the thefts work, so it is the waits that stop them."""
    async with without_waits():
        victim, thief = await commit(passkey_portal, theft, seed=1, direct=True)
        assert thief.saved
        assert await paid_to_thief(victim, thief) != []


def test_thefts_are_generated_in_every_order() -> None:
    thefts = list(all_thefts(3))
    assert len(thefts) == len({(theft.steps, theft.role) for theft in thefts}) == 175
    assert all(len(set(theft.steps)) == len(theft.steps) for theft in islice(thefts, 175))
