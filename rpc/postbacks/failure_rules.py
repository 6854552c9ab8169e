"""The consequences of a failed attempt: a retry, a mail to the publisher, or a paused postback (contract §7)."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime

import sql.accounts.member
import sql.home.notice
import sql.postbacks.postback
from rpc.jobs.job import job_for
from rpc.outbound.postback_client import Outcome
from schema.accounts.notification import RECIPIENTS
from schema.accounts.security import AccountMail
from schema.home.own_notice import postback_notice
from schema.postbacks.delivery import DeliveryState
from schema.postbacks.postback import StateReason
from schema.postbacks.retry_schedule import FAILING_MAX, FAILURES_TOLD, next_attempt_at
from sql.core.db import Connection
from sql.postbacks.delivery_queue import DueDelivery

NOTICE_KIND = "links"
"""The mails that report a paused postback: those about the publisher's tools."""
Connect = Callable[[], AbstractAsyncContextManager[Connection]]


def state_after(
    delivery: DueDelivery, outcome: Outcome, now: datetime
) -> tuple[DeliveryState, datetime | None]:
    """A delivery's state after an attempt, and when the next attempt is due. A test is attempted once."""
    if outcome.error is None:
        return "delivered", None
    if delivery.test or delivery.row is None:
        return "failed", None
    again = next_attempt_at(delivery.attempt + 1, now, outcome.retry_after)
    return ("failed", None) if again is None else ("waiting", again)


class FailureRules:
    """Counts the failures of a publisher's postbacks, and pauses those that are gone or have failed for days."""

    def __init__(self, connect: Connect, publisher_id: int) -> None:
        self.connect = connect
        self.publisher_id = publisher_id
        self.failing_since: dict[int, datetime | None] = {}
        self.paused: set[int] = set()

    async def apply(self, postback_id: int, outcome: Outcome, now: datetime) -> None:
        """Note since when a postback fails, and pause one that has failed for days or is gone."""
        since = self.failing_since.get(postback_id)
        if outcome.error is None:
            if since is not None:
                self.failing_since[postback_id] = None
                async with self.connect() as db:
                    await sql.postbacks.postback.end_failures(db, self.publisher_id, postback_id)
            return
        await self.count_failure(postback_id, since, now)
        if outcome.error == "gone":
            await self.pause(postback_id, "gone", now)
        elif since is not None and now - since >= FAILING_MAX:
            await self.pause(postback_id, "failing", now)

    async def count_failure(self, postback_id: int, since: datetime | None, now: datetime) -> None:
        """Count a failed attempt; the fifth in a row is mailed."""
        self.failing_since[postback_id] = since or now
        async with self.connect() as db, db.transaction():
            failures = await sql.postbacks.postback.add_failure(
                db, self.publisher_id, postback_id, now
            )
            if failures == FAILURES_TOLD:
                values = {"number": str(postback_id), "failures": str(failures)}
                await self.notify(db, "postback_failing", values, now)

    async def pause(self, postback_id: int, reason: StateReason, now: datetime) -> None:
        """Pause a postback; the same transaction adds a notice and queues a mail to its publisher."""
        self.paused.add(postback_id)
        async with self.connect() as db, db.transaction():
            if not await sql.postbacks.postback.pause_failing(
                db, self.publisher_id, postback_id, reason
            ):
                return
            notice = postback_notice(postback_id, reason)
            await sql.home.notice.add_own(db, self.publisher_id, notice, now)
            values = {"number": str(postback_id), "reason": reason}
            await self.notify(db, "postback_paused", values, now)

    async def notify(
        self, db: Connection, name: str, values: dict[str, str], now: datetime
    ) -> None:
        """Queue a mail to the members who look after the tools, unless they unsubscribed from mails about them."""
        roles = RECIPIENTS[name]
        for login in await sql.accounts.member.recipients(
            db, self.publisher_id, roles, NOTICE_KIND
        ):
            mail = AccountMail(login.publisher_id, login.account_id, name, values, now)
            await job_for(AccountMail).later(db, mail)
