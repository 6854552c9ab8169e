"""The demonstration's provider: signing in by one can be tried on this machine, where the tool for it is installed."""

import importlib.util
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from rpc.config.settings import Settings

HERE = ("localhost", "127.0.0.1", "::1")
PEOPLE = (
    {"sub": "demo", "email": "demo@example.com", "email_verified": True, "name": "Demo"},
    {"sub": "newcomer", "email": "newcomer@example.com", "email_verified": True, "name": "New"},
)
"""One who has an account, and one who has none."""


@contextmanager
def offered(settings: Settings) -> Iterator[dict[str, str]]:
    """Runs a provider for the block; what the environment of the portal's processes then says of it.

    Nothing outside the demonstration, where others are set, and where a browser elsewhere could not reach it.
    """
    reached = urlsplit(settings.public_url).hostname in HERE
    installed = importlib.util.find_spec("oidc_provider_mock") is not None
    if not (settings.demo and reached and installed) or settings.oidc_providers:
        yield {}
        return
    port = free_port()
    provider = {
        "name": "example",
        "label": "Example login",
        "issuer": f"http://127.0.0.1:{port}",
        "client_id": "portal",
        "client_secret": "demonstration",
    }
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "handlers.cli.dev_oidc", str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            yield {"OIDC_PROVIDERS": json.dumps([provider])}
        finally:
            process.terminate()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serve(port: int) -> None:
    """Be the provider, until the portal that began it is gone, of which its closed pipe tells."""
    from oidc_provider_mock.__main__ import run

    def wait() -> None:
        while os.read(0, 1):
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
    people = [part for person in PEOPLE for part in ("--user-claims", json.dumps(person))]
    run(["--port", str(port), *people])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
