"""The sandbox of a publisher: what works in it, and the orders that are led through their life there."""

from datetime import timedelta
from enum import StrEnum

from msgspec import Struct

from schema.core.scalar import At, Id, Slug

LIVES_SHOWN = 50
MAILS_SHOWN = 50
LIVES_MAX = 500
"""How many orders a sandbox can have; a reset makes an empty one."""
USUAL_AGE = timedelta(days=40)
LATE_AGE = timedelta(days=160)
UNDECIDED_AGE = timedelta(days=90)
"""How long ago an order was placed, so that the time that each step takes is over."""
BUYS_AFTER = timedelta(minutes=20)
"""How long after the click."""
OF_LIVE_ACCOUNT = frozenset(
    {
        "team.read",
        "team.edit",
        "payee.propose",
        "payee.edit",
        "profile.edit",
        "account.edit",
        "case.edit",
    }
)
"""Permissions that nobody has in a sandbox: about people, payees, the company, and what the network's staff answer."""
NOT_IN_SANDBOX = "This does not exist in the sandbox: switch back to your account first"
SANDBOX_ONLY = "This works in the sandbox only: switch to it, and make a token there, which begins with `test_`"


class LifePath(StrEnum):
    """How an order's life goes: what the brand decides, and what becomes of the payment."""

    APPROVE = "approve"
    REJECT = "reject"
    PART_RETURN_AFTER_PAID = "part_return_after_paid"
    PAYMENT_FAILS = "payment_fails"
    RETURNED = "returned"
    BRAND_PAYS_LATE = "brand_pays_late"
    NEVER_DECIDED = "never_decided"


class LifeStage(StrEnum):
    """The stages of an order's life, of which each path has some."""

    CLICK = "click"
    ORDER = "order"
    APPROVED = "approved"
    REJECTED = "rejected"
    SETTLED = "settled"
    BRAND_PAID = "brand_paid"
    REQUESTED = "requested"
    PROCESSING = "processing"
    SENT = "sent"
    PAID = "paid"
    FAILED = "failed"
    RETRIED = "retried"
    RETURNED = "returned"
    PART_RETURNED = "part_returned"


_TO_PROCESSING = (
    LifeStage.CLICK,
    LifeStage.ORDER,
    LifeStage.APPROVED,
    LifeStage.SETTLED,
    LifeStage.BRAND_PAID,
    LifeStage.REQUESTED,
    LifeStage.PROCESSING,
)
_TO_PAID = (*_TO_PROCESSING, LifeStage.SENT, LifeStage.PAID)
STAGES: dict[LifePath, tuple[LifeStage, ...]] = {
    LifePath.APPROVE: _TO_PAID,
    LifePath.REJECT: (LifeStage.CLICK, LifeStage.ORDER, LifeStage.REJECTED),
    LifePath.PART_RETURN_AFTER_PAID: (*_TO_PAID, LifeStage.PART_RETURNED),
    LifePath.PAYMENT_FAILS: (
        *_TO_PROCESSING,
        LifeStage.FAILED,
        LifeStage.RETRIED,
        LifeStage.SENT,
        LifeStage.PAID,
    ),
    LifePath.RETURNED: (*_TO_PROCESSING, LifeStage.SENT, LifeStage.RETURNED),
    LifePath.BRAND_PAYS_LATE: _TO_PAID,
    LifePath.NEVER_DECIDED: (LifeStage.CLICK, LifeStage.ORDER),
}
"""The stages of each path, in their order."""
AGES: dict[LifePath, timedelta] = {
    **dict.fromkeys(LifePath, USUAL_AGE),
    LifePath.BRAND_PAYS_LATE: LATE_AGE,
    LifePath.NEVER_DECIDED: UNDECIDED_AGE,
}


class SandboxSwitch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether to switch to the sandbox, or back from it."""

    sandbox: bool


class SandboxSession(Struct, frozen=True, kw_only=True):
    """A session in the sandbox, beside the one that made the call; null for both when the sandbox is left."""

    token: str | None
    expires_at: At | None


class LifeAdvance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order to begin, by a path, or one to lead on, by its `life_id`: to its end, or by one stage.

    `mcid`: the brand of a new order, if not one of the sandbox's brands in turn.
    """

    path: LifePath | None = None
    life_id: Id | None = None
    mcid: Slug | None = None
    whole: bool = True


class SandboxLife(Struct, frozen=True, kw_only=True):
    """An order in the sandbox, with the stage that it has reached and those that are left on its path."""

    life_id: int
    path: LifePath
    stage: LifeStage
    left: list[LifeStage]
    mcid: str
    brand_name: str
    click_ref: str
    order_id: str
    oid: int | None
    settlement_id: int | None
    payment_id: int | None
    created_at: At
    updated_at: At


class SandboxMail(Struct, frozen=True, kw_only=True):
    """A mail that a live account would have been sent."""

    mail_id: str
    recipient: str
    subject: str
    content: str
    created_at: At
