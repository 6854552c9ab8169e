"""The terms that publishers agree to at sign-up."""

from hashlib import sha256

from msgspec import Struct

TITLE = "Terms of the network"
VERSION_LENGTH = 16


class Terms(Struct, frozen=True):
    """The terms; `text` is formatted like a help article, and `version` changes with every edit."""

    title: str
    text: str
    version: str


def parse_terms(source: str) -> Terms:
    """Parse terms from a text whose first line may be `# Title`."""
    version = sha256(source.encode()).hexdigest()[:VERSION_LENGTH]
    first, _, rest = source.strip().partition("\n")
    if first.startswith("# "):
        return Terms(first[2:].strip(), rest.strip(), version)
    return Terms(TITLE, source.strip(), version)
