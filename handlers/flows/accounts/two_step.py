"""The secret of two-step sign-in and its recovery codes, encrypted."""

import pyotp

from rpc import Guest
from rpc.security.encryption import AssociatedData, DecryptionError
from sql.accounts.account import Login

IS_OFF = "Two-step sign-in is not on"


def associated_data(of: Login, column: str) -> AssociatedData:
    return AssociatedData("account", column, str(of.account_id), of.publisher_id)


def decrypt_secret(ctx: Guest, of: Login, column: str, sealed: str) -> str:
    """The secret, or a random one if its key was lost: then no code matches, but recovery codes still work."""
    try:
        return ctx.resources.encryption.open(sealed, associated_data(of, column))
    except DecryptionError:
        return pyotp.random_base32()


def recovery_code_indexes(ctx: Guest, of: Login, code: str) -> list[bytes]:
    whole = f"recovery|{of.publisher_id}|{of.account_id}|{code}"
    return ctx.resources.encryption.blind_index(whole)
