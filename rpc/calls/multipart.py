"""Calls that take a file: multipart requests with the parts `file` and `data`, answered like any other call."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterable
from random import getrandbits
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import UNSET
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from rpc.calls.codec import check_app_id
from rpc.calls.context import Guest, RequestInfo
from rpc.calls.decoding.body import decode
from rpc.calls.endpoints import envelope_response
from rpc.calls.registry import Registry, registry
from rpc.calls.registry_entry import Endpoint, Entry, Handler, Narrowed, Permission
from rpc.calls.transport import (
    UnsupportedMediaType,
    bearer_token,
    check_encoding,
    check_origin,
)
from rpc.http.request import Receive, Request, network_of
from rpc.http.response import Response
from rpc.security.bounded_queue import BoundedQueue
from rpc.security.rate_limits import SharedLimit
from schema.accounts.upload import FILE_BYTES_MAX, FILENAME_LENGTH, UploadData
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault, Rule

MULTIPART = "multipart/form-data"
MAX_FIELDS, MAX_FIELD_SIZE = 4, 64 * 1024
FIELDS_SIZE = MAX_FIELDS * MAX_FIELD_SIZE
BODY_TIMEOUT = 25.0
"""How many seconds the body may take to arrive: less than a browser waits for the response."""
MAX_CONCURRENT, MAX_WAITING = 2, 20
DATA = msgspec.json.Decoder(UploadData)
NO_DATA = "is required: {appId, token} as JSON"
DATA_AS_FILE = "must be a field of the form, without a file name"
FILE_AS_TEXT = "must be a file: its part needs a file name"
CUT_OFF = "The body ended before its file did"
# A log line for each malformed body would let anyone fill the disk.
logging.getLogger("python_multipart").setLevel(logging.ERROR)


class File(NamedTuple):
    """An uploaded file, and its name on the sender's machine."""

    name: str
    body: bytes


class Upload(Endpoint):
    """A call with a file: its handler takes the caller and a `file`."""

    caller: ClassVar[type] = Guest

    def __init__(
        self,
        path: str,
        handler: Handler,
        raises: Iterable[Code],
        limit: str,
        largest: int,
        permission: Permission,
        narrowed: Narrowed | None,
    ) -> None:
        super().__init__(path, handler, ["POST"], "", permission=permission)
        self.narrowed = narrowed
        self.largest = largest
        self.raises = frozenset(raises)
        self._limit = limit
        self._queue = BoundedQueue(MAX_CONCURRENT, MAX_WAITING)

    def expected_path(self) -> str:
        return Entry.expected_path(self)

    def rules(self) -> dict[str, bool]:
        rules = Entry.rules(self)
        rules.pop("must take attributes, filter and page only")
        return rules | {"must take `file` and nothing else": self.parameters == {"file": File}}

    async def __call__(self, request: Request) -> Response:
        """Read the file, authorize the caller, and respond with an envelope."""
        if not request.header(b"content-type").lower().startswith(MULTIPART):
            raise UnsupportedMediaType(Code.REQUEST_INVALID, f"Send the body as {MULTIPART}")
        check_encoding(request.headers)
        check_origin(request.headers, request.resources)
        if self._limit:
            await self._spend_limit(request)
        file, token = await read_form(request, self.largest)
        request_info = RequestInfo(
            path=self.path,
            token=token,
            ip=request.ip,
            user_agent=request.header(b"user-agent")[:255],
            request_id=f"{getrandbits(64):016x}",
        )
        # Each file is held in memory as a whole while its handler runs.
        async with self._queue.slot():
            session = await self.context.load_session(request.resources, request_info)
            async with request.resources.pool_for_calls.connection() as db:
                now = request.resources.clock.now()
                context = await self.context.authorize(
                    db, now, request.resources, request_info, session
                )
                self.check_permission(context)
                if isinstance(file, Fault):
                    raise file  # authentication comes first (contract §4)
                return envelope_response(Reply(data=await self.run_handler(context, file)))

    async def _spend_limit(self, request: Request) -> None:
        """Count the call for its sender's network, before anything of its body is read."""
        limit: SharedLimit = getattr(request.resources.shared_limits, self._limit)
        network, now = network_of(request.ip), request.resources.clock.now()
        async with request.resources.pool_for_calls.connection() as db:
            await limit.spend(db, network, now)

    async def run_handler(self, context: Guest, file: File) -> Any:
        try:
            return await self.handler(context, file)
        except Fault as fault:
            self.check_declared(fault)
            raise


