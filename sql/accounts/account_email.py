"""The addresses at which accounts can be and could be reached."""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct

from schema.accounts.account_email import EMAIL_MEMORY, REMOVED_MEMBER_MEMORY
from schema.accounts.permission import Role
from sql.core.db import Connection, all_rows, run, text


class KnownEmail(Struct, frozen=True):
    """An address of an account, in use or former."""

    account_id: int
    email: str


async def add(db: Connection, publisher_id: int, account_id: int, now: datetime) -> None:
    """Remember the address that the account has just verified."""
    query = text(
        """
        insert into account_email (publisher_id, account_id, email, since)
        select publisher_id, account_id, email, :now from account
         where publisher_id = :publisher_id and account_id = :account_id
        on conflict do nothing
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
    )
    await run(db, query)


async def retire(db: Connection, publisher_id: int, account_id: int, now: datetime) -> None:
    """Record that the account's address is about to be replaced."""
    query = text(
        """
        insert into account_email (publisher_id, account_id, email, since, until)
        select publisher_id, account_id, email, email_verified_at, :now from account
         where publisher_id = :publisher_id and account_id = :account_id and email_verified_at is not null
        on conflict (publisher_id, account_id, email, since) do update set until = excluded.until
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
    )
    await run(db, query)


async def forget_other(
    db: Connection, publisher_id: int, account_id: int, email: str, since: datetime
) -> None:
    """Forget the addresses but `email` that the account got with changes that were stopped: they are a stranger's."""
    query = text(
        """
        delete from account_email
         where publisher_id = :publisher_id and account_id = :account_id and since >= :since and email <> :email
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        since=since,
        email=email,
    )
    await run(db, query)


async def recipients(
    db: Connection,
    publisher_id: int,
    roles: Collection[Role],
    now: datetime,
    subject_id: int | None = None,
) -> list[KnownEmail]:
    """All addresses of the last 90 days of members with one of these roles and of one account, each once.

    Those who were removed or left within the last week are included: a thief might have removed them. The accounts'
    own addresses are read besides the remembered ones, which a process of the release before does not write.
    """
    query = text(
        """
        select min(account_id) as account_id, min(email) as email
          from (select account.account_id, account.email, account.role, account.closed_at
                  from account
                 where account.publisher_id = :publisher_id and email_verified_at is not null
                union all
                select account.account_id, known.email, account.role, account.closed_at
                  from account_email as known
                  join account on account.publisher_id = known.publisher_id
                              and account.account_id = known.account_id
                 where known.publisher_id = :publisher_id and account.publisher_id = :publisher_id
                   and (known.until is null or known.until > :remembered_after)) as address
         where (role = any(:roles) or account_id = :subject_id::bigint)
           and (closed_at is null or closed_at > :removed_after)
         group by lower(email)
         order by 1, 2
        """,
        publisher_id=publisher_id,
        roles=sorted(roles),
        subject_id=subject_id,
        remembered_after=now - EMAIL_MEMORY,
        removed_after=now - REMOVED_MEMBER_MEMORY,
    )
    return await all_rows(db, query, KnownEmail)
