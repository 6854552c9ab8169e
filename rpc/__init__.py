"""The machinery every call passes through. A handler needs only the names below."""

from rpc.calls.context import Brand, Guest, Member, Operator, Publisher, Worker
from rpc.calls.registry import door, procedure, query
from rpc.http.request import Door
from rpc.http.response import Answer, Give
from rpc.jobs.job import job
from schema.core.errors import Code, Fault

__all__ = [
    "Answer",
    "Brand",
    "Code",
    "Door",
    "Fault",
    "Give",
    "Guest",
    "Member",
    "Operator",
    "Publisher",
    "Worker",
    "door",
    "job",
    "procedure",
    "query",
]
