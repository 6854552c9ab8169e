"""A server that keeps failing is restarted, less and less often."""

from itertools import pairwise
from pathlib import Path

import pytest

from rpc.config.settings import Settings
from rpc.database.connect import embedded_folder
from sql.server import server_watch
from sql.server.pg_binaries import ServerError
from sql.server.server_watch import LONGEST_WAIT, ServerWatch


class Server:
    """An embedded server that may not start, and the clock beside it."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.runs = False
        self.broken = True
        self.starts: list[float] = []

    def start(self, _: Path) -> None:
        self.starts.append(self.now)
        if self.broken:
            raise ServerError("The embedded PostgreSQL: pg_ctl failed: no space left")
        self.runs = True

    def pass_seconds(self, own: ServerWatch, seconds: int) -> None:
        for _ in range(seconds * 5):
            own.check()
            self.now += 0.2


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    made = Server()
    monkeypatch.setattr(server_watch.embedded, "is_running", lambda _: made.runs)
    monkeypatch.setattr(server_watch.embedded, "start", made.start)
    monkeypatch.setattr(server_watch.time, "monotonic", lambda: made.now)
    return made


def test_failed_restarts_of_the_embedded_postgres_are_retried_with_growing_delays(
    server: Server, tmp_path: Path
) -> None:
    lines: list[str] = []
    server.pass_seconds(ServerWatch(tmp_path, lines.append), 400)

    waits = [round(b - a) for a, b in pairwise(server.starts)]
    assert waits[:6] == [1, 2, 4, 8, 16, 32]
    assert set(waits[6:]) == {round(LONGEST_WAIT)}
    assert "pg_ctl failed: no space left; next attempt in 4 s" in "\n".join(lines)


def test_repeatedly_crashing_embedded_postgres_is_restarted_less_often(
    server: Server, tmp_path: Path
) -> None:
    server.broken = False
    own = ServerWatch(tmp_path, str)
    for _ in range(60):
        server.pass_seconds(own, 1)
        server.runs = False
    assert 4 < len(server.starts) < 8


def test_stable_embedded_postgres_is_restarted_at_once(server: Server, tmp_path: Path) -> None:
    own = ServerWatch(tmp_path, str)
    server.broken = False
    server.pass_seconds(own, 100)
    assert len(server.starts) == 1

    server.runs = False
    ended = server.now
    server.pass_seconds(own, 3)

    assert server.starts[1] - ended <= 1


def test_external_database_is_never_restarted_by_the_portal(server: Server, tmp_path: Path) -> None:
    given = {"DATA_DIR": str(tmp_path), "DATABASE_URL": "postgresql://host/name", "DEMO": "1"}
    folder = embedded_folder(Settings.from_environment(given))
    assert folder is None
    server.pass_seconds(ServerWatch(folder, str), 10)
    assert server.starts == []
