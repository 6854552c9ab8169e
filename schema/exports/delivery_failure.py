"""Why a file could not be delivered, and what its publisher can do about it."""

from enum import StrEnum


class Failure(StrEnum):
    """Why a run of a schedule failed. `final`: trying again would not help, so the schedule stops at once."""

    words: str
    final: bool

    def __new__(cls, name: str, words: str, final: bool = False) -> "Failure":
        failure = str.__new__(cls, name)
        failure._value_ = name
        failure.words = words
        failure.final = final
        return failure

    FORBIDDEN = (
        "forbidden",
        "The server's name leads to an address that is not public, or its port may not be called. Give a public server",
        True,
    )
    UNREACHABLE = (
        "unreachable",
        "The server could not be reached. Check that it runs and that its firewall lets the portal in",
    )
    LOGIN = (
        "login",
        "The server refused the key, user or password. Save the schedule again with the right ones",
        True,
    )
    HOST_KEY = (
        "host_key",
        "The server showed another host key than the one that was pinned. If you replaced the server, save the schedule"
        " with its new fingerprint; if not, somebody may be between the portal and your server",
        True,
    )
    NO_BUCKET = (
        "no_bucket",
        "There is no such bucket in this region. Save the schedule with the bucket and region that your provider names",
        True,
    )
    WRITE = (
        "write",
        "The server does not let this user write in this place. Allow it to write and to replace files there, or save"
        " another folder",
        True,
    )
    FULL = "full", "The server has no room left. Make room there"
    SERVER = "server", "The server answered with an error"
    SLOW = "slow", "The server took too long to take the file"
    VIEW = (
        "view",
        "The saved view was deleted or no longer fits its report. Save the schedule with another one",
        True,
    )
    MAKER = (
        "maker",
        "Whoever made the schedule may not deliver this report any more. An owner can save it and so take it over",
        True,
    )
    SECRET = (
        "secret",
        "The stored secret can no longer be read. Save the schedule with the secret again",
        True,
    )
    CHANGED = (
        "changed",
        "The schedule was changed or deleted during this run, so nothing was delivered",
    )
    DIED = "died", "The portal stopped during this run, which is repeated"
    PORTAL = "portal", "The portal could not make the file, and tries again"


STOPPED_WITH_CHANGES = (
    "It was stopped with changes that were not yours. Check where it delivers, and save it again"
)
"""Why a schedule stopped that was made or changed since a change that was stopped."""


class DeliveryFailed(Exception):
    """A file could not be delivered. `detail` is what the server said, without its text."""

    def __init__(self, failure: Failure, detail: str = "") -> None:
        super().__init__(f"{failure.words} ({detail})" if detail else failure.words)
        self.failure = failure
