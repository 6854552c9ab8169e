"""Sandboxes: publishers of their own, in which integrators try things out (docs/sandbox.md)."""

SANDBOX_FROM = 2**33
"""The number of the first sandbox: publishers from here on are sandboxes, all others are live (migration 0283)."""


def is_live(publisher_id: int) -> bool:
    """Whether a publisher is no sandbox; the function of the same name says it in SQL."""
    return publisher_id < SANDBOX_FROM
