"""`portal operator`: operators added, listed, locked, unlocked and reset from the command line."""

import asyncio
import os
import sys
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import pytest

from rpc import Code
from tests.support.accounts.mails import links_to
from tests.support.portal import Portal, unique


class Ended(NamedTuple):
    """How the command ended: its status, and what it printed on either stream."""

    status: int
    printed: str


async def operator(portal: Portal, folder: Path, *arguments: str) -> Ended:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "handlers", "operator", *arguments),
        env=os.environ
        | {
            "DATABASE_URL": portal.resources.database_url,
            "SECRET_KEY": token_hex(32),
            "DATA_DIR": str(folder),
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    assert process.returncode is not None
    return Ended(process.returncode, printed.decode())


async def line_of(portal: Portal, folder: Path, email: str) -> str:
    """Their line of the list, as words."""
    listed = await operator(portal, folder, "list")
    [line] = [line for line in listed.printed.splitlines() if email in line]
    return " ".join(line.split()[1:])


async def test_new_operator_is_invited_and_listed(portal: Portal, tmp_path: Path) -> None:
    email = f"{unique('new')}@example.com"

    added = await operator(portal, tmp_path, "add", email)

    assert added.status == 0, added
    assert added.printed.startswith(f"Added {email}")
    assert await line_of(portal, tmp_path, email) == f"{email} invited never signed in"
    [token] = await links_to(portal, email)
    chosen = {"password": "a fine new passphrase", "confirm_password": "a fine new passphrase"}
    await portal.ok("/auth/pwd_reset", attributes={"token": token, **chosen})
    await portal.ok("/auth/sign_in", attributes={"account": email, "password": chosen["password"]})
    assert (await line_of(portal, tmp_path, email)).startswith(f"{email} active last seen")


async def test_operator_is_locked_and_unlocked(portal: Portal, tmp_path: Path) -> None:
    other = await portal.new_operator()
    again = {"account": other.email, "password": other.password}

    locked = await operator(portal, tmp_path, "lock", other.email)

    assert locked == (0, f"{other.email} is locked out\n")
    assert (await line_of(portal, tmp_path, other.email)).startswith(f"{other.email} locked")
    await portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
    await portal.refuses(Code.USER_LOCKED, "/auth/sign_in", attributes=again)
    assert (await operator(portal, tmp_path, "unlock", other.email)).status == 0
    await portal.ok("/auth/sign_in", attributes=again)


async def test_operators_old_password_expires_after_a_reset(portal: Portal, tmp_path: Path) -> None:
    other = await portal.new_operator()

    assert (await operator(portal, tmp_path, "reset", other.email)).status == 0

    await portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
    again = {"account": other.email, "password": other.password}
    await portal.refuses(Code.PASSWORD_EXPIRED, "/auth/sign_in", attributes=again)
    assert len(await links_to(portal, other.email)) == 1


@pytest.mark.parametrize(
    ("action", "email", "says"),
    [
        ("add", "taken", "Email already exists"),
        ("add", "nobody", "Invalid email format: give an address such as name@example.com"),
        ("lock", "nobody@example.com", "User not found"),
        ("reset", "publisher", "User not found"),
    ],
)
async def test_failed_operator_command_prints_the_reason(
    portal: Portal, tmp_path: Path, action: str, email: str, says: str
) -> None:
    publisher, other = await portal.someone(), await portal.new_operator()
    address = {"taken": other.email, "publisher": publisher.email}.get(email, email)

    ended = await operator(portal, tmp_path, action, address)

    assert ended.status != 0
    assert says in ended.printed
    assert "Traceback" not in ended.printed
