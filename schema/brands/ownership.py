"""How a publisher proves that a website is theirs."""

from enum import StrEnum
from typing import ClassVar
from urllib.parse import urlsplit

from msgspec import Struct

from schema.core.scalar import Id

META_NAME = "publisher-verification"
FILE_PATH = "/publisher-verification.txt"
RECORD_PREFIX = "_publisher-verification"


class ProofMethod(StrEnum):
    META = "meta"
    FILE = "file"
    DNS = "dns"


class SiteProof(Struct, frozen=True, forbid_unknown_fields=True):
    """Which site, and where its proof was put."""

    rules_under: ClassVar[str] = "site"

    id: Id
    method: ProofMethod


class ProofPlaces(Struct, frozen=True):
    """Where a site's `proof` is looked for: in a meta tag, a file, or a TXT record before the website's name."""

    meta_name: str
    file_path: str
    record: str


PROOF_PLACES = ProofPlaces(META_NAME, FILE_PATH, RECORD_PREFIX)


def record_name(website: str) -> str:
    """The name whose TXT record proves a website: of the domain, whether or not its address begins with www."""
    host = (urlsplit(website).hostname or "").rstrip(".").removeprefix("www.")
    return f"{RECORD_PREFIX}.{host}"
