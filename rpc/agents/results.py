"""The arguments of a tool as the body of its call, and the reply as a result of at most 64 kB, with `next`."""

import re
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from rpc.agents.tools import is_list, note_for
from rpc.calls.decoding.fault import fault_of
from rpc.calls.registry_entry import Procedure
from schema.core.envelope import APP_ID, Page, Reply
from schema.core.errors import Code, Fault, Rule

RESULT_BYTES_MAX = 64_000
"""The largest result, in bytes as it is sent."""
BESIDE_DATA = 3_000
"""How much of it is kept for what stands beside the data."""
OMITTED = frozenset({"qr", "proof"})
"""Fields that no agent has a use for, which it gets only by naming them."""
WITHHELD = frozenset({"proof"})
"""Fields that no agent gets: what proves that a website is the publisher's."""
CURSOR = re.compile(
    r"(?P<size>\d{1,4})\.(?P<skip>\d{1,6})\.(?:p(?P<number>\d{1,7})|c(?P<inner>.{1,500}))"
)
TOO_LARGE = "The result is larger than 64 kB: name the `fields` that you need, or ask for less by the filter"


class Arguments(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tool takes: the parts of `req`, each decoded by its call."""

    attributes: Raw = Raw()
    filter: Raw = Raw()
    page: "PageArguments | None" = None
    fields: Raw = Raw()
    idempotency_key: Raw = Raw()


class PageArguments(Struct, frozen=True, forbid_unknown_fields=True):
    number: Raw = msgspec.field(name="curPage", default=Raw())
    size: Raw = msgspec.field(name="perPage", default=Raw())
    cursor: str | None = None


class Position(NamedTuple):
    """Where a result begins: on which page of the call, and after how many of its rows."""

    number: int = 1
    size: int = Page().size
    inner: str | None = None
    """The call's own cursor, which takes the place of the page's number."""
    skip: int = 0

    def __str__(self) -> str:
        page = f"p{self.number}" if self.inner is None else f"c{self.inner}"
        return f"{self.size}.{self.skip}.{page}"


DECODER = msgspec.json.Decoder(Arguments)
NUMBER = msgspec.json.Decoder(int)
NAMES = msgspec.json.Decoder(list[str])
WHOLE = msgspec.json.Decoder(dict[str, Raw])
ROWS = msgspec.json.Decoder(list[Raw])
REPLY = msgspec.json.Decoder(dict[str, Raw])


def make_body(procedure: Procedure, raw: bytes) -> tuple[bytes, Position]:
    """The body of the call, and where its result begins. Raises a Fault for arguments that the tool does not take."""
    arguments = read_arguments(raw)
    position, page = find_position(procedure, arguments.page)
    fields = bytes(arguments.fields)
    if fields and procedure.agents == "request":
        raise Fault(
            Code.FIELD_UNKNOWN,
            "`fields` does not apply: this tool returns a request",
            field="fields",
        )
    if not fields or fields == b"null":
        fields = usual_fields(procedure)
    elif withheld := WITHHELD.intersection(read_names(fields)):
        text = f"`fields`: no agent gets `{min(withheld)}`"
        raise Fault(Code.FIELD_UNKNOWN, text, field="fields")
    parts = {
        b"attributes": bytes(arguments.attributes),
        b"filter": bytes(arguments.filter),
        b"page": page,
        b"fields": fields,
    }
    if key := bytes(arguments.idempotency_key):
        parts[b"header"] = b'{"idempotency_key":%b}' % key
    inner = b",".join(b'"%b":%b' % part for part in parts.items() if part[1])
    return b'{"appId":%d,"req":{%b}}' % (APP_ID, inner), position


def read_arguments(raw: bytes) -> Arguments:
    if not raw or raw == b"null":
        return Arguments()
    if not raw.lstrip().startswith(b"{"):
        raise Fault(Code.REQUEST_INVALID, "`arguments` must be an object")
    try:
        return DECODER.decode(raw)
    except msgspec.ValidationError as error:
        raise fault_of(error, body=raw, kind=Arguments) from None
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise Fault(Code.REQUEST_INVALID, f"`arguments` cannot be read: {error}") from None


def find_position(procedure: Procedure, page: PageArguments | None) -> tuple[Position, bytes]:
    """Where a result begins, and the `page` of its call."""
    if page is None:
        return Position(), b""
    if page.cursor is None:
        numbers = {"curPage": page.number, "perPage": page.size}
        given = {name: value for name, value in numbers.items() if bytes(value)}
        position = Position(read_number(page.number, 1), read_number(page.size, Page().size))
        return position, msgspec.json.encode(given) if given else b""
    found = CURSOR.fullmatch(page.cursor) if is_list(procedure) else None
    if found is None:
        raise Fault(Code.REQUEST_INVALID, field="page.cursor", rule=Rule.NOT_A_CURSOR)
    inner = found["inner"]
    position = Position(int(found["number"] or 1), int(found["size"]), inner, int(found["skip"]))
    if not procedure.paged:
        return position, b""
    own = {"curPage": position.number} if inner is None else {"cursor": inner}
    return position, msgspec.json.encode({"perPage": position.size} | own)


def read_number(raw: Raw, otherwise: int) -> int:
    """A number as far as it is one; the call refuses all else."""
    try:
        return NUMBER.decode(raw) if bytes(raw) else otherwise
    except (ValueError, ArithmeticError, RecursionError):
        return otherwise


def read_names(raw: bytes) -> list[str]:
    """The names in a list as far as it is one; the call refuses all else."""
    try:
        return NAMES.decode(raw)
    except (ValueError, ArithmeticError, RecursionError):
        return []


def usual_fields(procedure: Procedure) -> bytes:
    """The fields of a reply without those that agents have no use for; nothing if it has none of these."""
    if procedure.agents == "request":
        return b""
    for names in procedure.fields:
        if names & OMITTED:
            return msgspec.json.encode(sorted(names - OMITTED))
    return b""


def make_result(procedure: Procedure, reply: bytes, position: Position) -> dict[str, Any]:
    """The result of a tool. Raises a Fault if it is too large and has no rows to be split into."""
    data = bytes(REPLY.decode(reply)["data"])
    if is_list(procedure):
        data = split_rows(procedure, data, position)
    elif sent_size(data) > RESULT_BYTES_MAX - BESIDE_DATA:
        raise Fault(Code.REQUEST_INVALID, TOO_LARGE)
    note = note_for(procedure)
    texts = [note, data.decode()] if note else [data.decode()]
    return {"content": [{"type": "text", "text": text} for text in texts], "isError": False}


def make_refusal(fault: Fault) -> dict[str, Any]:
    """A refused call as the result of its tool, so that the agent can correct it: what a script gets."""
    reply = msgspec.json.encode(Reply(fault.number, str(fault), fault.data)).decode()
    return {"content": [{"type": "text", "text": reply}], "isError": True}


def sent_size(data: bytes) -> int:
    """How many bytes JSON takes as a text within JSON."""
    return len(data) + data.count(b'"') + data.count(b"\\")


def split_rows(procedure: Procedure, data: bytes, position: Position) -> bytes:
    """The rows that fit, from the position on, with `next` if there are more."""
    whole = WHOLE.decode(data) if data.startswith(b"{") else {"list": Raw(data)}
    rows = ROWS.decode(whole.pop("list"))
    room = RESULT_BYTES_MAX - BESIDE_DATA
    inner = whole.pop("next", None)
    room -= sent_size(msgspec.json.encode(whole))
    fitting: list[Raw] = []
    for row in rows[position.skip :]:
        room -= sent_size(bytes(row)) + 1
        if room < 0:
            break
        fitting.append(row)
    end = position.skip + len(fitting)
    if not fitting and end < len(rows):
        raise Fault(Code.REQUEST_INVALID, TOO_LARGE)
    following = next_position(procedure, whole, rows, inner, position, end)
    return msgspec.json.encode(
        whole | {"list": fitting, "next": None if following is None else str(following)}
    )


def next_position(
    procedure: Procedure,
    whole: dict[str, Raw],
    rows: list[Raw],
    inner: Raw | None,
    position: Position,
    end: int,
) -> Position | None:
    """Where the next result begins; None if there is none."""
    if end < len(rows):
        return position._replace(skip=end)
    cursor = msgspec.json.decode(inner) if inner is not None else None
    if cursor is not None:
        return Position(size=position.size, inner=cursor)
    if not procedure.paged or procedure.continues or "total" not in whole:
        return None
    is_last = position.number * position.size >= read_number(whole["total"], 0)
    return None if is_last else Position(position.number + 1, position.size)
