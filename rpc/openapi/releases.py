"""The released documents that are kept in schema/released, and the changelog that their differences make."""

import json
from functools import cache
from typing import Any

from rpc.config.settings import ROOT
from rpc.openapi.promise import Difference, compare
from schema.core.api_version import BREAKS, RELEASES_KEPT

RELEASED = ROOT / "schema" / "released"
RELEASED_EVENTS = RELEASED / "events"


@cache
def read_releases() -> list[dict[str, Any]]:
    """The promised part of each released document, the oldest first."""
    return [json.loads(file.read_bytes()) for file in sorted(RELEASED.glob("*.json"))]


@cache
def read_event_releases() -> list[dict[str, Any]]:
    """The AsyncAPI document of each release, the oldest first."""
    return [json.loads(file.read_bytes()) for file in sorted(RELEASED_EVENTS.glob("*.json"))]


def version_of(document: dict[str, Any]) -> str:
    return str(document["info"]["version"])


@cache
def changes_by_release() -> dict[str, list[Difference]]:
    """What each release changed against the one before, the newest first; nothing of the first one."""
    releases = read_releases()
    pairs = zip([None, *releases], releases, strict=False)
    found = {version_of(after): compare(before, after) if before else [] for before, after in pairs}
    return dict(reversed(found.items()))


def changelog() -> str:
    """The changelog as a guide: what each release broke, with the reasons, and what it added."""
    parts = [INTRODUCTION]
    for version in changes_by_release():
        parts += [f"## {version}", *describe_release(version)]
    return "\n\n".join(parts)


def describe_release(version: str) -> list[str]:
    """What a release changed, in paragraphs of a guide's markup."""
    parts: list[str] = []
    first = read_releases()[0]
    if version == version_of(first):
        parts.append(
            f"The first dated version: {len(first['paths'])} calls of API tokens and brands' keys."
        )
    broken = [f"- {each.what} Why: {each.why}" for each in BREAKS if each.release == version]
    added = [f"- {each}" for each in changes_by_release()[version] if not each.breaking]
    if broken:
        parts += ["What was changed, and why:", "\n".join(broken)]
    if added:
        parts += ["What was added:", "\n".join(added)]
    return parts


INTRODUCTION = f"""\
The version of the API is the day of its release, and stands in the description under **Download OpenAPI**. Programs \
written for one of the last {RELEASES_KEPT} releases go on working: within a version there are only additions. A call, \
an optional field of a request, a field of a reply, a code or a value that a reply can have may be added; ignore what \
you do not know.

A call that is going to end says so in every answer, by the headers `Deprecation` and `Sunset`, at least six months \
before. [The feed]({{portal}}/openapi/changes.atom) tells each release."""
