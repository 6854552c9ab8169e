"""The embedded server: started, shared and stopped, also after crashes."""

import getpass
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from sql.server import embedded, pg_config
from tests.support.databases import execute
from tests.support.timing import measure, wait_without_loop


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    folder = embedded.cluster_folder(tmp_path, chosen=False)
    yield folder
    embedded.stop(folder)
    if folder.exists() and embedded.is_running(folder):
        embedded.stop_server(folder)
    shutil.rmtree(folder.parent, ignore_errors=True)


def postmaster(folder: Path) -> psutil.Process:
    return psutil.Process(int((folder / "postmaster.pid").read_text().split()[0]))


def has_ended(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def answers(url: str) -> bool:
    return execute(url, "SELECT 1 AS one")[0]["one"] == 1


def test_embedded_postgres_stops_with_its_last_user(folder: Path) -> None:
    url = embedded.start(folder)
    process = postmaster(folder)

    embedded.stop(folder)

    assert url
    assert not embedded.is_running(folder)
    assert has_ended(process)


def test_embedded_postgres_keeps_running_for_another_user(folder: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c",
         "import sys; from pathlib import Path; from sql.server import embedded;"
         "print(embedded.start(Path(sys.argv[1])), flush=True); sys.stdin.read();"
         "embedded.stop(Path(sys.argv[1]))", str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert other.stdout is not None
    other.stdout.readline()
    url = embedded.start(folder)

    embedded.stop(folder)

    assert answers(url)
    other.communicate("")
    assert not embedded.is_running(folder)


def test_data_survive_a_restart_of_the_embedded_postgres(folder: Path) -> None:
    with measure() as first:
        execute(embedded.start(folder), "CREATE TABLE kept AS SELECT 7 AS seven")
    embedded.stop(folder)

    with measure() as second:
        url = embedded.start(folder)

    assert execute(url, "SELECT seven FROM kept")[0]["seven"] == 7
    assert second < 5 * first, "the first made it, too"


def test_stale_postgres_pid_of_another_process_is_ignored(folder: Path) -> None:
    embedded.start(folder)
    lines = (folder / "postmaster.pid").read_text().splitlines()
    embedded.stop(folder)
    with subprocess.Popen(["sleep", "60"]) as innocent:
        (folder / "postmaster.pid").write_text("\n".join([str(innocent.pid), *lines[1:]]) + "\n")
        (folder / f"{pg_config.SOCKET}.lock").write_text(f"{innocent.pid}\n")

        url = embedded.start(folder)

        assert answers(url)
        embedded.stop(folder)
        assert innocent.poll() is None
        innocent.kill()


def test_killed_embedded_postgres_starts_again(folder: Path) -> None:
    execute(embedded.start(folder), "CREATE TABLE kept AS SELECT 7 AS seven")
    killed = postmaster(folder)
    killed.kill()
    wait_without_loop(lambda: has_ended(killed))

    url = embedded.start(folder)

    assert execute(url, "SELECT seven FROM kept")[0]["seven"] == 7


def test_killed_process_does_not_keep_the_embedded_postgres_running(folder: Path) -> None:
    killed = subprocess.Popen(
        [sys.executable, "-c",
         "import os, sys; from pathlib import Path; from sql.server import embedded;"
         "embedded.start(Path(sys.argv[1])); os.kill(os.getpid(), 9)", str(folder)],
    )  # fmt: skip
    killed.wait()
    assert embedded.is_running(folder)
    embedded.start(folder)

    embedded.stop(folder)

    assert not embedded.is_running(folder)


def test_interrupted_first_start_of_the_embedded_postgres_is_repeated(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "base").mkdir()

    assert answers(embedded.start(folder))


def test_embedded_database_is_utf8_and_sorts_by_code_point(folder: Path) -> None:
    url = embedded.start(folder)

    [row] = execute(
        url,
        "SELECT current_setting('server_encoding') AS encoding, datlocprovider::text AS provider,"
        " datlocale AS locale FROM pg_database WHERE datname = current_database()",
    )

    assert tuple(row) == ("UTF8", "b", "C.UTF-8")


def test_data_folder_of_the_embedded_postgres_is_private(folder: Path) -> None:
    embedded.start(folder)

    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder.stat().st_uid == embedded.server_user()[0] != 0


def test_embedded_postgres_works_in_a_folder_too_long_for_a_socket(folder: Path) -> None:
    long = folder.parent / "it's long" / ("x" * 90)
    url = embedded.start(long)

    assert answers(url)
    sockets = embedded.socket_folder(long)
    embedded.stop(long)
    assert not sockets.exists()


def test_killed_embedded_postgres_in_a_long_folder_keeps_its_socket(folder: Path) -> None:
    long = folder.parent / "it's long" / ("x" * 90)
    url = embedded.start(long)
    killed = postmaster(long)
    killed.kill()
    wait_without_loop(lambda: has_ended(killed))

    assert embedded.start(long) == url

    assert answers(url)
    embedded.stop(long)


def test_embedded_postgres_runs_as_an_unprivileged_user(folder: Path) -> None:
    embedded.start(folder)

    root = os.geteuid() == 0
    assert postmaster(folder).username() == ("nobody" if root else getpass.getuser())


def test_home_folder_of_the_embedded_postgres_user_stays_private(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    folder = embedded.cluster_folder(home, chosen=True)

    if os.geteuid() == 0:
        with pytest.raises(embedded.ServerError, match=r"^DATA_DIR: [^\n]*cannot enter[^\n]*$"):
            embedded.start(folder)
    else:
        assert answers(embedded.start(folder))
        embedded.stop(folder)

    assert home.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("gigabytes", "mebibytes"), [(0.5, 128), (2, 256), (4, 512), (64, 1024)])
def test_shared_buffers_of_the_embedded_postgres_scale_with_the_memory(
    gigabytes: float, mebibytes: int
) -> None:
    assert pg_config.shared_buffers(int(gigabytes * (1 << 30))) == mebibytes


def test_embedded_postgres_keeps_to_the_memory_limit_of_the_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, none = tmp_path / "memory.max", tmp_path / "none"
    monkeypatch.setattr(pg_config, "CGROUP_LIMITS", (given, none))

    given.write_text("max\n")
    assert pg_config.total_memory() == psutil.virtual_memory().total
    given.write_text(f"{512 << 20}\n")
    assert pg_config.total_memory() == 512 << 20
