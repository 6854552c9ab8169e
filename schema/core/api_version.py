"""The version of the API that integrators rely on, and what was broken with reason."""

from datetime import date

from msgspec import Struct

API_VERSION = "2026-11-27"
"""The day of the latest release, whose document is schema/released/2026-11-27.json. Within it, the calls of API tokens
and brands' keys change by additions alone (rpc/openapi/promise.py)."""
RELEASES_KEPT = 3
"""How many releases are supported: tests make their calls and read the replies as a program of that time would."""


class Break(Struct, frozen=True):
    """A change that breaks a program that was written for the release before."""

    release: str
    what: str
    """As `portal promise` says it; for the first release, which had none before it, in words."""
    why: str


BREAKS = (
    Break(
        "2026-11-27",
        "A key that a call does not know is refused (21000) wherever it stands, in `req`, `header` and at the top too.",
        "`req.filters`, with one letter too many, was ignored, and a report of everything was the answer.",
    ),
    Break(
        "2026-11-27",
        "`data` of a refusal names the field, the rule that it breaks and the limit; texts of `message` changed.",
        "Programs had to take texts apart to learn which field to correct.",
    ),
    Break(
        "2026-11-27",
        "A compressed body answers HTTP 415, and refusals of uploads name the part that is wrong.",
        "They were called what they were not: a body that ended early, or one that is no JSON.",
    ),
    Break(
        "2026-11-27",
        "The test of a postback sends an event of the same form as a real one of its type.",
        "A receiver that passed the test failed on the first real event.",
    ),
    Break(
        "2026-11-27",
        "In the OpenAPI document a reply's code is 0, a refusal's is of an enum; no property has a default.",
        "Generated clients took refusals for replies, and asked for every optional field.",
    ),
)
"""Breaks of a release that are meant. `make check` fails on every other."""


class Deprecation(Struct, frozen=True):
    """A call that is going to end: every answer of it says so in the headers of RFC 9745 and RFC 8594."""

    since: date
    sunset: date
    """The first day on which it may be gone."""
    instead: str
    """The path of the call to make in its place."""
