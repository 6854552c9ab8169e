"""The Python client's types and calls, written from the registry."""

import keyword
from collections.abc import Iterator
from enum import IntEnum
from itertools import groupby

from msgspec import inspect

from rpc.clients.model import (
    Call,
    about_field,
    alternatives,
    message_of,
    named_types,
    refusal_names,
    type_name,
)
from rpc.openapi.field_types import is_optional

KEY_TEXT = "With the same key a repeated call takes effect once; a new one if absent."
NOTE = '"""Written from the portal\'s registry by `make client`: do not edit."""\n'
MODELS_HEAD = f"""\
{NOTE}
from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from typing import Any, Literal, Optional, Union
"""
CALLS_HEAD = f"""\
{NOTE}
from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Iterator
from decimal import Decimal
from typing import Any, Literal, Optional, Union

from . import models
from .models import Page
from .transport import AsyncTransport, Transport, each_page, each_page_async
"""
REFUSALS_HEAD = f"""\
{NOTE}
from __future__ import annotations

from .errors import Refused
"""
WIRE = {inspect.StrType: "str", inspect.IntType: "int", inspect.FloatType: "float", inspect.BoolType: "bool",
        inspect.DecimalType: "Decimal", inspect.DateTimeType: "dt.datetime", inspect.DateType: "dt.date"}  # fmt: skip


def models(calls: list[Call]) -> str:
    """The module of types: a dataclass for each struct, an enum for each enum of numbers."""
    blocks = [MODELS_HEAD, page_model()]
    for name, info in named_types(calls).items():
        if isinstance(info, inspect.EnumType):
            blocks.append(enum_model(name, info))
        else:
            blocks.append(struct_model(name, info))
    return "\n\n".join(blocks)


def page_model() -> str:
    return '''\
@dataclass(frozen=True)
class Page:
    """A part of a list: a page by its number, or what follows a cursor."""

    number: int = field(default=1, metadata={"wire": "curPage"})
    size: int = field(default=20, metadata={"wire": "perPage"})
    cursor: Optional[str] = None
'''


def enum_model(name: str, info: inspect.EnumType) -> str:
    members = list(info.cls)
    if not issubclass(info.cls, IntEnum):
        return f"{name} = Literal[{', '.join(quote(str(each.value)) for each in members)}]\n"
    lines = [f"class {name}(IntEnum):", *(f"    {each.name} = {each.value}" for each in members)]
    return "\n".join(lines) + "\n"


def struct_model(name: str, info: inspect.StructType) -> str:
    lines = ["@dataclass(frozen=True, kw_only=True)", f"class {name}:"]
    for each in info.fields:
        kind = python_type(each.type)
        wire = f'metadata={{"wire": "{each.encode_name}"}}' if each.encode_name != each.name else ""
        if each.required:
            lines.append(f"    {each.name}: {kind}" + (f" = field({wire})" if wire else ""))
        else:
            default = f"field(default=None, {wire})" if wire else "None"
            lines.append(f"    {each.name}: {optional(kind)} = {default}")
        if about := about_field(info, each):
            lines.append(f"    {docstring(about)}")
    return "\n".join(lines if info.fields else [*lines, "    pass"]) + "\n"


def refusals(calls: list[Call]) -> str:
    """The module of refusals: a class for each code that has a name."""
    names = refusal_names(calls)
    blocks = [REFUSALS_HEAD]
    for number, name in sorted(names.items()):
        blocks.append(f"class {name}(Refused):\n    {docstring(message_of(number))}\n")
    rows = "".join(f"    {number}: {name},\n" for number, name in sorted(names.items()))
    blocks.append(f"REFUSALS: dict[int, type[Refused]] = {{\n{rows}}}\n")
    return "\n\n".join(blocks)


def docstring(text: str) -> str:
    text = text.replace("\\", "\\\\")
    return f'"""{text} """' if text.endswith('"') else f'"""{text}"""'


def client(calls: list[Call], *, waits: bool = False) -> str:
    """The module of calls: a class for each first segment of a path, a method for each call.

    With `waits` the methods are coroutines.
    """
    blocks = [CALLS_HEAD]
    groups: list[str] = []
    prefix = "Async" if waits else ""
    for group, of_group in groupby(calls, key=lambda call: call.group):
        groups.append(group)
        methods = [text for call in of_group for text in method(call, waits=waits)]
        head = INIT.format(transport=f"{prefix}Transport")
        blocks.append(f"class {prefix}{group.capitalize()}:\n{head}\n" + "\n".join(methods))
    attributes = "".join(
        f"        self.{group} = {prefix}{group.capitalize()}(transport)\n" for group in groups
    )
    blocks.append(
        f"class {prefix}Calls:\n"
        f"    def __init__(self, transport: {prefix}Transport) -> None:\n{attributes}"
    )
    return "\n\n".join(blocks)


