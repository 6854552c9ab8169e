"""`portal test-mail`: sends a mail now, and says what the mail server answered."""

import asyncio
from argparse import Namespace as Arguments
from datetime import UTC, datetime
from urllib.parse import urlsplit

from handlers.cli.arguments import ArgumentError
from handlers.cli.runner import Commands, add_command
from rpc.config.parsers import EMAIL
from rpc.config.settings import Settings
from rpc.mail.bounces import MAILBOX_ERRORS, Sent, parse_mailbox, sender_of, signed_in
from rpc.mail.mailer import Mailer, MailFailed, ehlo_name, render

NOBODY = Sent(publisher_id=0, account_id=0, mail="test")


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "test-mail")
    parser.add_argument("email", metavar="EMAIL")


def command(settings: Settings, arguments: Arguments) -> None:
    """Send a test mail, and say what the mail server answers. Exits with 1 if it does not accept it."""
    if not EMAIL.fullmatch(arguments.email):
        raise ArgumentError(f"'{arguments.email}' is not an email address")
    try:
        print(asyncio.run(send(settings, arguments.email)))
        print(look_into_mailbox(settings))
    except MailFailed as failure:
        kind = "refused it for good" if failure.refused else "did not accept it now"
        print(f"{where(settings)} {kind}: {failure.reason}")
        raise SystemExit(1) from None
    except MAILBOX_ERRORS as error:
        print(f"The mailbox of BOUNCE_MAILBOX cannot be opened: {error}")
        raise SystemExit(1) from None


async def send(settings: Settings, email: str) -> str:
    mailer = Mailer(settings)
    sender = sender_of(settings, NOBODY)
    message = render("test", "en", {"portal": settings.public_url, "name": ""})
    await mailer.send(email, message, now=datetime.now(UTC), sender=sender)
    if settings.smtp_url is None:
        return f"Written to {settings.outbox}: without SMTP_URL no mail leaves"
    name = ehlo_name(settings) or "this machine's own name"
    return f"{where(settings)} accepted it, from {sender or settings.mail_from}; it was greeted as {name}"


def where(settings: Settings) -> str:
    return str(urlsplit(settings.smtp_url or "").hostname)


def look_into_mailbox(settings: Settings) -> str:
    if settings.bounce_mailbox is None:
        return "Mails that come back are not read: BOUNCE_MAILBOX is not set"
    mailbox = parse_mailbox(settings.bounce_mailbox)
    with signed_in(mailbox) as box:
        _, [numbers] = box.uid("SEARCH", "UNSEEN")
    return f"Mails that come back are read from {mailbox.folder} of {mailbox.host}: {len(numbers.split())} wait"
