"""Links for operators to sign in as a publisher."""

from typing import Any

from tests.support.portal import PASSWORD, Portal, Someone


async def issue_code(portal: Portal, operator: Someone, **target: Any) -> str:
    """The code of a link."""
    given = {"account": operator.email, "password": PASSWORD, "reason": "A question", **target}
    found = await portal.ok("/auth/sign_in_admin", attributes=given)
    return str(found["url"]).partition("/autologin?code=")[2]


async def enter(portal: Portal, code: str) -> str:
    given = {"provider": "autologin", "code": code}
    return str((await portal.ok("/auth/third_check", attributes=given))["token"])
