"""The hold after a restore, during which no payment and no bank file leaves the portal."""

from typing import Protocol

import sql.core.restoration
from rpc import Code, Fault
from sql.core.db import Connection

WHY = (
    "This portal was restored from a backup and is held, so that nothing is paid twice: run"
    " `portal restore --release` first"
)


class Context(Protocol):
    @property
    def db(self) -> Connection: ...


async def check_released(ctx: Context) -> None:
    """Raise STATE_FORBIDS while the portal is held after a restore."""
    if await sql.core.restoration.is_held(ctx.db):
        raise Fault(Code.STATE_FORBIDS, WHY)
