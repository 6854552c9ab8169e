"""When a connection is read: never while a request waits for the one before it, and large bodies in turns."""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.flow_control import FlowControl

LARGE_BODY_PAUSE = 0.002
"""Seconds for each large body that the process receives, before more is read of one: others have their turn."""


class GuardedFlow(FlowControl):
    """Reading resumes only when no request waits to be parsed or answered, and within a large body after a pause."""

    blocked = False
    large_bodies: ClassVar[set["GuardedFlow"]] = set()
    """Of the connections of this process that are receiving one."""
    _resumption: asyncio.TimerHandle | None = None

    def resume_reading(self) -> None:
        if self.blocked or self._resumption is not None:
            return
        if self in self.large_bodies and self.read_paused:
            pause = LARGE_BODY_PAUSE * len(self.large_bodies)
            self._resumption = asyncio.get_running_loop().call_later(pause, self._resume)
        else:
            super().resume_reading()

    def _resume(self) -> None:
        self._resumption = None
        if not self.blocked and not self._transport.is_closing():
            super().resume_reading()

    def end_body(self) -> None:
        """The body is here whole, or the connection is gone."""
        self.large_bodies.discard(self)
        if self._resumption is not None:
            self._resumption.cancel()
            self._resume()
