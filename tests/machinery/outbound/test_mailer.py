"""Mails as a mail server receives them, and what happens while it is away."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

import rpc.jobs.worker
from handlers._registry import registry
from rpc import Code
from rpc.jobs.job import Job
from rpc.jobs.worker import backoff, work
from rpc.mail.mailer import Mailer, render
from tests.conftest import MakeDatabase
from tests.support.demo import free_port
from tests.support.portal import Portal, Someone, unique
from tests.support.server import serve

PASSWORD = "walnut bicycle harvest"
JOBS = ["/auth/send_verification", "/auth/send_reset", "/user/send_email_link", "/user/send_mail"]
# aiosmtpd leaves the socket open with which it tries its own port.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class Inbox:
    """A mail server that keeps what it is sent."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.mails: list[EmailMessage] = []
        self._controller = Controller(self, hostname="127.0.0.1", port=port)

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 kept"

    def open(self) -> None:
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def close(self) -> None:
        self._controller.stop(no_assert=True)


@pytest.fixture(scope="module")
def inbox() -> Iterator[Inbox]:
    found = Inbox(free_port())
    found.open()
    yield found
    found.close()


@pytest.fixture(scope="module")
async def mailing(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory, inbox: Inbox
) -> AsyncIterator[Portal]:
    folder: Path = tmp_path_factory.mktemp("mailing")
    smtp = f"smtp://127.0.0.1:{inbox.port}"
    async with serve(
        make_database(), folder, SMTP_URL=smtp, MAIL_FROM="portal@network.example"
    ) as running:
        yield running


async def sign_up(portal: Portal) -> str:
    """The address of somebody who has just signed up."""
    name = unique("mailed")
    form = {
        "username": name,
        "email": f"{name}@example.com",
        "password": PASSWORD,
        "confirm_password": PASSWORD,
        "agreement": 1,
    }
    await portal.ok("/auth/sign_up", attributes=form)
    return f"{name}@example.com"


def text_of(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


async def test_a_mail_arrives_in_text_and_html_with_a_link_that_works(
    mailing: Portal, inbox: Inbox
) -> None:
    email = await sign_up(mailing)
    await mailing.work()

    [mail] = [mail for mail in inbox.mails if mail["To"] == email]
    assert (mail["From"], mail["Auto-Submitted"]) == (
        "Publisher portal <portal@network.example>",
        "auto-generated",
    )
    [link] = re.findall(r"https?://\S+token=\S+", text_of(mail, "plain"))
    assert link in text_of(mail, "html")
    await mailing.ok("/auth/email_verify", attributes={"token": link.partition("token=")[2]})


async def test_while_the_server_is_away_nobody_notices_and_then_all_mails_come_once(
    mailing: Portal, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc.jobs.worker, "backoff", lambda _: timedelta(seconds=0.7))
    alice = await mailing.someone()
    before = await asked_for(mailing, alice)
    await mailing.work()
    inbox.close()
    inbox.mails.clear()

    bob = await mailing.someone()
    async with working(mailing):
        assert await asked_for(mailing, bob) == before
        async with asyncio.timeout(20):
            while await waiting(mailing, tried=True) < MAILS:
                await asyncio.sleep(0.05)
        assert inbox.mails == []
        inbox.open()
        async with asyncio.timeout(20):
            while await waiting(mailing):
                await asyncio.sleep(0.05)

    subjects = [str(mail["Subject"]) for mail in inbox.mails if bob.username in mail["To"]]
    assert (len(subjects), len(set(subjects))) == (MAILS, MAILS), subjects


@pytest.mark.parametrize("path", JOBS)
def test_a_mail_outlives_ten_minutes_without_a_server(path: str) -> None:
    tries = registry.find(path, Job).attempts
    assert sum(map(backoff, range(1, tries)), timedelta()) > timedelta(minutes=10)


async def asked_for(portal: Portal, who: Someone) -> list[tuple[int, Any]]:
    """What calls answer that send a mail each."""
    new = f"{who.username}.other@example.com"
    payee = {
        "kind": "paypal", "country": "GB", "currency": "GBP", "entity": "person",
        "fields": {"holder": "Maya", "email": "maya@example.com"}, "password": PASSWORD,
    }  # fmt: skip
    chosen = {"old": who.password, "password": PASSWORD, "confirm_password": PASSWORD}
    replies = [  # the password first: a change of it ends links whose mails are on their way
        await portal.post("/user/password_edit", who, attributes=chosen),
        await portal.post("/payments/method_save", who, attributes=payee),
        await portal.post("/user/email_edit", who, attributes={"email": new, "password": PASSWORD}),
        await portal.post("/auth/pwd_forget", attributes={"email": who.email}),
    ]
    return [(reply.code, type(reply.data)) for reply in replies]


MAILS = 5
"""Of those calls: a new address is told to both."""


async def waiting(portal: Portal, *, tried: bool = False) -> int:
    """How many mails are in the queue, or how many of them were tried."""
    async with portal.db() as db:
        found: int = await db.fetchval(
            "select count(*) from pgqueuer left join job_start on job_start.job_id = pgqueuer.id"
            " where entrypoint = any($1) and (not $2 or starts > 0)",
            JOBS,
            tried,
        )
    return found


@asynccontextmanager
async def working(portal: Portal) -> AsyncIterator[None]:
    stop = asyncio.Event()
    task = asyncio.create_task(work(registry, portal.resources, stop))
    try:
        yield
    finally:
        stop.set()
        await task


async def test_asking_again_says_so_while_no_mail_can_leave(mailing: Portal, inbox: Inbox) -> None:
    inbox.close()
    mailing.resources.mailer._last_probe = (0.0, False)
    try:
        await mailing.refuses(
            Code.EMAIL_NOT_SENT,
            "/auth/email_check_resend",
            attributes={"email": "nobody@example.com"},
        )
    finally:
        inbox.open()


def test_a_value_ends_no_subject() -> None:
    """The number of an order is what a publisher typed, and the mail goes to the staff."""
    values = {
        "order": "7\r\nBcc: x@example.com\n\nPay here",
        "brand": "Acme\u2028",
        "kind": "missing",
    }
    values |= {"case_id": "1", "step": "opened", "note": "One\nTwo", "name": "A", "when": "now"}
    message = render("case_waiting", "en", {**values, "portal": "https://portal.example"})
    assert message.subject.splitlines() == [message.subject]
    assert message.subject.startswith("A case about order 7 Bcc: x@example.com Pay here at Acme ")
    assert "One\nTwo" in message.text


async def test_while_one_asks_a_server_that_hangs_no_other_waits(
    mailing: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def hang(_: Mailer) -> bool:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.5)
        return False

    monkeypatch.setattr(Mailer, "_probe", hang)
    mailer = Mailer(mailing.resources.settings)
    first = asyncio.create_task(mailer.available())
    await asyncio.sleep(0)
    async with asyncio.timeout(0.3):
        assert [await mailer.available() for _ in range(20)] == [True] * 20
    assert not await first
    assert not await mailer.available()
    assert asked == 1
