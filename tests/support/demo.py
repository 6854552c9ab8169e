"""A portal with its demonstration data as anybody runs it, in a process of its own."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.support.browser import ROOT

DEMO = ("demo@example.com", "publisher-demo-pass")
OPERATOR = ("operator@example.com", "operator-demo-pass")
PATIENCE = 180


@contextmanager
def demonstration(folder: Path) -> Iterator[str]:
    """Run it on PORT or a free port, with its data in this folder; its address."""
    folder.mkdir(parents=True, exist_ok=True)
    port = os.environ.get("PORT") or str(free_port())
    environment = {**os.environ, "DATA_DIR": str(folder), "PORT": port, "DEMO": "1"}
    environment.pop("DATABASE_URL", None)
    log = folder / "portal.log"
    with log.open("w") as output:
        command = [sys.executable, "-m", "handlers", "run"]
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{url}/ready", server, log)
        yield url
    finally:
        server.terminate()
        server.wait(30)


def wait_for(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until it can work; end with what it said if it never can."""
    ended = monotonic() + PATIENCE
    while True:
        try:
            with urlopen(url, timeout=2):
                return
        except (URLError, OSError):
            if server.poll() is not None or monotonic() > ended:
                sys.exit(f"The portal did not start:\n{log.read_text()[-4000:]}")
            sleep(0.2)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def sign_in(url: str, person: tuple[str, str]) -> str:
    """A token of somebody of the demonstration."""
    account, password = person
    attributes = {"account": account, "password": password}
    token: str = call(url, "", "/auth/sign_in", attributes=attributes)["token"]
    return token


def call(url: str, token: str, path: str, **req: Any) -> dict[str, Any]:
    """What a call answers to whoever has the token."""
    asked = {"appId": 36, "req": {"header": {"token": token}, **req}}
    headers = {"content-type": "application/json"}
    request = Request(f"{url}{path}", json.dumps(asked).encode(), headers)
    with urlopen(request, timeout=30) as answer:
        data: dict[str, Any] = json.load(answer)["data"]
        return data
