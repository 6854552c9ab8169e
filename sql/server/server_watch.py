"""Restarts the embedded PostgreSQL when it ends while the portal runs, as after `kill -9` or out of memory."""

import math
import time
from collections.abc import Callable
from pathlib import Path

from sql.server import embedded
from sql.server.pg_binaries import ServerError

CHECK_EVERY = 1.0
"""Seconds between two checks."""
LONGEST_WAIT = 60.0
"""Seconds between two starts of a server that does not stay up; the first is at once, then after 1, 2, 4 …"""
STABLE_AFTER = 60.0
"""Seconds after which a server counts as staying up."""


class ServerWatch:
    """Restarts the embedded server in `folder`; does nothing without a folder."""

    def __init__(self, folder: Path | None, say: Callable[[str], None]) -> None:
        self._folder = folder
        self._say = say
        self._next_check = 0.0
        self._next_start = 0.0
        self._wait = 0.0
        self._up_since = -math.inf

    def check(self) -> None:
        """Start the server if it ended; to be called repeatedly."""
        now = time.monotonic()
        if self._folder is None or now < self._next_check:
            return
        self._next_check = now + CHECK_EVERY
        if embedded.is_running(self._folder):
            return
        if now - self._up_since > STABLE_AFTER:
            self._wait = self._next_start = 0.0
        if now >= self._next_start:
            self._start(self._folder)

    def _start(self, folder: Path) -> None:
        self._wait = min(max(1.0, 2 * self._wait), LONGEST_WAIT)
        self._say("PostgreSQL has ended, starting it again")
        try:
            embedded.start(folder)
        except (ServerError, OSError) as error:
            self._say(f"PostgreSQL did not start: {error}; next attempt in {self._wait:.0f} s")
            self._up_since = math.inf
        else:
            self._say("PostgreSQL is running again")
            self._up_since = time.monotonic()
        self._next_start = time.monotonic() + self._wait
