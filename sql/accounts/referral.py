"""Referrals, stored with the publisher that invites."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from schema.accounts.auth import mask_username
from schema.accounts.referral import Referer, ReferralState, Referred
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


async def add(db: Connection, publisher_id: int, referred_uid: int, now: datetime) -> None:
    query = text(
        "insert into referral (publisher_id, referred_uid, joined_at) values (:publisher_id, :referred_uid, :now)",
        publisher_id=publisher_id,
        referred_uid=referred_uid,
        now=now,
    )
    await run(db, query)


async def get_referer(db: Connection, uid: int) -> Referer | None:
    """The inviting publisher, shown only by its chosen nickname, because a uid can be guessed."""
    query = text(
        """
        select nickname,
               (select count(*) from brand where status = 'online' and not sandbox) as brands
          from account
         where publisher_id = :uid and is_live(publisher_id) and role = 'owner' and closed_at is null
         order by account_id limit 1
        """,
        uid=uid,
    )
    owner = await maybe_row(db, query, _Owner)
    if owner is None:
        return None
    return Referer(uid, owner.nickname, owner.brands)


class _Owner(Struct, frozen=True):
    nickname: str
    brands: int


async def count(db: Connection, publisher_id: int) -> int:
    query = text(
        "select count(*) from referral where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    total: int = await one_value(db, query)
    return total


async def sum_bonuses(db: Connection, publisher_id: int) -> Decimal:
    """The sum of a publisher's bonuses for the publishers it invited."""
    query = text(
        """
        select coalesce(sum(amount), 0) from settlement
         where publisher_id = :publisher_id and source like 'referral:%'
        """,
        publisher_id=publisher_id,
    )
    amount: Decimal = await one_value(db, query)
    return amount


async def page(db: Connection, publisher_id: int, size: int, offset: int) -> list[Referred]:
    """The publishers that a publisher invited, newest first."""
    query = text(
        """
        select referred_uid, joined_at from referral where publisher_id = :publisher_id
         order by joined_at desc, referred_uid limit :size offset :offset
        """,
        publisher_id=publisher_id,
        size=size,
        offset=offset,
    )
    rows = await all_rows(db, query, _Row)
    states = await _progress_of(db, [row.referred_uid for row in rows])
    return [
        Referred(name=progress.name, joined_at=row.joined_at, state=progress.state)
        for row in rows
        if (progress := states.get(row.referred_uid)) is not None
    ]


class _Row(Struct, frozen=True):
    referred_uid: int
    joined_at: datetime


class _Progress(Struct, frozen=True):
    """The progress of an invited publisher, from sign-up to its first commission."""

    publisher_id: int
    username: str
    verified: bool
    earning: bool

    @property
    def name(self) -> str:
        return mask_username(self.username)

    @property
    def state(self) -> ReferralState:
        if self.earning:
            return ReferralState.EARNING
        return ReferralState.VERIFIED if self.verified else ReferralState.JOINED


async def _progress_of(db: Connection, uids: Sequence[int]) -> dict[int, _Progress]:
    query = text(
        """
        select distinct on (account.publisher_id)
               account.publisher_id, username, email_verified_at is not null as verified,
               exists (select from conversion where conversion.publisher_id = account.publisher_id)
                   as earning
          from account where account.publisher_id = any(:uids) and role = 'owner'
         order by account.publisher_id, closed_at is not null, account_id
        """,
        uids=list(uids),
    )
    return {progress.publisher_id: progress for progress in await all_rows(db, query, _Progress)}
