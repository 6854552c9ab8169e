"""The home of a person who works for several publishers: the row of `account` with the credentials, and its moving."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, structs

import sql.accounts.login_directory
import sql.accounts.membership
import sql.accounts.oidc_identity
import sql.accounts.passkey
from sql.accounts.account import Login
from sql.core.db import Connection, one_row, run, text


class Credentials(Struct, frozen=True):
    """The columns of a home row that no other membership has. `sealed_uid`: to whose id its secrets are bound."""

    password_hash: str
    password_changed_at: datetime
    new_password_due: bool
    two_step_at: datetime | None
    two_step_secret: str | None
    two_step_pending: str | None
    two_step_last: int | None
    factor_reset_at: datetime | None
    user_handle: bytes | None
    sealed_uid: int


RECOVERY_CODES = """
insert into recovery_code (publisher_id, account_id, mark, used_at, created_at)
select :publisher_id, account_id, mark, used_at, created_at from recovery_code
 where publisher_id = :home_uid and account_id = :account_id
"""
PASSKEYS = """
insert into passkey (publisher_id, passkey_id, account_id, credential_id, credential, name, device, transports, synced,
                     counter, created_at, last_used_at)
select :publisher_id, passkey_id, account_id, credential_id, credential, name, device, transports, synced,
       counter, created_at, last_used_at
  from passkey where publisher_id = :home_uid and account_id = :account_id
"""
IDENTITIES = """
insert into third_identity (publisher_id, account_id, provider, subject, email, bound_at)
select :publisher_id, account_id, provider, subject, email, bound_at from third_identity
 where publisher_id = :home_uid and account_id = :account_id
"""
EMAILS = """
insert into account_email (publisher_id, account_id, email, since, until)
select :publisher_id, account_id, email, since, until from account_email
 where publisher_id = :home_uid and account_id = :account_id
on conflict do nothing
"""
FORMER_RECOVERY_CODES = (
    "delete from recovery_code where publisher_id = :home_uid and account_id = :account_id"
)
FORMER_PASSKEYS = "delete from passkey where publisher_id = :home_uid and account_id = :account_id"
FORMER_IDENTITIES = (
    "delete from third_identity where publisher_id = :home_uid and account_id = :account_id"
)


async def move(
    db: Connection,
    home: Login,
    uid: int,
    *,
    logins: Sequence[str],
    reserved_credentials: Sequence[bytes],
) -> None:
    """Move a person's credentials to the membership in another publisher, with all that leads to them.

    `logins` are those of the person in the directory, reserved ones among them; `reserved_credentials` the ids of
    removed passkeys that may still be put back.
    """
    to, account_id = Login(uid, home.account_id), home.account_id
    parameters = {"publisher_id": uid, "home_uid": home.publisher_id, "account_id": account_id}
    former = {"home_uid": home.publisher_id, "account_id": account_id}
    known = await sql.accounts.passkey.known_credentials(db, home)
    credential_ids = [*(each.credential_id for each in known), *reserved_credentials]
    await _set_credentials(db, to, await _read_credentials(db, home))
    # Rows are copied and deleted, because a cluster keeps each by its publisher.
    await run(db, text(RECOVERY_CODES, **parameters))
    await run(db, text(FORMER_RECOVERY_CODES, **former))
    await run(db, text(PASSKEYS, **parameters))
    await run(db, text(FORMER_PASSKEYS, **former))
    await run(db, text(IDENTITIES, **parameters))
    await run(db, text(FORMER_IDENTITIES, **former))
    await run(db, text(EMAILS, **parameters))
    await sql.accounts.login_directory.move(db, logins, home, uid)
    await sql.accounts.passkey.move(db, credential_ids, home, uid)
    await sql.accounts.oidc_identity.move(db, home, to)
    await _forget_credentials(db, home)
    await _lead_others(db, to)


async def _read_credentials(db: Connection, home: Login) -> Credentials:
    query = text(
        """
        select password_hash, password_changed_at, new_password_due, two_step_at, two_step_secret, two_step_pending,
               two_step_last, factor_reset_at, user_handle, coalesce(sealed_uid, publisher_id) as sealed_uid
          from account where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=home.publisher_id,
        account_id=home.account_id,
    )
    return await one_row(db, query, Credentials)


async def _set_credentials(db: Connection, of: Login, credentials: Credentials) -> None:
    """Make a membership the home of its person."""
    query = text(
        """
        update account
           set home_uid = null, password_hash = :password_hash, password_changed_at = :password_changed_at,
               new_password_due = :new_password_due, two_step_at = :two_step_at, two_step_secret = :two_step_secret,
               two_step_pending = :two_step_pending, two_step_last = :two_step_last, factor_reset_at = :factor_reset_at,
               user_handle = :user_handle, sealed_uid = :sealed_uid
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        **structs.asdict(credentials),
    )
    await run(db, query)


async def _forget_credentials(db: Connection, of: Login) -> None:
    """Leave nothing in a row by which its person could sign in or be recognised."""
    query = text(
        """
        update account
           set password_hash = '', new_password_due = false, two_step_secret = null, two_step_pending = null,
               two_step_last = null, user_handle = null, sealed_uid = null
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)


async def _lead_others(db: Connection, home: Login) -> None:
    """Tell each other row of a person, also the ended ones, where the credentials are."""
    uids = await sql.accounts.membership.publishers_of(db, home.account_id)
    query = text(
        """
        update account set home_uid = :home_uid
         where publisher_id = any(:publisher_ids::bigint[]) and account_id = :account_id
        """,
        home_uid=home.publisher_id,
        publisher_ids=[uid for uid in uids if uid != home.publisher_id],
        account_id=home.account_id,
    )
    await run(db, query)
