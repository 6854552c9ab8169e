"""The machinery every call passes through. A handler needs only the names below."""

from rpc.calls.context import Brand, Guest, Member, Operator, Publisher, Worker
from rpc.calls.registry import endpoint, procedure, query
from rpc.http.request import Request
from rpc.http.response import Respond, Response
from rpc.jobs.job import job
from schema.core.errors import Code, Fault, Rule

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
    "Rule",
    "Worker",
    "endpoint",
    "job",
    "procedure",
    "query",
]
