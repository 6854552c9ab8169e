"""Mails that come back are read from a mailbox, and listed for the staff; `portal test-mail`."""

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rpc.mail.bounces as module
from handlers._registry import registry
from handlers.cli.doctor import findings
from handlers.cli.mail import command
from rpc import Worker
from rpc.config.settings import Settings
from rpc.jobs.job import Job
from rpc.mail.bounces import BounceAddresses, Sent
from tests.conftest import MakeDatabase
from tests.support.accounts.imap_server import ImapServer, run_imap
from tests.support.accounts.inbox import Inbox
from tests.support.demo import free_port
from tests.support.portal import Portal, Someone
from tests.support.server import serve

# aiosmtpd leaves the socket open with which it tries its own port.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
BOUNCE = """\
From: MAILER-DAEMON@mx.example
To: <{sender}>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

I'm sorry to have to inform you.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {email}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} <{email}>: User unknown

--B--
"""


@pytest.fixture(scope="module")
def inbox() -> Iterator[Inbox]:
    found = Inbox(free_port())
    found.open()
    yield found
    found.close()


@pytest.fixture(scope="module")
async def mailbox() -> AsyncIterator[ImapServer]:
    async with run_imap() as server:
        yield server


@pytest.fixture(scope="module")
async def mailing(
    make_database: MakeDatabase,
    tmp_path_factory: pytest.TempPathFactory,
    inbox: Inbox,
    mailbox: ImapServer,
) -> AsyncIterator[Portal]:
    folder: Path = tmp_path_factory.mktemp("bounces")
    settings = {
        "SMTP_URL": f"smtp://127.0.0.1:{inbox.port}",
        "MAIL_FROM": "portal@network.example",
        "BOUNCE_MAILBOX": mailbox.url,
        "PUBLIC_URL": "https://portal.network.example",
    }
    async with serve(make_database(), folder, **settings) as running:
        yield running


@pytest.fixture(autouse=True)
def empty_again(mailbox: ImapServer) -> Iterator[None]:
    yield
    mailbox.mails.clear()
    mailbox.hangs = mailbox.keeps = False


async def send_mail(portal: Portal, inbox: Inbox) -> tuple[Someone, str]:
    """Somebody who was sent a mail, and its sender on the envelope."""
    who = await portal.someone()
    new = "a walnut bicycle harvest"
    chosen = {"old": who.password, "password": new, "confirm_password": new}
    await portal.ok("/user/password_edit", who, attributes=chosen)
    await portal.work()
    [sender] = [
        sender
        for mail, sender in zip(inbox.mails, inbox.senders, strict=True)
        if mail["To"] == who.email
    ]
    return who, sender


def bounce(sender: str, email: str, action: str = "failed", status: str = "5.1.1") -> bytes:
    return BOUNCE.format(sender=sender, email=email, action=action, status=status).encode()


async def read_mailbox(portal: Portal) -> None:
    job = registry.find("/network/read_bounces", Job)
    now = portal.resources.clock.now()
    async with portal.db() as db:
        await job(Worker(db=db, now=now, resources=portal.resources, attempt=1), b"{}")


