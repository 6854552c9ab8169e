"""Notices that report a publisher's own events."""

from enum import StrEnum
from typing import Literal, NamedTuple

from schema.home.notice import NoticeKind
from schema.orders.order_case import CaseState
from schema.payments.method_failure import lies_in_method
from schema.payments.payment import Payment, PaymentState

PauseReason = Literal["failing", "gone"]


class NoticeEvent(StrEnum):
    """The subject of a generated notice."""

    PAYMENT = "payment"
    CASE = "case"
    LINKS = "links"
    POSTBACK = "postback"


class OwnNotice(NamedTuple):
    """A notice about an event; `body` has the same markup as any notice."""

    event: NoticeEvent
    kind: NoticeKind
    title: str
    body: str


PAYMENT_TITLES = {
    PaymentState.SENT: "was sent",
    PaymentState.FAILED: "failed and needs you",
    PaymentState.RETURNED: "came back",
    PaymentState.CANCELLED: "was cancelled by the network",
}
CASE_TITLES = {
    CaseState.ACCEPTED: "was accepted",
    CaseState.REJECTED: "was rejected",
    CaseState.INFO_NEEDED: "needs an answer from you",
}
PAUSED: dict[PauseReason, str] = {
    "gone": "Its receiver says that it is gone for good.",
    "failing": "It has failed for days.",
}


def payment_notice(payment: Payment, amount: str) -> OwnNotice:
    """The notice about a payment's state; `amount` is what arrives, with its currency."""
    number = payment.payment_id
    advice = "Have it paid again, or choose another method."
    if lies_in_method(payment.failure_reason):
        advice = "Choose another method, or change the details of this one."
    words = {
        PaymentState.SENT: f"{amount} is on its way to {payment.payee}.",
        PaymentState.FAILED: f"{amount} could not be sent. {advice}",
        PaymentState.RETURNED: f"{amount} came back. What it was made of can be withdrawn again.",
        PaymentState.CANCELLED: f"What {amount} was made of can be withdrawn again.",
    }[payment.status]
    if payment.status is PaymentState.SENT and payment.expected_date is not None:
        words += f" It should arrive by {payment.expected_date:%d %b %Y}."
    reason = f"\n\nThe reason: {payment.failure_reason}" if payment.failure_reason else ""
    link = f"[Open payment {number}](/payments/details?payment_id={number})"
    return OwnNotice(
        NoticeEvent.PAYMENT,
        NoticeKind.PAYMENTS,
        f"Payment {number} {PAYMENT_TITLES[payment.status]}",
        f"{words}{reason}\n\n{link}",
    )


def case_notice(case_id: int, state: CaseState, subject: str) -> OwnNotice:
    """The notice about what the network decided or asked in a case."""
    return OwnNotice(
        NoticeEvent.CASE,
        NoticeKind.SERVICE,
        f"Your case {case_id} {CASE_TITLES[state]}",
        f"It is about {subject}.\n\n[Open case {case_id}](/reports/cases?case={case_id})",
    )


def links_notice(count: int, brand: str) -> OwnNotice:
    """The notice about links found broken at about the same time; `brand` is that of the first."""
    title = "A link is broken" if count == 1 else f"{count} links are broken"
    others = "" if count == 1 else " and others"
    return OwnNotice(
        NoticeEvent.LINKS,
        NoticeKind.SERVICE,
        title,
        f"Visitors of {brand}{others} do not arrive.\n\n[See what is broken](/tools/broken-links)",
    )


def postback_notice(postback_id: int, reason: PauseReason) -> OwnNotice:
    """The notice about a postback that was paused because of its failures."""
    return OwnNotice(
        NoticeEvent.POSTBACK,
        NoticeKind.SERVICE,
        f"Postback {postback_id} was paused",
        f"{PAUSED[reason]} What it should have sent waits until you resume it.\n\n"
        f"[Open postback {postback_id}](/tools/global-postback/edit/{postback_id})",
    )
