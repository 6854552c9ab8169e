"""The directory of logins: which account a username or an email address belongs to."""

from collections.abc import Sequence

from msgspec import Struct

from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


async def find(db: Connection, login: str) -> Login | None:
    """The account that a login signs in to; `schema/accounts/auth.py` makes logins of names and email addresses."""
    query = text(
        "select publisher_id, account_id from login_directory where login = :login and not reserved",
        login=login,
    )
    return await maybe_row(db, query, Login)


async def find_holder(db: Connection, login: str) -> Login | None:
    """The account that nobody else can claim a login from, because it has it or may get it back."""
    query = text(
        "select publisher_id, account_id from login_directory where login = :login", login=login
    )
    return await maybe_row(db, query, Login)


async def reserve(db: Connection, login: str, of: Login) -> None:
    """Keep a login for an account that no longer signs in with it."""
    query = text(
        """
        update login_directory set reserved = true
         where login = :login and publisher_id = :publisher_id and account_id = :account_id
        """,
        login=login,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)


async def find_taken(db: Connection, logins: Sequence[str]) -> set[str]:
    """Which of the logins are taken."""
    query = text("select login from login_directory where login = any(:logins)", logins=logins)
    return {row.login for row in await all_rows(db, query, _LoginRow)}


class _LoginRow(Struct, frozen=True):
    login: str


async def claim(db: Connection, logins: Sequence[str], of: Login) -> bool:
    """Claim logins for an account. False if another account claimed one first; then the caller must roll back."""
    query = text(
        """
        insert into login_directory (login, publisher_id, account_id)
        select login, :publisher_id, :account_id from unnest(:logins::text[]) as given (login)
            on conflict (login) do update set reserved = false
            where login_directory.publisher_id = excluded.publisher_id
              and login_directory.account_id = excluded.account_id
        """,
        logins=sorted(logins),  # so that two claims of the same logins cannot deadlock
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)
    # The row count of the insert is no proof: on a cluster, it includes logins that somebody else had claimed.
    claimed = text(
        """
        select count(*) from login_directory
         where login = any(:logins) and publisher_id = :publisher_id and account_id = :account_id
        """,
        logins=logins,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    return bool(await one_value(db, claimed) == len(logins))


async def release(db: Connection, login: str, of: Login) -> None:
    """Release one of an account's logins, for anyone to claim."""
    query = text(
        """
        delete from login_directory where login = :login and publisher_id = :publisher_id and account_id = :account_id
        """,
        login=login,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)


async def move(db: Connection, logins: Sequence[str], of: Login, uid: int) -> None:
    """Let these logins of an account lead to its row in another publisher."""
    query = text(
        """
        update login_directory set publisher_id = :uid
         where login = any(:logins::text[]) and publisher_id = :publisher_id and account_id = :account_id
        """,
        logins=sorted(logins),
        uid=uid,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)
