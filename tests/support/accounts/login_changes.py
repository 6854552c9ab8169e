"""Changes of Login Information."""

from tests.support.accounts.sign_up import credentials
from tests.support.clicks.agents import FIREFOX
from tests.support.portal import PASSWORD, Portal, Someone

FRESH = "granite teapot orchard"


def change_of_password(old: str = PASSWORD, new: str = FRESH, **changed: str) -> dict[str, str]:
    return {"old": old, "password": new, "confirm_password": new, **changed}


async def sign_in(portal: Portal, who: Someone, agent: str = FIREFOX) -> str:
    attributes = credentials(who.username)
    reply = await portal.post("/auth/sign_in", headers={"user-agent": agent}, attributes=attributes)
    assert reply.code == 0, reply
    return str(reply.data["token"])
