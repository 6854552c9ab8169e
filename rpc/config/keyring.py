"""The keys that sign and encrypt: given in the settings, or generated once for this installation."""

import os
import secrets
import stat
import sys
from pathlib import Path

MIN_KEY_BYTES = 32
"""The minimum length of a key, in bytes."""
MIN_DISTINCT_CHARACTERS = 8
"""The minimum number of distinct characters in a key: one with fewer was typed, not generated."""
READABLE_BY_OTHERS = stat.S_IRWXO | stat.S_IWGRP
"""The mode bits that a file of keys must not have. Its group may read it, as when a secret is mounted for one."""
EXAMPLES = frozenset(
    {"replace-me-with-32-random-bytes-or-more", "an-example-of-a-secret-key-of-32-bytes"}
)
"""Keys shown in the documentation, which protect nothing."""


def load_keys(data_dir: Path, may_generate: bool, setting: str) -> tuple[str, ...]:
    """The keys in a comma-separated list, or in a file with one per line; otherwise one that is generated once."""
    if not setting:
        if not may_generate:
            raise ValueError(
                f"is required with DATABASE_URL; give {MIN_KEY_BYTES} random bytes or more"
            )
        setting = str(generate(data_dir / "secret.key"))
    if setting.startswith(("/", "./")):
        try:
            check_private(Path(setting), own=Path(setting) == data_dir / "secret.key")
            setting = Path(setting).read_text().replace("\n", ",")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError("looks like a path, but that file cannot be read") from error
    keys = tuple(key.strip() for key in setting.split(",") if key.strip())
    if not keys:
        raise ValueError("holds no key")
    for key in keys:
        if (
            len(key.encode()) < MIN_KEY_BYTES
            or len(set(key)) < MIN_DISTINCT_CHARACTERS
            or key in EXAMPLES
        ):
            raise ValueError(
                f"is too weak; give {MIN_KEY_BYTES} random bytes or more, and not an example's"
            )
    return keys


def check_private(path: Path, *, own: bool) -> None:
    """Correct the mode of our own file that others can read. Raises ValueError for another user's file."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) or not mode & READABLE_BY_OTHERS:
        return
    if not own:
        raise ValueError(f"names a file that others can read; run: chmod o-rwx,g-w {path}")
    path.chmod(0o600)
    sys.stderr.write(f"SECRET_KEY: others could read {path}; from now on its owner alone can\n")


def generate(path: Path) -> Path:
    """The file with the key of this installation; the first process to start generates it."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        temporary.touch(mode=0o600)
        temporary.write_text(secrets.token_urlsafe(48))
        try:
            os.link(
                temporary, path
            )  # unlike a rename, this never replaces the key of another process
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    return path
