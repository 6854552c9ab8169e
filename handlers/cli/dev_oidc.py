"""The demonstration's OpenID Connect provider, to try signing in with one on this machine."""

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

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
PEOPLE = (
    {"sub": "demo", "email": "demo@example.com", "email_verified": True, "name": "Demo"},
    {"sub": "newcomer", "email": "newcomer@example.com", "email_verified": True, "name": "New"},
)
"""One person with an account, and one without."""


@contextmanager
def run_provider(settings: Settings) -> Iterator[dict[str, str]]:
    """Run a provider for the block. Yields the environment variables that configure the portal to use it.

    Yields none outside the demonstration, if providers are set, or if browsers elsewhere could not reach it.
    """
    is_local = urlsplit(settings.public_url).hostname in LOCAL_HOSTS
    installed = importlib.util.find_spec("oidc_provider_mock") is not None
    if not (settings.demo and is_local and installed) or settings.oidc_providers:
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
    """Serve as the provider until the portal that started it ends, which closes its pipe."""
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
