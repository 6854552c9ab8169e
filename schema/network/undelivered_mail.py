"""Mails that did not arrive, as operators see them."""

from msgspec import Struct

from schema.core.scalar import At, LiveUid


class UndeliveredMailFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    uid: LiveUid | None = None


class UndeliveredMail(Struct, frozen=True, kw_only=True):
    """A mail that did not arrive. `refused`: the mail server will never accept it, however often it is sent."""

    mail_id: int
    uid: int
    """The publisher's uid; 0 for a member of the network's staff."""
    publisher: str
    address: str
    """The email address, masked as on the page of a password reset."""
    mail: str
    """The mail's template, such as `payment_sent`."""
    reason: str
    """The mail server's response, without addresses."""
    refused: bool
    bounced: bool
    """Whether the mail was accepted first and came back later (BOUNCE_MAILBOX)."""
    attempts: int
    failed_at: At