INIT = """\
    def __init__(self, transport: {transport}) -> None:
        self._transport = transport
"""


def method(call: Call, *, waits: bool) -> Iterator[str]:
    begin, wait, iterator, pages = (
        ("async def", "await ", "AsyncIterator", "each_page_async")
        if waits
        else ("def", "", "Iterator", "each_page")
    )
    name = f"{call.name}_" if keyword.iskeyword(call.name) or call.name == "list" else call.name
    returns = python_type(call.returns, "models.")
    req = [f'"{part}": {{{entries(call, part)}}}' for part in parts(call)]
    if call.paged:
        req.append('"page": page')
    mode = "read" if call.repeatable else "keyed" if call.keyed else "once"
    key = ", idempotency_key" if call.keyed else ""
    lines = [
        f"    {begin} {name}({signature(call, page=call.paged, key=call.keyed)}) -> {returns}:",
        *method_docstring(call, page=call.paged, key=call.keyed),
        f"        return {wait}self._transport.call(",
        f'            "{call.path}", {{{", ".join(req)}}}, {returns}, "{mode}"{key}',
        "        )",
    ]
    yield "\n".join(lines) + "\n"
    if call.item is not None:
        passed = "".join(f"{each.field.name}={each.field.name}, " for each in call.arguments)
        lines = [
            f"    def {call.name}_all({signature(call, page=False)})"
            f" -> {iterator}[{python_type(call.item, 'models.')}]:",
            *method_docstring(call, page=False, key=False, every=" Every row, page by page."),
            f"        return {pages}(lambda page: self.{name}({passed}page=page))",
        ]
        yield "\n".join(lines) + "\n"


def method_docstring(call: Call, *, page: bool, key: bool, every: str = "") -> list[str]:
    """The lines of a docstring: what the call does, the scope it needs, and its arguments."""
    lines = [
        f'        """{call.summary}{every}',
        "",
        f"        Needs the scope `{call.permission}`.",
    ]
    about = [(each.field.name, each.about) for each in call.arguments if each.about]
    if page:
        about.append(("page", "Which page to return; the first one if absent."))
    if key:
        about.append(("idempotency_key", KEY_TEXT))
    if about:
        lines += ["", "        Args:"]
        for name, text in about:
            escaped = text.replace("\\", "\\\\")
            lines.append(f"            {name}: {escaped}")
    return [*lines, '        """']


def signature(call: Call, *, page: bool, key: bool = False) -> str:
    parameters = []
    for each in call.arguments:
        kind = python_type(each.field.type, "models.")
        parameters.append(
            f"{each.field.name}: {kind}"
            if each.field.required
            else f"{each.field.name}: {optional(kind)} = None"
        )
    if page:
        parameters.append("page: Optional[Page] = None")
    if key:
        parameters.append("idempotency_key: Optional[str] = None")
    return ", ".join(["self", *(["*", *parameters] if parameters else [])])


def parts(call: Call) -> list[str]:
    return list(dict.fromkeys(each.part for each in call.arguments))


def entries(call: Call, part: str) -> str:
    own = [each.field for each in call.arguments if each.part == part]
    return ", ".join(f'"{field.encode_name}": {field.name}' for field in own)


def optional(kind: str) -> str:
    return kind if kind.startswith("Optional[") or kind == "None" else f"Optional[{kind}]"


def quote(text: str) -> str:
    return f'"{text}"'


def python_type(info: inspect.Type, prefix: str = "") -> str:
    kinds = list(dict.fromkeys(python_known(kind, prefix) for kind in alternatives(info)))
    if not kinds:
        return "None"
    whole = kinds[0] if len(kinds) == 1 else f"Union[{', '.join(kinds)}]"
    return optional(whole) if is_optional(info) else whole


def python_known(info: inspect.Type, prefix: str) -> str:
    match info:
        case inspect.StructType() | inspect.EnumType():
            return prefix + type_name(info)
        case inspect.ListType(item_type=item):
            return f"list[{python_type(item, prefix)}]"
        case inspect.DictType(value_type=value):
            return f"dict[str, {python_type(value, prefix)}]"
        case inspect.LiteralType(values=values):
            return f"Literal[{', '.join(quote(str(value)) for value in values)}]"
    return WIRE.get(type(info), "Any")
