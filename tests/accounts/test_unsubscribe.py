"""Unsubscribe links in mails: they work without a session, and do nothing else (RFC 8058)."""

import re
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from handlers.reports.saved_views import mail_view
from rpc.calls.context import Worker
from rpc.security.signed_urls import SignedUrls, UnsubscribeTickets
from schema.accounts.notification import KINDS, Subscription, view_mailing
from schema.accounts.profile import Notifications
from schema.reports.saved_view import MailView
from tests.conftest import MakeDatabase
from tests.support.accounts.inbox import Inbox, text_of
from tests.support.demo import free_port
from tests.support.portal import PASSWORD, Portal, Someone
from tests.support.server import serve

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
# aiosmtpd leaves the socket open with which it tries its own port.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


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
    folder: Path = tmp_path_factory.mktemp("unsubscribe")
    smtp = f"smtp://127.0.0.1:{inbox.port}"
    async with serve(make_database(), folder, SMTP_URL=smtp) as running:
        yield running


async def mail_weekly(portal: Portal, who: Someone, name: str) -> dict[str, Any]:
    """A view that is mailed every week, and its mail of now."""
    given = {"report": "performance", "name": name, "days": "last_7", "mailed": "week"}
    view: dict[str, Any] = await portal.ok("/reports/view_save", who, attributes=given)
    await mail_now(portal, who, view)
    return view


async def mail_now(portal: Portal, who: Someone, view: dict[str, Any]) -> None:
    at: datetime = portal.resources.clock.now()
    async with portal.db() as db, db.transaction():
        await db.execute(
            "update saved_view set mail_at = $2, mail_after = $3"
            " where publisher_id = $1 and view_id = $4 and mailed <> 'never'",
            *(who.uid, at, at - timedelta(days=40), view["id"]),
        )
        worker = Worker(db=db, now=at, resources=portal.resources, attempt=1)
        await mail_view.handler(worker, MailView(who.uid, view["id"]))
    await portal.work()


def mails_of(inbox: Inbox, who: Someone, subject: str) -> list[EmailMessage]:
    return [mail for mail in inbox.mails if mail["To"] == who.email and subject in mail["Subject"]]


def address_of(mail: EmailMessage) -> str:
    """The path that stops mails like this one."""
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    match = re.fullmatch(r"<(http\S+)>", mail["List-Unsubscribe"].replace(" ", ""))
    assert match is not None
    assert match[1] in text_of(mail, "plain")
    assert match[1] in text_of(mail, "html")
    return urlsplit(match[1]).path


async def views_of(portal: Portal, who: Someone) -> dict[str, str]:
    listed = await portal.ok("/reports/view_list", who)
    return {row["name"]: row["mailed"] for row in listed["list"]}


class TestMailedView:
    async def test_unsubscribing_stops_only_the_mailed_view(
        self, mailing: Portal, inbox: Inbox
    ) -> None:
        alice = await mailing.someone()
        view = await mail_weekly(mailing, alice, "First")
        await mail_weekly(mailing, alice, "Second")
        [mail] = mails_of(inbox, alice, "First")

        answer = await mailing.http.post(address_of(mail), data=ONE_CLICK)

        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        assert "Emails stopped" in answer.text
        assert await views_of(mailing, alice) == {"First": "never", "Second": "week"}
        await mail_now(mailing, alice, view)
        assert len(mails_of(inbox, alice, "First")) == 1

    async def test_opening_an_unsubscribe_link_only_asks_for_confirmation(
        self, mailing: Portal, inbox: Inbox
    ) -> None:
        alice = await mailing.someone()
        await mail_weekly(mailing, alice, "Kept")
        [mail] = mails_of(inbox, alice, "Kept")

        for method in ("GET", "HEAD"):
            answer = await mailing.http.request(method, address_of(mail))
            assert answer.status_code == 200
        page = await mailing.http.get(address_of(mail))

        assert '<form method="post">' in page.text
        assert "Stop these emails" in page.text
        assert await views_of(mailing, alice) == {"Kept": "week"}

    async def test_repeated_unsubscribing_is_logged_once(
        self, mailing: Portal, inbox: Inbox
    ) -> None:
        alice = await mailing.someone()
        await mail_weekly(mailing, alice, "Often")
        [mail] = mails_of(inbox, alice, "Often")

        for _ in range(3):
            answer = await mailing.http.post(address_of(mail), data=ONE_CLICK)
            assert answer.status_code == 200

        entries = (await mailing.ok("/user/audit", alice))["list"]
        stopped = [entry for entry in entries if entry["action"] == "/unsubscribe/{ticket}"]
        assert len(stopped) == 1


