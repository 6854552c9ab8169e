"""Decodes the arguments of a call from its envelope, and encodes its reply into one."""

from collections.abc import Set
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET

from rpc.calls.decoding.body import decode, is_too_deep, is_unstorable
from rpc.calls.decoding.fault import fault_of
from rpc.calls.decoding.location import MAX_WITH_UNKNOWN, UNTYPED_DECODER
from rpc.calls.registry_entry import Procedure
from schema.core.cursor import is_usual
from schema.core.envelope import APP_ID, Header, Page, Reply
from schema.core.errors import Code, Fault

ENCODER = msgspec.json.Encoder()
BEYOND = "must be a time after 1970 and before 9999"
OF_EVERY_LIST = frozenset({"list", "total", "next"})
"""Names that `fields` may contain for any call (contract §2)."""
NO_CURSORS = "is not taken by this list: ask for its pages by `curPage`"


def decode_request(procedure: Procedure, raw: bytes) -> tuple[dict[str, Any], Any]:
    """The arguments of the handler, and the `req` of the envelope that held them."""
    envelope = decode(procedure.decoder, raw, procedure.topic, procedure.strict_decoder)
    check_app_id(envelope.appId)
    req = envelope.req
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
        raise Fault(Code.REQUEST_INVALID, field="page.cursor", why=NO_CURSORS)
    return arguments, req


def check_time(value: Any, field: str) -> None:
    """Refuse a time at an end of the calendar, which has no equal in another time zone."""
    if isinstance(value, datetime) and not is_usual(value):
        raise Fault(Code.REQUEST_INVALID, field=field, why=BEYOND)


class RequestHead(msgspec.Struct, frozen=True):
    header: Header | None = None


class EnvelopeHead(msgspec.Struct, frozen=True):
    """What says who sends an envelope, whatever else is in it."""

    app_id: int = msgspec.field(name="appId", default=0)
    req: RequestHead | None = None


HEAD_DECODER = msgspec.json.Decoder(EnvelopeHead)


def decode_header(body: bytes) -> Header | None:
    """The header of an envelope whose content is refused; None if it cannot be read as an envelope.

    As in `decode`, what the decoder skips is decoded too, unless the body is so large that this takes long.
    """
    try:
        head = HEAD_DECODER.decode(body)
        if len(body) <= MAX_WITH_UNKNOWN and is_too_deep(UNTYPED_DECODER.decode(body)):
            return None
    except msgspec.ValidationError as error:
        raise fault_of(error) from None
    except (ValueError, ArithmeticError, RecursionError):
        return None
    check_app_id(head.app_id)
    header = (head.req and head.req.header) or Header()
    return None if is_unstorable([header.token, header.idempotency_key]) else header


def default_of(name: str, kind: Any, topic: str) -> Any:
    """The struct of the defaults, for a parameter that is absent. Raises a Fault for the first required field."""
    try:
        return msgspec.convert({}, kind)
    except msgspec.ValidationError as error:
        raise fault_of(error, f".req.{name}", topic) from None


def page_of_filter(filter: Any) -> Page:
    """Paging as the specification shows it for downloads: curPage and perPage inside `filter`."""
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
    if unknown:  # of 100,000 names, not all are sorted
        text = f"`fields`: the reply of this call has no `{min(unknown)}`"
        raise Fault(Code.FIELD_UNKNOWN, text, field="fields")


def encode_reply(data: Any, names: frozenset[str]) -> bytes:
    return ENCODER.encode(Reply(data=select_fields(data, names) if names else data))


def select_fields(data: Any, names: frozenset[str]) -> Any:
    """Only the requested fields, of the data or of each item in its list."""
    if data is None:
        return None
    whole = msgspec.to_builtins(data, builtin_types=(), str_keys=True)
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
    """Each item with the requested fields alone; as they are if none of theirs is requested."""
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
