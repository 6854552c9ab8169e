"""The log: one JSON object per line on standard error, in UTC, without secrets."""

import logging
import sys
import traceback
from typing import Any

import asyncpg
import structlog

SECRETS = ("password", "token", "secret", "key", "authorization", "cookie", "email", "url", "link")
"""A value is masked if its name contains one of these words."""
NOT_SECRET = frozenset({"request_id"})


def configure(level: str) -> None:
    """Set up structlog and, through it, the logs of the libraries."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        mask_secrets,
        format_exception,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
            foreign_pre_chain=shared,
        )
    )
    logging.getLogger("asyncio").addFilter(is_not_duplicate)
    logging.basicConfig(
        handlers=[handler], level=max(logging.WARNING, getattr(logging, level.upper()))
    )


def is_not_duplicate(record: logging.LogRecord) -> bool:
    """A logging filter that drops a second report of a lost connection.

    asyncpg's copy_in() leaves a future behind if the connection has just closed; its caller gets another error.
    """
    error = record.exc_info[1] if record.exc_info else None
    lost = isinstance(error, asyncpg.ConnectionDoesNotExistError)
    return not (lost and record.getMessage().startswith("Future exception was never retrieved"))


def mask_secrets(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    for name in event.keys() - NOT_SECRET:
        if any(word in name.lower() for word in SECRETS):
            event[name] = "…"
    return event


def format_exception(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    """Log the type and place of an exception, but not its message or locals, which may contain a secret."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    elif isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        event["error"] = type(error).__name__
        event["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
    return event