async def list_undelivered(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    listing = await portal.ok(
        "/network/undelivered_mails", await portal.operator(), filter={"uid": who.uid}
    )
    return list(listing["list"])


async def test_returned_mail_is_listed_for_the_staff(
    mailing: Portal, inbox: Inbox, mailbox: ImapServer
) -> None:
    who, sender = await send_mail(mailing, inbox)
    mailbox.deliver(bounce(sender, who.email))

    await read_mailbox(mailing)

    [failed] = await list_undelivered(mailing, who)
    assert failed["reason"] == "550 5.1.1 (address): User unknown"
    assert (failed["mail"], failed["refused"], failed["bounced"]) == (
        "password_changed",
        True,
        True,
    )
    assert who.email not in str(failed)
    assert failed["address"].endswith("@example.com")
    assert mailbox.mails == {}


async def test_bounce_that_is_read_twice_is_listed_once(
    mailing: Portal, inbox: Inbox, mailbox: ImapServer
) -> None:
    who, sender = await send_mail(mailing, inbox)
    mailbox.deliver(bounce(sender, who.email, status="4.4.7"))
    mailbox.keeps = True
    await read_mailbox(mailing)
    mailbox.keeps = False

    await read_mailbox(mailing)

    [failed] = await list_undelivered(mailing, who)
    assert (failed["refused"], failed["bounced"]) == (False, True)
    assert mailbox.mails == {}


async def test_what_is_no_bounce_of_ours_stays_for_people_to_read(
    mailing: Portal, inbox: Inbox, mailbox: ImapServer
) -> None:
    who, sender = await send_mail(mailing, inbox)
    forged = BounceAddresses("bounces@network.example", ["another key"]).make(
        Sent(who.uid, who.account_id, "password_changed")
    )
    reply = f"From: {who.email}\nTo: {sender}\nAuto-Submitted: auto-replied\n\nI am away.\n"
    others = [
        mailbox.deliver(bounce(sender, who.email, action="delayed", status="4.4.1")),
        mailbox.deliver(bounce(forged, who.email)),
        mailbox.deliver(bounce("bounces@network.example", who.email)),
        mailbox.deliver(reply.encode()),
        mailbox.deliver(b"\xff\xfe no mail at all"),
        mailbox.deliver(
            b"Content-Type: message/delivery-status; charset=x\nTo: ;;<\n\n: \n\nAction\n"
        ),
    ]

    await read_mailbox(mailing)

    assert await list_undelivered(mailing, who) == []
    assert sorted(mailbox.mails) == others
    assert mailbox.seen >= set(others)


@pytest.mark.parametrize("fault", ["hangs", "password", "folder", "gone"])
async def test_mailbox_that_cannot_be_read_stops_nothing_and_is_found_by_the_doctor(
    mailing: Portal, mailbox: ImapServer, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 0.3)
    mailbox.hangs = fault == "hangs"
    wrong = {
        "hangs": mailbox.url,
        "password": mailbox.url.replace("imap-password", "wrong"),
        "folder": mailbox.url.replace("Returned", "Elsewhere"),
        "gone": mailbox.url.replace(str(mailbox.port), "9"),
    }
    settings = replace(mailing.resources.settings, bounce_mailbox=wrong[fault])
    monkeypatch.setattr(mailing.resources, "settings", settings)

    await read_mailbox(mailing)

    found = [line async for line in findings(settings, "mail", mailing.resources)]
    [line] = found
    assert "the mailbox of undeliverable mails cannot be opened" in line
    assert line.endswith("check BOUNCE_MAILBOX, its password and folder")


async def test_each_mail_has_a_sender_of_its_own_and_the_server_is_greeted_by_name(
    mailing: Portal, inbox: Inbox
) -> None:
    _, one = await send_mail(mailing, inbox)
    _, other = await send_mail(mailing, inbox)

    assert one != other
    assert all(sender.startswith("bounces+") for sender in (one, other))
    assert {len(sender.partition("@")[0]) for sender in (one, other)} == {40}
    assert inbox.mails[-1]["From"] == "Publisher portal <portal@network.example>"
    assert inbox.greeted_as == "portal.network.example"


class TestTestMail:
    async def test_accepted_mail_is_said_with_its_sender_and_name(
        self, mailing: Portal, inbox: Inbox, capsys: pytest.CaptureFixture[str]
    ) -> None:
        await asyncio.to_thread(command, mailing.resources.settings, to("ops@example.com"))

        printed = capsys.readouterr().out
        assert "127.0.0.1 accepted it, from bounces+" in printed
        assert "it was greeted as portal.network.example" in printed
        assert "Mails that come back are read from Returned of 127.0.0.1: 0 wait" in printed
        assert inbox.mails[-1]["To"] == "ops@example.com"

    @pytest.mark.parametrize(
        ("answer", "says"),
        [
            ("550 5.7.1 Not from you", "127.0.0.1 refused it for good: 550 5.7.1 Not from you"),
            ("451 4.7.1 Later", "127.0.0.1 did not accept it now: 451 4.7.1 Later"),
        ],
    )
    async def test_refused_mail_is_said_with_the_servers_answer(
        self,
        mailing: Portal,
        inbox: Inbox,
        capsys: pytest.CaptureFixture[str],
        answer: str,
        says: str,
    ) -> None:
        inbox.answers["RCPT"] = answer
        try:
            with pytest.raises(SystemExit) as ended:
                await asyncio.to_thread(command, mailing.resources.settings, to("a@example.com"))
        finally:
            inbox.answers.clear()
        assert ended.value.code == 1
        assert capsys.readouterr().out.strip() == says


def to(email: str) -> Namespace:
    return Namespace(email=email)


def replace(settings: Settings, **changed: Any) -> Settings:

    return msgspec.structs.replace(settings, **changed)
