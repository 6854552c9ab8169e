"""Rate limits: of callers, in token buckets of this process; of password guesses and mails, in the database."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from math import ceil
from time import monotonic
from typing import NamedTuple

import sql.core.rate_limit
from rpc.config.parsers import Rate
from schema.accounts.upload import GUEST_DAY_BYTES_MAX
from schema.core.errors import Code, Fault
from schema.reports.why.answer import ASKED_A_DAY
from sql.core.db import Connection

MAX_BUCKETS = 100_000
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass(slots=True)
class TokenBucket:
    tokens: float
    updated_at: float


class Quota(NamedTuple):
    """How many calls a caller's rate limit still allows."""

    rate: Rate
    tokens: float

    def headers(self) -> list[tuple[bytes, bytes]]:
        """`RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers.

        An empty bucket is full again after the window of the policy; `t` says in how many seconds this one is.
        """
        rate, tokens = self
        full = ceil((rate.burst - tokens) / rate.per_second)
        return [
            policy_header(rate),
            (b"ratelimit", b'"calls";r=%d;t=%d' % (tokens, full)),
        ]


@cache
def policy_header(rate: Rate) -> tuple[bytes, bytes]:
    """The `RateLimit-Policy` header of a rate, which is the same for every call with that rate."""
    window = ceil(rate.burst / rate.per_second)
    return b"ratelimit-policy", b'"calls";q=%d;w=%d' % (rate.burst, window)


SESSIONS_OF_PUBLISHER = 5
"""How many sessions and tokens of a publisher may use all of their rates at the same time."""


@cache
def publisher_rate(session_rate: Rate) -> Rate:
    """The rate of all of a publisher's sessions and tokens together."""
    return Rate(*(SESSIONS_OF_PUBLISHER * number for number in session_rate))


class QuotaRecord:
    """Records the quota of a call while it is made, for its response."""

    __slots__ = ("quota",)

    def __init__(self) -> None:
        self.quota: Quota | None = None

    def headers(self) -> list[tuple[bytes, bytes]]:
        return self.quota.headers() if self.quota else []


class RateLimiter:
    """A token bucket for each session, key or publisher."""

    def __init__(self) -> None:
        self._buckets: dict[object, TokenBucket] = {}

    def spend(self, key: object, rate: Rate, record: QuotaRecord | None = None) -> None:
        """Spend a token for one call. Raises TOO_MANY_REQUESTS with the seconds to wait."""
        at = monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_BUCKETS:
                self._buckets.clear()
            bucket = self._buckets[key] = TokenBucket(rate.burst, at)
        bucket.tokens = min(rate.burst, bucket.tokens + (at - bucket.updated_at) * rate.per_second)
        bucket.updated_at = at
        is_refused = bucket.tokens < 1
        if not is_refused:
            bucket.tokens -= 1
        if record is not None:
            record.quota = Quota(rate, bucket.tokens)
        if is_refused:
            raise Fault(Code.TOO_MANY_REQUESTS, wait=(1 - bucket.tokens) / rate.per_second)


class SharedLimit(NamedTuple):
    """Limits for one or more periods, counted in the database for all processes together."""

    name: str
    periods: tuple[tuple[int, timedelta], ...]

    async def try_spend(
        self, db: Connection, key: str, now: datetime, *, amount: int = 1
    ) -> timedelta | None:
        """Count one hit, or `amount`, for a key. Returns how long to wait if that exceeds the limit."""
        digest = sha256(key.encode()).hexdigest()
        windows = [
            sql.core.rate_limit.Window(f"{self.name}:{per.total_seconds():.0f}:{digest}", most, per)
            for most, per in self.periods
        ]
        return await sql.core.rate_limit.spend(db, windows, now, amount=amount)

    async def spend(self, db: Connection, key: str, now: datetime, *, amount: int = 1) -> None:
        """Count one hit, or `amount`, for a key. Raises TOO_MANY_REQUESTS with the seconds to wait."""
        wait = await self.try_spend(db, key, now, amount=amount)
        if wait is not None:
            raise Fault(Code.TOO_MANY_REQUESTS, wait=wait.total_seconds())


