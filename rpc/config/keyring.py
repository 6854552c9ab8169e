"""The keys that sign and seal: given, or drawn once for this installation."""

import os
import secrets
from pathlib import Path

MIN_KEY_BYTES = 32
"""Bytes of a key that signs tokens."""
MIN_DISTINCT_CHARACTERS = 8
"""Different characters in a key, or it was typed and not drawn."""
EXAMPLES = frozenset(
    {"replace-me-with-32-random-bytes-or-more", "an-example-of-a-secret-key-of-32-bytes"}
)
"""Keys that the documentation shows, which protect nobody."""


def load_keys(data_dir: Path, may_generate: bool, given: str) -> tuple[str, ...]:
    """The keys of a list parted by commas, or of a file with one a line; else one drawn once."""
    if not given:
        if not may_generate:
            raise ValueError(
                f"is needed beside DATABASE_URL; give {MIN_KEY_BYTES} random bytes or more"
            )
        given = str(generate(data_dir / "secret.key"))
    if given.startswith(("/", "./")):
        try:
            given = Path(given).read_text().replace("\n", ",")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError("begins like a path, and that file cannot be read") from error
    keys = tuple(key.strip() for key in given.split(",") if key.strip())
    if not keys:
        raise ValueError("holds no key")
    for key in keys:
        if (
            len(key.encode()) < MIN_KEY_BYTES
            or len(set(key)) < MIN_DISTINCT_CHARACTERS
            or key in EXAMPLES
        ):
            raise ValueError(
                f"is too weak; give {MIN_KEY_BYTES} random bytes or more, and no example's"
            )
    return keys


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
