"""Reads what a call is given out of an envelope, and writes what it answers into one."""

from typing import Any

import msgspec
from msgspec import UNSET

from rpc.calls.decode_errors import check_app_id, decode, fault_of
from rpc.calls.entries import Procedure
from schema.core.envelope import Page, Reply
from schema.core.errors import Code, Fault

ENCODER = msgspec.json.Encoder()


def decode_request(procedure: Procedure, raw: bytes) -> tuple[dict[str, Any], Any]:
    """What the handler takes, out of the body, and the request it stood in."""
    envelope = decode(procedure.decoder, raw, procedure.topic)
    check_app_id(envelope.appId)
    req = envelope.req
    taken = {}
    for name, left_out in procedure.defaults.items():
        given = getattr(req, name) if req is not None else None
        if given is None or given is UNSET:
            given = left_out or default_of(name, procedure.parameters[name], procedure.topic)
        taken[name] = given
    if procedure.paged and (req is None or not isinstance(req.page, Page)):
        taken["page"] = page_of_filter(req.filter if req is not None else None)
    return taken, req


def default_of(name: str, kind: Any, topic: str) -> Any:
    """What a part that was left out stands for: the struct of its defaults, or the first field it lacks."""
    try:
        return msgspec.convert({}, kind)
    except msgspec.ValidationError as error:
        raise fault_of(error, f".req.{name}", topic) from None


def page_of_filter(filter: Any) -> Page:
    """Paging as the specification shows it for downloads: curPage and perPage inside filter."""
    given = {
        name: getattr(filter, name)
        for name in ("curPage", "perPage")
        if getattr(filter, name, UNSET) is not UNSET
    }
    return msgspec.convert(given, Page)


def check_fields(procedure: Procedure, names: frozenset[str]) -> None:
    top, item = procedure.fields
    for name in sorted(names - top - item - {"list", "total", "next"}):
        text = f"`fields`: this call's answer has no `{name}`"
        raise Fault(Code.FIELD_UNKNOWN, text, field="fields")


def encode_reply(data: Any, names: frozenset[str]) -> bytes:
    return ENCODER.encode(Reply(data=select_fields(data, names) if names else data))


def select_fields(data: Any, names: frozenset[str]) -> Any:
    """Only the fields asked for, of the data or of each item it lists."""
    if data is None:
        return None
    whole = msgspec.to_builtins(data, builtin_types=(), str_keys=True)
    if "list" not in whole:
        return {name: value for name, value in whole.items() if name in names}
    of_item = names - whole.keys()
    of_top = (names & whole.keys()) or whole.keys()
    if of_item:
        whole["list"] = [
            {name: value for name, value in item.items() if name in of_item}
            for item in whole["list"]
        ]
        of_top = of_top | {"list"}
    return {name: value for name, value in whole.items() if name in of_top}


def without_header(raw: bytes) -> bytes:
    """The body without its header, so that another token of the same caller makes no other request."""
    whole = msgspec.json.decode(raw)
    whole.get("req", {}).pop("header", None)
    return msgspec.json.encode(whole, order="deterministic")
