"""Links to reset a password."""

from tests.support.accounts.mails import links_to
from tests.support.portal import Portal, Someone

FRESH = "granite teapot orchard"


async def request_reset(portal: Portal, who: Someone) -> str:
    """The token of the newest mailed link for a forgotten password."""
    await portal.ok("/auth/pwd_forget", attributes={"email": who.email})
    return (await links_to(portal, who.email))[-1]


def choice_of_password(token: str, password: str = FRESH, **changed: str) -> dict[str, str]:
    return {"token": token, "password": password, "confirm_password": password, **changed}


async def close_account(portal: Portal, who: Someone) -> None:
    async with portal.db() as db:
        await db.execute(
            "update account set closed_at = $2 where publisher_id = $1",
            who.uid,
            portal.resources.clock.now(),
        )