async def read_form(request: Request, largest: int) -> tuple[File | Fault, str]:
    """The file (of at most `largest` bytes) and the token in a body; a larger body is not read to the end."""
    check_charset(request.header(b"content-type"))
    parser = MultiPartParser(
        Headers(raw=request.scope["headers"]),
        chunks(request.receive, largest),
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
        except MultiPartException as error:
            text = f"Send the parts `file` and `data` and nothing else: {error.message}"
            raise Fault(Code.REQUEST_INVALID, text) from None
        except FormParserError as error:
            raise Fault(Code.REQUEST_INVALID, f"The body is not {MULTIPART}: {error}") from None
        whole = [part for _, part in form.multi_items() if isinstance(part, UploadFile)]
        if len(whole) < len(parser._files_to_close_on_error):
            raise Fault(Code.REQUEST_INVALID, CUT_OFF)
        return await file_and_token(request, form, largest)
    finally:
        # The form does not hold a file whose end never arrived, so the parser's own list is closed.
        for file in parser._files_to_close_on_error:
            file.close()


def check_charset(content_type: str) -> None:
    """Refuse a charset other than UTF-8: the parser would use any codec of Python, such as `punycode` or `idna`."""
    _, options = parse_options_header(content_type)
    if options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise Fault(Code.REQUEST_INVALID, "Send the body in UTF-8")


async def file_and_token(
    request: Request, form: FormData, largest: int
) -> tuple[File | Fault, str]:
    """The file of a complete form, or why there is none, and the token. Raises the Fault of its envelope."""
    data = form.get("data")
    if isinstance(data, UploadFile):
        raise Fault(Code.REQUEST_INVALID, field="data", rule=Rule.TYPE, why=DATA_AS_FILE)
    if data is None:
        raise Fault(Code.REQUEST_INVALID, field="data", rule=Rule.REQUIRED, why=NO_DATA)
    upload_data: UploadData = decode(DATA, data.encode("utf-8", "surrogatepass"), part="data")
    check_app_id(upload_data.app_id)
    return await file_of(form, largest), upload_data.any_token or bearer_token(request.headers)


async def file_of(form: FormData, largest: int) -> File | Fault:
    file = form.get("file")
    if file is None:
        return Fault(Code.REQUEST_INVALID, field="file", rule=Rule.REQUIRED)
    if not isinstance(file, UploadFile):
        return Fault(Code.REQUEST_INVALID, field="file", rule=Rule.TYPE, why=FILE_AS_TEXT)
    body = await file.read()
    if len(body) > largest:
        raise Fault(Code.TOO_LARGE, too_large_message(largest))
    if not body:
        return Fault(Code.REQUEST_INVALID, field="file", rule=Rule.EMPTY)
    return File(clean_filename(file.filename or ""), body)


async def chunks(receive: Receive, largest: int) -> AsyncGenerator[bytes, None]:
    """The body as it arrives, up to the size of its largest file and its fields."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Fault(Code.REQUEST_INVALID, "The body ended early")
        more = message.get("more_body", False)
        chunk: bytes = message.get("body", b"")
        size += len(chunk)
        if size > largest + FIELDS_SIZE:
            raise Fault(Code.TOO_LARGE, too_large_message(largest))
        yield chunk


def too_large_message(largest: int) -> str:
    return f"A file cannot be larger than {largest // 1024 // 1024} MiB"


def clean_filename(name: str) -> str:
    """The name without folders and control characters; never empty."""
    last = name.replace("\\", "/").rpartition("/")[2]
    printable = "".join(letter for letter in last if letter.isprintable()).strip()
    return printable[-FILENAME_LENGTH:] or "file"


def upload(
    path: str,
    *,
    raises: Iterable[Code] = (),
    limit: str = "",
    largest: int = FILE_BYTES_MAX,
    permission: Permission = UNSET,
    narrowed: Narrowed | None = None,
    to: Registry = registry,
) -> Callable[[Handler], Upload]:
    """Declare a call to `path` that takes a file; it runs outside a transaction, because the file is stored meanwhile.

    `limit` names the shared limit that a call of a guest counts towards before its body is read; `largest` is the size
    of the largest file allowed, in bytes. `permission`, `narrowed`: as of a query.
    """
    return lambda handler: to.add(
        Upload(path, handler, raises, limit, largest, permission, narrowed)
    )
