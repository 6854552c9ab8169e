"""Mails that a server accepted and returned later: an address of their own for each, and the mailbox that they come to.

Every mail has its own sender on the envelope (VERP): `bounces+TOKEN@domain` says to whom which mail was, and is signed,
so that nobody can report bounces of others. A bounce is read as RFC 3464 describes it; what is none stays in the
mailbox.
"""

import hmac
import imaplib
import re
import ssl
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage, Message
from functools import cache
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from rpc.config.settings import Settings
from rpc.mail.mailer import FOLDER, REASON_LENGTH, clean_reply

PORT, TLS_PORT = 143, 993
TIMEOUT = 20
"""How many seconds the mailbox may take to answer."""
AT_ONCE = 100
"""How many mails are read in one turn."""
SIZE_MAX = 256_000
"""What is larger is no report of a mail server worth reading; the report comes first in a mail."""
IDS, MAIL, SIGNATURE = 6, 2, 6
"""The bytes of each part of a token, which has the publisher's id, the account's, the mail and the signature."""
TOKEN = re.compile(r"\+([a-z2-7]{32})@", re.IGNORECASE)
ADDRESSES = ("To", "Delivered-To", "X-Original-To", "Envelope-To", "Original-Recipient")
MAILBOX_ERRORS = (OSError, imaplib.IMAP4.error, ValueError)


class Sent(NamedTuple):
    """The mail that a bounce is about."""

    publisher_id: int
    account_id: int
    mail: str
    """The mail's template; empty if this release has none like it."""


class Bounce(NamedTuple):
    """A mail that came back for good, or after its server tried for days."""

    sent: Sent
    address: str
    reason: str
    refused: bool
    """Whether it was refused, rather than not accepted in time."""


class BounceAddresses:
    """The senders of mails, each of which tells what was sent to whom."""

    def __init__(self, address: str, keys: Sequence[str]) -> None:
        """`keys`: oldest first; the last one signs, all of them verify."""
        self._local, _, self._domain = address.partition("@")
        self._keys = [sha256(b"bounce.v1" + key.encode()).digest() for key in keys]

    def make(self, sent: Sent) -> str:
        token = b"".join(
            (
                sent.publisher_id.to_bytes(IDS, "big"),
                sent.account_id.to_bytes(IDS, "big"),
                mail_number(sent.mail),
            )
        )
        signed = b32encode(token + sign(self._keys[-1], token)).decode().lower()
        return f"{self._local}+{signed}@{self._domain}"

    def read(self, address: str) -> Sent | None:
        """What was sent from this address; None if it is none of ours."""
        found = TOKEN.search(address)
        if found is None:
            return None
        whole = b32decode(found[1].upper())
        token, signature = whole[:-SIGNATURE], whole[-SIGNATURE:]
        if not any(hmac.compare_digest(sign(key, token), signature) for key in self._keys):
            return None
        return Sent(
            int.from_bytes(token[:IDS], "big"),
            int.from_bytes(token[IDS : 2 * IDS], "big"),
            mail_names().get(token[2 * IDS :], ""),
        )


def sign(key: bytes, token: bytes) -> bytes:
    return hmac.digest(key, token, "sha256")[:SIGNATURE]


def mail_number(name: str) -> bytes:
    """A mail in two bytes, which stay the same when templates are added."""
    return sha256(name.encode()).digest()[:MAIL]


@cache
def mail_names() -> dict[bytes, str]:
    names = {file.name.partition(".")[0] for file in FOLDER.glob("*.txt")}
    return {mail_number(name): name for name in names}


