"""The machinery every call passes through. A handler needs only the names below."""

from rpc.calls.context import Brand, Guest, Member, Operator, Publisher, Worker
from rpc.calls.registry import door, procedure, query
from rpc.http.request import Request
from rpc.http.response import Respond, Response
from rpc.jobs.job import job
from schema.core.errors import Code, Fault

__all__ = [
    "Brand",
    "Code",
    "Fault",
    "Guest",
    "Member",
    "Operator",
    "Publisher",
    "Request",
    "Respond",
    "Response",
    "Worker",
    "door",
    "job",
    "procedure",
    "query",
]
