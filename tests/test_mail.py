"""Mails as a mail server receives them, and what happens while it is away."""

import re
from collections.abc import AsyncIterator, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from rpc import Code
from tests.conftest import MakeDatabase, free_port
from tests.portal import Portal, served, unique

PASSWORD = "walnut bicycle harvest"
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
    async with served(
        make_database(), folder, SMTP_URL=smtp, MAIL_FROM="portal@network.example"
    ) as running:
        yield running


async def joined(portal: Portal) -> str:
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
    email = await joined(mailing)
    await mailing.work()

    [mail] = [mail for mail in inbox.mails if mail["To"] == email]
    assert (mail["From"], mail["Auto-Submitted"]) == ("portal@network.example", "auto-generated")
    [link] = re.findall(r"https?://\S+token=\S+", text_of(mail, "plain"))
    assert link in text_of(mail, "html")
    await mailing.ok("/auth/email_verify", attributes={"token": link.partition("token=")[2]})


async def test_no_mail_is_lost_while_the_server_is_away_and_none_is_sent_twice(
    mailing: Portal, inbox: Inbox
) -> None:
    inbox.close()
    email = await joined(mailing)
    async with mailing.db() as db:
        await db.execute("update pgqueuer set execute_after = now() where status = 'queued'")
        waiting = await db.fetchrow(
            "select id, entrypoint, payload from pgqueuer where entrypoint = '/auth/send_verification'"
        )
    await mailing.work()
    assert not [mail for mail in inbox.mails if mail["To"] == email]

    inbox.open()
    async with mailing.db() as db:
        # The queue would try again by itself after a while; here the job is due at once.
        await db.execute(
            "insert into pgqueuer (priority, status, entrypoint, payload)"
            " values (0, 'queued', $1, $2)",
            waiting["entrypoint"],
            waiting["payload"],
        )
    await mailing.work()
    await mailing.work()

    assert len([mail for mail in inbox.mails if mail["To"] == email]) == 1


async def test_asking_again_says_so_while_no_mail_can_leave(mailing: Portal, inbox: Inbox) -> None:
    inbox.close()
    mailing.parts.mailer._known = (0.0, False)
    try:
        await mailing.refused(
            Code.EMAIL_NOT_SENT,
            "/auth/email_check_resend",
            attributes={"email": "nobody@example.com"},
        )
    finally:
        inbox.open()
