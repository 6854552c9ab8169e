"""Decodes the arguments of a call from its envelope, and encodes its reply into one."""

from collections.abc import Set
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from rpc.calls.context import Guest
from rpc.calls.decoding.body import decode, is_too_deep, is_unstorable
from rpc.calls.decoding.fault import fault_of
from rpc.calls.decoding.location import MAX_EXPLAINED, UNTYPED_DECODER
from rpc.calls.registry_entry import Procedure
from schema.core.cursor import CALENDAR, is_usual
from schema.core.envelope import APP_ID, Header, Page, Reply
from schema.core.errors import Code, Fault, Rule
from schema.core.plain_json import encode_json, with_plain_decimals
from schema.core.without_money import money_columns, refuse_money, without_money
from sql.core.turns import ROWS_A_TURN, in_turns

BEYOND = "must be a time after 1970 and before 9999"
OF_EVERY_LIST = frozenset({"list", "total", "next"})
"""Names that `fields` may contain for any call (contract §2)."""
NO_HEADER = Header()
ALL_FIELDS: frozenset[str] = frozenset()
"""Stands for no selection: the reply has all its fields."""
NO_CURSORS = "is not taken by this list: ask for its pages by `curPage`"


class DecodedCall(NamedTuple):
    """A parsed call: the caller, its arguments and the fields of the reply; or why it is refused."""

    header: Header
    arguments: dict[str, Any]
    fields: frozenset[str]
    """The names of the fields that the reply has; empty if it has all."""
    fault: Fault | None = None


def decode_call(procedure: Procedure, raw: bytes) -> DecodedCall:
    """Decode a body; a refusal is the `fault` of the result. Raises it if not even the header can be read."""
    try:
        return decode_request(procedure, raw)
    except Fault as fault:
        header = decode_header(raw)
        if header is None:
            raise
        return DecodedCall(header, {}, ALL_FIELDS, fault)


def decode_request(procedure: Procedure, raw: bytes) -> DecodedCall:
    """Decode a body. Raises a Fault for the first thing that is wrong with it."""
    envelope = decode(procedure.decoder, raw, procedure.topic)
    check_app_id(envelope.appId)
    req = envelope.req
    arguments = decode_arguments(procedure, req)
    if req is None:
        return DecodedCall(NO_HEADER, arguments, ALL_FIELDS)
    names = ALL_FIELDS
    if req.fields:
        names = frozenset(req.fields)
        check_fields(procedure, names)
    return DecodedCall(req.header or NO_HEADER, arguments, names)


def decode_arguments(procedure: Procedure, req: Any) -> dict[str, Any]:
    """The arguments of the handler, from the `req` of an envelope."""
    arguments = {}
    for name, default in procedure.defaults.items():
        value = getattr(req, name) if req is not None else None
        if value is None or value is UNSET:
            value = default or default_of(name, procedure.parameters[name], procedure.topic)
        arguments[name] = value
        for field in procedure.times[name]:
            check_time(getattr(value, field), f"{name}.{field}")
    if procedure.paged and (req is None or not isinstance(req.page, Page)):
        arguments["page"] = page_of_filter(req.filter if req is not None else None)
    if procedure.paged and arguments["page"].cursor is not None and not procedure.continues:
        raise Fault(
            Code.REQUEST_INVALID, field="page.cursor", rule=Rule.NOT_APPLICABLE, why=NO_CURSORS
        )
    return arguments


def check_time(value: Any, field: str) -> None:
    """Refuse a time in the first or last days that a date can express: it cannot be converted to every time zone."""
    if isinstance(value, datetime) and not is_usual(value):
        raise Fault(
            Code.REQUEST_INVALID, field=field, rule=Rule.OUT_OF_RANGE, why=BEYOND, limit=CALENDAR
        )


class AnyHeader(Header, frozen=True, forbid_unknown_fields=False):
    """A header of which unknown keys are skipped."""


class RequestHead(msgspec.Struct, frozen=True):
    header: AnyHeader | None = None


class EnvelopeHead(msgspec.Struct, frozen=True):
    """The part of a refused envelope that identifies its sender; all else is skipped."""

    app_id: int = msgspec.field(name="appId", default=0)
    req: RequestHead | None = None


HEAD_DECODER = msgspec.json.Decoder(EnvelopeHead)


def decode_header(body: bytes) -> Header | None:
    """The header of an envelope whose content is refused; None if it cannot be read as an envelope.

    As in `decode`, what the decoder skips is decoded too, unless the body is so large that this takes long.
    """
    try:
        head = HEAD_DECODER.decode(body)
        if len(body) <= MAX_EXPLAINED and is_too_deep(UNTYPED_DECODER.decode(body)):
            return None
    except msgspec.ValidationError as error:
        raise fault_of(error) from None
    except (ValueError, ArithmeticError, RecursionError):
        return None
    check_app_id(head.app_id)
    header = (head.req and head.req.header) or NO_HEADER
    return None if is_unstorable([header.token, header.idempotency_key]) else header


