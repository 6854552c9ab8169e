"""The trace that a request belongs to (W3C Trace Context): it is logged, and never passed to another party."""

import re
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import structlog

HEADER = b"traceparent"
TRACEPARENT = re.compile(rb"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?")
SAMPLED = 1
"""The flag of a caller that records the trace."""


class Trace(NamedTuple):
    id: str
    is_recorded: bool
    """Whether the caller records the trace, so that a call is logged even if it only reads."""


def read_trace(header: bytes) -> Trace | None:
    """The trace in the header of a request; None if it is malformed."""
    match = TRACEPARENT.fullmatch(header)
    if match is None:
        return None
    version, trace_id, parent_id, flags, more = match.groups()
    unknown = version == b"ff" or (version == b"00" and more is not None)
    if unknown or not int(trace_id, 16) or not int(parent_id, 16):
        return None
    return Trace(trace_id.decode(), bool(int(flags, 16) & SAMPLED))


def within_trace(trace_id: str) -> AbstractContextManager[None]:
    """Log the trace with every line logged in the block; jobs that are queued in it log it, too."""
    return structlog.contextvars.bound_contextvars(trace_id=trace_id) if trace_id else nullcontext()


def current_trace() -> str:
    """The trace that the code runs in; empty if there is none."""
    trace_id: str = structlog.contextvars.get_contextvars().get("trace_id", "")
    return trace_id