class TestNotifications:
    async def test_unsubscribe_link_stops_only_its_kind_of_mail(self, mailing: Portal) -> None:
        for kind in KINDS:
            alice = await mailing.someone()
            before = (await mailing.ok("/user/profile", alice))["notifications"]
            ticket = ticket_of(mailing, alice, kind)

            answer = await mailing.http.post(f"/unsubscribe/{ticket}", data=ONE_CLICK)

            assert answer.status_code == 200
            after = (await mailing.ok("/user/profile", alice))["notifications"]
            assert after == before | {kind: False}

    def test_every_mailed_notification_kind_can_be_unsubscribed(self) -> None:
        assert set(KINDS) == set(Notifications.__struct_fields__) - {"news", "alert_mails"}

    async def test_security_mails_have_no_unsubscribe_link(
        self, mailing: Portal, inbox: Inbox
    ) -> None:
        alice = await mailing.someone()
        chosen = {"old": alice.password, "password": PASSWORD, "confirm_password": PASSWORD}
        await mailing.ok("/user/password_edit", alice, attributes=chosen)
        await mailing.work()

        [mail] = mails_of(inbox, alice, "password")

        assert (mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"]) == (None, None)
        assert "/unsubscribe/" not in text_of(mail, "html")


class TestTickets:
    async def test_altered_or_truncated_unsubscribe_link_is_rejected(self, mailing: Portal) -> None:
        alice = await mailing.someone()
        ticket = ticket_of(mailing, alice, "payments")
        payload, _, signature = ticket.rpartition(".")
        other = ticket_of(mailing, await mailing.someone(), "payments").rpartition(".")[0]

        for wrong in (ticket[:-1], payload, f"{other}.{signature}", "x", "%00", "a" * 2_000):
            answer = await mailing.http.post(f"/unsubscribe/{wrong}", data=ONE_CLICK)
            assert answer.status_code == 404
            assert "not complete" in answer.text

        profile = await mailing.ok("/user/profile", alice)
        assert profile["notifications"]["payments"] is True

    async def test_unsubscribe_link_cannot_stop_a_mailed_view_of_another_account(
        self, mailing: Portal
    ) -> None:
        alice, bob = await mailing.someone(), await mailing.someone()
        given = {"report": "clicks", "name": "Mine", "days": "last_7", "mailed": "week"}
        view = await mailing.ok("/reports/view_save", alice, attributes=given)
        ticket = ticket_of(mailing, bob, view_mailing(view["id"]))

        await mailing.http.post(f"/unsubscribe/{ticket}", data=ONE_CLICK)

        assert await views_of(mailing, alice) == {"Mine": "week"}

    async def test_unsubscribe_and_file_tickets_are_not_interchangeable(
        self, mailing: Portal
    ) -> None:
        alice, now = await mailing.someone(), mailing.resources.clock.now()
        name = f"{'a' * 32}.csv"
        ticket = ticket_of(mailing, alice, "payments")
        file_ticket = mailing.resources.signed_urls.make(name, "x.csv", now)

        assert mailing.resources.signed_urls.read(ticket, name, now) is None
        assert mailing.resources.unsubscribe_tickets.read(file_ticket) is None
        answer = await mailing.http.post(f"/unsubscribe/{file_ticket}", data=ONE_CLICK)
        assert answer.status_code == 404
        assert (await mailing.post("/user/profile", ticket)).code != 0

    def test_unsubscribe_link_of_an_older_key_works_and_of_an_unknown_key_does_not(self) -> None:
        subscription = Subscription(1, 2, "payments")
        ticket = UnsubscribeTickets(["old"]).make(subscription)

        assert UnsubscribeTickets(["old", "new"]).read(ticket) == subscription
        assert UnsubscribeTickets(["new"]).read(ticket) is None
        assert SignedUrls(["old"]).read(ticket, "", datetime.min) is None


def ticket_of(portal: Portal, who: Someone, mailing: str) -> str:
    subscription = Subscription(who.uid, who.account_id, mailing)
    return portal.resources.unsubscribe_tickets.make(subscription)