def default_of(name: str, kind: Any, topic: str) -> Any:
    """A parameter's struct filled with defaults, where the request omits it. Raises a Fault for a required field."""
    try:
        return msgspec.convert({}, kind)
    except msgspec.ValidationError as error:
        raise fault_of(error, f".req.{name}", topic) from None


def page_of_filter(filter: Any) -> Page:
    """The page requested by curPage and perPage inside `filter`, as the specification shows it for downloads."""
    values = {
        name: getattr(filter, name)
        for name in ("curPage", "perPage")
        if getattr(filter, name, UNSET) is not UNSET
    }
    return msgspec.convert(values, Page)


def check_fields(procedure: Procedure, names: frozenset[str]) -> None:
    """Raise FIELD_UNKNOWN for a name in `fields` that the reply does not have."""
    top, item = procedure.fields
    unknown = names - top - item - OF_EVERY_LIST
    if unknown:  # one of them, because sorting 100,000 names takes long
        text = f"`fields`: the reply of this call has no `{min(unknown)}`"
        raise Fault(Code.FIELD_UNKNOWN, text, field="fields")


def show_to(context: Guest, procedure: Procedure, data: Any, names: frozenset[str]) -> Any:
    """The data of a reply as its caller may see it. Raises REQUEST_INVALID for an amount in `fields`, if not at all."""
    if context.with_money:
        return data
    refuse_money(names, money_columns(procedure.returns), "fields")
    return without_money(data)


def encode_reply(data: Any, names: frozenset[str]) -> bytes:
    return encode_json(Reply(data=select_fields(data, names) if names else data))


async def encode_reply_in_turns(data: Any, names: frozenset[str]) -> bytes:
    """Like encode_reply, but gives others turns while the items of a long list are encoded: 1 MB takes 20 ms."""
    kind: Any = type(data)  # a type can be hashed, which mypy does not see
    name = list_field(kind)
    items = getattr(data, name) if name else None
    if name is None or not isinstance(items, list) or len(items) <= ROWS_A_TURN:
        return encode_reply(data, names)
    encoded, rest = [], None
    async for part in in_turns(items):
        rest = msgspec.structs.replace(data, **{name: part})
        if names:
            rest = select_fields(rest, names)
            if "list" not in rest:  # only other fields were requested
                return encode_json(Reply(data=rest))
            part = rest["list"]
        encoded.append(encode_json(part)[1:-1])
    joined = msgspec.Raw(b"[%b]" % b",".join(encoded))
    if not isinstance(rest, dict):
        rest = with_plain_decimals(msgspec.structs.replace(data, **{name: []}))
    return msgspec.json.encode(Reply(data=rest | {"list": joined}))


@cache
def list_field(kind: Any) -> str | None:
    """The name of the struct's field that is `list` on the wire."""
    if not issubclass(kind, msgspec.Struct) or "list" not in kind.__struct_encode_fields__:
        return None
    return kind.__struct_fields__[kind.__struct_encode_fields__.index("list")]


def select_fields(data: Any, names: frozenset[str]) -> Any:
    """Keep only the requested fields, of the data or of each item in its list."""
    if data is None:
        return None
    whole = with_plain_decimals(data)
    if isinstance(whole, list):
        return select_items(whole, names - OF_EVERY_LIST)
    if "list" not in whole:
        return pick(whole, names)
    item_names = names - whole.keys() - OF_EVERY_LIST
    top_names = (names & whole.keys()) or whole.keys()
    if item_names:
        whole["list"] = select_items(whole["list"], item_names)
        top_names = top_names | {"list"}
    return pick(whole, top_names)


def select_items(items: list[Any], names: Set[str]) -> list[Any]:
    """Each item with only the requested fields; unchanged if no fields of items are requested."""
    return [pick(item, names) for item in items] if names else items


def pick(whole: dict[str, Any], names: Set[str]) -> dict[str, Any]:
    return {name: value for name, value in whole.items() if name in names}


def without_header(raw: bytes) -> bytes:
    """The body without its header: with another token of the same caller it is still the same request."""
    whole = msgspec.json.decode(raw)
    whole.get("req", {}).pop("header", None)
    return msgspec.json.encode(whole, order="deterministic")


def check_app_id(app_id: int) -> None:
    if app_id != APP_ID:
        raise Fault(Code.APP_ID_WRONG, f"{Code.APP_ID_WRONG.message}: it is {APP_ID}")
