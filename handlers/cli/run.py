"""`portal run`: the whole portal in one command, which leaves nothing running when it ends."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from email import message_from_bytes, policy
from functools import partial
from pathlib import Path
from typing import IO

from handlers.cli import dev_oidc
from handlers.cli.processes import (
    TICK,
    Child,
    RunError,
    portal_command,
    replace_children,
    stop_children,
    wait_until_ready,
)
from rpc.config.settings import IS_CHECKOUT, ROOT, Settings
from rpc.database.connect import database, embedded_folder
from sql.server.server_watch import ServerWatch

PORT_TIMEOUT = 30.0
"""Seconds that the processes of a killed run may take to end and free the port."""
BACKLOG = 2_048
"""Connections that may wait to be accepted."""
LAYERS = ("schema", "sql", "rpc", "handlers")
WATCHED_ENDINGS = (".py", ".txt", ".html", ".sql")


def run(settings: Settings, prepare: list[str], *, reload: bool) -> None:
    """Serve until Ctrl-C or SIGTERM. The commands in `prepare` run first, one after another."""
    signals = SignalFlags()
    with ExitStack() as stack:
        killed = stack.enter_context(single_instance(settings))
        listener = open_listener(
            settings, signals.stop_requested, patience=PORT_TIMEOUT if killed else 0
        )
        if listener is None:
            return
        stack.enter_context(listener)
        url = stack.enter_context(database(settings))
        provided = stack.enter_context(dev_oidc.run_provider(settings))
        environment = os.environ | child_environment(settings, url) | provided
        if not run_commands(prepare, environment, signals):
            raise RunError("the database could not be prepared, see above")
        children: list[Child] = []
        stack.callback(stop_children, children)
        for _ in range(settings.workers):
            children += (Child("serve", environment, listener), Child("work", environment))
        if settings.backup_url is not None:
            children.append(Child("backup follow", environment))
        if wait_until_ready(children, signals.stop_requested):
            print_welcome(settings, signs_in=bool(provided))
        mails = OutboxWatcher(settings.outbox)
        server_watch = ServerWatch(embedded_folder(settings), partial(print, flush=True))
        before = last_modified() if reload else 0.0
        while not signals.stop_requested():
            if reload and (latest := last_modified()) != before:
                before = latest
                print("A file changed, restarting", flush=True)
                replace_children(children, signals.stop_requested)
            if signals.take_reload_request():
                if not run_commands(prepare, environment, signals):
                    print("It failed, see above; the old processes keep running", flush=True)
                elif replace_children(children, signals.stop_requested):
                    print("All processes were replaced", flush=True)
            for child in children:
                child.restart_if_ended()
            server_watch.check()
            mails.print_new()
            time.sleep(TICK)
        print("\nStopping", flush=True)


def run_commands(
    commands: list[str], environment: Mapping[str, str], signals: "SignalFlags"
) -> bool:
    """Run the commands one after another. Returns whether all succeeded, or True if told to stop."""
    return all(
        signals.stop_requested()
        or subprocess.run(portal_command(command), env=environment).returncode == 0  # noqa: S603
        for command in commands
    )


class SignalFlags:
    """The requests of signals: to stop or, with SIGHUP, to replace the running processes.

    On a terminal, SIGHUP means that the terminal was closed, and the portal stops too.
    """

    def __init__(self) -> None:
        self._stop = self._renew = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        self._on_terminal = sys.stdin is not None and sys.stdin.isatty()

    def _on_signal(self, number: int, _: object) -> None:
        if number == signal.SIGHUP and not self._on_terminal:
            self._renew = True
        else:
            self._stop = True

    def stop_requested(self) -> bool:
        return self._stop

    def take_reload_request(self) -> bool:
        """Whether a SIGHUP has arrived since the last call."""
        requested, self._renew = self._renew, False
        return requested


def last_modified() -> float:
    """When a Python file or a mail template was last saved, in seconds since the epoch."""
    files = (
        file
        for layer in LAYERS
        for file in (ROOT / layer).rglob("*.*")
        if file.suffix in WATCHED_ENDINGS
    )
    return max(file.stat().st_mtime for file in files)


def child_environment(settings: Settings, url: str) -> dict[str, str]:
    """The environment of the child processes, with the URL of the database, which may be the embedded one."""
    passed = {
        "DATABASE_URL": url,
        "DATA_DIR": str(settings.data_dir),
        "DEMO": "1" if settings.demo else "0",
    }
    if (
        IS_CHECKOUT
    ):  # an installed wheel is found by itself, and before it come Python's own modules
        given = os.environ.get("PYTHONPATH")
        passed["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), given)))
    if not os.environ.get("LOG_LEVEL"):
        passed["LOG_LEVEL"] = "warning"  # a terminal should show problems only
    if not os.environ.get("SECRET_KEY"):
        passed["SECRET_KEY"] = str(settings.data_dir / "secret.key")
    return passed


@contextmanager
def single_instance(settings: Settings) -> Iterator[bool]:
    """Ensure that only one portal runs for a DATA_DIR. Yields True if the last one was killed. Raises RunError."""
    lock: IO[str]
    with (settings.data_dir / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RunError(
                f"DATA_DIR: a portal is already running in {settings.data_dir}; stop it, or give another DATA_DIR"
            ) from error
        lock.seek(0)
        killed = bool(lock.read())
        lock.write("running\n")
        lock.flush()
        yield killed
        lock.truncate(0)


def open_listener(
    settings: Settings, stopping: Callable[[], bool], *, patience: float
) -> socket.socket | None:
    """The socket that all web servers accept from, held open while they are replaced. None if told to stop."""
    ended = time.monotonic() + patience
    while not stopping():
        try:
            return bind_listener(settings)
        except RunError:
            if time.monotonic() > ended:
                raise
        time.sleep(TICK)
    return None


def bind_listener(settings: Settings) -> socket.socket:
    """A socket that listens on the configured host and port. Raises RunError with the reason if that is impossible."""
    try:
        [*_, (family, kind, *_, where)] = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM
        )
    except socket.gaierror as error:
        raise RunError(f"HOST: '{settings.host}' is not an address of this machine") from error
    listener = socket.socket(family, kind)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(where)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise RunError(
            f"PORT: cannot listen on {settings.host}:{settings.port} ({error.strerror}); give another PORT"
        ) from error
    return listener


def print_welcome(settings: Settings, *, signs_in: bool) -> None:
    lines = [f"Portal      {settings.public_url}"]
    if settings.demo:
        lines += [
            "Publisher   demo@example.com / publisher-demo-pass",
            "Bookkeeper  finance@example.com / publisher-demo-pass, of two publishers",
            "Operator    operator@example.com / operator-demo-pass",
            "This is demonstration mode: outgoing calls may reach this machine (loopback)",
        ]
    if signs_in:
        lines.append("Sign in by  Example login: as demo, or as newcomer to join by it")
    if settings.allowed_networks:
        lines.append(
            f"Networks    outgoing calls may also reach {join_networks(settings.allowed_networks)}"
        )
    if settings.smtp_url is None:
        lines.append(f"Mails       are kept in {settings.outbox}; their links are printed here")
    print("\n".join([*lines, "Press Ctrl-C to stop"]), flush=True)


def join_networks(networks: Iterable[object]) -> str:
    return ", ".join(map(str, networks))


class OutboxWatcher:
    """Watch an outbox, and print the link of each mail that arrives in it."""

    def __init__(self, outbox: Path) -> None:
        self.outbox = outbox
        self.seen = set(outbox.glob("*.eml"))

    def print_new(self) -> None:
        for path in sorted(set(self.outbox.glob("*.eml")) - self.seen):
            self.seen.add(path)
            with suppress(OSError):
                mail = message_from_bytes(path.read_bytes(), policy=policy.default)
                body = mail.get_body(("plain",))
                words = body.get_content().split() if body else []
                links = [word for word in words if word.startswith(("http://", "https://"))]
                print(f"Mail to {mail['To']}: {' '.join(links[:1]) or mail['Subject']}", flush=True)