class SharedLimits(NamedTuple):
    """The limits on calls that could guess passwords, codes and addresses, or send mail (trust.md §5.5)."""

    account_check: SharedLimit = SharedLimit("account_check", ((10, MINUTE), (60, HOUR)))
    email_check: SharedLimit = SharedLimit("email_check", ((10, MINUTE), (60, HOUR)))
    sign_up: SharedLimit = SharedLimit("sign_up", ((5, HOUR), (20, DAY)))
    sign_in: SharedLimit = SharedLimit("sign_in", ((30, MINUTE), (300, HOUR)))
    verify: SharedLimit = SharedLimit("verify", ((6, MINUTE), (12, HOUR)))
    upload_guest: SharedLimit = SharedLimit("upload_guest", ((10, HOUR), (30, DAY)))
    upload_guest_bytes: SharedLimit = SharedLimit(
        "upload_guest_bytes", ((GUEST_DAY_BYTES_MAX, DAY),)
    )
    upload: SharedLimit = SharedLimit("upload", ((60, HOUR), (300, DAY)))
    """Uploads, counted by publisher."""
    resend: SharedLimit = SharedLimit("resend", ((10, MINUTE), (60, HOUR)))
    forget: SharedLimit = SharedLimit("forget", ((10, MINUTE), (60, HOUR)))
    reset: SharedLimit = SharedLimit("reset", ((6, MINUTE), (12, HOUR)))
    invitation: SharedLimit = SharedLimit("invitation", ((10, MINUTE), (30, HOUR)))
    third: SharedLimit = SharedLimit("third", ((20, MINUTE), (120, HOUR)))
    passkey: SharedLimit = SharedLimit("passkey", ((60, MINUTE), (600, HOUR)))
    refer: SharedLimit = SharedLimit("refer", ((20, MINUTE), (120, HOUR)))
    """Referral look-ups, counted by client address like those above; the next two are counted by recipient."""
    mail: SharedLimit = SharedLimit("mail", ((2, HOUR), (5, DAY)))
    reset_mail: SharedLimit = SharedLimit("reset_mail", ((2, HOUR), (5, DAY)))
    team_mail: SharedLimit = SharedLimit("team_mail", ((30, HOUR), (100, DAY)))
    """Invitations of a publisher to its team."""
    case_mail: SharedLimit = SharedLimit("case_mail", ((20, HOUR), (60, DAY)))
    """Mailed steps of a publisher's cases; further ones are only on the Cases page."""
    why: SharedLimit = SharedLimit("why", ((ASKED_A_DAY, DAY),))
    """Questions of a publisher about orders that are not its own; counted by publisher and day."""
    oauth_register: SharedLimit = SharedLimit("oauth_register", ((10, HOUR),))
    """Apps that register themselves, counted by client address."""
    oauth_document: SharedLimit = SharedLimit("oauth_document", ((10, MINUTE), (60, HOUR)))
    """Documents of apps that are read, counted by the address of the browser that comes with one."""
    otp: SharedLimit = SharedLimit("otp", ((6, MINUTE), (12, HOUR)))
    password: SharedLimit = SharedLimit("password", ((6, MINUTE), (30, HOUR)))
    """Calls that ask for the password again, counted by account."""
    export: SharedLimit = SharedLimit("export", ((5, HOUR), (20, DAY)))
    """Requests for a copy of an account's data, counted by account."""
    relationship: SharedLimit = SharedLimit("relationship", ((5_000, HOUR), (20_000, DAY)))
    """Changes of relationships, counted by publisher: each one is sent to up to a hundred postbacks."""
    report_export: SharedLimit = SharedLimit("report_export", ((120, HOUR), (600, DAY)))
    """Exports of reports, counted by publisher: each file is kept for a week."""
    schedule_run: SharedLimit = SharedLimit("schedule_run", ((60, HOUR), (300, DAY)))
    """Runs of schedules that members ask for, by saving one or by hand, counted by publisher."""
    sheet: SharedLimit = SharedLimit("sheet", ((60, HOUR),))
    """Fetches of a saved view by a spreadsheet, counted by address."""
    site_verify: SharedLimit = SharedLimit("site_verify", ((10, MINUTE), (60, HOUR)))
    """Checks of channels' proofs, counted by publisher: they make the portal call other people's servers."""
    postback_test: SharedLimit = SharedLimit(
        "postback_test", ((10, MINUTE), (120, HOUR), (500, DAY))
    )
    """Test deliveries of postbacks, counted by publisher for the same reason."""
