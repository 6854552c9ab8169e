"""The keys that sign and seal: given, or drawn once for this installation."""

import os
import secrets
import stat
import sys
from pathlib import Path

KEY_LEAST = 32
"""Bytes of a key that signs tokens."""
KEY_DISTINCT = 8
"""Different characters in a key, or it was typed and not drawn."""
READABLE_BY_OTHERS = stat.S_IRWXO | stat.S_IWGRP
"""What a file of keys must not allow. Its group may read it, as where a secret is mounted for one."""
EXAMPLES = frozenset(
    {"replace-me-with-32-random-bytes-or-more", "an-example-of-a-secret-key-of-32-bytes"}
)
"""Keys that the documentation shows, which protect nobody."""


def keyring(data_dir: Path, may_draw: bool, given: str) -> tuple[str, ...]:
    """The keys of a list parted by commas, or of a file with one a line; else one drawn once."""
    if not given:
        if not may_draw:
            raise ValueError(
                f"is needed beside DATABASE_URL; give {KEY_LEAST} random bytes or more"
            )
        given = str(generate(data_dir / "secret.key"))
    if given.startswith(("/", "./")):
        try:
            check_private(Path(given), own=Path(given) == data_dir / "secret.key")
            given = Path(given).read_text().replace("\n", ",")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError("begins like a path, and that file cannot be read") from error
    keys = tuple(key.strip() for key in given.split(",") if key.strip())
    if not keys:
        raise ValueError("holds no key")
    for key in keys:
        if len(key.encode()) < KEY_LEAST or len(set(key)) < KEY_DISTINCT or key in EXAMPLES:
            raise ValueError(
                f"is too weak; give {KEY_LEAST} random bytes or more, and no example's"
            )
    return keys


def check_private(path: Path, *, own: bool) -> None:
    """Mend the modes of a file of ours that others can read. Raises ValueError for one of somebody else's."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) or not mode & READABLE_BY_OTHERS:
        return
    if not own:
        raise ValueError(f"names a file that others can read; run: chmod o-rwx,g-w {path}")
    path.chmod(0o600)
    sys.stderr.write(f"SECRET_KEY: others could read {path}; from now on its owner alone can\n")


def generate(path: Path) -> Path:
    """The file of this installation's own key; the first process to come draws it."""
    own = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        own.touch(mode=0o600)
        own.write_text(secrets.token_urlsafe(48))
        try:
            os.link(own, path)  # unlike a rename, it never replaces another's
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path
