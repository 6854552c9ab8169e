"""`portal run` refuses invalid settings and environments, in one clear line."""

import socket
import subprocess
from pathlib import Path

import pytest

from tests.conftest import MakeDatabase
from tests.support.process.run import COMMAND, environment, output_of
from tests.support.timing import HANG_SECONDS


def test_portal_run_reports_a_port_in_use_in_one_line(data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        done = output_of(data, {"PORT": str(taken.getsockname()[1])})

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
def test_portal_run_reports_a_wrong_setting_in_one_line(data: Path, name: str, value: str) -> None:
    done = output_of(data, {name: value})

    assert done.returncode == 2
    assert done.stderr.startswith(f"{name}: ")
    assert done.stderr.count("\n") == 1


def test_portal_run_reports_an_unreachable_database_without_traceback(
    data: Path, port: int
) -> None:
    key = "0123456789abcdefghijklmnopqrstuvwxyz"
    done = output_of(
        data, {"DATABASE_URL": f"postgresql://u:p@127.0.0.1:{port}/x", "SECRET_KEY": key}
    )

    assert done.returncode == 2
    assert "DATABASE_URL: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [("reconcile",), ("import-orders", "orders.csv")])
def test_portal_run_reports_a_database_without_tables_in_one_line(
    data: Path, make_database: MakeDatabase, command: tuple[str, ...]
) -> None:
    key = "0123456789abcdefghijklmnopqrstuvwxyz"
    (data / "orders.csv").write_text("order_id\n")
    done = subprocess.run(
        [*COMMAND[:-1], *command], cwd=data, capture_output=True, text=True, timeout=HANG_SECONDS,
        env=environment(data, 8000) | {"DATABASE_URL": make_database(empty=True), "SECRET_KEY": key},
    )  # fmt: skip

    assert done.returncode == 2
    assert done.stderr.startswith("DATABASE_URL: ")
    assert "portal migrate" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("key", ["", "replace-me-with-32-random-bytes-or-more", "x" * 40])
def test_external_database_requires_its_own_secret_key(
    data: Path, make_database: MakeDatabase, key: str
) -> None:
    done = output_of(data, {"DATABASE_URL": make_database(), "SECRET_KEY": key})

    assert done.returncode == 2
    assert done.stderr.startswith("SECRET_KEY: ")
