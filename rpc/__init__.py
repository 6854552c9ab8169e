"""The machinery every call passes through. A handler needs only the names below."""

from rpc.context import Brand, Guest, Member, Operator, Publisher, Worker
from rpc.door import Answer, Door, Give
from rpc.jobs import job
from rpc.registry import door, procedure, query
from schema.errors import Code, Fault

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
