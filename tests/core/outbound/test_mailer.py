"""Mails as a mail server receives them, and what happens while it is unavailable."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from handlers._registry import registry
from handlers.flows.accounts.account_mail import RETRIES
from rpc import Code, Worker
from rpc.jobs.job import Job
from rpc.jobs.worker import work
from rpc.mail.mailer import Mailer, MailFailed, render
from schema.accounts.security import AccountMail
from tests.conftest import MakeDatabase
from tests.support.accounts.inbox import Inbox, text_of
from tests.support.demo import free_port
from tests.support.portal import Portal, Someone, unique
from tests.support.server import serve
from tests.support.timing import no_hang

PASSWORD = "walnut bicycle harvest"
JOBS = [
    "/auth/send_change",
    "/auth/send_verification",
    "/auth/send_reset",
    "/user/send_email_link",
    "/user/send_invitation",
    "/user/send_mail",
]
# aiosmtpd leaves the socket open with which it tries its own port.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(scope="module")
def inbox() -> Iterator[Inbox]:
    found = Inbox(free_port())
    found.open()
    yield found
    found.close()


@pytest.fixture(autouse=True)
def keeps_mails_again(inbox: Inbox) -> Iterator[None]:
    """A test changes what the server answers for itself alone."""
    yield
    inbox.answers.clear()


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
    """The address of a new account."""
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


async def test_mail_arrives_in_text_and_html_with_a_working_link(
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


async def test_mails_queued_during_an_outage_are_sent_once(
    mailing: Portal, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Job, "retry_delay", lambda *_: timedelta(seconds=0.7))
    alice = await mailing.someone()
    before = await asked_for(mailing, alice)
    await mailing.work()
    inbox.close()
    inbox.mails.clear()

    bob = await mailing.someone()
    async with working(mailing):
        assert await asked_for(mailing, bob) == before
        async with no_hang():
            while await waiting(mailing, tried=True) < MAILS:
                await asyncio.sleep(0.05)
        assert inbox.mails == []
        inbox.open()
        async with no_hang():
            while await waiting(mailing):
                await asyncio.sleep(0.05)

    subjects = [str(mail["Subject"]) for mail in inbox.mails if bob.username in mail["To"]]
    assert (len(subjects), len(set(subjects))) == (MAILS, MAILS), subjects


@pytest.mark.parametrize("path", JOBS)
def test_mail_is_retried_within_a_minute_and_for_a_day(path: str) -> None:
    job = registry.find(path, Job)
    delays = [job.retry_delay(starts) for starts in range(1, job.attempts)]

    assert sum(delays, timedelta()) == timedelta(hours=24)
    assert delays[0] <= timedelta(minutes=1)
    assert delays == sorted(delays)


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


class TestRefusals:
    """What a mail server answers decides whether a mail is sent again, and operators read it."""

    @pytest.mark.parametrize(
        ("stage", "answer", "reason"),
        [
            (
                "RCPT",
                "550 5.1.1 <{}>: Recipient address rejected",
                "550 5.1.1 (address): Recipient",
            ),
            ("RCPT", "553 5.1.3 no such mailbox {}", "553 5.1.3 no such mailbox (address)"),
            ("DATA", "554 5.7.1 Message rejected as spam", "554 5.7.1 Message rejected as spam"),
        ],
    )
    async def test_permanently_refused_mail_is_not_retried(
        self, mailing: Portal, inbox: Inbox, stage: str, answer: str, reason: str
    ) -> None:
        alice = await mailing.someone()
        inbox.answers[stage] = answer.format(alice.email)

        await change_password(mailing, alice)
        await mailing.work()

        [failed] = await list_undelivered(mailing, alice)
        assert failed["reason"].startswith(reason)
        assert (failed["mail"], failed["refused"], failed["attempts"]) == (
            "password_changed",
            True,
            1,
        )
        assert alice.email not in str(failed)
        assert await waiting_for(mailing, alice) == 0

    @pytest.mark.parametrize(
        ("stage", "answer"),
        [
            ("RCPT", "451 4.3.0 Greylisted, try again later"),
            ("RCPT", "552 5.2.2 Mailbox full"),
            ("MAIL", "550 5.7.1 Sender not allowed"),
            ("DATA", "452 4.3.1 Insufficient storage"),
        ],
    )
    async def test_temporarily_refused_mail_is_retried(
        self, mailing: Portal, inbox: Inbox, stage: str, answer: str
    ) -> None:
        alice = await mailing.someone()
        inbox.answers[stage] = answer

        with pytest.raises(MailFailed, match=answer[:3]):
            await send_in_attempt(mailing, alice, 1)

        assert await list_undelivered(mailing, alice) == []

    async def test_mail_is_given_up_after_a_day_with_the_last_answer(
        self, mailing: Portal, inbox: Inbox
    ) -> None:
        alice = await mailing.someone()
        inbox.answers["RCPT"] = "451 4.3.0 Greylisted"

        with pytest.raises(MailFailed):
            await send_in_attempt(mailing, alice, len(RETRIES) + 1)

        [failed] = await list_undelivered(mailing, alice)
        assert (failed["reason"], failed["refused"]) == ("451 4.3.0 Greylisted", False)
        assert failed["attempts"] == len(RETRIES) + 1

    async def test_mailed_link_stays_usable_when_the_next_mail_is_refused(
        self, mailing: Portal, inbox: Inbox
    ) -> None:
        email = await sign_up(mailing)
        await mailing.work()
        [mail] = [mail for mail in inbox.mails if mail["To"] == email]
        [token] = re.findall(r"token=(\S+)", text_of(mail, "plain"))
        inbox.answers["RCPT"] = "550 5.1.1 No such user"

        await mailing.ok("/auth/email_check_resend", attributes={"email": email})
        await mailing.work()

        await mailing.ok("/auth/email_verify", attributes={"token": token})

    async def test_publisher_cannot_list_undelivered_mails(self, mailing: Portal) -> None:
        alice = await mailing.someone()
        await mailing.refuses(Code.NOT_ALLOWED, "/network/undelivered_mails", alice)


async def change_password(portal: Portal, who: Someone) -> None:
    """Something that is told to an account by mail."""
    chosen = {"old": who.password, "password": PASSWORD, "confirm_password": PASSWORD}
    await portal.ok("/user/password_edit", who, attributes=chosen)


async def send_in_attempt(portal: Portal, who: Someone, attempt: int) -> None:
    now = portal.resources.clock.now()
    mail = AccountMail(who.uid, who.account_id, "password_changed", {}, now)
    job = registry.find("/user/send_mail", Job)
    async with portal.db() as db:
        worker = Worker(db=db, now=now, resources=portal.resources, attempt=attempt)
        await job(worker, msgspec.json.encode(mail))


async def list_undelivered(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    listing = await portal.ok(
        "/network/undelivered_mails", await portal.operator(), filter={"uid": who.uid}
    )
    return list(listing["list"])


async def waiting_for(portal: Portal, who: Someone) -> int:
    async with portal.db() as db:
        found: int = await db.fetchval(
            "select count(*) from pgqueuer where entrypoint = '/user/send_mail'"
            " and (convert_from(payload, 'UTF8')::json ->> 'publisher_id')::bigint = $1",
            who.uid,
        )
    return found


async def test_resend_of_a_verification_mail_during_an_outage_is_refused(
    mailing: Portal, inbox: Inbox
) -> None:
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


def test_line_break_in_a_value_does_not_end_the_subject_of_a_mail() -> None:
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


async def test_probe_of_a_hanging_mail_server_blocks_no_caller(
    mailing: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, over = 0, asyncio.Event()

    async def hang(_: Mailer) -> bool:
        nonlocal asked
        asked += 1
        await over.wait()
        return False

    monkeypatch.setattr(Mailer, "_probe", hang)
    mailer = Mailer(mailing.resources.settings)
    first = asyncio.create_task(mailer.available())
    await asyncio.sleep(0)
    async with no_hang():
        assert [await mailer.available() for _ in range(20)] == [True] * 20
    over.set()
    assert not await first
    assert not await mailer.available()
    assert asked == 1
