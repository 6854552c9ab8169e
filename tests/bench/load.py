"""The load: one process, one core, blocking on nothing; keeps a number of connections busy for some seconds.

Read from standard input is a JSON object {port, connections, seconds, requests}, where `requests` are whole HTTP
requests that the connections send in turn; written is a `Load`. It speaks no more HTTP than it needs (a head, a
Content-Length) and costs about 6 µs a request, so that it is not what is measured.
"""

import json
import os
import select
import socket
import sys
from array import array
from itertools import cycle
from time import perf_counter
from typing import Any, NamedTuple

LATEST = 20.0
"""Seconds an answer may take after the load has ended, until it counts as never given."""
CHUNK = 1 << 16
LENGTH = (b"\r\ncontent-length:", b"\r\nContent-Length:")
"""As Python's servers write it, and as Node does."""


class Load(NamedTuple):
    """What came of a load."""

    rate: float
    """Answers a second."""
    p50: float
    p95: float
    p99: float
    """Milliseconds."""
    statuses: dict[str, int]
    """How many answers had which HTTP status."""
    sample: str
    """The last answer, to see that it was the right one."""
    missing: int
    """Requests that were never answered."""


class Line:
    """A connection, and the answer that is coming in on it."""

    __slots__ = ("began", "got", "socket", "waiting")

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.got = b""
        self.began = 0.0
        self.waiting = False

    def send(self, request: bytes, at: float) -> None:
        self.began, self.waiting = at, True
        self.socket.sendall(request)

    def whole(self, data: bytes) -> bytes | None:
        """The answer, once all of it is there."""
        got = self.got + data if self.got else data
        head = got.find(b"\r\n\r\n")
        if head >= 0:
            length = 0
            for name in LENGTH:
                found = got.find(name, 0, head)
                if found > 0:
                    length = int(got[found + len(name) : got.find(b"\r\n", found + 2)])
                    break
            if len(got) >= head + 4 + length:
                self.got, self.waiting = b"", False
                return got
        self.got = got
        return None


def load(*, port: int, connections: int, seconds: float, requests: list[bytes]) -> Load:
    lines = {line.socket.fileno(): line for line in (Line(port) for _ in range(connections))}
    poll = select.epoll()
    following = cycle(requests).__next__
    times, statuses, last = array("d"), dict[bytes, int](), b""
    started = perf_counter()
    stop = started + seconds
    for number, line in lines.items():
        poll.register(number, select.EPOLLIN)
        line.send(following(), perf_counter())
    waiting = connections
    while waiting and perf_counter() < stop + LATEST:
        for number, _ in poll.poll(1.0):
            line = lines[number]
            answer = line.whole(line.socket.recv(CHUNK))
            if answer is None:
                continue
            at = perf_counter()
            times.append(at - line.began)
            status = answer[9:12]
            statuses[status] = statuses.get(status, 0) + 1
            last = answer
            if at < stop:
                line.send(following(), at)
            else:
                waiting -= 1
    took = perf_counter() - started
    for line in lines.values():
        line.socket.close()
    ordered = sorted(times)
    return Load(
        rate=len(ordered) / took,
        p50=ordered[len(ordered) // 2] * 1000,
        p95=ordered[len(ordered) * 95 // 100] * 1000,
        p99=ordered[len(ordered) * 99 // 100] * 1000,
        statuses={status.decode(): count for status, count in statuses.items()},
        sample=last.decode(errors="replace"),
        missing=waiting,
    )


if __name__ == "__main__":
    task: dict[str, Any] = json.load(sys.stdin)
    os.sched_setaffinity(0, task.pop("cores"))
    task["requests"] = [request.encode("latin-1") for request in task["requests"]]
    json.dump(load(**task)._asdict(), sys.stdout)
