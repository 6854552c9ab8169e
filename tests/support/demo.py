"""A portal with the demonstration data, in a process of its own."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.support.browser import ROOT
from tests.support.timing import HANG_SECONDS, wait_without_loop

DEMO = ("demo@example.com", "publisher-demo-pass")
OPERATOR = ("operator@example.com", "operator-demo-pass")


@contextmanager
def demonstration(folder: Path, **settings: str) -> Iterator[str]:
    """Run it on PORT or a free port, with its data in this folder; its address."""
    folder.mkdir(parents=True, exist_ok=True)
    port = os.environ.get("PORT") or str(free_port())
    environment = {**os.environ, "DATA_DIR": str(folder), "PORT": port, "DEMO": "1"} | settings
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
        server.wait(HANG_SECONDS)


def wait_for(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until it can work; end with what it said if it never can."""

    def is_ready() -> bool:
        with suppress(URLError, OSError), urlopen(url, timeout=HANG_SECONDS):
            return True
        return False

    try:
        wait_without_loop(is_ready, lambda: server.poll() is None)
    except AssertionError:
        sys.exit(f"The portal did not start:\n{log.read_text()[-4000:]}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def sign_in(url: str, person: tuple[str, str]) -> str:
    """A token of an account of the demonstration."""
    account, password = person
    attributes = {"account": account, "password": password}
    token: str = call(url, "", "/auth/sign_in", attributes=attributes)["token"]
    return token


def call(url: str, token: str, path: str, *, address: str = "", **req: Any) -> dict[str, Any]:
    """The answer of a call with this token, from an address if the portal trusts this machine as a proxy."""
    asked = {"appId": 36, "req": {"header": {"token": token}, **req}}
    headers = {"content-type": "application/json"}
    if address:
        headers["x-forwarded-for"] = address
    request = Request(f"{url}{path}", json.dumps(asked).encode(), headers)
    with urlopen(request, timeout=HANG_SECONDS) as answer:
        reply = json.load(answer)
    if reply["code"] != 0:
        raise AssertionError(f"{path}: {reply}")
    data: dict[str, Any] = reply["data"]
    return data