def read_bounce(raw: bytes, addresses: BounceAddresses) -> Bounce | None:
    """The bounce in a mail; None if it is none, or only says that a mail is late."""
    try:
        mail = message_from_bytes(raw, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        sent = next(filter(None, map(addresses.read, recipients(mail))), None)
        failed = next(filter(is_failed, delivery_reports(mail)), None)
    except (MessageError, LookupError, ValueError, TypeError, AttributeError):
        return None  # the parser of the standard library fails on some malformed headers
    if sent is None or failed is None:
        return None
    status = str(failed.get("Status", "")).strip()
    diagnosis = str(failed.get("Diagnostic-Code", "")).rpartition(";")[2]
    recipient = str(failed.get("Final-Recipient", "")).rpartition(";")[2].strip()
    reason = clean_reply(diagnosis) or f"status {status or 'unknown'}"
    return Bounce(sent, recipient, reason[:REASON_LENGTH], refused=status.startswith("5"))


def recipients(mail: EmailMessage) -> Iterator[str]:
    for name in ADDRESSES:
        for value in mail.get_all(name, []):
            yield str(value)


def delivery_reports(mail: EmailMessage) -> Iterator[Message]:
    """What a mail says about recipients: the blocks of its part message/delivery-status but the first (RFC 3464)."""
    for part in mail.walk():
        if part.get_content_type() == "message/delivery-status":
            yield from part.get_payload()[1:]  # type: ignore[misc, index]


def is_failed(report: Message) -> bool:
    return str(report.get("Action", "")).strip().lower() == "failed"


class Mailbox(NamedTuple):
    """Where bounces come to, from BOUNCE_MAILBOX."""

    scheme: str
    host: str
    port: int | None
    user: str
    password: str
    folder: str
    address: str


def parse_mailbox(url: str) -> Mailbox:
    """The mailbox of a valid BOUNCE_MAILBOX."""
    parts = urlsplit(url)
    user = unquote(parts.username or "")
    return Mailbox(
        parts.scheme,
        parts.hostname or "",
        parts.port,
        user,
        unquote(parts.password or ""),
        unquote(parts.path.strip("/")) or "INBOX",
        unquote(parts.fragment) or user,
    )


@contextmanager
def signed_in(mailbox: Mailbox) -> Iterator[imaplib.IMAP4]:
    """The opened mailbox. Raises MAILBOX_ERRORS."""
    context = ssl.create_default_context()
    if mailbox.scheme == "imaps":
        box: imaplib.IMAP4 = imaplib.IMAP4_SSL(
            mailbox.host,
            mailbox.port or TLS_PORT,
            ssl_context=context,
            timeout=TIMEOUT,
        )
    else:
        box = imaplib.IMAP4(mailbox.host, mailbox.port or PORT, timeout=TIMEOUT)
    try:
        if mailbox.scheme == "imap+starttls":
            box.starttls(context)
        box.login(mailbox.user, mailbox.password)
        status, answer = box.select(f'"{mailbox.folder}"')
        if status != "OK":
            raise imaplib.IMAP4.error(f"no folder {mailbox.folder}: {answer[0]!r}")
        yield box
    finally:
        with suppress(*MAILBOX_ERRORS):
            box.logout()


def fetch_unread(mailbox: Mailbox) -> list[tuple[str, bytes]]:
    """Some mails that nobody has read yet, with their numbers."""
    with signed_in(mailbox) as box:
        _, [numbers] = box.uid("SEARCH", "UNSEEN")
        found = []
        for number in (numbers or b"").decode().split()[:AT_ONCE]:
            _, parts = box.uid("FETCH", number, f"(BODY.PEEK[]<0.{SIZE_MAX}>)")
            found += [(number, part[1]) for part in parts if isinstance(part, tuple)]
        return found


def mark(mailbox: Mailbox, recorded: Iterable[str], others: Iterable[str]) -> None:
    """Delete the bounces that were recorded, and mark what is none as read, for people to look at."""
    with signed_in(mailbox) as box:
        for flag, numbers in ((r"(\Deleted)", recorded), (r"(\Seen)", others)):
            for number in numbers:
                box.uid("STORE", number, "+FLAGS", flag)
        box.expunge()


def bounce_addresses(settings: Settings) -> BounceAddresses | None:
    """The senders of mails; None if bounces are not read, and MAIL_FROM is the sender of all."""
    if settings.bounce_mailbox is None:
        return None
    return BounceAddresses(parse_mailbox(settings.bounce_mailbox).address, settings.secret_keys)


def sender_of(settings: Settings, sent: Sent) -> str | None:
    addresses = bounce_addresses(settings)
    return None if addresses is None else addresses.make(sent)
