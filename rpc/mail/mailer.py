"""Sends mails through an SMTP server if one is set; otherwise writes them to a folder.

The template of a mail is `templates/<name>.<language>.txt`, whose first line is the subject, with a version in HTML.
"""

import os
import re
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib
from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    select_autoescape,
)
from msgspec import Struct

from rpc.config.settings import Settings

ADDRESS = re.compile(r"<?[^\s<>@]{1,320}@[^\s<>@]{1,320}>?")
MAILBOX_FULL = 552
REASON_LENGTH = 300
FOLDER = Path(__file__).parent / "templates"
SEND_TIMEOUT = 10
"""How many seconds a mail server may take to accept a mail."""
PROBE_TIMEOUT = 2
"""How many seconds a mail server may take to accept a connection when its availability is checked."""
PROBE_LIFETIME = 30
"""For how many seconds the result of the availability check is cached."""


class TemplateMissing(Exception):
    """There is no template of this name in this language."""


class MailFailed(Exception):
    """The mail server did not accept a mail.

    `reason` is the server's response, without addresses. Unless the mail is `refused` permanently, another attempt may
    succeed.
    """

    def __init__(self, reason: str, *, refused: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refused = refused


class Message(Struct, frozen=True):
    """A rendered mail without its addresses; `unsubscribe` is the URL that stops mails of its kind."""

    subject: str
    text: str
    html: str
    unsubscribe: str = ""


@cache
def templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        # Subjects and texts are compiled from strings (text_templates), which would be escaped by default.
        autoescape=select_autoescape(["html"], default_for_string=False),
        trim_blocks=True,
    )


def render(
    name: str, language: str, values: Mapping[str, Any], *, unsubscribe: str = ""
) -> Message:
    """Render a mail in a language such as `en`. Every value that the template uses must be given."""
    try:
        subject, text = text_templates(name, language)
        html = templates().get_template(f"{name}.{language}.html")
    except TemplateNotFound as error:
        raise TemplateMissing(f"{name} in {language}") from error
    footer = [f"Stop emails like this one: {unsubscribe}"] if unsubscribe else []
    return Message(
        # A line break in a value, such as the number of an order, would end the subject.
        subject=" ".join(subject.render(values).split()),
        text="\n\n".join([text.render(values).strip(), *footer]) + "\n",
        html=html.render(values, unsubscribe=unsubscribe),
        unsubscribe=unsubscribe,
    )


@cache
def text_templates(name: str, language: str) -> tuple[Template, Template]:
    """The subject of a mail, which is the first line of its file, and its text."""
    environment = templates()
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, f"{name}.{language}.txt")
    subject, _, text = source.partition("\n")
    return environment.from_string(subject), environment.from_string(text)


@dataclass
class Mailer:
    """Sends mails by SMTP or into the outbox, depending on the settings."""

    settings: Settings
    _last_probe: tuple[float, bool] = (0.0, True)

    async def available(self) -> bool:
        """Whether the mail server accepts mails now. Cached for half a minute."""
        expires_at, available = self._last_probe
        if time.monotonic() >= expires_at:
            # Meanwhile the others go by the last result, or each of them would wait for a server that hangs.
            self._last_probe = (time.monotonic() + PROBE_LIFETIME, available)
            available = await self._probe()
            self._last_probe = (time.monotonic() + PROBE_LIFETIME, available)
        return available

    async def _probe(self) -> bool:
        if self.settings.smtp_url is None:
            with suppress(OSError):
                self._outbox()
            return os.access(self.settings.outbox, os.W_OK | os.X_OK)
        try:
            async with smtp_client(self.settings, PROBE_TIMEOUT):
                return True
        except (aiosmtplib.SMTPException, OSError):
            return False

    async def send(
        self, to: str, message: Message, *, now: datetime, sender: str | None = None
    ) -> None:
        """Send a mail, or raise MailFailed. Without an SMTP server it is written to the outbox.

        `sender`: the address on the envelope, to which a server returns the mail; MAIL_FROM if there is none.
        """
        mail = self.build_email(to, message, now)
        if self.settings.smtp_url is None:
            self._write_to_outbox(mail, now)
            return
        try:
            async with smtp_client(self.settings, SEND_TIMEOUT) as server:
                await server.send_message(mail, sender=sender)
        except (aiosmtplib.SMTPException, OSError) as error:
            raise mail_failure(error) from None

    def build_email(self, to: str, message: Message, now: datetime) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = self.settings.mail_from
        mail["To"] = to
        mail["Subject"] = message.subject
        mail["Date"] = format_datetime(now)
        mail["Message-ID"] = make_msgid(
            domain=parseaddr(self.settings.mail_from)[1].rpartition("@")[2]
        )
        mail["Auto-Submitted"] = "auto-generated"
        if message.unsubscribe:  # with one click, without a sign-in (RFC 8058)
            mail["List-Unsubscribe"] = f"<{message.unsubscribe}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(message.text)
        mail.add_alternative(message.html, subtype="html")
        return mail

    def _outbox(self) -> Path:
        self.settings.outbox.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.settings.outbox

    def _write_to_outbox(self, mail: EmailMessage, now: datetime) -> None:
        """Write to a temporary name first, so that a reader never sees part of a mail."""
        path = self._outbox() / f"{now:%Y%m%dT%H%M%S.%f}-{token_hex(4)}.eml"
        partial = path.with_suffix(".part")
        partial.touch(mode=0o600)
        partial.write_bytes(mail.as_bytes())
        partial.rename(path)


def mail_failure(error: Exception) -> MailFailed:
    """Convert an exception of aiosmtplib to a MailFailed.

    Only a response to the recipient or to the mail itself is about this mail; one to the connection, to the credentials
    or to the sender is about the settings, which may be corrected. A mailbox that is full (552) may be emptied (RFC
    5321, section 4.5.3.1.10).
    """
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused) and error.recipients:
        error = error.recipients[0]
    if not isinstance(error, aiosmtplib.SMTPResponseException):
        return MailFailed(f"{type(error).__name__}: {clean_reply(str(error))}"[:REASON_LENGTH])
    about_mail = isinstance(error, aiosmtplib.SMTPRecipientRefused | aiosmtplib.SMTPDataError)
    refused = about_mail and 500 <= error.code < 600 and error.code != MAILBOX_FULL
    reason = f"{error.code} {clean_reply(error.message)}".strip()
    return MailFailed(reason[:REASON_LENGTH], refused=refused)


def clean_reply(text: str) -> str:
    """A server's response on one line, without the addresses in it, which must not be logged."""
    return " ".join(ADDRESS.sub("(address)", text).split())


def smtp_client(settings: Settings, timeout: float) -> aiosmtplib.SMTP:
    """smtp:// uses STARTTLS if offered, smtp+starttls:// requires it, smtps:// uses TLS from the first byte."""
    parts = urlsplit(settings.smtp_url or "")
    return aiosmtplib.SMTP(
        hostname=parts.hostname,
        local_hostname=ehlo_name(settings),
        port=parts.port,
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        use_tls=parts.scheme == "smtps",
        start_tls=True if parts.scheme == "smtp+starttls" else None,
        tls_context=ssl.create_default_context(),
        timeout=timeout,
    )


def ehlo_name(settings: Settings) -> str | None:
    """The name by which mail servers are greeted: EHLO_NAME, or the host of PUBLIC_URL if it is a name of the Internet.

    None is this machine's own name, which many servers refuse if it is that of a container.
    """
    host = urlsplit(settings.public_url).hostname or ""
    is_name = "." in host and not host.replace(".", "").isdigit()
    return settings.ehlo_name or (host if is_name else None)
