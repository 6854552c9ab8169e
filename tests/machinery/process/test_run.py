"""`portal run` as a person uses it: one process to start, nothing left when it ends."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from sql.server import embedded
from tests.conftest import MakeDatabase

PATIENCE = 60
SOON = 20
"""Seconds: twice what a start or an end takes on a machine that is busy with other things."""
COMMAND = [sys.executable, "-m", "handlers", "run"]


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder that the user who runs the server can reach, also when we are root."""
    folder = Path(tempfile.mkdtemp(prefix="portal-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, port: int) -> dict[str, str]:
    passed = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return passed | {"DATA_DIR": str(data), "PORT": str(port), "DEMO": "0", "HOME": str(data)}


def start(data: Path, port: int, **settings: str) -> subprocess.Popen[bytes]:
    with (data / "said").open("w") as said:
        running = subprocess.Popen(COMMAND, env=environment(data, port) | settings, stdout=said)
    ended = time.monotonic() + PATIENCE
    while "Ctrl-C" not in (data / "said").read_text():
        assert running.poll() is None
        assert time.monotonic() < ended
        time.sleep(0.05)
    with urlopen(f"http://127.0.0.1:{port}/ready", timeout=2) as answer:
        assert answer.status == 200
    return running


def left(data: Path) -> list[str]:
    """What still runs of a portal in this folder, but for processes nobody has reaped."""
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
def test_it_serves_and_leaves_nothing_when_asked_to_end(data: Path, port: int, number: int) -> None:
    running = start(data, port)
    assert left(data) != []

    began = time.monotonic()
    running.send_signal(number)

    assert running.wait(PATIENCE) == 0
    assert time.monotonic() - began < SOON
    assert left(data) == []


def test_a_killed_run_does_not_break_the_next(data: Path, port: int) -> None:
    killed = start(data, port)
    killed.kill()
    killed.wait()

    began = time.monotonic()
    running = start(data, port)

    assert time.monotonic() - began < SOON
    running.terminate()
    assert running.wait(PATIENCE) == 0
    assert left(data) == []


def test_several_processes_change_while_nobody_is_refused(data: Path, port: int) -> None:
    running = start(data, port, WORKERS="2")
    before = set(parts_of(running))
    counted = Asking(port)

    running.send_signal(signal.SIGHUP)
    wait_for(data, "All processes were replaced")
    refused = counted.ended()

    after = set(parts_of(running))
    assert len(before) == len(after) == 4
    assert not before & after
    running.terminate()
    assert running.wait(PATIENCE) == 0
    assert refused == []
    assert counted.answered > 20
    assert left(data) == []


def test_new_processes_that_cannot_work_leave_the_old_ones(data: Path, port: int) -> None:
    running = start(data, port)
    before = set(parts_of(running))

    (data / "secret.key").write_text("too short")
    running.send_signal(signal.SIGHUP)
    wait_for(data, "the old processes keep running")

    assert set(parts_of(running)) == before
    with urlopen(f"http://127.0.0.1:{port}/ready", timeout=2) as answer:
        assert answer.status == 200
    running.terminate()
    assert running.wait(PATIENCE) == 0


def test_a_killed_database_is_started_again(data: Path, port: int) -> None:
    running = start(data, port)
    [killed] = postmasters(data)
    killed.kill()
    killed.wait(PATIENCE)

    wait_for(data, "PostgreSQL has ended, starting it again")
    wait_for(data, "PostgreSQL is running again")

    ended = time.monotonic() + PATIENCE
    while not is_ready(port):
        assert time.monotonic() < ended
        time.sleep(0.1)
    running.terminate()
    assert running.wait(PATIENCE) == 0
    assert left(data) == []


def test_without_the_watch_it_stays_away(data: Path, port: int) -> None:
    """The control: `portal run` is stopped, so that nobody watches."""
    running = start(data, port)
    os.kill(running.pid, signal.SIGSTOP)
    [killed] = postmasters(data)
    killed.kill()
    killed.wait(PATIENCE)
    time.sleep(4)
    assert not is_ready(port)
    os.kill(running.pid, signal.SIGCONT)
    running.terminate()
    assert running.wait(PATIENCE) == 0


def postmasters(data: Path) -> list[psutil.Process]:
    folder = embedded.cluster_folder(data, chosen=True)
    return [psutil.Process(int((folder / "postmaster.pid").read_text().split()[0]))]


def is_ready(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/ready", timeout=5) as answer:
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


def wait_for(data: Path, words: str) -> None:
    ended = time.monotonic() + PATIENCE
    while words not in (data / "said").read_text():
        assert time.monotonic() < ended
        time.sleep(0.05)


class Asking:
    """Asks over and over, each time by a new connection, until it is to end."""

    def __init__(self, port: int) -> None:
        self.answered = 0
        self._url = f"http://127.0.0.1:{port}/ready"
        self._refused: list[str] = []
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()

    def ended(self) -> list[str]:
        """What went wrong."""
        self._enough.set()
        self._thread.join()
        return self._refused

    def _ask(self) -> None:
        while not self._enough.wait(0.01):
            try:
                with urlopen(self._url, timeout=10) as answer:
                    assert answer.status == 200
                self.answered += 1
            except OSError as error:
                self._refused.append(repr(error))


def test_a_port_in_use_is_one_clear_line(data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        done = said(data, {"PORT": str(taken.getsockname()[1])})

    assert done.returncode == 2
    assert done.stderr.startswith("PORT: cannot listen on 127.0.0.1:")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("DATA_DIR", "/proc/nowhere"),
        ("DATABASE_URL", "mysql://host/name"),
        ("SECRET_KEY", "too short"),
        ("CORS_ORIGINS", "*"),
        ("SMTP_URL", "mail.example.com"),
        ("WORKERS", "none"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("METRICS_TOKEN", "short"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(data: Path, name: str, value: str) -> None:
    done = said(data, {name: value})

    assert done.returncode == 2
    assert done.stderr.startswith(f"{name}: ")
    assert done.stderr.count("\n") == 1


def test_a_database_that_is_not_there_is_one_clear_line(data: Path, port: int) -> None:
    key = "0123456789abcdefghijklmnopqrstuvwxyz"
    done = said(data, {"DATABASE_URL": f"postgresql://u:p@127.0.0.1:{port}/x", "SECRET_KEY": key})

    assert done.returncode == 2
    assert "DATABASE_URL: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [("reconcile",), ("import-orders", "orders.csv")])
def test_a_database_without_tables_is_one_clear_line(
    data: Path, make_database: MakeDatabase, command: tuple[str, ...]
) -> None:
    key = "0123456789abcdefghijklmnopqrstuvwxyz"
    (data / "orders.csv").write_text("order_id\n")
    done = subprocess.run(
        [*COMMAND[:-1], *command], cwd=data, capture_output=True, text=True, timeout=20,
        env=environment(data, 8000) | {"DATABASE_URL": make_database(empty=True), "SECRET_KEY": key},
    )  # fmt: skip

    assert done.returncode == 2
    assert done.stderr.startswith("DATABASE_URL: ")
    assert "portal migrate" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("key", ["", "replace-me-with-32-random-bytes-or-more", "x" * 40])
def test_a_given_database_needs_a_key_of_its_own(
    data: Path, make_database: MakeDatabase, key: str
) -> None:
    done = said(data, {"DATABASE_URL": make_database(), "SECRET_KEY": key})

    assert done.returncode == 2
    assert done.stderr.startswith("SECRET_KEY: ")


def said(data: Path, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What a run says that cannot start, within the five seconds a person waits for it."""
    return subprocess.run(
        COMMAND, env=environment(data, 0) | {"PORT": "8000"} | settings,
        capture_output=True, text=True, timeout=10,
    )  # fmt: skip
