"""`portal run`: the whole portal in one command, and nothing left behind when it ends."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from email import message_from_bytes, policy
from pathlib import Path
from typing import IO

from rpc.database import database
from rpc.settings import ROOT, Settings

TICK = 0.2
READY = 60.0
"""Seconds the web server may take to answer."""
GRACE = 28.0
"""Seconds for open requests and running jobs to end; uvicorn gives them 25."""
FREED = 30.0
"""Seconds until the processes of a killed run have ended, which free their port."""
CALM = 10.0
"""A process that lived for so many seconds is started anew at once, another one after a second."""


LAYERS = ("schema", "sql", "rpc", "handlers")
WATCHED = (".py", ".txt", ".html", ".sql")


class RunError(Exception):
    """The portal cannot run; the message is one line that says why."""


def run(settings: Settings, prepare: list[str], *, reload: bool) -> None:
    """Serve until Ctrl-C or SIGTERM. `prepare`: the commands to be run before, in order."""
    stopping = Stopping()
    with ExitStack() as stack:
        killed = stack.enter_context(only_one(settings))
        wait_for_port(settings, stopping, patience=FREED if killed else 0)
        url = stack.enter_context(database(settings))
        environment = os.environ | passed_on(settings, url)
        for command in prepare:
            if not stopping and subprocess.run(own(command), env=environment).returncode:  # noqa: S603
                raise RunError(f"`portal {command}` failed, see above")
        children = [Child(command, environment) for command in ("serve", "work")]
        stack.callback(end, children)
        if wait_until_ready(settings, children, stopping):
            greet(settings)
        mails = Mails(settings.outbox)
        before = changed() if reload else 0.0
        while not stopping:
            if reload and (latest := changed()) != before:
                before = latest
                print("A file changed, starting anew", flush=True)
                for child in children:
                    child.process.terminate()
                    child.process.wait()
                    child.begin()
            for child in children:
                child.keep()
            mails.tell()
            time.sleep(TICK)
        print("\nStopping", flush=True)


class Stopping:
    """Becomes true when the process is asked to end."""

    def __init__(self) -> None:
        self._asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        self._asked = True

    def __bool__(self) -> bool:
        return self._asked


class Child:
    """A process of the portal. It ends by itself when its standard input is closed by our death."""

    def __init__(self, command: str, environment: dict[str, str]) -> None:
        self.command = command
        self.environment = environment
        self.begin()

    def begin(self) -> None:
        self.began = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603
            [*own(self.command), "--until-orphaned"],
            env=self.environment,
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is ours to pass on, once
        )

    def keep(self) -> None:
        """Start it anew if it died."""
        if self.process.poll() is None:
            return
        if time.monotonic() - self.began < CALM:
            time.sleep(1)
        print(
            f"`portal {self.command}` ended ({self.process.returncode}), starting it anew",
            flush=True,
        )
        self.begin()


def changed() -> float:
    """When a Python file or a mail was last saved, in seconds of the epoch."""
    files = (
        file for layer in LAYERS for file in (ROOT / layer).rglob("*.*") if file.suffix in WATCHED
    )
    return max(file.stat().st_mtime for file in files)


def own(command: str) -> list[str]:
    return [sys.executable, "-m", "handlers", *command.split()]


def end(children: list[Child]) -> None:
    for child in children:
        child.process.terminate()
    ended = time.monotonic() + GRACE
    for child in children:
        try:
            child.process.wait(max(0.1, ended - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()


def passed_on(settings: Settings, url: str) -> dict[str, str]:
    """What the children must know, now that they are given a database that may be the embedded one."""
    passed = {
        "DATABASE_URL": url,
        "DATA_DIR": str(settings.data_dir),
        "DEMO": "1" if settings.demo else "0",
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
    }
    if not os.environ.get("LOG_LEVEL"):
        passed["LOG_LEVEL"] = "warning"  # who reads a terminal wants what is wrong
    if not os.environ.get("SECRET_KEY"):
        passed["SECRET_KEY"] = str(settings.data_dir / "secret.key")
    return passed


@contextmanager
def only_one(settings: Settings) -> Iterator[bool]:
    """One portal for each DATA_DIR. True if the one before was killed, and left its mark in the file."""
    lock: IO[str]
    with (settings.data_dir / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RunError(
                f"DATA_DIR: a portal runs in {settings.data_dir} already; stop it, or give another DATA_DIR"
            ) from error
        lock.seek(0)
        killed = bool(lock.read())
        lock.write("running\n")
        lock.flush()
        yield killed
        lock.truncate(0)


def wait_for_port(settings: Settings, stopping: Stopping, *, patience: float) -> None:
    ended = time.monotonic() + patience
    while not stopping:
        reason = taken(settings)
        if reason is None:
            return
        if time.monotonic() > ended:
            raise RunError(reason)
        time.sleep(TICK)


def taken(settings: Settings) -> str | None:
    """Why nobody can listen there."""
    try:
        [*_, (family, kind, *_, where)] = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM
        )
    except socket.gaierror:
        return f"HOST: '{settings.host}' is not an address of this machine"
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(where)
        except OSError as error:
            return f"PORT: cannot listen on {settings.host}:{settings.port} ({error.strerror}); give another PORT"
    return None


def wait_until_ready(settings: Settings, children: list[Child], stopping: Stopping) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104
    url = f"http://{host}:{settings.port}/ready"
    ended = time.monotonic() + READY
    while not stopping:
        for child in children:
            if child.process.poll() is not None:
                raise RunError(f"`portal {child.command}` does not start, see above")
        with suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return True
        if time.monotonic() > ended:
            raise RunError(f"{url} does not answer")
        time.sleep(TICK)
    return False


def greet(settings: Settings) -> None:
    lines = [f"Portal      {settings.public_url}"]
    if settings.demo:
        lines += [
            "Publisher   demo@example.com / publisher-demo-pass",
            "Operator    operator@example.com / operator-demo-pass",
            "This is demonstration mode: outgoing calls may reach this machine (loopback)",
        ]
    if settings.smtp_url is None:
        lines.append(f"Mails       are kept in {settings.outbox}, their links are printed here")
    print("\n".join([*lines, "Ctrl-C ends it"]), flush=True)


class Mails:
    """Tells of each mail that comes into the outbox from now on."""

    def __init__(self, outbox: Path) -> None:
        self.outbox = outbox
        self.told = set(outbox.glob("*.eml"))

    def tell(self) -> None:
        for path in sorted(set(self.outbox.glob("*.eml")) - self.told):
            self.told.add(path)
            with suppress(OSError):
                mail = message_from_bytes(path.read_bytes(), policy=policy.default)
                body = mail.get_body(("plain",))
                words = body.get_content().split() if body else []
                links = [word for word in words if word.startswith(("http://", "https://"))]
                print(f"Mail to {mail['To']}: {' '.join(links[:1]) or mail['Subject']}", flush=True)
