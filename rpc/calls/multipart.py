"""Calls that take a file: multipart, with the part `file` and the part `data`, answered as any call is."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterable
from random import getrandbits
from typing import Any, ClassVar, NamedTuple

import msgspec
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from rpc.calls.context import Guest, RequestInfo
from rpc.calls.decode_errors import check_app, decode
from rpc.calls.dispatch import bearer, check_origin
from rpc.calls.endpoints import envelope_response, fault_response
from rpc.calls.registry import DoorEntry, Entry, Handler, Registry, registry
from rpc.http.request import Receive, Request
from rpc.http.response import Response
from rpc.security.concurrency import BoundedQueue
from schema.accounts.upload import FILE_LARGEST, UploadData
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault

MULTIPART = "multipart/form-data"
FIELDS_MOST, FIELD_LARGEST = 4, 64 * 1024
BODY_LARGEST = FILE_LARGEST + FIELDS_MOST * FIELD_LARGEST
BODY_WITHIN = 25.0
"""Seconds, which is less than a browser waits for the answer."""
AT_ONCE, WAITING_MOST = 2, 20
CALLED_LONGEST = 255
DATA = msgspec.json.Decoder(UploadData)
# A line for each malformed body would be a way to fill the disk.
logging.getLogger("python_multipart").setLevel(logging.ERROR)


class File(NamedTuple):
    """What was sent, and what it was called where it came from."""

    called: str
    body: bytes


class Upload(DoorEntry):
    """A call with a file: its handler takes a context and a `file`."""

    caller: ClassVar[type] = Guest

    def __init__(self, path: str, handler: Handler, raises: Iterable[Code]) -> None:
        super().__init__(path, handler, ["POST"], "")
        self.raises = frozenset(raises)
        self._turns = BoundedQueue(AT_ONCE, WAITING_MOST)

    def home(self) -> str:
        return Entry.home(self)

    def rules(self) -> dict[str, bool]:
        kept = Entry.rules(self)
        kept.pop("takes attributes, filter and page, no more")
        return kept | {"takes a file and nothing else": self.takes == {"file": File}}

    async def __call__(self, request: Request) -> Response:
        """Read the file, admit who sent it, and answer in an envelope."""
        if not request.header(b"content-type").lower().startswith(MULTIPART):
            given = fault_response(Fault(Code.REQUEST_INVALID, f"Send the body as {MULTIPART}"))
            given.status = 415
            return given
        check_origin(request.headers, request.resources)
        file, token = await read(request)
        asked = RequestInfo(
            path=self.path,
            token=token,
            ip=request.ip,
            user_agent=request.header(b"user-agent")[:255],
            request_id=f"{getrandbits(64):016x}",
        )
        # Each file at work is held whole in memory.
        async with self._turns.slot():
            session = await self.context.load_session(request.resources, asked)
            async with request.resources.pool_for_calls.connection() as db:
                now = request.resources.clock.now()
                context = await self.context.authorize(db, now, request.resources, asked, session)
                return envelope_response(Reply(data=await self.handled(context, file)))

    async def handled(self, context: Guest, file: File) -> Any:
        try:
            return await self.handler(context, file)
        except Fault as fault:
            self.check(fault)
            raise


async def read(request: Request) -> tuple[File, str]:
    """The file of a body and the token beside it; what is too large is not read to its end."""
    check_charset(request.header(b"content-type"))
    parser = MultiPartParser(
        Headers(raw=request.scope["headers"]),
        chunks(request.receive),
        max_files=1,
        max_fields=FIELDS_MOST,
        max_part_size=FIELD_LARGEST,
    )
    try:
        try:
            async with asyncio.timeout(BODY_WITHIN):
                form = await parser.parse()
        except TimeoutError:
            raise Fault(Code.REQUEST_INVALID, "The body took too long to arrive") from None
        except (MultiPartException, FormParserError) as error:
            raise Fault(Code.REQUEST_INVALID, f"The body is not {MULTIPART}: {error}") from None
        return await parts(request, form)
    finally:
        # Not those of the form: a file whose end never came is none of its parts.
        for held in parser._files_to_close_on_error:
            held.close()


def check_charset(content_type: str) -> None:
    """The parser would read texts by any codec of Python that is named, `punycode` and `idna` among them."""
    _, options = parse_options_header(content_type)
    if options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise Fault(Code.REQUEST_INVALID, "Send the body in UTF-8")


async def parts(request: Request, form: FormData) -> tuple[File, str]:
    """The file and the token out of a body that is whole. Raises REQUEST_INVALID naming what is missing."""
    data = form.get("data")
    if not isinstance(data, str):
        raise Fault(Code.REQUEST_INVALID, field="data", why="is required: {appId, token} as JSON")
    told: UploadData = decode(DATA, data.encode("utf-8", "surrogatepass"))
    check_app(told.app_id)
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise Fault(Code.REQUEST_INVALID, field="file", why="is required")
    body = await file.read()
    if len(body) > FILE_LARGEST:
        raise Fault(Code.TOO_LARGE, too_large())
    if not body:
        raise Fault(Code.REQUEST_INVALID, field="file", why="is empty")
    return File(plain(file.filename or ""), body), told.whose or bearer(request.headers)


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
        if size > BODY_LARGEST:
            raise Fault(Code.TOO_LARGE, too_large())
        yield part


def too_large() -> str:
    return f"A file cannot be larger than {FILE_LARGEST // 1024 // 1024} MiB"


def plain(called: str) -> str:
    """The last part of a file's name, without what no name should hold; never empty."""
    last = called.replace("\\", "/").rpartition("/")[2]
    kept = "".join(letter for letter in last if letter.isprintable()).strip()
    return kept[-CALLED_LONGEST:] or "file"


def upload(
    path: str, *, raises: Iterable[Code] = (), to: Registry = registry
) -> Callable[[Handler], Upload]:
    """Answer uploads to `path`; outside a transaction, because a file is put away meanwhile."""
    return lambda handler: to.add(Upload(path, handler, raises))
