"""How a publisher proves that it owns a website, and when a changed address needs a new proof."""

from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from schema.core.scalar import Id
from schema.core.url import parse_url

META_NAME = "publisher-verification"
FILE_PATH = "/publisher-verification.txt"
RECORD_PREFIX = "_publisher-verification"
PROOF_REDIRECTS_MAX = 5
"""How many redirects are followed to the page that proves who owns a channel."""


class ProofMethod(StrEnum):
    META = "meta"
    FILE = "file"
    DNS = "dns"


class SiteProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The channel, and where its proof was placed."""

    rules_under: ClassVar[str] = "site"

    id: Id
    method: ProofMethod


class ProofPlaces(Struct, frozen=True):
    """Where a channel's `proof` is looked for: in a meta tag, in a file, or in a TXT record of its domain."""

    meta_name: str
    file_path: str
    record: str


PROOF_PLACES = ProofPlaces(META_NAME, FILE_PATH, RECORD_PREFIX)


def keeps_proof(before: str, after: str) -> bool:
    """Whether the proof of a website holds after a change of its address: only if that is exactly the same."""
    return before == after


def record_name(website: str) -> str:
    """The name of the TXT record that proves who owns a website: on its domain, without www."""
    host, _ = parse_url(website) or ("", None)
    return f"{RECORD_PREFIX}.{host.removeprefix('www.')}"
