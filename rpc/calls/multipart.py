"""Calls that take a file: multipart, with the part `file` and the part `data`, answered as any call is."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterable
from random import getrandbits
from typing import Any, ClassVar, NamedTuple

import msgspec
from python_multipart.exceptions import FormParserError
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from rpc.calls.context import Guest, RequestInfo
from rpc.calls.decode_errors import check_app_id, decode
from rpc.calls.endpoints import envelope_response, fault_response
from rpc.calls.entries import DoorEntry, Entry, Handler
from rpc.calls.registry import Registry, registry
from rpc.calls.transport import bearer_token, check_origin
from rpc.http.request import Receive, Request
from rpc.http.response import Response
from rpc.security.concurrency import BoundedQueue
from schema.accounts.upload import FILE_LARGEST, UploadData
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault

MULTIPART = "multipart/form-data"
MAX_FIELDS, MAX_FIELD_SIZE = 4, 64 * 1024
MAX_BODY_SIZE = FILE_LARGEST + MAX_FIELDS * MAX_FIELD_SIZE
BODY_TIMEOUT = 25.0
"""Seconds, which is less than a browser waits for the answer."""
MAX_CONCURRENT, MAX_WAITING = 2, 20
MAX_FILENAME = 255
DATA = msgspec.json.Decoder(UploadData)
# A line for each malformed body would be a way to fill the disk.
logging.getLogger("python_multipart").setLevel(logging.ERROR)


class File(NamedTuple):
    """What was sent, and what it was called where it came from."""

    name: str
    body: bytes


class Upload(DoorEntry):
    """A call with a file: its handler takes a context and a `file`."""

    caller: ClassVar[type] = Guest

    def __init__(self, path: str, handler: Handler, raises: Iterable[Code]) -> None:
        super().__init__(path, handler, ["POST"], "")
        self.raises = frozenset(raises)
        self._queue = BoundedQueue(MAX_CONCURRENT, MAX_WAITING)

    def expected_path(self) -> str:
        return Entry.expected_path(self)

    def rules(self) -> dict[str, bool]:
        kept = Entry.rules(self)
        kept.pop("takes attributes, filter and page, no more")
        return kept | {"takes a file and nothing else": self.parameters == {"file": File}}

    async def __call__(self, request: Request) -> Response:
        """Read the file, admit who sent it, and answer in an envelope."""
        if not request.header(b"content-type").lower().startswith(MULTIPART):
            given = fault_response(Fault(Code.REQUEST_INVALID, f"Send the body as {MULTIPART}"))
            given.status = 415
            return given
        check_origin(request.headers, request.resources)
        file, token = await read_form(request)
        asked = RequestInfo(
            path=self.path,
            token=token,
            ip=request.ip,
            user_agent=request.header(b"user-agent")[:255],
            request_id=f"{getrandbits(64):016x}",
        )
        # Each file at work is held whole in memory.
        async with self._queue.slot():
            session = await self.context.load_session(request.resources, asked)
            async with request.resources.pool_for_calls.connection() as db:
                now = request.resources.clock.now()
                context = await self.context.authorize(db, now, request.resources, asked, session)
                return envelope_response(Reply(data=await self.run_handler(context, file)))

    async def run_handler(self, context: Guest, file: File) -> Any:
        try:
            return await self.handler(context, file)
        except Fault as fault:
            self.check_declared(fault)
            raise


async def read_form(request: Request) -> tuple[File, str]:
    """The file of a body and the token beside it; what is too large is not read to its end."""
    parser = MultiPartParser(
        Headers(raw=request.scope["headers"]),
        chunks(request.receive),
        max_files=1,
        max_fields=MAX_FIELDS,
        max_part_size=MAX_FIELD_SIZE,
    )
    try:
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                form = await parser.parse()
        except TimeoutError:
            raise Fault(Code.REQUEST_INVALID, "The body took too long to arrive") from None
        except (MultiPartException, FormParserError) as error:
            raise Fault(Code.REQUEST_INVALID, f"The body is not {MULTIPART}: {error}") from None
        return await file_and_token(request, form)
    finally:
        # Not those of the form: a file whose end never came is none of its parts.
        for held in parser._files_to_close_on_error:
            held.close()


async def file_and_token(request: Request, form: FormData) -> tuple[File, str]:
    """The file and the token out of a body that is whole. Raises REQUEST_INVALID naming what is missing."""
    data = form.get("data")
    if not isinstance(data, str):
        raise Fault(Code.REQUEST_INVALID, field="data", why="is required: {appId, token} as JSON")
    told: UploadData = decode(DATA, data.encode("utf-8", "surrogatepass"))
    check_app_id(told.app_id)
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise Fault(Code.REQUEST_INVALID, field="file", why="is required")
    body = await file.read()
    if len(body) > FILE_LARGEST:
        raise Fault(Code.TOO_LARGE, too_large_message())
    if not body:
        raise Fault(Code.REQUEST_INVALID, field="file", why="is empty")
    return File(clean_filename(file.filename or ""), body), told.whose or bearer_token(
        request.headers
    )


async def chunks(receive: Receive) -> AsyncGenerator[bytes, None]:
    """The body as it comes, up to what may be."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Fault(Code.REQUEST_INVALID, "The body ended early")
        more = message.get("more_body", False)
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > MAX_BODY_SIZE:
            raise Fault(Code.TOO_LARGE, too_large_message())
        yield part


def too_large_message() -> str:
    return f"A file cannot be larger than {FILE_LARGEST // 1024 // 1024} MiB"


def clean_filename(called: str) -> str:
    """The last part of a file's name, without what no name should hold; never empty."""
    last = called.replace("\\", "/").rpartition("/")[2]
    kept = "".join(letter for letter in last if letter.isprintable()).strip()
    return kept[-MAX_FILENAME:] or "file"


def upload(
    path: str, *, raises: Iterable[Code] = (), to: Registry = registry
) -> Callable[[Handler], Upload]:
    """Answer uploads to `path`; outside a transaction, because a file is put away meanwhile."""
    return lambda handler: to.add(Upload(path, handler, raises))
