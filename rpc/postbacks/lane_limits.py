"""The slots of lanes: receivers that hang or keep failing cannot take those of healthy ones."""

import time
from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import NamedTuple, Protocol

from sql.network.due_delivery import DueReceiver

PROMPT_MAX = 500
"""The maximum number of lanes whose receivers respond."""
FAILING_MAX = 250
"""The maximum number of lanes whose receivers are known to fail; they take turns."""
LANES_MAX = 2_000
"""The maximum number of all lanes, including those whose receivers have just stopped responding."""
HANGING_AFTER = 1.0
"""Seconds without a response after which a lane no longer counts as prompt."""
FAILURES_KNOWN = 3
"""Consecutive failures after which a receiver is known to fail."""


class LaneKey(NamedTuple):
    """The key of a lane: a publisher and a host, or one of the publisher's tests."""

    publisher_id: int
    receiver: str

    @property
    def lock(self) -> int:
        digest = blake2b(f"delivery|{self.publisher_id}|{self.receiver}".encode(), digest_size=8)
        return int.from_bytes(digest.digest(), "big", signed=True)


class RunningLane(Protocol):
    """The interface of a running lane that the limits need."""

    @property
    def failing(self) -> bool: ...
    @property
    def answered_at(self) -> float: ...


class LaneLimits:
    """How many more lanes may begin now."""

    def __init__(self, running: Collection[RunningLane]) -> None:
        now = time.monotonic()
        failing = sum(lane.failing for lane in running)
        prompt = sum(
            not lane.failing and now - lane.answered_at < HANGING_AFTER for lane in running
        )
        self._left = LANES_MAX - len(running)
        self._of = {False: PROMPT_MAX - prompt, True: FAILING_MAX - failing}

    def is_free(self, *, failing: bool) -> bool:
        """Whether a lane may begin whose receiver is, or is not, known to fail."""
        return self._left > 0 and self._of[failing] > 0

    def take(self, *, failing: bool) -> None:
        self._left -= 1
        self._of[failing] -= 1


class RoundRobin:
    """The time of each lane's last turn: the one that has waited longest is next."""

    def __init__(self) -> None:
        self._began: dict[LaneKey, float] = {}

    def order(self, receivers: Iterable[DueReceiver]) -> list[tuple[LaneKey, DueReceiver]]:
        """The receivers that are due, sorted by the time of their last turn, oldest first; all others are forgotten."""
        due_by_lane = {LaneKey(each.publisher_id, each.receiver): each for each in receivers}
        self._began = {key: at for key, at in self._began.items() if key in due_by_lane}
        return sorted(due_by_lane.items(), key=lambda item: self._began.get(item[0], 0.0))

    def begin(self, key: LaneKey) -> None:
        self._began[key] = time.monotonic()
