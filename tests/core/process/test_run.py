"""`portal run`: one process to start, and nothing left when it ends."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from sql.server import embedded
from tests.support.process.run import COMMAND, environment
from tests.support.timing import HANG_SECONDS, measure, wait_without_loop


def start(data: Path, port: int, **settings: str) -> subprocess.Popen[bytes]:
    with (data / "said").open("w") as output:
        running = subprocess.Popen(COMMAND, env=environment(data, port) | settings, stdout=output)
    wait_for(data, "Ctrl-C", lambda: running.poll() is None)
    with urlopen(f"http://127.0.0.1:{port}/ready", timeout=HANG_SECONDS) as answer:
        assert answer.status == 200
    return running


def list_processes(data: Path) -> list[str]:
    """The running processes of a portal in this folder, without zombies."""
    lines = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            known = str(data) in " ".join(process.cmdline()) or process.environ().get(
                "DATA_DIR"
            ) == str(data)
            if known and process.status() != psutil.STATUS_ZOMBIE and process.pid != os.getpid():
                lines.append(" ".join(process.cmdline()))
    return lines


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_portal_leaves_no_process_after_a_signal(data: Path, port: int, number: int) -> None:
    with measure() as starting:
        running = start(data, port)
    assert list_processes(data) != []

    with measure() as ending:
        running.send_signal(number)
        assert running.wait(HANG_SECONDS) == 0
    assert ending < 10 * starting
    assert list_processes(data) == []


def test_killed_portal_run_does_not_break_the_next(used_data: Path, port: int) -> None:
    with measure() as first:
        killed = start(used_data, port)
    killed.kill()
    killed.wait()

    with measure() as second:
        running = start(used_data, port)

    assert second < 10 * first
    running.terminate()
    assert running.wait(HANG_SECONDS) == 0
    assert list_processes(used_data) == []


def test_web_processes_are_replaced_without_refusing_calls(used_data: Path, port: int) -> None:
    running = start(used_data, port, WORKERS="2")
    before = set(parts_of(running))
    counted = Asking(port)

    running.send_signal(signal.SIGHUP)
    wait_for(used_data, "All processes were replaced")
    refused = counted.stop()

    after = set(parts_of(running))
    assert len(before) == len(after) == 4
    assert not before & after
    running.terminate()
    assert running.wait(HANG_SECONDS) == 0
    assert refused == []
    assert counted.answered > 20
    assert list_processes(used_data) == []


def test_new_web_processes_that_fail_leave_the_old_ones_running(used_data: Path, port: int) -> None:
    running = start(used_data, port)
    before = set(parts_of(running))

    (used_data / "secret.key").write_text("too short")
    running.send_signal(signal.SIGHUP)
    wait_for(used_data, "the old processes keep running")

    assert set(parts_of(running)) == before
    with urlopen(f"http://127.0.0.1:{port}/ready", timeout=HANG_SECONDS) as answer:
        assert answer.status == 200
    running.terminate()
    assert running.wait(HANG_SECONDS) == 0


def test_killed_database_is_started_again_by_portal_run(used_data: Path, port: int) -> None:
    running = start(used_data, port)
    [killed] = postmasters(used_data)
    killed.kill()
    killed.wait(HANG_SECONDS)

    wait_for(used_data, "PostgreSQL has ended, starting it again")
    wait_for(used_data, "PostgreSQL is running again")

    wait_without_loop(lambda: is_ready(port))
    running.terminate()
    assert running.wait(HANG_SECONDS) == 0
    assert list_processes(used_data) == []


def test_killed_database_would_stay_down_without_the_restart(used_data: Path, port: int) -> None:
    """The control: `portal run` is stopped, so that nothing is watched."""
    running = start(used_data, port)
    os.kill(running.pid, signal.SIGSTOP)
    [killed] = postmasters(used_data)
    killed.kill()
    killed.wait(HANG_SECONDS)
    time.sleep(4)
    assert not is_ready(port)
    os.kill(running.pid, signal.SIGCONT)
    running.terminate()
    assert running.wait(HANG_SECONDS) == 0


def postmasters(data: Path) -> list[psutil.Process]:
    folder = embedded.cluster_folder(data, chosen=True)
    return [psutil.Process(int((folder / "postmaster.pid").read_text().split()[0]))]


def is_ready(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/ready", timeout=HANG_SECONDS) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def parts_of(running: "subprocess.Popen[bytes]") -> list[int]:
    """The numbers of the web and job processes."""
    return [
        child.pid
        for child in psutil.Process(running.pid).children()
        if {"serve", "work"} & set(child.cmdline())
    ]


def wait_for(data: Path, words: str, alive: Callable[[], bool] = lambda: True) -> None:
    wait_without_loop(lambda: words in (data / "said").read_text(), alive)


class Asking:
    """Requests repeatedly, each time by a new connection, until stopped."""

    def __init__(self, port: int) -> None:
        self.answered = 0
        self._url = f"http://127.0.0.1:{port}/ready"
        self._refused: list[str] = []
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()

    def stop(self) -> list[str]:
        """What went wrong."""
        self._enough.set()
        self._thread.join()
        return self._refused

    def _ask(self) -> None:
        while not self._enough.wait(0.01):
            try:
                with urlopen(self._url, timeout=HANG_SECONDS) as answer:
                    assert answer.status == 200
                self.answered += 1
            except OSError as error:
                self._refused.append(repr(error))
