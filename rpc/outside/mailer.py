"""The door through which mails leave: an SMTP server when one is set, else a folder of files.

A mail is `mails/<name>.<language>.txt`, whose first line is the subject, and its twin in HTML.
"""

import os
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
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
    TemplateNotFound,
    select_autoescape,
)
from msgspec import Struct

from rpc.config.settings import Settings

FOLDER = Path(__file__).parent / "mails"
SEND_TIMEOUT = 10
"""Seconds a mail server may take for a whole mail."""
PROBE_TIMEOUT = 2
"""Seconds it may take to accept a connection when we only ask whether it is there."""
PROBE_LIFETIME = 30
"""Seconds for which that answer holds."""


class TemplateMissing(Exception):
    """There is no such mail in this language."""


class MailFailed(Exception):
    """The mail server did not take a mail; another try may succeed."""


class Message(Struct, frozen=True):
    """A mail that is written and not yet addressed."""

    subject: str
    text: str
    html: str


@cache
def templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
    )


def render(name: str, language: str, values: Mapping[str, Any]) -> Message:
    """A mail in a language (as `en`). Every value a template names must be given."""
    try:
        text = templates().get_template(f"{name}.{language}.txt").render(values)
        html = templates().get_template(f"{name}.{language}.html").render(values)
    except TemplateNotFound as error:
        raise TemplateMissing(f"{name} in {language}") from error
    subject, _, body = text.partition("\n")
    return Message(subject=subject.strip(), text=body.strip() + "\n", html=html)


@dataclass
class Mailer:
    """Sends mails as the settings say."""

    settings: Settings
    _last_probe: tuple[float, bool] = (0.0, False)

    async def available(self) -> bool:
        """Whether mails can leave just now, whoever they are for. Kept for half a minute."""
        until, answer = self._last_probe
        if time.monotonic() >= until:
            answer = await self._probe()
            self._last_probe = (time.monotonic() + PROBE_LIFETIME, answer)
        return answer

    async def _probe(self) -> bool:
        if self.settings.smtp_url is None:
            with suppress(OSError):
                self._outbox()
            return os.access(self.settings.outbox, os.W_OK | os.X_OK)
        try:
            async with smtp_client(self.settings.smtp_url, PROBE_TIMEOUT):
                return True
        except (aiosmtplib.SMTPException, OSError):
            return False

    async def send(self, to: str, message: Message, *, now: datetime) -> None:
        """Send it, or raise MailFailed. With no SMTP server it becomes a file of the outbox."""
        mail = self.build_email(to, message, now)
        if self.settings.smtp_url is None:
            self._write_to_outbox(mail, now)
            return
        try:
            async with smtp_client(self.settings.smtp_url, SEND_TIMEOUT) as server:
                await server.send_message(mail)
        except (aiosmtplib.SMTPException, OSError) as error:
            # The server's words may quote the address, which no log may hold.
            raise MailFailed(type(error).__name__) from None

    def build_email(self, to: str, message: Message, now: datetime) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = self.settings.mail_from
        mail["To"] = to
        mail["Subject"] = message.subject
        mail["Date"] = format_datetime(now)
        mail["Message-ID"] = make_msgid(domain=self.settings.mail_from.rpartition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(message.text)
        mail.add_alternative(message.html, subtype="html")
        return mail

    def _outbox(self) -> Path:
        self.settings.outbox.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.settings.outbox

    def _write_to_outbox(self, mail: EmailMessage, now: datetime) -> None:
        """Write the file under another name first, so that a reader never meets half a mail."""
        path = self._outbox() / f"{now:%Y%m%dT%H%M%S.%f}-{token_hex(4)}.eml"
        half = path.with_suffix(".part")
        half.touch(mode=0o600)
        half.write_bytes(mail.as_bytes())
        half.rename(path)


def smtp_client(url: str, timeout: float) -> aiosmtplib.SMTP:
    """smtp:// encrypts if it can, smtp+starttls:// or not at all, smtps:// from the first byte."""
    parts = urlsplit(url)
    return aiosmtplib.SMTP(
        hostname=parts.hostname,
        port=parts.port,
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        use_tls=parts.scheme == "smtps",
        start_tls=True if parts.scheme == "smtp+starttls" else None,
        tls_context=ssl.create_default_context(),
        timeout=timeout,
    )
