"""The processes of `portal run`: how they are started, restarted, replaced and stopped."""

import os
import resource
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping

from rpc.config.settings import IS_CHECKOUT

TICK = 0.2
READY_TIMEOUT = 60.0
"""Seconds a process may take to start."""
STOP_TIMEOUT = 28.0
"""Seconds for open requests and running jobs to finish; uvicorn gives them 25."""
STABLE_AFTER = 10.0
"""A process that ran for at least this many seconds is restarted at once, any other after a second."""


OPEN_FILES = 65_536
"""A worker calls up to 2,000 receivers at once, over two connections each; many systems allow 1,024 by default."""


def allow_open_files() -> None:
    """Raise this process's limit of open files as far as the system allows, if it is too low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class RunError(Exception):
    """The portal cannot run; the message is one line that says why."""


class Child:
    """A process of the portal. It exits by itself when its standard input is closed, as when its parent dies."""

    def __init__(
        self, command: str, environment: Mapping[str, str], listener: socket.socket | None = None
    ) -> None:
        """`listener` is the socket from which all web servers accept connections."""
        self.command = command
        self.environment = environment
        self.listener = listener
        self.start()

    def start(self) -> None:
        self.started_at = time.monotonic()
        self.ready = False
        self._ready_pipe, telling = os.pipe()
        passed = [telling] if self.listener is None else [telling, self.listener.fileno()]
        listening = [] if self.listener is None else ["--listen-fd", str(self.listener.fileno())]
        self.process = subprocess.Popen(  # noqa: S603
            [
                *portal_command(self.command),
                "--until-orphaned",
                "--ready-fd",
                str(telling),
                *listening,
            ],
            env=self.environment,
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is ours to pass on, once
            pass_fds=passed,
        )
        os.close(telling)

    def clone(self) -> "Child":
        """Another process that does the same."""
        return Child(self.command, self.environment, self.listener)

    def check_ready(self) -> None:
        """Note whether the process has reported that it is ready. Raises RunError if it has ended."""
        if self.ready:
            return
        if self.process.poll() is not None:
            raise RunError(f"`portal {self.command}` does not start, see above")
        if select.select([self._ready_pipe], [], [], 0)[0]:
            self.ready = bool(os.read(self._ready_pipe, 1))

    def restart_if_ended(self) -> None:
        """Restart the process if it has ended."""
        if self.process.poll() is None:
            return
        if time.monotonic() - self.started_at < STABLE_AFTER:
            time.sleep(1)
        print(
            f"`portal {self.command}` ended ({self.process.returncode}), restarting it",
            flush=True,
        )
        os.close(self._ready_pipe)
        self.start()

    def close(self) -> None:
        """Close the pipes of a process that has ended."""
        os.close(self._ready_pipe)
        if self.process.stdin is not None:
            self.process.stdin.close()


def portal_command(command: str) -> list[str]:
    # Only a checkout may be what the working directory holds.
    alone = [] if IS_CHECKOUT else ["-P"]
    return [sys.executable, *alone, "-m", "handlers", *command.split()]


def wait_until_ready(children: list[Child], stopping: Callable[[], bool]) -> bool:
    """Wait until all processes are ready. False if told to stop first. Raises RunError if one cannot start."""
    ended = time.monotonic() + READY_TIMEOUT
    while not stopping():
        for child in children:
            child.check_ready()
        if all(child.ready for child in children):
            return True
        if time.monotonic() > ended:
            raise RunError(f"the portal was not ready after {READY_TIMEOUT:.0f} seconds")
        time.sleep(TICK / 4)
    return False


def replace_children(children: list[Child], stopping: Callable[[], bool]) -> bool:
    """Replace these processes without refusing a connection. Returns whether that succeeded.

    The new ones accept from the same socket before the old ones stop, and each old one finishes what it has begun.
    If a new one cannot start, the old ones keep running.
    """
    fresh = [child.clone() for child in children]
    try:
        ready = wait_until_ready(fresh, stopping)
    except RunError as error:
        print(f"{error}; the old processes keep running", flush=True)
        ready = False
    if not ready:
        stop_children(fresh)
        return False
    old, children[:] = children[:], fresh
    stop_children(old)
    return True


def stop_children(children: list[Child]) -> None:
    for child in children:
        child.process.terminate()
    ended = time.monotonic() + STOP_TIMEOUT
    for child in children:
        try:
            child.process.wait(max(0.1, ended - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()
        child.close()


def exit_with_parent() -> None:
    """Exit when the process that started this one dies, which closes this one's standard input."""

    def wait() -> None:
        while os.read(0, 1):  # not sys.stdin, whose lock this thread would keep beyond the end
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
